package import HeadroomPixels

extension PixelRect {
  /// The parts of the rectangle outside another: at most four rectangles that do not overlap.
  package func parts(outside other: PixelRect) -> [PixelRect] {
    let both = intersection(other)
    if both.isEmpty { return isEmpty ? [] : [self] }
    return [
      PixelRect(minX: minX, minY: both.maxY, maxX: maxX, maxY: maxY),
      PixelRect(minX: minX, minY: both.minY, maxX: both.minX, maxY: both.maxY),
      PixelRect(minX: both.maxX, minY: both.minY, maxX: maxX, maxY: both.maxY),
      PixelRect(minX: minX, minY: minY, maxX: maxX, maxY: both.minY),
    ].filter { !$0.isEmpty }
  }
}
