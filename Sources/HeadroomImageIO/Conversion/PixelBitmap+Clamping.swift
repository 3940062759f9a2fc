package import HeadroomContainers
package import HeadroomPixels

extension PixelBitmap {
  /// The picture with every floating-point sample within a range, and the number of samples changed;
  /// itself where there are none.
  package func clamped(to range: SampleRange) throws(ImageIOError) -> (bitmap: PixelBitmap, changed: Int) {
    let changed = count(outside: range)
    guard changed > 0 else { return (self, 0) }
    let out: PixelBitmap
    do throws(PixelError) {
      out = try PixelBitmap(width: width, height: height, format: format, alpha: alpha)
    } catch {
      throw ImageIOError(error)
    }
    let samples = width * format.channelCount
    try ThreadPool.shared.forEachPiece(height) { row in
      let (from, to) = unsafe (rowAddress(row), out.rowAddress(row))
      if format.component == .half {
        unsafe SampleRows.clamp(
          from.assumingMemoryBound(to: UInt16.self), to.assumingMemoryBound(to: UInt16.self), samples,
          limit: range.halfBits)
      } else {
        unsafe SampleRows.clamp(
          from.assumingMemoryBound(to: Float.self), to.assumingMemoryBound(to: Float.self), samples, to: range)
      }
    }
    return (out, changed)
  }
}

/// Loops over samples of floating point.
private enum SampleRows {
  static func clamp(
    _ from: UnsafePointer<Float>, _ to: UnsafeMutablePointer<Float>, _ count: Int, to range: SampleRange
  ) {
    let (limit, infinite) = (range.limit, range.infiniteLight)
    for i in 0..<count {
      let value = unsafe from[i]
      let most = abs(value) == .infinity ? infinite : limit
      let bounded = max(-most, min(most, value))
      unsafe to[i] = value == value ? bounded : 0
    }
  }

  static func clamp(
    _ from: UnsafePointer<UInt16>, _ to: UnsafeMutablePointer<UInt16>, _ count: Int, limit: UInt16
  ) {
    for i in 0..<count {
      let bits = unsafe from[i]
      let magnitude = bits & 0x7FFF
      // Above the infinity are the patterns of NaN.
      unsafe to[i] = magnitude > 0x7C00 ? 0 : bits & 0x8000 | min(magnitude, limit)
    }
  }
}
