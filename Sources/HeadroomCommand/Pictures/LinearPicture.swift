internal import Headroom

/// An upright picture as premultiplied linear light in float32 RGBA, top row first; 1.0 is reference white.
struct LinearPicture: Sendable {
  let bitmap: PixelBitmap

  var width: Int { bitmap.width }
  var height: Int { bitmap.height }

  /// Calls `body` with the interleaved RGBA values of a row. The buffer must not escape.
  func withRow<Result>(_ row: Int, _ body: (UnsafeBufferPointer<Float>) throws -> Result) rethrows -> Result {
    let start = unsafe bitmap.storage.base + bitmap.offset + row * bitmap.rowBytes
    return unsafe try body(
      UnsafeBufferPointer(start: start.assumingMemoryBound(to: Float.self), count: width * 4))
  }
}
