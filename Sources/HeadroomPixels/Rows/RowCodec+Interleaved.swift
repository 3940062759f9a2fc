internal import CHeadroomMath

// Pixels that are computed as they lie in memory.
extension RowCodec {
  /// Whether a bitmap's pixels are four floats in the order of the working space.
  package static func isFloatRGBA(_ bitmap: PixelBitmap) -> Bool {
    bitmap.format.component == .float && bitmap.format.layout == .rgba
  }

  /// The floats of a row from a pixel on.
  package static func floats(of bitmap: PixelBitmap, row: Int, x: Int) -> UnsafeMutablePointer<Float> {
    precondition(x >= 0 && x < bitmap.width, "pixel outside the bitmap")
    return unsafe bitmap.rowAddress(row).assumingMemoryBound(to: Float.self) + 4 &* x
  }

  /// Writes `count` pixels to a row from column `x` on.
  ///
  /// - Parameter streams: whether to write past the caches where that can be done; see ``streams(into:)``.
  package static func copy(
    _ pixels: UnsafePointer<Float>, count: Int, into bitmap: PixelBitmap, row: Int, x: Int, streams: Bool
  ) {
    precondition(x >= 0 && count >= 0 && x <= bitmap.width - count, "span outside the bitmap")
    guard count > 0 else { return }
    let to = unsafe floats(of: bitmap, row: row, x: x)
    if streams, Int(bitPattern: to) % 16 == 0 {
      unsafe headroom_stream_floats(to, pixels, 4 * count)
    } else {
      unsafe to.update(from: pixels, count: 4 * count)
    }
  }
}
