public import Foundation

/// Lines and curves to fill, to draw along and to clip to.
///
/// A path is in no unit of its own: contexts take its numbers as coordinates. Points that are not finite are kept, but a
/// path that has one draws nothing.
public class CGPath: @unchecked Sendable {
  // Sendable: only mutable paths change, and those belong to one thread at a time, as on Apple platforms.
  var shape: PathData

  init(_ shape: PathData) { self.shape = shape }

  /// The outline of a rectangle.
  ///
  /// - Parameters:
  ///   - rect: the rectangle.
  ///   - transform: applied to its corners, or nil.
  public convenience init(rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
    var shape = PathData()
    unsafe shape.addRect(rect, transform?.pointee ?? .identity)
    self.init(shape)
  }

  /// The ellipse that touches the sides of a rectangle.
  public convenience init(ellipseIn rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
    var shape = PathData()
    unsafe shape.addEllipse(in: rect.standardized, transform?.pointee ?? .identity)
    self.init(shape)
  }

  /// A rectangle with round corners.
  ///
  /// - Parameters:
  ///   - rect: the rectangle.
  ///   - cornerWidth: the width of a corner; at most half of the rectangle's is used.
  ///   - cornerHeight: the height of a corner.
  ///   - transform: applied to all points, or nil.
  public convenience init(
    roundedRect rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat,
    transform: UnsafePointer<CGAffineTransform>?
  ) {
    var shape = PathData()
    unsafe shape.addRoundedRect(
      rect.standardized, width: cornerWidth, height: cornerHeight, transform?.pointee ?? .identity)
    self.init(shape)
  }

  /// The path again, as it is now.
  public func copy() -> CGPath? { CGPath(shape) }

  /// The path transformed.
  public func copy(using transform: UnsafePointer<CGAffineTransform>?) -> CGPath? {
    unsafe CGPath(shape.applying(transform?.pointee ?? .identity))
  }

  /// A path to add to.
  public func mutableCopy() -> CGMutablePath? { CGMutablePath(shape) }

  /// A transformed path to add to.
  public func mutableCopy(using transform: UnsafePointer<CGAffineTransform>?) -> CGMutablePath? {
    unsafe CGMutablePath(shape.applying(transform?.pointee ?? .identity))
  }
}

extension CGPath: Hashable {
  /// Whether both have the same elements.
  public static func == (left: CGPath, right: CGPath) -> Bool { left.shape == right.shape }

  /// Feeds the elements into a hash.
  public func hash(into hasher: inout Hasher) { hasher.combine(shape) }
}
