extension Bounds {
  // Addition, multiplication and similar operations round to nearest, which preserves order: the rounded results at the
  // ends bound all rounded results between them, so nothing has to be widened.

  /// The nearest float.
  private static func rounded(_ x: Double) -> Double { Double(Float(x)) }

  static func + (a: Bounds, b: Bounds) -> Bounds {
    if a.isEmpty || b.isEmpty { return .nothing }
    let meetsInfinities =
      (a.high == .infinity && b.low == -.infinity) || (a.low == -.infinity && b.high == .infinity)
    let (low, high) = (a.low + b.low, a.high + b.high)
    return Bounds(
      low.isNaN ? -.infinity : rounded(low), high.isNaN ? .infinity : rounded(high),
      mayBeNaN: a.mayBeNaN || b.mayBeNaN || meetsInfinities)
  }

  static prefix func - (a: Bounds) -> Bounds { Bounds(-a.high, -a.low, mayBeNaN: a.mayBeNaN) }

  static func - (a: Bounds, b: Bounds) -> Bounds { a + -b }

  static func * (a: Bounds, b: Bounds) -> Bounds {
    if a.isEmpty || b.isEmpty { return .nothing }
    let meetsInfinity = (!a.isFinite && b.holdsZero) || (!b.isFinite && a.holdsZero)
    // Zero times infinity at an end counts as its neighbours, which are zero.
    func product(_ x: Double, _ y: Double) -> Double { x == 0 || y == 0 ? 0 : rounded(x * y) }
    return Bounds(
      corners: product(a.low, b.low), product(a.low, b.high), product(a.high, b.low), product(a.high, b.high),
      mayBeNaN: a.mayBeNaN || b.mayBeNaN || meetsInfinity)
  }

  static func / (a: Bounds, b: Bounds) -> Bounds {
    if a.isEmpty || b.isEmpty { return .nothing }
    let mayBeNaN = a.mayBeNaN || b.mayBeNaN || (a.holdsZero && b.holdsZero) || (!a.isFinite && !b.isFinite)
    if b.holdsZero { return Bounds(-.infinity, .infinity, mayBeNaN: mayBeNaN) }
    func quotient(_ x: Double, _ y: Double) -> Double { x.isInfinite && y.isInfinite ? x * y : rounded(x / y) }
    var result = Bounds(
      corners: quotient(a.low, b.low), quotient(a.low, b.high), quotient(a.high, b.low), quotient(a.high, b.high),
      mayBeNaN: mayBeNaN)
    // Infinity divided by infinity stands for all quotients near it.
    if !a.isFinite, !b.isFinite { result = result.joined(Bounds(0)) }
    return result
  }

  init(corners a: Double, _ b: Double, _ c: Double, _ d: Double, mayBeNaN: Bool) {
    self.init(min(min(a, b), min(c, d)), max(max(a, b), max(c, d)), mayBeNaN: mayBeNaN)
  }

  var holdsZero: Bool { low <= 0 && high >= 0 }

  /// `x * x`, which is never negative.
  var squared: Bounds {
    if isEmpty { return .nothing }
    let (a, b) = (Self.rounded(low * low), Self.rounded(high * high))
    return Bounds(holdsZero ? 0 : min(a, b), max(a, b), mayBeNaN: mayBeNaN)
  }

  var magnitude: Bounds {
    if isEmpty { return .nothing }
    return Bounds(holdsZero ? 0 : min(abs(low), abs(high)), largest, mayBeNaN: mayBeNaN)
  }

  func fused(_ b: Bounds, _ c: Bounds) -> Bounds { (self * b + c).stepped(2) }

  /// The bounds of the minimum; where one operand is NaN, the other counts.
  func minimum(_ b: Bounds) -> Bounds {
    var result = Bounds(min(low, b.low), min(high, b.high), mayBeNaN: mayBeNaN && b.mayBeNaN)
    if isEmpty || b.isEmpty { result = isEmpty ? b : self }
    if mayBeNaN { result = result.joined(Bounds(b.low, b.high)) }
    if b.mayBeNaN { result = result.joined(Bounds(low, high)) }
    result.mayBeNaN = mayBeNaN && b.mayBeNaN
    return result
  }

  func maximum(_ b: Bounds) -> Bounds { -((-self).minimum(-b)) }

  /// Applies a monotonic function, exactly.
  func mapped(_ apply: (Double) -> Double) -> Bounds {
    isEmpty ? .nothing : Bounds(apply(low), apply(high), mayBeNaN: mayBeNaN)
  }

  /// Widened by a number of floats on each side.
  func stepped(_ count: Int) -> Bounds {
    var (low, high) = (Float(low), Float(high))
    for _ in 0..<count { (low, high) = (low.nextDown, high.nextUp) }
    return Bounds(Double(low), Double(high), mayBeNaN: mayBeNaN)
  }

  /// The remainder with the sign of the dividend.
  func remainder(_ b: Bounds) -> Bounds {
    if isEmpty || b.isEmpty { return .nothing }
    let limit = b.largest
    let mayBeNaN = mayBeNaN || b.mayBeNaN || !isFinite || b.holdsZero
    // Numbers smaller than the divisor stay as they are.
    if largest < b.magnitude.low { return Bounds(low, high, mayBeNaN: mayBeNaN) }
    return Bounds(low < 0 ? max(low, -limit) : 0, high > 0 ? min(high, limit) : 0, mayBeNaN: mayBeNaN)
  }

  func copiedSign(of b: Bounds) -> Bounds {
    let size = magnitude
    if b.low > 0, !b.mayBeNaN { return size }
    if b.high < 0, !b.mayBeNaN { return -size }
    return size.joined(-size)
  }

  /// `self * 2^b`.
  func scaled(_ b: Bounds) -> Bounds {
    if isEmpty { return .nothing }
    func power(_ exponent: Double) -> Double {
      Double(sign: .plus, exponent: Int(max(-400, min(400, exponent))), significand: 1)
    }
    return (self * Bounds(power(b.low), power(b.high))).stepped(1)
  }

  // MARK: To other kinds

  /// Saturates; NaN is 0.
  func wholeNumber(isSigned: Bool) -> Bounds {
    let limits = isSigned ? Bounds.anyWhole : Bounds(0, 4_294_967_295)
    if isEmpty { return Bounds(0) }
    func cut(_ x: Double) -> Double { max(limits.low, min(limits.high, x.rounded(.towardZero))) }
    let result = Bounds(cut(low), cut(high))
    return (mayBeNaN ? result.joined(Bounds(0)) : result).wrapped
  }

  func isLess(_ b: Bounds, orEqual: Bool) -> Bounds {
    if isEmpty || b.isEmpty { return .no }
    if orEqual ? low > b.high : low >= b.high { return .no }
    if !mayBeNaN, !b.mayBeNaN, orEqual ? high <= b.low : high < b.low { return .yes }
    return .anyBool
  }

  func isEqual(_ b: Bounds) -> Bounds {
    if isEmpty || b.isEmpty || high < b.low || low > b.high { return .no }
    return isSingle && b.isSingle ? .yes : .anyBool
  }

  var inverted: Bounds { self == .yes ? .no : self == .no ? .yes : .anyBool }
}
