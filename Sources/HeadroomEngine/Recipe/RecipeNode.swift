package import Foundation
internal import HeadroomGraphics

/// An immutable node of a recipe. Nodes are shared; ``RecipeOrder`` finds those that are equal.
package final class RecipeNode: Sendable {
  package let kind: NodeKind
  package var inputs: [RecipeNode] { unsafe children }
  // Safe because only init writes it, and the deinit below once nothing else holds the node.
  nonisolated(unsafe) private var children: [RecipeNode]
  /// Bounds of the pixels that may differ from transparent black; may be fractional, infinite or null.
  package let extent: CGRect
  /// Bound of the magnitudes of red, green and blue; see ``Operation/peak(of:)``.
  package let peak: Float?
  /// Whether alpha is 1 over the whole extent.
  package let isOpaque: Bool
  /// What the node does, for comparison.
  package let key: NodeKey
  /// The part of it that decides how plans are built.
  package let shape: NodeShape
  let shapeHash: Int
  /// Hash of the node and all below it.
  let contentHash: Int
  /// Whether the same node gives the same pixels whenever it is rendered.
  package let isConstant: Bool
  /// Hash of ``key`` and extent.
  package let keyHash: Int
  /// The call that made the node, where known; comparisons ignore it.
  package let origin: NodeOrigin?
  /// The images that ``origin`` names, in the order of its keys.
  package var originImages: [RecipeNode] { unsafe named }
  // As for the children.
  nonisolated(unsafe) private var named: [RecipeNode] = []

  package init(_ kind: NodeKind, inputs: [RecipeNode], extent: CGRect) {
    self.kind = kind
    unsafe children = inputs
    let extent = extent.sound
    self.extent = extent
    self.peak = kind.peak(of: inputs.map(\.peak))
    self.isOpaque = kind.isOpaque(inputs, extent: extent)
    self.key = kind.key
    self.shape = kind.shape
    self.shapeHash = shape.hashValue
    var hasher = Hasher()
    hasher.combine(key)
    for value in [extent.origin.x, extent.origin.y, extent.size.width, extent.size.height] { hasher.combine(value) }
    self.keyHash = hasher.finalize()
    self.contentHash = inputs.reduce(keyHash) { ($0 &* 31) ^ $1.contentHash }
    self.isConstant = kind.isConstant && inputs.allSatisfy(\.isConstant)
    origin = nil
  }

  /// The same node with a record of the call that made it.
  package init(_ node: RecipeNode, origin: NodeOrigin, images: [RecipeNode]) {
    kind = node.kind
    unsafe children = node.inputs
    extent = node.extent
    peak = node.peak
    isOpaque = node.isOpaque
    key = node.key
    shape = node.shape
    shapeHash = node.shapeHash
    contentHash = node.contentHash
    isConstant = node.isConstant
    keyHash = node.keyHash
    self.origin = origin
    unsafe named = images
  }

  /// Releases long chains one by one: the language would recurse and run out of stack.
  deinit {
    var left = unsafe children + named
    unsafe children = []
    unsafe named = []
    while var node = left.popLast() {
      if isKnownUniquelyReferenced(&node) {
        unsafe left += node.children + node.named
        unsafe node.children = []
        unsafe node.named = []
      }
    }
  }
}
