public import Foundation

extension CGPoint {
  /// The point that `transform` takes this one to.
  public func applying(_ transform: CGAffineTransform) -> CGPoint {
    CGPoint(
      x: transform.a * x + transform.c * y + transform.tx,
      y: transform.b * x + transform.d * y + transform.ty)
  }
}

extension CGSize {
  /// The size as a displacement under `transform`; its translation has no effect, and the result may be negative.
  public func applying(_ transform: CGAffineTransform) -> CGSize {
    CGSize(
      width: transform.a * width + transform.c * height,
      height: transform.b * width + transform.d * height)
  }
}

extension CGRect {
  /// The smallest rectangle that holds the four transformed corners.
  ///
  /// The null rectangle stays null and the infinite one infinite.
  public func applying(_ transform: CGAffineTransform) -> CGRect {
    if isNull || isInfinite || transform.isIdentity { return self }
    let corners = [
      CGPoint(x: minX, y: minY), CGPoint(x: maxX, y: minY), CGPoint(x: minX, y: maxY), CGPoint(x: maxX, y: maxY),
    ].map { $0.applying(transform) }
    let left = corners.reduce(CGFloat.infinity) { min($0, $1.x) }
    let right = corners.reduce(-CGFloat.infinity) { max($0, $1.x) }
    let bottom = corners.reduce(CGFloat.infinity) { min($0, $1.y) }
    let top = corners.reduce(-CGFloat.infinity) { max($0, $1.y) }
    return CGRect(x: left, y: bottom, width: right - left, height: top - bottom)
  }
}
