/// How values grow with the light of the images: 1 proportionally, 0 not at all, 2 with its square. A limit on a ratio
/// of colours, on a hue or on a bounded curve removes no light.
struct HomogeneityAnalysis {
  private let ir: KernelIR
  private let graph: IRValueGraph
  private var known: [KernelIR.Value: Float] = [:]
  private var logarithms: Set<KernelIR.Value> = []
  private var depth = 0

  init(_ ir: KernelIR, _ graph: IRValueGraph) {
    self.ir = ir
    self.graph = graph
  }

  mutating func degree(of value: KernelIR.Value) -> Float {
    if ir.info(value).constant != nil { return 0 }
    if let degree = known[value] { return degree }
    guard depth < 256 else { return 1 }
    // A value computed from itself, in a loop, grows as its initial value does.
    known[value] = 0
    depth += 1
    let result = computed(value)
    depth -= 1
    known[value] = result
    noteLogarithm(value)
    return result
  }

  private mutating func computed(_ value: KernelIR.Value) -> Float {
    switch graph.origins[value] {
    case .sample(let lane, _): lane < 3 ? 1 : 0
    case .merge(let ways): most(ways)
    case .compute(let operation, let operands): ir.limited.contains(value) ? 0 : degree(operation, operands)
    default: 0
    }
  }

  private mutating func most(_ values: [KernelIR.Value]) -> Float {
    values.reduce(0) { max($0, degree(of: $1)) }
  }

  private mutating func degree(_ operation: Operation, _ v: [KernelIR.Value]) -> Float {
    switch operation {
    case .pixel(_, let lane): return lane < 3 ? 1 : 0
    case .fsub where isFraction(v): return 0
    case .fadd, .fsub, .fmin, .fmax: return most(v)
    case .select: return most(Array(v[1...]))
    case .fmul: return degree(of: v[0]) + degree(of: v[1])
    case .fdiv: return degree(of: v[0]) - degree(of: v[1])
    case .fma: return max(degree(of: v[0]) + degree(of: v[1]), degree(of: v[2]))
    case .fneg, .fabs, .copysign, .floor, .ceil, .trunc, .round, .rint, .floatToInt, .floatToUInt, .intToFloat,
      .uintToFloat:
      return degree(of: v[0])
    case .sqrt: return degree(of: v[0]) / 2
    case .cbrt: return degree(of: v[0]) / 3
    case .pow: return degree(of: v[0]) * (ir.info(v[1]).constant.map { Float(bitPattern: $0) } ?? 1)
    case .log, .log2, .log10: return degree(of: v[0]) > 0 ? 1 : 0
    case .exp, .exp2:
      let degree = degree(of: v[0])
      return logarithms.contains(v[0]) ? degree : 0
    default: return 0
    }
  }

  /// `x - floor(x)`.
  private func isFraction(_ v: [KernelIR.Value]) -> Bool {
    if case .compute(.floor, let operands)? = graph.origins[v[1]] { operands == [v[0]] } else { false }
  }

  /// Records values computed from logarithms, whose powers grow with the light again.
  private mutating func noteLogarithm(_ value: KernelIR.Value) {
    let isOne =
      switch graph.origins[value] {
      case .compute(.log, _), .compute(.log2, _), .compute(.log10, _): true
      default: false
      }
    if isOne || graph.operands(of: value).contains(where: logarithms.contains) { logarithms.insert(value) }
  }
}
