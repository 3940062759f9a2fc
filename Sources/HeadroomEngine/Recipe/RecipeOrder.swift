internal import Foundation

/// The nodes that a recipe is made of, inputs before those who read them, equal ones once: a graph, never a tree. Every
/// walk over a recipe goes over this list, so that its cost is that of the nodes, not of the paths.
package struct RecipeOrder: Sendable {
  package struct Entry: Sendable {
    package var node: RecipeNode
    /// Places of the inputs in the list.
    package let inputs: InputPlaces
  }

  package private(set) var entries: [Entry] = []
  /// The place of each of the nodes that were asked for.
  package private(set) var roots: [Int] = []
  /// By address, which suffices: nodes live as long as this list.
  private var places: PlaceTable
  private var placesByKey: PlaceTable
  /// Nodes that are equal to one of the list.
  private var doubles: [RecipeNode] = []

  /// Most recipes have no more nodes than this.
  private static let usualCount = 64

  package init(_ roots: [RecipeNode]) {
    places = PlaceTable(usualCount: Self.usualCount)
    placesByKey = PlaceTable(usualCount: Self.usualCount)
    entries.reserveCapacity(Self.usualCount)
    for root in roots { self.roots.append(add(root)) }
  }

  /// The place of a node of the recipe, or of one that is equal.
  package func place(of node: RecipeNode) -> Int? { places.place(of: Self.address(node)) { _ in true } }

  private static func address(_ node: RecipeNode) -> Int { Int(bitPattern: ObjectIdentifier(node)) }

  /// Goes down without recursion: recipes may be deeper than a stack.
  private mutating func add(_ root: RecipeNode) -> Int {
    var pending = [root]
    while let node = pending.last {
      if place(of: node) != nil {
        pending.removeLast()
        continue
      }
      var (inputs, isReady) = (InputPlaces(), true)
      let children = node.inputs
      // The first input is dealt with first, and lies on top.
      for input in children.reversed() where place(of: input) == nil {
        pending.append(input)
        isReady = false
      }
      guard isReady else { continue }
      for input in children { if let place = place(of: input) { inputs.append(place) } }
      number(node, inputs)
    }
    return place(of: root) ?? 0
  }

  private mutating func number(_ node: RecipeNode, _ inputs: InputPlaces) {
    let hash = inputs.reduce(node.keyHash) { ($0 &* 31) ^ $1 }
    let known = placesByKey.place(of: hash) { isEqual(entries[$0], node, inputs) }
    if known == nil {
      entries.append(Entry(node: node, inputs: inputs))
      placesByKey.add(entries.count - 1, hash)
    } else {
      doubles.append(node)
    }
    places.add(known ?? entries.count - 1, Self.address(node))
  }

  /// Nodes are equal when they do the same with equal inputs: hashes only find them.
  private func isEqual(_ entry: Entry, _ node: RecipeNode, _ inputs: InputPlaces) -> Bool {
    entry.inputs == inputs && entry.node.extent == node.extent && entry.node.key == node.key
  }
}
