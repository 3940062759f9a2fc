internal import Foundation
internal import HeadroomGraphics

// Extents of operations over two images; infinite ones are kept exactly, which arithmetic on their bounds would not do.
extension CGRect {
  /// The union, infinite where one is.
  func joined(with other: CGRect) -> CGRect { isUnbounded || other.isUnbounded ? .infinite : union(other) }

  /// The intersection; the other where one is infinite.
  func shared(with other: CGRect) -> CGRect {
    if isUnbounded { return other }
    return other.isUnbounded ? self : intersection(other)
  }
}
