package import Foundation

/// The turn that makes a stored picture upright: the EXIF orientation tag.
///
/// The names describe the stored picture: `right` means that its top is on the right-hand side of the upright scene.
public enum CGImagePropertyOrientation: UInt32, CaseIterable, Sendable {
  /// Row 0 is the top, column 0 the left: nothing to do.
  case up = 1
  /// Row 0 is the top, column 0 the right: mirror left to right.
  case upMirrored = 2
  /// Row 0 is the bottom, column 0 the right: half a turn.
  case down = 3
  /// Row 0 is the bottom, column 0 the left: mirror top to bottom.
  case downMirrored = 4
  /// Row 0 is the left, column 0 the top: mirror about the main diagonal.
  case leftMirrored = 5
  /// Row 0 is the right, column 0 the top: quarter turn clockwise.
  case right = 6
  /// Row 0 is the right, column 0 the bottom: mirror about the other diagonal.
  case rightMirrored = 7
  /// Row 0 is the left, column 0 the bottom: quarter turn anticlockwise.
  case left = 8
}

extension CGImagePropertyOrientation {
  /// The orientation of a tag read from a file; values outside 1...8 mean upright.
  package init(exifTag: Int) {
    self = UInt32(exactly: exifTag).flatMap(CGImagePropertyOrientation.init(rawValue:)) ?? .up
  }

  /// Whether the upright picture has width and height exchanged.
  package var swapsAxes: Bool { rawValue >= 5 }

  /// The steps to the upright picture: a transposition, then mirrors.
  private var steps: (isTransposed: Bool, isMirroredAcross: Bool, isMirroredDown: Bool) {
    switch self {
    case .up: (false, false, false)
    case .upMirrored: (false, true, false)
    case .down: (false, true, true)
    case .downMirrored: (false, false, true)
    case .leftMirrored: (true, false, false)
    case .right: (true, true, false)
    case .rightMirrored: (true, true, true)
    case .left: (true, false, true)
    }
  }

  /// The orientation that transposes or not, then mirrors or not.
  package init(isTransposed: Bool, isMirroredAcross: Bool, isMirroredDown: Bool) {
    self =
      switch (isTransposed, isMirroredAcross, isMirroredDown) {
      case (false, false, false): .up
      case (false, true, false): .upMirrored
      case (false, true, true): .down
      case (false, false, true): .downMirrored
      case (true, false, false): .leftMirrored
      case (true, true, false): .right
      case (true, true, true): .rightMirrored
      case (true, false, true): .left
      }
  }

  /// The orientation of a stored picture that is first turned by this one, then by another.
  package func followed(by next: CGImagePropertyOrientation) -> CGImagePropertyOrientation {
    let (first, second) = (steps, next.steps)
    let (across, down) =
      second.isTransposed
      ? (first.isMirroredDown, first.isMirroredAcross) : (first.isMirroredAcross, first.isMirroredDown)
    return CGImagePropertyOrientation(
      isTransposed: first.isTransposed != second.isTransposed, isMirroredAcross: across != second.isMirroredAcross,
      isMirroredDown: down != second.isMirroredDown)
  }

  /// Whether the stored picture's columns, or its rows, come in the opposite order; whether they are then exchanged.
  package var storedMirrors: (columns: Bool, rows: Bool) {
    steps.isTransposed
      ? (steps.isMirroredDown, steps.isMirroredAcross) : (steps.isMirroredAcross, steps.isMirroredDown)
  }

  /// The size of the upright picture.
  package func uprightSize(width: Int, height: Int) -> (width: Int, height: Int) {
    swapsAxes ? (height, width) : (width, height)
  }

  /// The transform from the stored picture's coordinates to the upright picture's, both with y pointing up.
  ///
  /// The picture stays where its lower left corner was: an extent that does not start at the origin is moved there
  /// first and back afterwards.
  ///
  /// - Parameter extent: the extent of the stored picture; an infinite extent gives the identity.
  package func transform(for extent: CGRect) -> CGAffineTransform {
    if extent.isInfinite || extent.isNull || self == .up { return .identity }
    let toOrigin = CGAffineTransform(translationX: -extent.minX, y: -extent.minY)
    let back = CGAffineTransform(translationX: extent.minX, y: extent.minY)
    return toOrigin.concatenating(transform(width: extent.width, height: extent.height)).concatenating(back)
  }

  /// The transform for an extent that starts at the origin.
  package func transform(width w: CGFloat, height h: CGFloat) -> CGAffineTransform {
    switch self {
    case .up: .identity
    case .upMirrored: CGAffineTransform(a: -1, b: 0, c: 0, d: 1, tx: w, ty: 0)
    case .down: CGAffineTransform(a: -1, b: 0, c: 0, d: -1, tx: w, ty: h)
    case .downMirrored: CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: h)
    case .leftMirrored: CGAffineTransform(a: 0, b: -1, c: -1, d: 0, tx: h, ty: w)
    case .right: CGAffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: w)
    case .rightMirrored: CGAffineTransform(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)
    case .left: CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: h, ty: 0)
    }
  }

  /// The stored pixel (column, row from the top) that shows at a column and row of the upright picture.
  ///
  /// - Parameters:
  ///   - column: 0 at the left of the upright picture.
  ///   - row: 0 at the top of the upright picture.
  ///   - width: the stored picture's width.
  ///   - height: the stored picture's height.
  package func storedPixel(column: Int, row: Int, width: Int, height: Int) -> (column: Int, row: Int) {
    switch self {
    case .up: (column, row)
    case .upMirrored: (width - 1 - column, row)
    case .down: (width - 1 - column, height - 1 - row)
    case .downMirrored: (column, height - 1 - row)
    case .leftMirrored: (row, column)
    case .right: (row, height - 1 - column)
    case .rightMirrored: (width - 1 - row, height - 1 - column)
    case .left: (width - 1 - row, column)
    }
  }
}
