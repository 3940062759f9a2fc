internal import CHeadroomMath

/// Functions of one lane for which neither the language nor the processor has an operator.
enum LaneMath {
  /// The float nearest to pi; Swift's `Float.pi` is rounded towards zero.
  static let pi = Float(Double.pi)
  /// The logarithm of 10 to base 2 in two parts, and that of 2 to base e.
  static let stopsOf10: (high: Float, low: Float) = (0x1.a934f0p+1, 0x1.2f346ep-24)
  static let log2: Float = 0x1.62e430p-1

  /// The integer part, rounded towards zero; saturates out of range, and is 0 for NaN.
  static func int(_ x: Float) -> Int32 {
    if x.isNaN { return 0 }
    if x >= 2_147_483_648 { return .max }
    return x <= -2_147_483_648 ? .min : Int32(x)
  }

  static func uint(_ x: Float) -> UInt32 {
    if !(x > 0) { return 0 }
    return x >= 4_294_967_296 ? .max : UInt32(x)
  }

  /// Integer division: by zero it gives 0, and the one quotient that does not fit wraps.
  static func divide(_ a: Int32, _ b: Int32) -> Int32 { b == 0 ? 0 : a.dividedReportingOverflow(by: b).partialValue }
  static func remainder(_ a: Int32, _ b: Int32) -> Int32 {
    b == 0 || b == -1 ? 0 : a % b
  }
  static func divide(_ a: UInt32, _ b: UInt32) -> UInt32 { b == 0 ? 0 : a / b }
  static func remainder(_ a: UInt32, _ b: UInt32) -> UInt32 { b == 0 ? 0 : a % b }

  /// The smaller number; where one is NaN, the other.
  static func min(_ x: Float, _ y: Float) -> Float { y < x || x.isNaN ? y : x }
  static func max(_ x: Float, _ y: Float) -> Float { x < y || x.isNaN ? y : x }

  // The sine rounded to the nearest float, which single-precision sines sometimes miss: noise functions use the last
  // bits of sines.
  static func sine(_ x: Float) -> Float { Float(sin(Double(x))) }
  static func cosine(_ x: Float) -> Float { Float(cos(Double(x))) }
  static func tangent(_ x: Float) -> Float { Float(tan(Double(x))) }
  static func arcSine(_ x: Float) -> Float { asinf(x) }
  static func arcCosine(_ x: Float) -> Float { acosf(x) }
  static func arcTangent(_ x: Float) -> Float { atanf(x) }
  static func arcTangent(_ y: Float, _ x: Float) -> Float { atan2f(y, x) }
  static func hyperbolicSine(_ x: Float) -> Float { sinhf(x) }
  static func hyperbolicCosine(_ x: Float) -> Float { coshf(x) }
  static func hyperbolicTangent(_ x: Float) -> Float { tanhf(x) }
  static func areaSine(_ x: Float) -> Float { asinhf(x) }
  static func areaCosine(_ x: Float) -> Float { acoshf(x) }
  static func areaTangent(_ x: Float) -> Float { atanhf(x) }
  static func exponential(_ x: Float) -> Float { expf(x) }
  static func exponential2(_ x: Float) -> Float { exp2f(x) }
  /// 10 to a power, computed as a power of 2 whose exponent has twice the precision.
  static func exponential10(_ x: Float) -> Float {
    let stops = x * stopsOf10.high
    let lost = (-stops).addingProduct(x, stopsOf10.high)
    let power = exponential2(stops)
    let result = power.addingProduct(power, lost.addingProduct(x, stopsOf10.low) * log2)
    // Infinite powers have no remainder.
    return result == result ? result : power
  }

  static func logarithm(_ x: Float) -> Float { logf(x) }
  static func logarithm2(_ x: Float) -> Float { log2f(x) }
  static func logarithm10(_ x: Float) -> Float { log10f(x) }
  static func power(_ x: Float, _ y: Float) -> Float { powf(x, y) }
  static func cubeRoot(_ x: Float) -> Float { cbrtf(x) }
  static func next(_ x: Float, towards y: Float) -> Float { nextafterf(x, y) }

  /// `x` times a power of two, rounded once. The exponent is clamped to the range beyond which the result is 0 or
  /// infinite anyway.
  static func scale(_ x: Float, _ exponent: Int32) -> Float {
    scalbnf(x, Swift.min(Swift.max(exponent, -400), 400))
  }

  /// The exponent by which `frexp` divides; 0 for 0, infinity and NaN.
  static func exponent(_ x: Float) -> Int32 { x == 0 || !x.isFinite ? 0 : Int32(x.exponent) + 1 }

  /// `x` divided by that power of two: 0.5 to 1, or x itself.
  static func significand(_ x: Float) -> Float { x == 0 || !x.isFinite ? x : scalbnf(x, -Int32(x.exponent) - 1) }

  // MARK: Half

  /// The bits of the nearest half, ties to even; all NaNs become the same one.
  static func half(_ x: Float) -> UInt32 { x.isNaN ? 0x7E00 : UInt32(Float16(x).bitPattern) }

  static func float(ofHalf bits: UInt32) -> Float { Float(Float16(bitPattern: UInt16(truncatingIfNeeded: bits))) }
}
