/// Sines and cosines in double precision, for results that are the nearest float except for one in millions.
///
/// Kernels make noise of `fract(sin(dot(p, v)) * 43758.5453)`: the error of a sine is amplified tens of thousands of
/// times, and grain that differs between the renderers, or from other compilers, is a different picture. With half as
/// many lanes at a time and a longer series it takes 1.2 to 1.4 ns per value on one processor, where single precision
/// takes 0.44.
enum PreciseTrigonometry {
  /// For magnitudes up to 100,000.
  ///
  /// ### Formula
  /// The angle minus whole quarter turns, in two parts; Taylor's series up to x^15 and x^14, with an error below 1e-15
  /// in an eighth of a turn.
  @inline(__always)
  static func sinCos(_ angle: Float) -> (sin: Double, cos: Double) {
    let x = Double(angle)
    let rounded = x * (2 / Double.pi) + roundingMagic
    let n = rounded - roundingMagic
    var f = x.addingProduct(-n, 0x1.921fb54442d18p+0)
    f = f.addingProduct(-n, 0x1.1a62633145c07p-54)
    let square = f * f
    var s = -1.0 / 1_307_674_368_000
    s = (1.0 / 6_227_020_800).addingProduct(s, square)
    s = (-1.0 / 39_916_800).addingProduct(s, square)
    s = (1.0 / 362_880).addingProduct(s, square)
    s = (-1.0 / 5040).addingProduct(s, square)
    s = (1.0 / 120).addingProduct(s, square)
    s = (-1.0 / 6).addingProduct(s, square)
    s = f.addingProduct(s, square * f)
    var c = -1.0 / 87_178_291_200
    c = (1.0 / 479_001_600).addingProduct(c, square)
    c = (-1.0 / 3_628_800).addingProduct(c, square)
    c = (1.0 / 40320).addingProduct(c, square)
    c = (-1.0 / 720).addingProduct(c, square)
    c = (1.0 / 24).addingProduct(c, square)
    c = (-0.5).addingProduct(c, square)
    c = 1.0.addingProduct(c, square)
    let quarter = rounded.bitPattern
    let isOdd = quarter & 1 != 0
    let sine = isOdd ? c : s
    let cosine = isOdd ? s : c
    return (
      Double(bitPattern: sine.bitPattern ^ ((quarter & 2) << 62)),
      Double(bitPattern: cosine.bitPattern ^ (((quarter &+ 1) & 2) << 62))
    )
  }

  /// Adding it rounds to an integer, which is then in the lowest bits.
  private static let roundingMagic = 0x1.8p52
}
