/// What decides how a plan is built: the structure of a recipe without its numbers, and what the outputs are.
struct PlanShape: Hashable, Sendable {
  private struct Node: Equatable, Sendable {
    let shape: NodeShape
    let isOpaque: Bool
    let inputs: [Int]
  }

  private let nodes: [Node]
  private let roots: [Int]
  private let hash: Int
  let destinations: [PlanDestination]
  private let space: WorkingSpace
  let highQualityDownsample: Bool

  init(
    _ order: RecipeOrder, destinations: [PlanDestination], space: WorkingSpace, highQualityDownsample: Bool
  ) {
    var hasher = Hasher()
    nodes = order.entries.map { entry in
      hasher.combine(entry.node.shapeHash)
      hasher.combine(entry.inputs)
      return Node(shape: entry.node.shape, isOpaque: entry.node.isOpaque, inputs: entry.inputs)
    }
    hash = hasher.finalize()
    roots = order.roots
    self.destinations = destinations
    self.space = space
    self.highQualityDownsample = highQualityDownsample
  }

  func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
