package import HeadroomPixels

/// The rectangle around positions; positions that are not finite or out of reach are ignored.
package struct PositionBounds {
  private var low = SIMD2<Float>(repeating: .infinity)
  private var high = SIMD2<Float>(repeating: -.infinity)

  package init() {}

  package mutating func add(_ x: Float, _ y: Float) {
    guard abs(x) < 1e9, abs(y) < 1e9 else { return }
    low = SIMD2(min(low.x, x), min(low.y, y))
    high = SIMD2(max(high.x, x), max(high.y, y))
  }

  package var rect: PixelRect {
    guard low.x <= high.x else { return .empty }
    return PixelRect(
      minX: Int(low.x.rounded(.down)), minY: Int(low.y.rounded(.down)), maxX: Int(high.x.rounded(.down)) + 1,
      maxY: Int(high.y.rounded(.down)) + 1)
  }
}

extension TileWarp {
  /// The rectangle of pixels that contains the source positions of a rectangle, found by computing them all.
  package func lookedUpPositions(in rect: PixelRect) -> PixelRect {
    var bounds = PositionBounds()
    let rows = RowBuffer(capacity: max(rect.width, 1))
    for y in rect.minY..<rect.maxY {
      let (sx, sy) = unsafe (rows.rows.r, rows.rows.g)
      unsafe fillCoordinates(x: rect.minX, y: y, count: rect.width, sx, sy)
      for i in 0..<rect.width { unsafe bounds.add(sx[i], sy[i]) }
    }
    return bounds.rect
  }
}
