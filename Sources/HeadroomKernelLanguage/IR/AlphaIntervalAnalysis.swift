/// Bounds of values for the check of alpha: propagated from images and colours through arithmetic. Nil means unknown,
/// and so is everything computed from it.
struct AlphaIntervalAnalysis {
  private let ir: KernelIR
  private let graph: IRValueGraph
  private var known: [KernelIR.Value: ClosedRange<Float>?] = [:]
  private var depth = 0

  init(_ ir: KernelIR, _ graph: IRValueGraph) {
    self.ir = ir
    self.graph = graph
  }

  private static let unit: ClosedRange<Float> = 0...1
  /// HDR light; the exact limit does not matter.
  private static let light: ClosedRange<Float> = 0...64

  private static func range(ofLane lane: Int) -> ClosedRange<Float> { lane == 3 ? unit : light }

  mutating func interval(of value: KernelIR.Value) -> ClosedRange<Float>? {
    if let bits = ir.info(value).constant {
      let x = Float(bitPattern: bits)
      return ir.info(value).kind == .float && x.isFinite ? x...x : nil
    }
    if let interval = known[value] { return interval }
    guard depth < 256 else { return nil }
    // A value computed from itself, in a loop, has no bounds.
    known[value] = .some(nil)
    depth += 1
    let result = computed(value)
    depth -= 1
    known[value] = .some(result)
    return result
  }

  private mutating func computed(_ value: KernelIR.Value) -> ClosedRange<Float>? {
    switch graph.origins[value] {
    case .sample(let lane, _): return Self.range(ofLane: lane)
    case .merge(let ways): return hull(ways)
    case .compute(let operation, let operands): return interval(operation, operands)
    default: return nil
    }
  }

  private mutating func hull(_ values: [KernelIR.Value]) -> ClosedRange<Float>? {
    var result: ClosedRange<Float>?
    for value in values {
      guard let next = interval(of: value) else { return nil }
      result = result.map { min($0.lowerBound, next.lowerBound)...max($0.upperBound, next.upperBound) } ?? next
    }
    return result
  }

  private mutating func interval(_ operation: Operation, _ operands: [KernelIR.Value]) -> ClosedRange<Float>? {
    switch operation {
    case .pixel(_, let lane): return Self.range(ofLane: lane)
    case .argument(let parameter, let lane):
      return ir.signature.parameters[parameter].argument == .color ? Self.range(ofLane: lane) : nil
    case .select: return hull(Array(operands[1...]))
    case .fmin: return limited(operands) { min($0, $1) }
    case .fmax: return limited(operands) { max($0, $1) }
    case .sqrt:
      return interval(of: operands[0]).flatMap {
        $0.lowerBound >= 0 ? $0.lowerBound.squareRoot()...$0.upperBound.squareRoot() : nil
      }
    case .fabs:
      return interval(of: operands[0]).map {
        max(0, max($0.lowerBound, -$0.upperBound))...max(-$0.lowerBound, $0.upperBound)
      }
    case .fadd: return blended(operands) ?? arithmetic(operands) { [$0 + $1] }
    case .fsub: return arithmetic(operands) { [$0 - $1] }
    case .fmul where operands[0] == operands[1]: return square(operands[0])
    case .fmul: return smooth(operands) ?? arithmetic(operands) { [$0 * $1] }
    case .floor: return rounded(operands[0], .down)
    case .ceil: return rounded(operands[0], .up)
    default: return nil
    }
  }

  private mutating func square(_ value: KernelIR.Value) -> ClosedRange<Float>? {
    guard let range = interval(of: value) else { return nil }
    let ends = [range.lowerBound * range.lowerBound, range.upperBound * range.upperBound]
    return (range.contains(0) ? 0 : min(ends[0], ends[1]))...max(ends[0], ends[1])
  }

  private mutating func rounded(
    _ value: KernelIR.Value, _ rule: FloatingPointRoundingRule
  ) -> ClosedRange<Float>? {
    interval(of: value).map { $0.lowerBound.rounded(rule)...$0.upperBound.rounded(rule) }
  }

  /// `t * t * (3 - 2 * t)` of a share `t`, which is a share again.
  private mutating func smooth(_ operands: [KernelIR.Value]) -> ClosedRange<Float>? {
    for (square, rest) in [(operands[0], operands[1]), (operands[1], operands[0])] {
      guard case .compute(.fmul, let factors)? = graph.origins[square], factors[0] == factors[1],
        let (three, twice) = difference(rest), ir.info(three).constant == Float(3).bitPattern,
        graph.operands(of: twice).contains(factors[0]), isUnit(factors[0])
      else { continue }
      return Self.unit
    }
    return nil
  }

  /// A bound on one operand is enough for a minimum or maximum where it limits the result: unknown operands may be any
  /// number, finite or not, but NaN does not pass through.
  private mutating func limited(
    _ operands: [KernelIR.Value], _ choose: (Float, Float) -> Float
  ) -> ClosedRange<Float>? {
    let all: ClosedRange<Float> = -Float.infinity...Float.infinity
    let bounds = (interval(of: operands[0]) ?? all, interval(of: operands[1]) ?? all)
    let result = choose(bounds.0.lowerBound, bounds.1.lowerBound)...choose(bounds.0.upperBound, bounds.1.upperBound)
    return result.lowerBound.isFinite || result.upperBound.isFinite ? result : nil
  }

  private mutating func arithmetic(
    _ operands: [KernelIR.Value], _ apply: (Float, Float) -> [Float]
  ) -> ClosedRange<Float>? {
    guard let a = interval(of: operands[0]), let b = interval(of: operands[1]) else { return nil }
    let corners = [a.lowerBound, a.upperBound].flatMap { x in [b.lowerBound, b.upperBound].flatMap { apply(x, $0) } }
    guard let low = corners.min(), let high = corners.max(), !corners.contains(where: \.isNaN) else { return nil }
    return low...high
  }

  // MARK: Blends

  /// `x + (y - x) * t`, `x * t + y * (1 - t)` and `x + y * (1 - x)`: these stay within the bounds of their parts
  /// although their terms do not.
  private mutating func blended(_ operands: [KernelIR.Value]) -> ClosedRange<Float>? {
    for (first, second) in [(operands[0], operands[1]), (operands[1], operands[0])] {
      guard case .compute(.fmul, let factors)? = graph.origins[second] else { continue }
      for (a, b) in [(factors[0], factors[1]), (factors[1], factors[0])] {
        if let range = mixed(first, a, b) ?? layered(first, a, b) ?? weighted(first, a, b) { return range }
      }
    }
    return nil
  }

  private mutating func isUnit(_ value: KernelIR.Value) -> Bool {
    interval(of: value).map { $0.lowerBound >= 0 && $0.upperBound <= 1 } ?? false
  }

  private func difference(_ value: KernelIR.Value) -> (KernelIR.Value, KernelIR.Value)? {
    guard case .compute(.fsub, let parts)? = graph.origins[value] else { return nil }
    return (parts[0], parts[1])
  }

  /// `x + (y - x) * t`.
  private mutating func mixed(
    _ x: KernelIR.Value, _ distance: KernelIR.Value, _ t: KernelIR.Value
  ) -> ClosedRange<Float>? {
    guard let (y, from) = difference(distance), from == x, isUnit(t) else { return nil }
    return hull([x, y])
  }

  /// `x + y * (1 - x)`.
  private mutating func layered(
    _ x: KernelIR.Value, _ y: KernelIR.Value, _ rest: KernelIR.Value
  ) -> ClosedRange<Float>? {
    guard let (one, from) = difference(rest), ir.info(one).constant == Float(1).bitPattern, from == x, isUnit(x),
      isUnit(y)
    else { return nil }
    return Self.unit
  }

  /// `x * t + y * (1 - t)`.
  private mutating func weighted(
    _ term: KernelIR.Value, _ y: KernelIR.Value, _ rest: KernelIR.Value
  ) -> ClosedRange<Float>? {
    guard let (one, t) = difference(rest), ir.info(one).constant == Float(1).bitPattern, isUnit(t),
      case .compute(.fmul, let factors)? = graph.origins[term], let x = factors.first(where: { $0 != t }),
      factors.contains(t)
    else { return nil }
    return hull([x, y])
  }
}
