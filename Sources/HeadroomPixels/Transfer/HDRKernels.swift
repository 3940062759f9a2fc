internal import CHeadroomMath

/// The numbers of SMPTE ST 2084. In the form used here only two remain, because c1 = c3 - c2 + 1:
/// 1 - c1 = c2 - c3 = 0.1640625.
private enum PQ {
  static let d: Float = 0.1640625
  static let c3: Float = 18.6875
  static let m1 = 2610.0 / 16384
  static let m2 = 2523.0 / 32
  /// Linear 1.0 is 203 cd/m², the formula's is 10,000.
  static let white = 203.0 / 10000
}

/// PQ signal to light. Written around 1 with `2^t - 1`: the printed form subtracts numbers close to each other and is
/// off by 3e-5 in single precision, this one by 2e-6 from signal 1e-4 (1e-9 cd/m²) on.
struct PQDecode: CurveKernel {
  private let exponent = SplitExponent(1 / PQ.m1)
  private let inverseM2 = Float(1 / PQ.m2)
  private let gain = Float(1 / PQ.white)

  @inline(__always)
  func positive(_ x: Float) -> Float {
    // The formula has its pole at 1.9926.
    let (whole, fraction) = log2Parts(headroom_clamp(x, 1e-6, 1.99))
    let t = (whole + fraction) * inverseM2
    var p = Float(0x1.4112180p-10)
    p = Float(0x1.3a53920p-7).addingProduct(p, t)
    p = Float(0x1.c6ac5cp-5).addingProduct(p, t)
    p = Float(0x1.ebfbe0p-3).addingProduct(p, t)
    p = Float(0x1.62e430p-1).addingProduct(p, t)
    p *= t
    let ratio = (PQ.d + p) / PQ.d.addingProduct(-PQ.c3, p)
    return x >= 1e-6 ? powInRange(ratio, exponent) * gain : x * 0
  }
}

/// Light to PQ signal, with `log2(1 + u)` for the same reason.
struct PQEncode: CurveKernel {
  private let m1 = SplitExponent(PQ.m1)
  private let m2 = Float(PQ.m2)
  private let scale = Float(PQ.white)

  @inline(__always)
  func positive(_ x: Float) -> Float {
    let y = powInRange(headroom_clamp(x * scale, 1e-37, 1e30), m1)
    let u = PQ.d * (y - 1) / Float(1).addingProduct(PQ.c3, y)
    var p = Float(-0x1.435dbcp-2)
    p = Float(0x1.236df2p-2).addingProduct(p, u)
    p = Float(-0x1.70b458p-2).addingProduct(p, u)
    p = Float(0x1.ec7d32p-2).addingProduct(p, u)
    p = Float(-0x1.715476p-1).addingProduct(p, u)
    let logarithm = (u * Float(0x1.715476p+0)).addingProduct(p, u * u)
    let rounded = m2 * logarithm + roundingMagic
    let rest = (roundingMagic - rounded).addingProduct(m2, logarithm)
    let signal = scaledByPowerOfTwo(exp2Fraction(rest), rounded)
    // Zero is zero by definition, although the formula gives 7.3e-7.
    return x > 0 ? signal : x
  }
}

/// The numbers of BT.2100 HLG.
private enum HLG {
  static let a: Float = 0.178_832_77
  static let b: Float = 0.284_668_92
  static let c: Float = 0.559_910_73
}

/// HLG signal to scene light.
struct HLGDecode: CurveKernel {
  @inline(__always)
  func positive(_ x: Float) -> Float {
    let upper = (expFast((x - HLG.c) * (1 / HLG.a)) + HLG.b) * (1 / 12)
    return x > 0.5 ? upper : x * x * (1 / 3)
  }
}

/// Scene light to HLG signal.
struct HLGEncode: CurveKernel {
  @inline(__always)
  func positive(_ x: Float) -> Float {
    let (whole, fraction) = log2Parts((-HLG.b).addingProduct(headroom_clamp(x, 1 / 12, 1e30), 12))
    let upper = HLG.c.addingProduct((whole + fraction) * Float(0x1.62e430p-1), HLG.a)
    return x > 1 / 12 ? upper : (x * 3).squareRoot()
  }
}

/// The logarithmic curves of H.273: signal = 1 + log10(light) / decades.
struct LogarithmicDecode: CurveKernel {
  private let scale: Float
  private let scaleLow: Float

  init(decades: Double) {
    let exact = decades * 3.321928094887362
    scale = Float(exact)
    scaleLow = Float(exact - Double(Float(exact)))
  }

  @inline(__always)
  func positive(_ x: Float) -> Float {
    let light = exp2Fast(((x - 1) * scaleLow).addingProduct(x - 1, scale))
    return x > 0 ? light : x
  }
}

struct LogarithmicEncode: CurveKernel {
  private let scale: Float
  private let darkest: Float

  init(decades: Double) {
    scale = Float(0.30102999566398120 / decades)
    darkest = decades == 2 ? 0.01 : 0.003_162_277_66
  }

  @inline(__always)
  func positive(_ x: Float) -> Float {
    let signal = Float(1).addingProduct(log2Fast(x), scale)
    return x > darkest ? (signal < 0 ? 0 : signal) : x * 0
  }
}
