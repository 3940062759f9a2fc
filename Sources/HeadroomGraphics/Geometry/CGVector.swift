public import Foundation

/// A displacement in two dimensions.
public struct CGVector: Hashable, Codable, Sendable {
  /// The horizontal part.
  public var dx: CGFloat
  /// The vertical part.
  public var dy: CGFloat

  /// The vector of no displacement.
  public static let zero = CGVector()

  /// Makes the zero vector.
  public init() {
    self.init(dx: 0, dy: 0)
  }

  /// Makes a vector from its parts.
  public init(dx: CGFloat, dy: CGFloat) {
    self.dx = dx
    self.dy = dy
  }

  /// Makes a vector from whole numbers.
  public init(dx: Int, dy: Int) {
    self.init(dx: CGFloat(dx), dy: CGFloat(dy))
  }
}

extension CGVector: CustomDebugStringConvertible {
  /// The parts in parentheses.
  public var debugDescription: String { "(\(dx), \(dy))" }
}
