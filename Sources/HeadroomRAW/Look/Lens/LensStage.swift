internal import HeadroomColor

/// A step of a lens's model: the distance of a position's source from the centre, and its sideways shift where the lens
/// was not centred.
struct LensStage: Hashable, Sendable {
  enum Law: Hashable {
    /// `f(r)`, powers of the distance from the constant up, over distances in the range.
    case powers([Double], range: ClosedRange<Double>, isReciprocal: Bool)
    /// `(k0 t + k1 t^3 + k2 t^5 + k3 t^7) / r` with `t = atan r`.
    case fisheye([Double])
  }

  var law: Law
  /// `kt0` and `kt1` of the DNG opcodes.
  var tangential: SIMD2<Double>

  init(_ law: Law, tangential: SIMD2<Double> = .zero) {
    self.law = law
    self.tangential = tangential
  }

  /// A law over all distances.
  static func powers(_ coefficients: [Double]) -> LensStage {
    LensStage(.powers(coefficients, range: 0...1e3, isReciprocal: false))
  }

  var isSound: Bool {
    guard Self.isCoefficient(tangential.x), Self.isCoefficient(tangential.y) else { return false }
    switch law {
    case .powers(let k, let range, _):
      return 1...16 ~= k.count && k.allSatisfy(Self.isCoefficient) && range.lowerBound >= 0 && range.upperBound <= 1e3
    case .fisheye(let k): return k.count == 4 && k.allSatisfy(Self.isCoefficient)
    }
  }

  /// Whether a number is valid in a lens's model: no product of such numbers overflows.
  static func isCoefficient(_ number: Double) -> Bool { abs(number) < 1e6 }

  var isIdentity: Bool {
    guard tangential == .zero, case .powers(let k, _, _) = law else { return false }
    return k[0] == 1 && k.dropFirst().allSatisfy { $0 == 0 }
  }

  func apply(_ d: SIMD2<Double>) -> SIMD2<Double> {
    let square = (d * d).sum()
    let f = ratio(square.squareRoot())
    let cross = 2 * d.x * d.y
    return SIMD2(
      f * d.x + tangential.x * cross + tangential.y * (square + 2 * d.x * d.x),
      f * d.y + tangential.y * cross + tangential.x * (square + 2 * d.y * d.y))
  }

  private func ratio(_ r: Double) -> Double {
    switch law {
    case .powers(let k, let range, let isReciprocal):
      let clamped = min(max(r, range.lowerBound), range.upperBound)
      let sum = k.reversed().reduce(0) { $0 * clamped + $1 }
      return isReciprocal ? 1 / sum : sum
    case .fisheye(let k):
      guard r > 1e-9 else { return k[0] }
      let t = Libm.atan(r)
      let t2 = t * t
      return t * (k[0] + t2 * (k[1] + t2 * (k[2] + t2 * k[3]))) / r
    }
  }
}
