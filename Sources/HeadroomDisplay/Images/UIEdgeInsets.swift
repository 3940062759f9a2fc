public import Foundation

/// Distances from the edges of a rectangle inwards, in points.
public struct UIEdgeInsets: Hashable, Sendable, Codable {
  public var top: CGFloat
  public var left: CGFloat
  public var bottom: CGFloat
  public var right: CGFloat

  public init(top: CGFloat, left: CGFloat, bottom: CGFloat, right: CGFloat) {
    (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
  }

  /// No distances.
  public init() { self.init(top: 0, left: 0, bottom: 0, right: 0) }

  /// No distances.
  public static let zero = UIEdgeInsets()
}

extension CGRect {
  /// The rectangle without its edges.
  public func inset(by insets: UIEdgeInsets) -> CGRect {
    CGRect(
      x: minX + insets.left, y: minY + insets.top, width: width - insets.left - insets.right,
      height: height - insets.top - insets.bottom)
  }
}
