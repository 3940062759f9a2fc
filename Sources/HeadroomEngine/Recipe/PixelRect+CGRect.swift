package import Foundation
package import HeadroomPixels

extension PixelRect {
  /// The pixels that a rectangle touches: rounded outwards.
  package init(enclosing rect: CGRect) {
    guard !rect.isNull, !rect.isEmpty else {
      self = .empty
      return
    }
    self.init(
      minX: Self.bounded(rect.minX.rounded(.down)), minY: Self.bounded(rect.minY.rounded(.down)),
      maxX: Self.bounded(rect.maxX.rounded(.up)), maxY: Self.bounded(rect.maxY.rounded(.up)))
  }

  private static func bounded(_ value: CGFloat) -> Int {
    guard !value.isNaN else { return 0 }
    return Int(Swift.min(Swift.max(Double(value), -Double(limit)), Double(limit)))
  }

  package var cgRect: CGRect {
    isInfinite
      ? .infinite
      : CGRect(x: CGFloat(minX), y: CGFloat(minY), width: CGFloat(width), height: CGFloat(height))
  }
}

extension CGRect {
  /// Whether the rectangle stands for an infinite extent (`CGRect.infinite`), or reaches as far.
  package var isUnbounded: Bool { !isNull && (width >= 1e300 || height >= 1e300) }
}
