package import Foundation

/// A rectangle of whole pixels, half open, y up. Very large bounds stand for "infinite".
package struct PixelRect: Hashable, Sendable {
  package var minX: Int
  package var minY: Int
  package var maxX: Int
  package var maxY: Int

  /// Coordinates beyond this are treated as infinite; sums of two of them still fit.
  package static let limit = 1 << 40

  package static let infinite = PixelRect(minX: -limit, minY: -limit, maxX: limit, maxY: limit)
  package static let empty = PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0)

  package init(minX: Int, minY: Int, maxX: Int, maxY: Int) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  package init(x: Int, y: Int, width: Int, height: Int) {
    self.init(minX: x, minY: y, maxX: x + width, maxY: y + height)
  }

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

  package var width: Int { Swift.max(0, maxX - minX) }
  package var height: Int { Swift.max(0, maxY - minY) }
  package var isEmpty: Bool { maxX <= minX || maxY <= minY }
  package var isInfinite: Bool {
    minX <= -Self.limit || minY <= -Self.limit || maxX >= Self.limit || maxY >= Self.limit
  }
  /// Pixels inside; only meaningful for finite rectangles.
  package var area: Int { width * height }

  package func intersection(_ other: PixelRect) -> PixelRect {
    let result = PixelRect(
      minX: Swift.max(minX, other.minX), minY: Swift.max(minY, other.minY),
      maxX: Swift.min(maxX, other.maxX), maxY: Swift.min(maxY, other.maxY))
    return result.isEmpty ? .empty : result
  }

  package func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return PixelRect(
      minX: Swift.min(minX, other.minX), minY: Swift.min(minY, other.minY),
      maxX: Swift.max(maxX, other.maxX), maxY: Swift.max(maxY, other.maxY))
  }

  /// The part inside a rectangle; where there is none, the edge or corner of it that is nearest, one pixel wide.
  package func held(in bounds: PixelRect) -> PixelRect {
    guard !bounds.isEmpty else { return bounds }
    func low(_ value: Int, _ from: Int, _ to: Int) -> Int { Swift.min(Swift.max(value, from), to - 1) }
    func high(_ value: Int, _ from: Int, _ to: Int) -> Int { Swift.min(Swift.max(value, from + 1), to) }
    return PixelRect(
      minX: low(minX, bounds.minX, bounds.maxX), minY: low(minY, bounds.minY, bounds.maxY),
      maxX: high(maxX, bounds.minX, bounds.maxX), maxY: high(maxY, bounds.minY, bounds.maxY))
  }

  /// Grown by `dx` and `dy` on each side; infinite sides stay infinite.
  package func expanded(dx: Int, dy: Int) -> PixelRect {
    isEmpty
      ? self
      : PixelRect(
        minX: Swift.max(minX - dx, -Self.limit), minY: Swift.max(minY - dy, -Self.limit),
        maxX: Swift.min(maxX + dx, Self.limit), maxY: Swift.min(maxY + dy, Self.limit))
  }

  package func offset(dx: Int, dy: Int) -> PixelRect {
    func moved(_ value: Int, _ delta: Int) -> Int { abs(value) >= Self.limit ? value : value + delta }
    return PixelRect(minX: moved(minX, dx), minY: moved(minY, dy), maxX: moved(maxX, dx), maxY: moved(maxY, dy))
  }

  package func contains(_ other: PixelRect) -> Bool {
    other.isEmpty || (minX <= other.minX && minY <= other.minY && maxX >= other.maxX && maxY >= other.maxY)
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
