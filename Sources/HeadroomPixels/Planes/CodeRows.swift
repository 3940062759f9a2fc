/// Turns rows of codes, one row per component, into rows of pixels. Codes are bytes or words.
enum CodeRows {
  /// Three consecutive rows of `count` codes as pixels of three or four components; the fourth is opaque.
  ///
  /// - Parameters:
  ///   - size: bytes of a code.
  ///   - stride: components of a pixel.
  static func interleave(
    _ rows: UnsafeRawPointer, _ to: UnsafeMutableRawPointer, size: Int, stride: Int, _ count: Int
  ) {
    if size == 1 {
      unsafe interleave(UInt8.self, rows, to, stride, count)
    } else {
      unsafe interleave(UInt16.self, rows, to, stride, count)
    }
  }

  @inline(__always)
  private static func interleave<Code: FixedWidthInteger>(
    _: Code.Type, _ rows: UnsafeRawPointer, _ to: UnsafeMutableRawPointer, _ stride: Int, _ count: Int
  ) {
    let red = unsafe rows.assumingMemoryBound(to: Code.self)
    let out = unsafe to.assumingMemoryBound(to: Code.self)
    let (green, blue) = unsafe (red + count, red + 2 * count)
    if stride == 3 {
      for i in 0..<count {
        unsafe out[3 &* i] = red[i]
        unsafe out[3 &* i &+ 1] = green[i]
        unsafe out[3 &* i &+ 2] = blue[i]
      }
      return
    }
    for i in 0..<count {
      unsafe out[4 &* i] = red[i]
      unsafe out[4 &* i &+ 1] = green[i]
      unsafe out[4 &* i &+ 2] = blue[i]
      unsafe out[4 &* i &+ 3] = .max
    }
  }

  /// Makes every second code, those of alpha, opaque.
  static func fillAlpha(_ to: UnsafeMutableRawPointer, size: Int, _ count: Int) {
    if size == 1 {
      unsafe fillAlpha(to.assumingMemoryBound(to: UInt8.self), count)
    } else {
      unsafe fillAlpha(to.assumingMemoryBound(to: UInt16.self), count)
    }
  }

  @inline(__always)
  private static func fillAlpha<Code: FixedWidthInteger>(_ codes: UnsafeMutablePointer<Code>, _ count: Int) {
    for index in 0..<count { unsafe codes[2 &* index &+ 1] = .max }
  }
}
