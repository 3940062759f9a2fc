internal import HeadroomKernelLanguage
internal import HeadroomPixels

/// Functions of floats. Common ones are vector code with the engine's own polynomials, in double precision for angles;
/// where those do not hold, and for rare functions, each lane is computed as the evaluator does.
enum RowFunctions {
  typealias Row = UnsafeMutablePointer<Float>

  static func compute(_ operation: Operation, _ out: Row, _ a: Row, _ b: Row, _ count: Int) {
    switch operation {
    case .sin: unsafe each(operation, out, a, count, isBeyond: isFar) { Float(PreciseTrigonometry.sinCos($0).sin) }
    case .cos: unsafe each(operation, out, a, count, isBeyond: isFar) { Float(PreciseTrigonometry.sinCos($0).cos) }
    case .tan:
      unsafe each(operation, out, a, count, isBeyond: isFar) {
        let both = PreciseTrigonometry.sinCos($0)
        return Float(both.sin / both.cos)
      }
    case .atan: unsafe RowLoops.each(out, a, count) { $0 == $0 ? atan2Fast($0, 1) : $0 }
    case .asin: unsafe RowLoops.each(out, a, count) { abs($0) <= 1 ? atan2Fast($0, cosine(ofSine: $0)) : .nan }
    case .acos: unsafe RowLoops.each(out, a, count) { abs($0) <= 1 ? atan2Fast(cosine(ofSine: $0), $0) : .nan }
    case .atan2: unsafe each(operation, out, a, b, count, isBeyond: hasNoAngle) { atan2Fast($0, $1) }
    case .exp: unsafe RowLoops.each(out, a, count) { expFast($0) }
    case .exp2: unsafe RowLoops.each(out, a, count) { exp2Fast($0) }
    case .log: unsafe RowLoops.each(out, a, count) { logFast($0) }
    case .log2: unsafe RowLoops.each(out, a, count) { log2Fast($0) }
    case .log10: unsafe RowLoops.each(out, a, count) { log2Fast($0) * Float(0x1.344136p-2) }
    case .pow: unsafe each(operation, out, a, b, count, isBeyond: isNoPower) { powFast($0, $1) }
    case .cbrt: unsafe RowLoops.each(out, a, count) { cbrtFast($0) }
    case .frem: unsafe each(operation, out, a, b, count, isBeyond: isFarApart) { remainder($0, $1) }
    default:
      for i in 0..<count {
        unsafe out[i] = Float(bitPattern: operation.apply(a[i].bitPattern, b[i].bitPattern))
      }
    }
  }

  /// The fast form, then the exact one for the few lanes for which the fast form is not valid.
  ///
  /// - Parameter isBeyond: has its highest bit set for those lanes. It is not a Bool, because a loop that gathers
  ///   conditions does not vectorise: powers and angles took four to eight times as long.
  @inline(__always)
  private static func each(
    _ operation: Operation, _ out: Row, _ a: Row, _ count: Int, isBeyond: (Float) -> UInt32, _ fast: (Float) -> Float
  ) {
    var beyond: UInt32 = 0
    for i in 0..<count {
      let x = unsafe a[i]
      unsafe out[i] = fast(x)
      beyond |= isBeyond(x)
    }
    guard beyond >> 31 != 0 else { return }
    for i in 0..<count where unsafe isBeyond(a[i]) >> 31 != 0 {
      unsafe out[i] = Float(bitPattern: operation.apply(a[i].bitPattern))
    }
  }

  @inline(__always)
  private static func each(
    _ operation: Operation, _ out: Row, _ a: Row, _ b: Row, _ count: Int, isBeyond: (Float, Float) -> UInt32,
    _ fast: (Float, Float) -> Float
  ) {
    var beyond: UInt32 = 0
    for i in 0..<count {
      let (x, y) = unsafe (a[i], b[i])
      unsafe out[i] = fast(x, y)
      beyond |= isBeyond(x, y)
    }
    guard beyond >> 31 != 0 else { return }
    for i in 0..<count where unsafe isBeyond(a[i], b[i]) >> 31 != 0 {
      unsafe out[i] = Float(bitPattern: operation.apply(a[i].bitPattern, b[i].bitPattern))
    }
  }

  // MARK: Where the fast forms do not hold, in the highest bit

  /// Whether x is above a limit, or NaN: the bits of unsigned floats are ordered like the floats, with NaN above
  /// infinity.
  @inline(__always)
  private static func isOver(_ x: Float, _ limit: Float) -> UInt32 { limit.bitPattern &- abs(x).bitPattern }

  @inline(__always)
  private static func isFar(_ x: Float) -> UInt32 { isOver(x, 100_000) }

  /// Whether both are zero, or one is infinite or NaN.
  @inline(__always)
  private static func hasNoAngle(_ y: Float, _ x: Float) -> UInt32 {
    let size = abs(x) + abs(y)
    return isOver(size, .greatestFiniteMagnitude) | (size.bitPattern &- 1)
  }

  /// Whether x is negative, including -0, or an operand is infinite or NaN.
  @inline(__always)
  private static func isNoPower(_ x: Float, _ y: Float) -> UInt32 {
    x.bitPattern | isOver(x, .greatestFiniteMagnitude) | isOver(y, .greatestFiniteMagnitude)
  }

  @inline(__always)
  private static func isFarApart(_ x: Float, _ y: Float) -> UInt32 {
    let limit = abs(y) * 4_000_000
    return ~(abs(x).bitPattern &- limit.bitPattern) | isOver(y, .greatestFiniteMagnitude)
  }

  // MARK: Formulas

  /// The cosine of an angle in -90°...90° from its sine.
  @inline(__always)
  private static func cosine(ofSine x: Float) -> Float { ((1 - x) * (1 + x)).squareRoot() }

  /// The remainder of x after subtracting whole multiples of y, with the sign of x. The quotient is off by at most one,
  /// and the fused operation has no rounding there, so the result is exact.
  @inline(__always)
  private static func remainder(_ x: Float, _ y: Float) -> Float {
    let (size, step) = (abs(x), abs(y))
    let quotient = (size / step).rounded(.towardZero)
    var rest = size.addingProduct(-quotient, step)
    rest = rest < 0 ? rest + step : rest
    rest = rest >= step ? rest - step : rest
    return withSign(of: x, rest)
  }
}
