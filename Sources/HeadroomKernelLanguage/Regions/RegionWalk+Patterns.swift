/// Formulas whose parts depend on each other, which the bounds of the parts alone do not show.
extension RegionWalk {
  func sum(_ a: KernelIR.Value, _ b: KernelIR.Value) -> Bounds {
    let plain = self[a] + self[b]
    guard let mixed = mixed(a, b) ?? mixed(b, a) else { return plain }
    return plain.limited(mixed)
  }

  /// `a + (y - a) * t` with a share `t` lies between `a` and `y`.
  private func mixed(_ a: KernelIR.Value, _ b: KernelIR.Value) -> Bounds? {
    guard let factors = definitions.operands(of: b, .fmul) else { return nil }
    for (difference, share) in [(factors[0], factors[1]), (factors[1], factors[0])] {
      guard let parts = definitions.operands(of: difference, .fsub), parts[1] == a else { continue }
      let t = self[share]
      guard t.low >= 0, t.high <= 1, self[a].isFinite, self[parts[0]].isFinite else { continue }
      let ends = self[a].joined(self[parts[0]])
      let slack = ends.largest * 4e-7
      return Bounds(ends.low - slack, ends.high + slack, mayBeNaN: true)
    }
    return nil
  }

  func difference(_ a: KernelIR.Value, _ b: KernelIR.Value) -> Bounds {
    if a == b { return Bounds(0, 0, mayBeNaN: self[a].mayBeNaN || !self[a].isFinite) }
    let plain = self[a] - self[b]
    guard let part = fraction(a, b) ?? period(a, b) else { return plain }
    return plain.limited(part)
  }

  /// `a - floor(a)`.
  private func fraction(_ a: KernelIR.Value, _ b: KernelIR.Value) -> Bounds? {
    definitions.operands(of: b, .floor)?.first == a ? Bounds(0, 1, mayBeNaN: true) : nil
  }

  /// `a - y * floor(a / y)`: within a period, except for roundings that count periods wrongly.
  private func period(_ a: KernelIR.Value, _ b: KernelIR.Value) -> Bounds? {
    guard let factors = definitions.operands(of: b, .fmul) else { return nil }
    for (y, count) in [(factors[0], factors[1]), (factors[1], factors[0])] {
      guard let floored = definitions.operands(of: count, .floor)?.first,
        let division = definitions.operands(of: floored, .fdiv), division == [a, y]
      else { continue }
      let size = self[y]
      guard size.low > 0, size.isFinite, self[a].isFinite else { continue }
      let slack = 1e-6 * (self[a].largest + size.high)
      return Bounds(-slack, size.high + slack, mayBeNaN: true)
    }
    return nil
  }

  func product(_ a: KernelIR.Value, _ b: KernelIR.Value) -> Bounds {
    if a == b { return self[a].squared }
    let plain = self[a] * self[b]
    for (part, scale) in [(a, b), (b, a)] {
      guard let division = definitions.operands(of: scale, .fdiv), self[division[0]] == Bounds(1),
        isLength(division[1], of: part)
      else { continue }
      return plain.limited(Self.direction)
    }
    return plain
  }

  func quotient(_ a: KernelIR.Value, _ b: KernelIR.Value) -> Bounds {
    let plain = self[a] / self[b]
    return isLength(b, of: a) ? plain.limited(Self.direction) : plain
  }

  /// A lane of a vector of length 1, or NaN for a vector of length 0.
  private static let direction = Bounds(-1, 1, mayBeNaN: true).loosened

  /// Whether a value is the square root of a sum of squares that includes the square of `part`.
  private func isLength(_ value: KernelIR.Value, of part: KernelIR.Value) -> Bool {
    guard var rest = definitions.operands(of: value, .sqrt)?.first else { return false }
    for _ in 0..<4 {
      if isSquare(rest, of: part) { return true }
      guard let terms = definitions.operands(of: rest, .fadd) else { return false }
      if isSquare(terms[1], of: part) { return areSquares(terms[0]) }
      guard definitions.operands(of: terms[1], .fmul).map({ $0[0] == $0[1] }) == true else { return false }
      rest = terms[0]
    }
    return false
  }

  private func isSquare(_ value: KernelIR.Value, of part: KernelIR.Value) -> Bool {
    definitions.operands(of: value, .fmul) == [part, part]
  }

  /// Whether a value is a sum of squares.
  private func areSquares(_ value: KernelIR.Value) -> Bool {
    var rest = value
    for _ in 0..<4 {
      if definitions.operands(of: rest, .fmul).map({ $0[0] == $0[1] }) == true { return true }
      guard let terms = definitions.operands(of: rest, .fadd),
        definitions.operands(of: terms[1], .fmul).map({ $0[0] == $0[1] }) == true
      else { return false }
      rest = terms[0]
    }
    return false
  }
}
