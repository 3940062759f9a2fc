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
  /// See ``RenderPlan/Step/isHalf``.
  let storesHalf: Bool

  init(
    _ order: RecipeOrder, destinations: [PlanDestination], space: WorkingSpace, highQualityDownsample: Bool,
    storesHalf: Bool
  ) {
    var hash = 0
    nodes = order.entries.map { entry in
      hash = (hash &* 31) ^ entry.node.shapeHash
      for input in entry.inputs { hash = (hash &* 31) ^ input }
      return Node(shape: entry.node.shape, isOpaque: entry.node.isOpaque, inputs: entry.inputs)
    }
    self.hash = hash
    roots = order.roots
    self.destinations = destinations
    self.space = space
    self.highQualityDownsample = highQualityDownsample
    self.storesHalf = storesHalf
  }

  func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
