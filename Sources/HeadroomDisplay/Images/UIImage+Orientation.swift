package import HeadroomGraphics

extension UIImage {
  /// How stored pixels are turned to be upright. The names are those of `CGImagePropertyOrientation`, the numbers are not.
  public enum Orientation: Int, Hashable, Sendable, CaseIterable {
    /// As stored.
    case up = 0
    /// Half a turn.
    case down = 1
    /// A quarter turn anticlockwise.
    case left = 2
    /// A quarter turn clockwise.
    case right = 3
    /// Mirrored left to right.
    case upMirrored = 4
    /// Mirrored top to bottom.
    case downMirrored = 5
    /// Mirrored about the main diagonal.
    case leftMirrored = 6
    /// Mirrored about the other diagonal.
    case rightMirrored = 7
  }
}

extension UIImage.Orientation {
  package init(_ orientation: CGImagePropertyOrientation) {
    self = Self.allCases.first { $0.stored == orientation } ?? .up
  }

  /// The orientation as files state it.
  package var stored: CGImagePropertyOrientation {
    switch self {
    case .up: .up
    case .upMirrored: .upMirrored
    case .down: .down
    case .downMirrored: .downMirrored
    case .leftMirrored: .leftMirrored
    case .right: .right
    case .rightMirrored: .rightMirrored
    case .left: .left
    }
  }
}
