package import HeadroomPixels

/// An upright picture as premultiplied linear light in float32 RGBA, top row first; 1.0 is reference white.
package struct LinearPicture: Sendable {
  package let bitmap: PixelBitmap

  package init(bitmap: PixelBitmap) { self.bitmap = bitmap }

  package var width: Int { bitmap.width }
  package var height: Int { bitmap.height }

  /// Calls `body` with the interleaved RGBA values of a row. The buffer must not escape.
  package func withRow<Result>(_ row: Int, _ body: (UnsafeBufferPointer<Float>) throws -> Result) rethrows -> Result {
    let start = unsafe bitmap.storage.base + bitmap.offset + row * bitmap.rowBytes
    return unsafe try body(
      UnsafeBufferPointer(start: start.assumingMemoryBound(to: Float.self), count: width * 4))
  }
}
