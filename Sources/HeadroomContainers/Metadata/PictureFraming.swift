/// The change of a picture's frame between the source of its metadata and the file that they go into.
package enum PictureFraming: Hashable, Sendable {
  /// The same view at the same size.
  case unchanged
  /// A part of the upright picture, maybe at another size.
  case part(FramedPart)
  /// Turned, mirrored, distorted, or unknown.
  case other

  /// A whole picture at another size.
  package static func scaled(from: (width: Int, height: Int), to: (width: Int, height: Int)) -> PictureFraming {
    if from == to { return .unchanged }
    return .part(FramedPart(x: 0, y: 0, width: from.width, height: from.height, of: from, at: to))
  }
}

/// A rectangle of a picture, counted in pixels from its top left corner, and its final size.
package struct FramedPart: Hashable, Sendable {
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int
  package var fullWidth: Int
  package var fullHeight: Int
  package var targetWidth: Int
  package var targetHeight: Int

  /// - Parameters:
  ///   - full: the size of the whole picture.
  ///   - target: the final size of the part.
  package init(
    x: Int, y: Int, width: Int, height: Int, of full: (width: Int, height: Int), at target: (width: Int, height: Int)
  ) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
    (fullWidth, fullHeight) = full
    (targetWidth, targetHeight) = target
  }

  var isWhole: Bool { width == fullWidth && height == fullHeight }
}
