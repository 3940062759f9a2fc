internal import CHeadroomMath

extension Bounds {
  /// A function that rises over its domain; NaN outside.
  private func rising(from lower: Double = -.infinity, to upper: Double = .infinity, _ apply: (Double) -> Double)
    -> Bounds
  {
    let isOutside = low < lower || high > upper
    if isEmpty || high < lower || low > upper { return .nothing }
    let result = Bounds(apply(max(low, lower)), apply(min(high, upper)), mayBeNaN: mayBeNaN || isOutside)
    return result.loosened
  }

  var squareRoot: Bounds {
    // Exactly rounded, and never below 0.
    if isEmpty || high < 0 { return .nothing }
    return Bounds(max(low, 0).squareRoot(), high.squareRoot(), mayBeNaN: mayBeNaN || low < 0).stepped(1)
      .limited(Bounds(0, .infinity, mayBeNaN: true))
  }

  func function(_ operation: Operation) -> Bounds? {
    switch operation {
    case .sqrt: squareRoot
    case .cbrt: rising(cbrt)
    case .exp: rising(exp).atLeastZero
    case .exp2: rising(exp2).atLeastZero
    case .log: rising(from: 0, log)
    case .log2: rising(from: 0, log2)
    case .log10: rising(from: 0, log10)
    case .sin: wave(peak: 0.25, sin)
    case .cos: wave(peak: 0, cos)
    case .tan: tangent
    case .asin: rising(from: -1, to: 1, asin)
    case .acos: -(rising(from: -1, to: 1) { -acos($0) })
    case .atan: rising(atan)
    case .sinh: rising(sinh)
    case .cosh: magnitude.rising(cosh)
    case .tanh: rising(tanh)
    case .asinh: rising(asinh)
    case .acosh: rising(from: 1, acosh)
    case .atanh: rising(from: -1, to: 1, atanh)
    default: nil
    }
  }

  private var atLeastZero: Bounds { isEmpty ? self : Bounds(max(low, 0), max(high, 0), mayBeNaN: mayBeNaN) }

  /// Sine or cosine: the values at the ends, and 1 and -1 where a peak or trough lies between them. `peak` is the
  /// position of the first peak, in turns.
  private func wave(peak: Double, _ apply: (Double) -> Double) -> Bounds {
    if isEmpty { return .nothing }
    guard isFinite, high - low < 2 * .pi, largest < 1e9 else { return Bounds(-1, 1, mayBeNaN: mayBeNaN || !isFinite) }
    let (a, b) = (apply(low), apply(high))
    let turn = 2 * Double.pi
    func holds(_ place: Double) -> Bool { (high / turn - place).rounded(.down) >= (low / turn - place).rounded(.up) }
    let result = Bounds(holds(peak + 0.5) ? -1 : min(a, b), holds(peak) ? 1 : max(a, b), mayBeNaN: mayBeNaN)
    return result.loosened.limited(Bounds(-1, 1, mayBeNaN: true))
  }

  private var tangent: Bounds {
    if isEmpty { return .nothing }
    let half = Double.pi / 2
    // The tangent rises between two poles.
    guard isFinite, largest < 1e6, ((low + half) / .pi).rounded(.down) == ((high + half) / .pi).rounded(.down) else {
      return Bounds(-.infinity, .infinity, mayBeNaN: mayBeNaN || !isFinite)
    }
    let (a, b) = (tan(low), tan(high))
    // Where the function is steep, the rounding of its argument matters.
    return max(abs(a), abs(b)) > 1e4
      ? Bounds(-.infinity, .infinity, mayBeNaN: mayBeNaN) : Bounds(a, b, mayBeNaN: mayBeNaN).loosened
  }

  /// The angle of (x, y), `self` being y.
  func angle(_ x: Bounds) -> Bounds {
    let mayBeNaN = mayBeNaN || x.mayBeNaN
    guard !isEmpty, !x.isEmpty, isFinite, x.isFinite, x.low > 0 || low > 0 || high < 0 else {
      return Bounds(-.pi, .pi, mayBeNaN: mayBeNaN).loosened
    }
    // On one side of the branch cut the angle is monotonic along each side of the box.
    return Bounds(
      corners: atan2(low, x.low), atan2(low, x.high), atan2(high, x.low), atan2(high, x.high), mayBeNaN: mayBeNaN
    ).loosened
  }

  func power(_ y: Bounds) -> Bounds {
    guard !isEmpty, !y.isEmpty else { return .nothing.joined(Bounds(1)) }
    // Negative numbers only have powers with integer exponents.
    guard low >= 0 else { return .anyFloat }
    let mayBeNaN = mayBeNaN || y.mayBeNaN || !isFinite || !y.isFinite
    var result = Bounds(
      corners: pow(low, y.low), pow(low, y.high), pow(high, y.low), pow(high, y.high), mayBeNaN: mayBeNaN)
    // Even NaN to the power 0 is 1.
    if mayBeNaN { result = result.joined(Bounds(0, .infinity)) }
    if result.low.isNaN || result.high.isNaN { return .anyFloat }
    // Results larger than the largest float are infinite.
    return result.loosened.atLeastZero
  }
}
