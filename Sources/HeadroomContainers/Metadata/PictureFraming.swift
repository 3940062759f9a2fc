/// What became of a picture's frame between the file that its metadata come from and the one that they go into.
package enum PictureFraming: Hashable, Sendable {
  /// The same view at the same size.
  case unchanged
  /// A part of the upright picture, maybe at another size.
  case part(FramedPart)
  /// Turned, mirrored, bent, or nobody knows.
  case other

  /// A whole picture at another size.
  package static func scaled(from: (width: Int, height: Int), to: (width: Int, height: Int)) -> PictureFraming {
    if from == to { return .unchanged }
    return .part(FramedPart(x: 0, y: 0, width: from.width, height: from.height, of: from, at: to))
  }
}

/// A rectangle of a picture, counted in pixels from its top left corner, and the size that it is given.
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
  ///   - full: the size of the picture that it is a part of.
  ///   - target: the size that the part has in the end.
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
