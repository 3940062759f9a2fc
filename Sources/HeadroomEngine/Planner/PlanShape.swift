/// Everything that decides how a plan is built: the structure of a recipe without its numbers, and the kinds of its
/// outputs.
package struct PlanShape: Sendable {
  /// What is wanted of a recipe.
  struct Settings: Equatable, Sendable {
    let destinations: [PlanDestination]
    /// The number of each output's region.
    let regions: [Int]
    let space: WorkingSpace
    let highQualityDownsample: Bool
    /// See ``RenderPlan/Step/isHalf``.
    let storesHalf: Bool

    /// The outputs over each region.
    var outputsOfRegions: [[Int]] {
      (0...(regions.max() ?? 0)).map { region in regions.indices.filter { regions[$0] == region } }
    }
  }

  private struct Node: Sendable {
    let shape: NodeShape
    let isOpaque: Bool
    let inputs: InputPlaces

    func describes(_ entry: RecipeOrder.Entry) -> Bool {
      isOpaque == entry.node.isOpaque && inputs == entry.inputs && shape == entry.node.shape
    }
  }

  private let nodes: [Node]
  private let roots: [Int]
  /// Equal for recipes of one structure.
  package let hash: Int
  let settings: Settings

  init(_ order: RecipeOrder, _ settings: Settings) {
    nodes = order.entries.map { Node(shape: $0.node.shape, isOpaque: $0.node.isOpaque, inputs: $0.inputs) }
    roots = order.roots
    hash = Self.hash(of: order)
    self.settings = settings
  }

  package static func hash(of order: RecipeOrder) -> Int {
    order.entries.reduce(order.entries.count) { hash, entry in
      entry.inputs.reduce((hash &* 31) ^ entry.node.shapeHash) { ($0 &* 31) ^ $1 }
    }
  }

  /// Whether it is the shape of a recipe.
  func describes(_ order: RecipeOrder, _ settings: Settings) -> Bool {
    nodes.count == order.entries.count && roots == order.roots && self.settings == settings
      && zip(nodes, order.entries).allSatisfy { $0.describes($1) }
  }
}
