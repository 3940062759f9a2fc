/// A parametric curve of an ICC profile: a power piece and a straight piece (ICC.1:2022, 10.18).
///
/// ## Formula
/// light = (a X + b)^g + e for X >= d, c X + f below. The five function types are this with fixed parts.
///
/// ## Extended range
/// Continued above 1 by the power piece and mirrored through the origin for negatives.
public struct ParametricCurve: Hashable, Sendable {
  /// The exponent of the power piece.
  public let g: Double
  /// The factor inside the power.
  public let a: Double
  /// The offset inside the power.
  public let b: Double
  /// The slope of the straight piece.
  public let c: Double
  /// The signal where the power piece begins.
  public let d: Double
  /// The offset of the power piece.
  public let e: Double
  /// The offset of the straight piece.
  public let f: Double

  /// Makes a curve of the full form, function type 4.
  ///
  /// Nil when a number is not finite, `g` is not above zero or `a` is zero: such a curve has no inverse.
  public init?(
    g: Double, a: Double = 1, b: Double = 0, c: Double = 0, d: Double = 0, e: Double = 0, f: Double = 0
  ) {
    guard [g, a, b, c, d, e, f].allSatisfy(\.isFinite), g > 0, a != 0 else { return nil }
    self.g = g
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.e = e
    self.f = f
  }

  /// How many numbers each function type 0...4 has.
  public static let parameterCounts = [1, 3, 4, 5, 7]

  /// Makes a curve from a function type 0...4 and its numbers in file order.
  ///
  /// Nil for another type, too few numbers, or numbers that give no curve (see the other initialiser).
  public init?(functionType: Int, parameters p: [Double]) {
    guard Self.parameterCounts.indices.contains(functionType), p.count >= Self.parameterCounts[functionType] else {
      return nil
    }
    switch functionType {
    case 0: self.init(g: p[0])
    case 1: self.init(g: p[0], a: p[1], b: p[2], d: -p[2] / p[1])
    case 2: self.init(g: p[0], a: p[1], b: p[2], d: -p[2] / p[1], e: p[3], f: p[3])
    case 3: self.init(g: p[0], a: p[1], b: p[2], c: p[3], d: p[4])
    default: self.init(g: p[0], a: p[1], b: p[2], c: p[3], d: p[4], e: p[5], f: p[6])
    }
  }

  /// Signal to light.
  public func decode(_ signal: Double) -> Double {
    mirrored(signal) { $0 >= d ? power($0) : c * $0 + f }
  }

  /// Light to signal.
  ///
  /// Where the pieces do not meet, light between them gives the breakpoint; light the curve never reaches gives the
  /// nearest signal it is defined for.
  public func encode(_ light: Double) -> Double {
    mirrored(light) { light in
      if light >= power(d) || d <= 0 {
        let base = light - e
        return max((Libm.pow(base > 0 ? base : 0, 1 / g) - b) / a, 0)
      }
      guard c != 0 else { return max(d, 0) }
      return min(max((light - f) / c, 0), d)
    }
  }

  private func power(_ x: Double) -> Double {
    let base = a * x + b
    return Libm.pow(base > 0 ? base : 0, g) + e
  }
}
