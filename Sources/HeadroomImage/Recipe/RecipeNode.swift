package import Foundation
internal import HeadroomColor
package import HeadroomGraphics

/// What a node does. Point, blend, sample and area nodes take premultiplied input and give premultiplied output.
package enum NodeKind: Sendable {
  case source(any SourceOperation)
  case generator(any GeneratorOperation)
  case point(any PointOperation)
  /// A conversion that depends on the working space (colour matching, premultiplication, tone mapping): data.
  case color(ColorConversion)
  case blend(any BlendOperation)
  /// An affine resampling: output position = transform(input position).
  case affine(CGAffineTransform, Sampling)
  case sample(any SampleOperation)
  case area(any AreaOperation)
  case reduction(any ReductionOperation)
  /// Exact: pixels outside the node's extent become transparent.
  case crop
  /// Edge pixels repeated without end.
  case clamp
  /// The input as it is, kept in memory when the render is planned.
  case intermediate
}

/// How values between pixel centres are found.
package enum Sampling: Hashable, Sendable {
  case nearest
  case linear
  /// Bilinear, with box halving in front when the image shrinks by more than two.
  case highQuality
}

/// An immutable node of a recipe. Nodes are shared; equality of subtrees is found by `hash`.
package final class RecipeNode: Sendable {
  package let kind: NodeKind
  package var inputs: [RecipeNode] { unsafe children }
  // Proof of safety: written by init, and by the deinit below once nobody else holds the node.
  nonisolated(unsafe) private var children: [RecipeNode]
  /// Bounds of the pixels that may differ from transparent black; may be fractional, infinite or null.
  package let extent: CGRect
  /// Upper bound of max(R, G, B) over the picture, 1.0 = reference white; nil when there is none.
  package let peak: Float?
  /// Whether alpha is 1 over the whole extent.
  package let isOpaque: Bool
  /// Structural hash of kind, parameters and inputs.
  package let hash: Int
  /// The longest chain below this node, so that hostile recipes are refused before they are planned.
  package let depth: Int

  package init(_ kind: NodeKind, inputs: [RecipeNode], extent: CGRect) {
    self.kind = kind
    unsafe children = inputs
    let extent = extent.sound
    self.extent = extent
    self.depth = 1 + (inputs.map(\.depth).max() ?? 0)
    self.peak = kind.peak(of: inputs.map(\.peak))
    self.isOpaque = kind.isOpaque(inputs, extent: extent)
    var hasher = Hasher()
    kind.hash(into: &hasher)
    for input in inputs { hasher.combine(input.hash) }
    for value in [extent.origin.x, extent.origin.y, extent.size.width, extent.size.height] { hasher.combine(value) }
    self.hash = hasher.finalize()
  }

  /// Releases long chains one by one: the language would recurse and run out of stack.
  deinit {
    var left = unsafe children
    unsafe children = []
    while var node = left.popLast() {
      if isKnownUniquelyReferenced(&node) {
        unsafe left += node.children
        unsafe node.children = []
      }
    }
  }
}
