internal import Foundation

extension FunctionPrecision {
  private static let all: ClosedRange<Float> = -Float.greatestFiniteMagnitude...Float.greatestFiniteMagnitude
  private static let positive: ClosedRange<Float> = Float.leastNormalMagnitude...Float.greatestFiniteMagnitude
  private static let inf = Float.infinity
  private static let nan = Float.nan
  /// The nearest float; Swift's is the next one towards zero.
  private static let pi = Float(Double.pi)

  private static func one(
    _ call: String, _ domain: ClosedRange<Float>, _ bound: Bound, _ fixed: [(Float, Float)] = [],
    _ exact: @escaping @Sendable (Double) -> Double
  ) -> FunctionPrecision {
    FunctionPrecision(
      call: call, domain: [domain], bound: bound, exact: { x, _ in exact(x) },
      fixed: fixed.map { ([$0.0], $0.1) } + [([nan], nan)])
  }

  private static func two(
    _ call: String, _ x: ClosedRange<Float>, _ y: ClosedRange<Float>, _ bound: Bound,
    _ fixed: [(Float, Float, Float)] = [], _ exact: @escaping @Sendable (Double, Double) -> Double
  ) -> FunctionPrecision {
    FunctionPrecision(
      call: call, domain: [x, y], bound: bound, exact: exact, fixed: fixed.map { ([$0.0, $0.1], $0.2) })
  }

  /// The bounds are those that Metal's specification gives for its precise functions, except where it is said otherwise.
  package static let rows: [FunctionPrecision] = angles + exponentials + roundings + pairs

  private static let angles: [FunctionPrecision] = [
    one("sin(x)", -10_000...10_000, .ulp(1), [(inf, nan), (-inf, nan), (-0.0, -0.0)]) { sin($0) },
    one("cos(x)", -10_000...10_000, .ulp(1), [(inf, nan), (0, 1)]) { cos($0) },
    one("tan(x)", -10_000...10_000, .ulp(1), [(inf, nan), (0, 0)]) { tan($0) },
    one("sinpi(x)", -100_000...100_000, .ulp(4), [(1, 0), (0.5, 1), (1.5, -1), (inf, nan)]) { sinpi($0) },
    one("cospi(x)", -100_000...100_000, .ulp(4), [(0.5, 0), (1, -1), (2, 1), (inf, nan)]) { sinpi($0, shifted: true) },
    one("tanpi(x)", -100_000...100_000, .ulp(6), [(1, 0), (0.25, 1), (inf, nan)]) {
      sinpi($0) / sinpi($0, shifted: true)
    },
    one("asin(x)", -1...1, .ulp(4), [(1.5, nan), (-inf, nan)]) { asin($0) },
    one("acos(x)", -1...1, .ulp(4), [(1, 0), (2, nan)]) { acos($0) },
    one("atan(x)", all, .ulp(5), [(inf, pi / 2), (-inf, -pi / 2)]) { atan($0) },
    one("sinh(x)", -88...88, .ulp(4), [(inf, inf), (-inf, -inf)]) { sinh($0) },
    one("cosh(x)", -88...88, .ulp(4), [(-inf, inf), (0, 1)]) { cosh($0) },
    one("tanh(x)", all, .ulp(5), [(inf, 1), (-inf, -1)]) { tanh($0) },
    one("asinh(x)", all, .ulp(4), [(inf, inf), (-inf, -inf)]) { asinh($0) },
    one("acosh(x)", 1...Float.greatestFiniteMagnitude, .ulp(4), [(inf, inf), (0.5, nan)]) { acosh($0) },
    one("atanh(x)", -0.999999...0.999999, .ulp(5), [(1, inf), (-1, -inf), (2, nan)]) { atanh($0) },
    one("radians(x)", all, .ulp(2), [(inf, inf)]) { $0 * .pi / 180 },
    one("degrees(x)", -1e30...1e30, .ulp(2), [(-inf, -inf)]) { $0 * 180 / .pi },
  ]

  /// The sine of half turns, exact in Double: whole turns are taken off before anything is rounded.
  private static func sinpi(_ x: Double, shifted: Bool = false) -> Double {
    let turns = x - 2 * (x / 2).rounded() + (shifted ? 0.5 : 0)
    let quarter = (turns * 2).rounded()
    let rest = (turns - quarter / 2) * .pi
    switch Int(quarter) & 3 {
    case 0: return sin(rest)
    case 1: return cos(rest)
    case 2: return -sin(rest)
    default: return -cos(rest)
    }
  }

  private static let exponentials: [FunctionPrecision] = [
    one("exp(x)", -87...88, .ulp(4), [(inf, inf), (-inf, 0), (200, inf), (0, 1)]) { exp($0) },
    one("exp2(x)", -126...127.5, .ulp(4), [(inf, inf), (-inf, 0), (10, 1024)]) { exp2($0) },
    one("exp10(x)", -37...38, .ulp(4), [(inf, inf), (-inf, 0), (0, 1)]) { pow(10, $0) },
    one("log(x)", positive, .ulp(4), [(0, -inf), (-1, nan), (inf, inf), (1, 0)]) { log($0) },
    one("log2(x)", positive, .ulp(4), [(0, -inf), (-1, nan), (inf, inf), (8, 3)]) { log2($0) },
    one("log10(x)", positive, .ulp(4), [(0, -inf), (-1, nan), (inf, inf), (1, 0)]) { log10($0) },
    one("sqrt(x)", positive, .exact, [(-1, nan), (inf, inf), (0, 0)]) { $0.squareRoot() },
    one("rsqrt(x)", positive, .ulp(2), [(0, inf), (inf, 0), (-1, nan)]) { 1 / $0.squareRoot() },
    one("cbrt(x)", all, .ulp(2), [(-8, -2), (inf, inf)]) { cbrt($0) },
    // Of our own: Core Image states none. 16 ulp are less than 2e-6 of the value.
    one("srgb_to_linear(x)", -16...16, .ulp(16), [(0, 0), (1, 1), (inf, inf)]) { x in
      let v = abs(x)
      return (x < 0 ? -1 : 1) * (v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4))
    },
    one("linear_to_srgb(x)", -16...16, .ulp(8), [(0, 0), (inf, inf)]) { x in
      let v = abs(x)
      return (x < 0 ? -1 : 1) * (v <= 0.0031308 ? v * 12.92 : 1.055 * pow(v, 1 / 2.4) - 0.055)
    },
  ]

  private static let roundings: [FunctionPrecision] = [
    one("floor(x)", all, .exact, [(-0.5, -1), (inf, inf)]) { $0.rounded(.down) },
    one("ceil(x)", all, .exact, [(0.5, 1), (-inf, -inf)]) { $0.rounded(.up) },
    one("trunc(x)", all, .exact, [(-1.5, -1)]) { $0.rounded(.towardZero) },
    one("round(x)", all, .exact, [(2.5, 3), (-2.5, -3)]) { $0.rounded(.toNearestOrAwayFromZero) },
    one("rint(x)", all, .exact, [(2.5, 2), (3.5, 4)]) { $0.rounded(.toNearestOrEven) },
    one("fract(x)", all, .ulp(1), [(-1e-20, 0x1.fffffep-1), (1.25, 0.25), (-1.25, 0.75)]) {
      min($0 - $0.rounded(.down), 0x1.fffffep-1)
    },
    one("abs(x)", all, .exact, [(-inf, inf), (-0.0, 0)]) { abs($0) },
  ]

  private static let pairs: [FunctionPrecision] = [
    two(
      "atan2(x, y)", -1e15...1e15, -1e15...1e15, .ulp(6),
      [
        (0, -1, pi), (-0.0, -1, -pi), (1, 0, pi / 2), (inf, inf, pi / 4), (inf, -inf, 0.75 * pi), (nan, 1, nan),
      ]
    ) { atan2($0, $1) },
    two(
      "pow(x, y)", 1e-6...1e6, -6...6, .ulp(16),
      [
        (0, 0, 1), (nan, 0, 1), (1, nan, 1), (-1, inf, 1), (-2, 3, -8), (-2, 0.5, nan), (0, -1, inf), (2, inf, inf),
        (2, -inf, 0), (0.5, inf, 0), (inf, -2, 0), (-inf, 3, -inf), (nan, 1, nan),
      ]
    ) { pow($0, $1) },
    two("x / y", -1e15...1e15, 1e-15...1e15, .exact, [(1, 0, inf), (-1, 0, -inf), (0, 0, nan), (1, inf, 0)]) {
      $0 / $1
    },
    two("fmod(x, y)", -1e4...1e4, 1e-2...1e4, .exact, [(1, 0, nan), (inf, 1, nan), (1, inf, 1), (-5, 3, -2)]) {
      fmod($0, $1)
    },
    // The formula in float, whose rounded multiple is subtracted.
    two("mod(x, y)", -1000...1000, 0.5...1000, .absolute(1.3e-4), [(-1, 3, 2), (5, -3, -1)]) { x, y in
      // The quotient is rounded to float before its floor is taken.
      x - y * Double(Float(x) / Float(y)).rounded(.down)
    },
    two("min(x, y)", all, all, .exact, [(nan, 1, 1), (1, nan, 1), (-inf, 0, -inf), (nan, nan, nan)]) { min($0, $1) },
    two("max(x, y)", all, all, .exact, [(nan, 1, 1), (1, nan, 1), (inf, 0, inf)]) { max($0, $1) },
    two("saturate(x + 0 * y)", -2...2, 0...1, .exact, [(nan, 0, 0), (inf, 0, 1), (-inf, 0, 0)]) { x, _ in
      min(max(x, 0), 1)
    },
    two("step(x, y)", all, all, .exact, [(1, nan, 1), (0, 0, 1)]) { $1 < $0 ? 0 : 1 },
    two("copysign(x, y)", all, all, .exact, [(1, -0.0, -1), (inf, -1, -inf)]) { copysign($0, $1) },
    two("fdim(x, y)", -1e15...1e15, -1e15...1e15, .exact, [(1, 2, 0), (nan, 1, nan)]) { $0 > $1 ? $0 - $1 : 0 },
    two("float(int(x)) + 0 * y", -1e9...1e9, 0...1, .exact, [(nan, 0, 0), (inf, 0, 0x1p31), (-inf, 0, -0x1p31)]) {
      x, _ in
      x.rounded(.towardZero)
    },
  ]
}
