/// A rectangle of whole pixels, half open. Very large bounds stand for "infinite".
///
/// In recipes y points up; in stored pictures rows count from the top (``rows``, ``columns``).
@usableFromInline package struct PixelRect: Hashable, Sendable {
  @usableFromInline package var minX: Int
  @usableFromInline package var minY: Int
  @usableFromInline package var maxX: Int
  @usableFromInline package var maxY: Int

  /// Coordinates beyond this are treated as infinite; sums of two of them still fit.
  @inlinable package static var limit: Int { 1 << 40 }

  @inlinable package static var infinite: PixelRect {
    PixelRect(minX: -limit, minY: -limit, maxX: limit, maxY: limit)
  }
  @inlinable package static var empty: PixelRect { PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0) }

  @inlinable package init(minX: Int, minY: Int, maxX: Int, maxY: Int) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  @inlinable package init(x: Int, y: Int, width: Int, height: Int) {
    self.init(minX: x, minY: y, maxX: x + width, maxY: y + height)
  }

  @inlinable package var width: Int { Swift.max(0, maxX - minX) }
  @inlinable package var height: Int { Swift.max(0, maxY - minY) }
  @inlinable package var isEmpty: Bool { maxX <= minX || maxY <= minY }
  @inlinable package var isInfinite: Bool {
    minX <= -Self.limit || minY <= -Self.limit || maxX >= Self.limit || maxY >= Self.limit
  }
  /// Pixels inside; only meaningful for finite rectangles.
  @inlinable package var area: Int { width * height }

  @inlinable package func intersection(_ other: PixelRect) -> PixelRect {
    let result = PixelRect(
      minX: Swift.max(minX, other.minX), minY: Swift.max(minY, other.minY),
      maxX: Swift.min(maxX, other.maxX), maxY: Swift.min(maxY, other.maxY))
    return result.isEmpty ? .empty : result
  }

  @inlinable package func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return PixelRect(
      minX: Swift.min(minX, other.minX), minY: Swift.min(minY, other.minY),
      maxX: Swift.max(maxX, other.maxX), maxY: Swift.max(maxY, other.maxY))
  }

  /// The part inside a rectangle; where there is none, the rectangle's nearest edge or corner, one pixel wide.
  @inlinable package func clamped(to bounds: PixelRect) -> PixelRect {
    guard !bounds.isEmpty else { return bounds }
    func low(_ value: Int, _ from: Int, _ to: Int) -> Int { Swift.min(Swift.max(value, from), to - 1) }
    func high(_ value: Int, _ from: Int, _ to: Int) -> Int { Swift.min(Swift.max(value, from + 1), to) }
    return PixelRect(
      minX: low(minX, bounds.minX, bounds.maxX), minY: low(minY, bounds.minY, bounds.maxY),
      maxX: high(maxX, bounds.minX, bounds.maxX), maxY: high(maxY, bounds.minY, bounds.maxY))
  }

  /// Grown by `dx` and `dy` on each side; infinite sides stay infinite.
  @inlinable package func expanded(dx: Int, dy: Int) -> PixelRect {
    isEmpty
      ? self
      : PixelRect(
        minX: Swift.max(minX - dx, -Self.limit), minY: Swift.max(minY - dy, -Self.limit),
        maxX: Swift.min(maxX + dx, Self.limit), maxY: Swift.min(maxY + dy, Self.limit))
  }

  @inlinable package func offset(dx: Int, dy: Int) -> PixelRect {
    func moved(_ value: Int, _ delta: Int) -> Int { abs(value) >= Self.limit ? value : value + delta }
    return PixelRect(minX: moved(minX, dx), minY: moved(minY, dy), maxX: moved(maxX, dx), maxY: moved(maxY, dy))
  }

  @inlinable package func contains(_ other: PixelRect) -> Bool {
    other.isEmpty || (minX <= other.minX && minY <= other.minY && maxX >= other.maxX && maxY >= other.maxY)
  }
}

// MARK: Stored pictures

extension PixelRect {
  /// Columns and rows of a stored picture, rows counted from the top.
  @inlinable package init(columns: Range<Int>, rows: Range<Int>) {
    self.init(minX: columns.lowerBound, minY: rows.lowerBound, maxX: columns.upperBound, maxY: rows.upperBound)
  }

  /// All of a picture.
  @inlinable package init(width: Int, height: Int) { self.init(minX: 0, minY: 0, maxX: width, maxY: height) }

  @inlinable package var columns: Range<Int> { minX..<Swift.max(minX, maxX) }
  @inlinable package var rows: Range<Int> { minY..<Swift.max(minY, maxY) }

  /// The rectangle that shows the same content in a picture of another size, rounded outwards.
  package func scaled(from size: (width: Int, height: Int), to other: (width: Int, height: Int)) -> PixelRect {
    func scaled(_ range: Range<Int>, _ from: Int, _ to: Int) -> Range<Int> {
      let factor = Double(to) / Double(Swift.max(from, 1))
      let start = (Double(range.lowerBound) * factor).rounded(.down)
      return Int(start)..<Int(Swift.max((Double(range.upperBound) * factor).rounded(.up), start))
    }
    return PixelRect(columns: scaled(columns, size.width, other.width), rows: scaled(rows, size.height, other.height))
  }
}
