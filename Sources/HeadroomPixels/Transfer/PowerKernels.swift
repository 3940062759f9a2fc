internal import CHeadroomMath
internal import HeadroomColor

/// An exponent as the sum of two floats.
struct SplitExponent {
  let high: Float
  let low: Float

  init(_ exponent: Double) {
    high = Float(exponent)
    low = Float(exponent - Double(high))
  }
}

/// `x^y` of a positive normal number whose result is one too. No other case is handled.
@inline(__always)
func powInRange(_ x: Float, _ y: SplitExponent) -> Float {
  let (whole, fraction) = log2Parts(x)
  let logarithm = whole + fraction
  let rounded = y.high * logarithm + roundingMagic
  let rest = (roundingMagic - rounded).addingProduct(y.high, whole).addingProduct(y.high, fraction)
  return scaledByPowerOfTwo(exp2Fraction(rest.addingProduct(y.low, logarithm)), rounded)
}

/// `x^y`, and zero where x is below the smallest normal number whatever the exponent. NaN stays NaN.
@inline(__always)
func powOrZero(_ x: Float, _ y: SplitExponent) -> Float {
  let (whole, fraction) = log2Parts(x)
  let logarithm = whole + fraction
  let power = y.high * logarithm
  let rounded = power + roundingMagic
  let rest = (roundingMagic - rounded).addingProduct(y.high, whole).addingProduct(y.high, fraction)
  let result = scaledByPowerOfTwo(exp2Fraction(rest.addingProduct(y.low, logarithm)), rounded)
  let bounded: Float = power < -126 ? 0 : result
  let inRange: Float = power >= 128 ? .infinity : bounded
  return x >= .leastNormalMagnitude ? inRange : x * 0
}

/// A straight piece up to a breakpoint and a power from there on: `gain * (scale * x + shift)^exponent + offset`.
struct PowerSegment: CurveKernel {
  let breakpoint: Float
  let slope: Float
  let gain: Float
  let scale: Float
  let shift: Float
  let offset: Float
  let exponent: SplitExponent

  init(
    breakpoint: Double, slope: Double, gain: Double = 1, scale: Double = 1, shift: Double = 0, offset: Double = 0,
    exponent: Double
  ) {
    self.breakpoint = Float(breakpoint)
    self.slope = Float(slope)
    self.gain = Float(gain)
    self.scale = Float(scale)
    self.shift = Float(shift)
    self.offset = Float(offset)
    self.exponent = SplitExponent(exponent)
  }

  @inline(__always)
  func positive(_ x: Float) -> Float {
    // Beyond 1e12 the result of a steep power would leave the range of a float; no picture has such values.
    let base = shift.addingProduct(headroom_clamp(x, breakpoint, 1e12), scale)
    let power = offset.addingProduct(powInRange(base, exponent), gain)
    // In this order NaN takes the straight piece and stays NaN.
    return x >= breakpoint ? power : slope * x
  }

  static let decodeSRGB = PowerSegment(
    breakpoint: 0.04045, slope: 1 / 12.92, scale: 1 / 1.055, shift: 0.055 / 1.055, exponent: 2.4)
  static let encodeSRGB = PowerSegment(
    breakpoint: 0.0031308, slope: 12.92, gain: 1.055, offset: -0.055, exponent: 1 / 2.4)
  static let decodeROMM = PowerSegment(breakpoint: 1.0 / 32, slope: 1.0 / 16, exponent: 1.8)
  static let encodeROMM = PowerSegment(breakpoint: 1.0 / 512, slope: 16, exponent: 1 / 1.8)

  static func decode(_ curve: SceneCurve) -> PowerSegment {
    PowerSegment(
      breakpoint: curve.slope * curve.breakpoint, slope: 1 / curve.slope, scale: 1 / curve.alpha,
      shift: (curve.alpha - 1) / curve.alpha, exponent: 1 / 0.45)
  }

  static func encode(_ curve: SceneCurve) -> PowerSegment {
    PowerSegment(
      breakpoint: curve.breakpoint, slope: curve.slope, gain: curve.alpha, offset: 1 - curve.alpha, exponent: 0.45)
  }
}

/// `gain * (scale * x)^exponent`.
struct PurePower: CurveKernel {
  let exponent: SplitExponent
  let gain: Float
  let scale: Float

  init(exponent: Double, gain: Double = 1, scale: Double = 1) {
    self.exponent = SplitExponent(exponent)
    self.gain = Float(gain)
    self.scale = Float(scale)
  }

  @inline(__always)
  func positive(_ x: Float) -> Float { powOrZero(x * scale, exponent) * gain }
}

/// An ICC parametric curve, signal to light.
struct ParametricDecode: CurveKernel {
  let a: Float
  let b: Float
  let c: Float
  let d: Float
  let e: Float
  let f: Float
  let exponent: SplitExponent

  init(_ curve: ParametricCurve) {
    (a, b, c, d) = (Float(curve.a), Float(curve.b), Float(curve.c), Float(curve.d))
    (e, f) = (Float(curve.e), Float(curve.f))
    exponent = SplitExponent(curve.g)
  }

  @inline(__always)
  func positive(_ x: Float) -> Float {
    let base = b.addingProduct(a, x)
    let power = powFast(base > 0 ? base : 0, exponent.high, low: exponent.low) + e
    return x >= d ? power : f.addingProduct(c, x)
  }
}

/// An ICC parametric curve, light to signal; see ``ParametricCurve/encode(_:)`` for the gaps.
struct ParametricEncode: CurveKernel {
  let threshold: Float
  let e: Float
  let b: Float
  let inverseA: Float
  let exponent: SplitExponent
  let lineScale: Float
  let lineOffset: Float
  let lineLow: Float
  let lineHigh: Float

  init(_ curve: ParametricCurve) {
    // The light from which the power piece applies, as the formula in double precision gives it.
    threshold = curve.d <= 0 ? 0 : Float(curve.decode(curve.d))
    e = Float(curve.e)
    b = Float(curve.b)
    inverseA = Float(1 / curve.a)
    exponent = SplitExponent(1 / curve.g)
    let hasLine = curve.c != 0
    lineScale = hasLine ? Float(1 / curve.c) : 0
    lineOffset = hasLine ? Float(-curve.f / curve.c) : 0
    lineLow = hasLine ? 0 : Float(max(curve.d, 0))
    lineHigh = Float(max(curve.d, 0))
  }

  @inline(__always)
  func positive(_ x: Float) -> Float {
    let base = x - e
    let power = (powFast(base > 0 ? base : 0, exponent.high, low: exponent.low) - b) * inverseA
    let line = lineOffset.addingProduct(x, lineScale)
    let clamped = line > lineHigh ? lineHigh : line < lineLow ? lineLow : line
    return x >= threshold ? (power < 0 ? 0 : power) : clamped
  }
}
