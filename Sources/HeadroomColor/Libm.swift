// The C mathematics library is the only thing this module takes from outside the standard library.
internal import CHeadroomMath

/// Double precision functions of the platform's C mathematics library.
package enum Libm {
  package static func pow(_ base: Double, _ exponent: Double) -> Double { cPow(base, exponent) }
  package static func exp(_ x: Double) -> Double { cExp(x) }
  package static func exp2(_ x: Double) -> Double { cExp2(x) }
  /// `exp(x) - 1` without the cancellation near zero.
  package static func expm1(_ x: Double) -> Double { cExpm1(x) }
  package static func log(_ x: Double) -> Double { cLog(x) }
  package static func log2(_ x: Double) -> Double { cLog2(x) }
  package static func log10(_ x: Double) -> Double { cLog10(x) }
  /// `log(1 + x)` without the cancellation near zero.
  package static func log1p(_ x: Double) -> Double { cLog1p(x) }
  package static func cbrt(_ x: Double) -> Double { cCbrt(x) }
  package static func tan(_ x: Double) -> Double { cTan(x) }
  package static func atan(_ x: Double) -> Double { cAtan(x) }
}

// Inside `Libm` the plain names would call themselves.
private func cPow(_ x: Double, _ y: Double) -> Double { pow(x, y) }
private func cExp(_ x: Double) -> Double { exp(x) }
private func cExp2(_ x: Double) -> Double { exp2(x) }
private func cExpm1(_ x: Double) -> Double { expm1(x) }
private func cLog(_ x: Double) -> Double { log(x) }
private func cLog2(_ x: Double) -> Double { log2(x) }
private func cLog10(_ x: Double) -> Double { log10(x) }
private func cLog1p(_ x: Double) -> Double { log1p(x) }
private func cCbrt(_ x: Double) -> Double { cbrt(x) }
private func cTan(_ x: Double) -> Double { tan(x) }
private func cAtan(_ x: Double) -> Double { atan(x) }

/// Continues a curve that is defined for `x >= 0` through the sign: `f(-x) = -f(x)`.
///
/// The rule of all extended-range spaces here (CSS Color 4 has the same). NaN passes through `curve`.
@inline(__always)
func mirrored(_ x: Double, _ curve: (Double) -> Double) -> Double {
  x < 0 ? -curve(-x) : curve(x)
}
