package import Foundation
internal import HeadroomGraphics
internal import HeadroomPixels

// Extents of operations over two images; infinite ones are kept exactly; arithmetic on their bounds would not do so.
extension CGRect {
  /// The union, infinite where one is.
  package func joined(with other: CGRect) -> CGRect { isUnbounded || other.isUnbounded ? .infinite : union(other) }

  /// The intersection; the other where one is infinite.
  package func shared(with other: CGRect) -> CGRect {
    if isUnbounded { return other }
    return other.isUnbounded ? self : intersection(other)
  }

  /// The smallest rectangle around points.
  package static func enclosing(_ points: [CGPoint]) -> CGRect {
    let (xs, ys) = (points.map(\.x), points.map(\.y))
    guard let left = xs.min(), let right = xs.max(), let bottom = ys.min(), let top = ys.max() else { return .null }
    return CGRect(x: left, y: bottom, width: right - left, height: top - bottom)
  }

  /// Whether pixels of the rectangle can be counted: neither infinite nor outside the range of pixel coordinates.
  package var hasCountablePixels: Bool { !isUnbounded && !PixelRect(enclosing: self).isInfinite }
}
