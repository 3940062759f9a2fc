internal import Foundation
internal import HeadroomEngine

/// The nodes of a frame's recipe, inputs first, with which the next frame's are compared.
struct FrameRecipe {
  private var entries: [RecipeOrder.Entry]
  /// The next recipe's nodes, by place.
  private var next: [RecipeNode?]

  init(_ root: RecipeNode) {
    entries = RecipeOrder([root]).entries
    next = [RecipeNode?](repeating: nil, count: entries.count)
  }

  /// The source at a place.
  func source(at place: Int) -> (any SourceOperation)? {
    if case .source(let source) = entries[place].node.kind { source } else { nil }
  }

  /// Takes the nodes of a recipe that differs from this one only in the pixels of its sources, and calls `isOther` with
  /// the places of changed sources; false, with nothing taken, where it differs in more.
  mutating func take(_ root: RecipeNode, _ isOther: (Int) -> Void) -> Bool {
    if root === entries[entries.count - 1].node { return true }
    defer { for place in next.indices { next[place] = nil } }
    guard fillNext(root), nextHasSameKeys else { return false }
    for place in entries.indices {
      guard let node = next[place], node !== entries[place].node else { continue }
      if source(at: place) != nil, entries[place].node.key != node.key { isOther(place) }
      entries[place].node = node
    }
    return true
  }

  /// Hashes have ruled out most different nodes; keys are compared last, because that takes longer.
  private var nextHasSameKeys: Bool {
    entries.indices.allSatisfy { place in
      guard let node = next[place], node !== entries[place].node, source(at: place) == nil else { return true }
      return node.key == entries[place].node.key
    }
  }

  /// Readers come before their inputs, so that each place is known in its turn.
  private mutating func fillNext(_ root: RecipeNode) -> Bool {
    next[entries.count - 1] = root
    for place in entries.indices.reversed() {
      let known = entries[place]
      guard let node = next[place], node === known.node || node.isLike(known.node) else { return false }
      let inputs = node.inputs
      guard inputs.count == known.inputs.count else { return false }
      for (index, input) in inputs.enumerated() {
        let inputPlace = known.inputs[index]
        if let other = next[inputPlace], other !== input, !other.isSame(as: input) { return false }
        next[inputPlace] = input
      }
    }
    return true
  }
}

extension RecipeNode {
  /// Whether it seems to do the same, by its hash, or is a source of pixels of the same kind over the same rectangle.
  fileprivate func isLike(_ other: RecipeNode) -> Bool {
    guard extent == other.extent, isOpaque == other.isOpaque, peak == other.peak else { return false }
    if case .source(let source) = kind, case .source(let known) = other.kind {
      return shape == other.shape && source.width == known.width && source.height == known.height
    }
    return keyHash == other.keyHash
  }
}
