// The C mathematics library is the only thing this module takes from outside the standard library.
#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Functions of one lane that neither language nor processor has an operator for.
enum LaneMath {
  /// The nearest float; Swift's own is the next one towards zero.
  static let pi = Float(Double.pi)

  /// The nearest whole number towards zero; out of range the limit, of NaN 0.
  static func int(_ x: Float) -> Int32 {
    if x.isNaN { return 0 }
    if x >= 2_147_483_648 { return .max }
    return x <= -2_147_483_648 ? .min : Int32(x)
  }

  static func uint(_ x: Float) -> UInt32 {
    if !(x > 0) { return 0 }
    return x >= 4_294_967_296 ? .max : UInt32(x)
  }

  /// Division of whole numbers: by zero 0, and the one quotient that does not fit wraps.
  static func divide(_ a: Int32, _ b: Int32) -> Int32 { b == 0 ? 0 : a.dividedReportingOverflow(by: b).partialValue }
  static func remainder(_ a: Int32, _ b: Int32) -> Int32 {
    b == 0 || b == -1 ? 0 : a % b
  }
  static func divide(_ a: UInt32, _ b: UInt32) -> UInt32 { b == 0 ? 0 : a / b }
  static func remainder(_ a: UInt32, _ b: UInt32) -> UInt32 { b == 0 ? 0 : a % b }

  /// The smaller one; a NaN loses.
  static func min(_ x: Float, _ y: Float) -> Float { y < x || x.isNaN ? y : x }
  static func max(_ x: Float, _ y: Float) -> Float { x < y || x.isNaN ? y : x }

  static func sine(_ x: Float) -> Float { sin(x) }
  static func cosine(_ x: Float) -> Float { cos(x) }
  static func tangent(_ x: Float) -> Float { tan(x) }
  static func arcSine(_ x: Float) -> Float { asin(x) }
  static func arcCosine(_ x: Float) -> Float { acos(x) }
  static func arcTangent(_ x: Float) -> Float { atan(x) }
  static func arcTangent(_ y: Float, _ x: Float) -> Float { atan2(y, x) }
  static func hyperbolicSine(_ x: Float) -> Float { sinh(x) }
  static func hyperbolicCosine(_ x: Float) -> Float { cosh(x) }
  static func hyperbolicTangent(_ x: Float) -> Float { tanh(x) }
  static func areaSine(_ x: Float) -> Float { asinh(x) }
  static func areaCosine(_ x: Float) -> Float { acosh(x) }
  static func areaTangent(_ x: Float) -> Float { atanh(x) }
  static func exponential(_ x: Float) -> Float { exp(x) }
  static func exponential2(_ x: Float) -> Float { exp2(x) }
  static func logarithm(_ x: Float) -> Float { log(x) }
  static func logarithm2(_ x: Float) -> Float { log2(x) }
  static func logarithm10(_ x: Float) -> Float { log10(x) }
  static func power(_ x: Float, _ y: Float) -> Float { pow(x, y) }
  static func cubeRoot(_ x: Float) -> Float { cbrt(x) }
  static func next(_ x: Float, towards y: Float) -> Float { nextafter(x, y) }

  /// `x` times a power of two, rounded once. The exponent is cut to where the result is already 0 or infinite.
  static func scale(_ x: Float, _ exponent: Int32) -> Float {
    scalbn(x, Int(Swift.min(Swift.max(exponent, -400), 400)))
  }

  /// The exponent by which `frexp` divides; 0 for 0, infinity and NaN.
  static func exponent(_ x: Float) -> Int32 { x == 0 || !x.isFinite ? 0 : Int32(x.exponent) + 1 }

  /// `x` divided by that power of two: 0.5 to 1, or x itself.
  static func significand(_ x: Float) -> Float { x == 0 || !x.isFinite ? x : scalbn(x, -Int(x.exponent) - 1) }
}
