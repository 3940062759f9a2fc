internal import Foundation

/// The nodes that a recipe is made of, inputs before those who read them, equal ones once: a graph, never a tree. Every
/// walk over a recipe goes over this list, so that its cost is that of the nodes, not of the paths.
package struct RecipeOrder: Sendable {
  package struct Entry: Sendable {
    package let node: RecipeNode
    /// Places of the inputs in the list.
    package let inputs: [Int]
  }

  package private(set) var entries: [Entry] = []
  /// The place of each of the nodes that were asked for.
  package private(set) var roots: [Int] = []
  private var places: [ObjectIdentifier: Int] = [:]
  private var placesByKey: [Key: Int] = [:]

  /// Nodes that most recipes do not have more of.
  private static let usualCount = 64

  package init(_ roots: [RecipeNode]) {
    places.reserveCapacity(Self.usualCount)
    placesByKey.reserveCapacity(Self.usualCount)
    for root in roots { self.roots.append(add(root)) }
  }

  /// The place of a node of the recipe, or of one that is equal.
  package func place(of node: RecipeNode) -> Int? { places[ObjectIdentifier(node)] }

  /// Nodes are equal when they do the same with equal inputs: hashes only find them.
  private struct Key: Hashable {
    let node: RecipeNode
    let inputs: [Int]

    static func == (a: Key, b: Key) -> Bool {
      a.node === b.node || (a.inputs == b.inputs && a.node.extent == b.node.extent && a.node.key == b.node.key)
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(node.keyHash)
      hasher.combine(inputs)
    }
  }

  /// Goes down without recursion: recipes may be deeper than a stack.
  private mutating func add(_ root: RecipeNode) -> Int {
    var pending: [(node: RecipeNode, isReady: Bool)] = [(root, false)]
    while let (node, isReady) = pending.popLast() {
      if places[ObjectIdentifier(node)] != nil { continue }
      if isReady {
        number(node)
      } else {
        pending.append((node, true))
        for input in node.inputs.reversed() where places[ObjectIdentifier(input)] == nil {
          pending.append((input, false))
        }
      }
    }
    return places[ObjectIdentifier(root)] ?? 0
  }

  private mutating func number(_ node: RecipeNode) {
    let inputs = node.inputs.compactMap { places[ObjectIdentifier($0)] }
    let key = Key(node: node, inputs: inputs)
    let place = placesByKey[key] ?? entries.count
    if place == entries.count {
      entries.append(Entry(node: node, inputs: inputs))
      placesByKey[key] = place
    }
    places[ObjectIdentifier(node)] = place
  }
}
