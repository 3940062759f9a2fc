internal import Foundation

/// What an image says of how it is shown, beside its pixels.
struct ImageTraits: Sendable {
  var renderingMode = UIImage.RenderingMode.automatic
  var capInsets = UIEdgeInsets.zero
  var resizingMode = UIImage.ResizingMode.tile
  /// Whether drawing at another size keeps the caps.
  var isResizable = false
  /// The pictures of an animation; nil for a single picture.
  var images: [UIImage]?
  /// Seconds of all pictures of an animation.
  var duration: TimeInterval = 0
  var alignmentRectInsets = UIEdgeInsets.zero
  var flipsForRightToLeft = false
}
