extension Bounds {
  /// The bounds where they fit 32 signed bits, otherwise all numbers.
  var wrapped: Bounds { low >= Bounds.anyWhole.low && high <= Bounds.anyWhole.high ? self : .anyWhole }

  var mayBeNegative: Bool { low < 0 }

  func sum(_ b: Bounds) -> Bounds { Bounds(low + b.low, high + b.high).wrapped }
  func difference(_ b: Bounds) -> Bounds { Bounds(low - b.high, high - b.low).wrapped }

  func product(_ b: Bounds) -> Bounds {
    Bounds(corners: low * b.low, low * b.high, high * b.low, high * b.high, mayBeNaN: false).wrapped
  }

  /// Division rounded towards zero; division by zero gives 0.
  func quotient(_ b: Bounds) -> Bounds {
    if b.holdsZero {
      // The divisors on both sides of zero, and 0 for zero itself.
      var result = Bounds(0)
      if b.high > 0 { result = result.joined(quotient(Bounds(max(b.low, 1), b.high))) }
      if b.low < 0 { result = result.joined(quotient(Bounds(b.low, min(b.high, -1)))) }
      return result
    }
    func divided(_ x: Double, _ y: Double) -> Double { (x / y).rounded(.towardZero) }
    return Bounds(
      corners: divided(low, b.low), divided(low, b.high), divided(high, b.low), divided(high, b.high), mayBeNaN: false
    ).wrapped
  }

  /// The remainder with the sign of the dividend; 0 for division by zero.
  func wholeRemainder(_ b: Bounds) -> Bounds {
    let limit = max(b.largest - 1, 0)
    if largest < b.magnitude.low { return self }
    return Bounds(low < 0 ? max(low, -limit) : 0, high > 0 ? min(high, limit) : 0)
  }

  /// Bitwise and; for non-negative numbers at most the smaller one.
  func bitAnd(_ b: Bounds) -> Bounds {
    if isSingle, b.isSingle { return bits(b, &) }
    switch (mayBeNegative, b.mayBeNegative) {
    case (false, false): return Bounds(0, min(high, b.high))
    case (false, true): return Bounds(0, high)
    case (true, false): return Bounds(0, b.high)
    case (true, true): return .anyWhole
    }
  }

  /// Bitwise or, or exclusive or; below the next power of two where no operand is negative.
  func bitOr(_ b: Bounds, isExclusive: Bool) -> Bounds {
    if isSingle, b.isSingle { return bits(b, isExclusive ? (^) : (|)) }
    guard !mayBeNegative, !b.mayBeNegative else { return .anyWhole }
    var limit = 1.0
    while limit <= max(high, b.high) { limit *= 2 }
    return Bounds(isExclusive ? 0 : max(low, b.low), limit - 1)
  }

  private func bits(_ b: Bounds, _ apply: (Int32, Int32) -> Int32) -> Bounds {
    Bounds(Double(apply(Int32(low), Int32(b.low))))
  }

  func shiftedLeft(_ b: Bounds) -> Bounds {
    guard b.isSingle else { return .anyWhole }
    return product(Bounds(Double(1 << (Int(b.low) & 31))))
  }

  func shiftedRight(_ b: Bounds, isSigned: Bool) -> Bounds {
    guard b.isSingle, isSigned || !mayBeNegative else { return .anyWhole }
    let divisor = Double(1 << (Int(b.low) & 31))
    return Bounds((low / divisor).rounded(.down), (high / divisor).rounded(.down))
  }

  func wholeMinimum(_ b: Bounds, isSigned: Bool) -> Bounds {
    guard isSigned || (!mayBeNegative && !b.mayBeNegative) else { return joined(b) }
    return Bounds(min(low, b.low), min(high, b.high))
  }

  func wholeMaximum(_ b: Bounds, isSigned: Bool) -> Bounds {
    guard isSigned || (!mayBeNegative && !b.mayBeNegative) else { return joined(b) }
    return Bounds(max(low, b.low), max(high, b.high))
  }

  /// Comparisons of unsigned numbers follow from the signed ones where none is negative.
  func isLess(_ b: Bounds, orEqual: Bool, isSigned: Bool) -> Bounds {
    guard isSigned || (!mayBeNegative && !b.mayBeNegative) else { return .anyBool }
    return isLess(b, orEqual: orEqual)
  }

  /// Converted to float.
  func converted(isSigned: Bool) -> Bounds {
    guard isSigned || !mayBeNegative else { return Bounds(0, 4_294_967_296) }
    return mapped { Double(Float($0)) }
  }
}
