package import HeadroomContainers
package import HeadroomPixels

extension PixelBitmap {
  /// A region of the picture; the same memory.
  ///
  /// - Throws: `ImageIOError/internalError(_:)` for a region that is empty or reaches outside.
  package func part(_ region: PixelRect) throws(ImageIOError) -> PixelBitmap {
    if region == PixelRect(width: width, height: height) { return self }
    let part = cropped(
      x: region.columns.lowerBound, y: region.rows.lowerBound, width: region.columns.count, height: region.rows.count)
    guard let part else { throw .internalError("the region \(region) is not inside the picture") }
    return part
  }
}
