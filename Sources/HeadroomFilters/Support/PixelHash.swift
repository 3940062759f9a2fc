internal import HeadroomEngine
internal import HeadroomPixels

/// Random numbers that depend on a position: the same in every render and for every tile.
enum PixelHash {
  /// pcg4d (M. Jarzynski and M. Olano, Hash Functions for GPU Rendering, 2020).
  @inline(__always)
  private static func hash(
    _ first: UInt32, _ second: UInt32
  ) -> (x: UInt32, y: UInt32, z: UInt32, w: UInt32) {
    var x = first &* 1_664_525 &+ 1_013_904_223
    var y = second &* 1_664_525 &+ 1_013_904_223
    var (z, w): (UInt32, UInt32) = (1_013_904_223, 1_013_904_223)
    x = x &+ y &* w
    y = y &+ z &* x
    z = z &+ x &* y
    w = w &+ y &* z
    x ^= x >> 16
    y ^= y >> 16
    z ^= z >> 16
    w ^= w >> 16
    x = x &+ y &* w
    y = y &+ z &* x
    z = z &+ x &* y
    w = w &+ y &* z
    return (x, y, z, w)
  }

  /// A number in 0 ..< 1, from 24 bits.
  @inline(__always)
  private static func share(_ bits: UInt32) -> Float { Float(Int32(truncatingIfNeeded: bits >> 8)) * 0x1p-24 }

  /// Four numbers for a pixel or a cell.
  @inline(__always)
  static func pixel(_ x: Int, _ y: Int) -> Pixel {
    let bits = hash(UInt32(truncatingIfNeeded: x), UInt32(truncatingIfNeeded: y))
    return Pixel(r: share(bits.x), g: share(bits.y), b: share(bits.z), a: share(bits.w))
  }

  /// One number for a whole number of small magnitude.
  @inline(__always)
  static func value(_ whole: Float) -> Float {
    // The sum leaves the integer in the mantissa, without a trapping conversion.
    let magic: Float = 12_582_912
    return share(hash((clamped(whole, -4e6, 4e6) + magic).bitPattern &- magic.bitPattern, 0).x)
  }
}
