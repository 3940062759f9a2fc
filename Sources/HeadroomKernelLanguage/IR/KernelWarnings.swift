/// Warnings about a valid kernel: light above white that is lost, invalid alpha, loops that may not end.
package struct KernelWarnings {
  private let ir: KernelIR
  private let graph: IRValueGraph
  private var warnings: [Diagnostic] = []

  package static func found(in ir: KernelIR) -> [Diagnostic] {
    var pass = KernelWarnings(ir: ir, graph: IRValueGraph(ir))
    pass.checkLight()
    pass.checkAlpha()
    pass.check(ir.body, [])
    return pass.warnings
  }

  private init(ir: KernelIR, graph: IRValueGraph) {
    self.ir = ir
    self.graph = graph
  }

  private mutating func warn(_ message: String, _ range: SourceRange, _ hint: String) {
    let warning = Diagnostic(severity: .warning, message: message, range: range, hint: hint)
    if !warnings.contains(warning) { warnings.append(warning) }
  }

  // MARK: Light

  /// Warns of a limit that applies to red, green or blue alone, or that is itself a result. A limit shared by all is a
  /// mask or a weight.
  private mutating func checkLight() {
    guard ir.body.yields.count == 4 else { return }
    let colors = ir.body.yields[..<3]
    let reached = colors.map { graph.reach(from: $0, follows: values).intersection(ir.limited) }
    var degrees = HomogeneityAnalysis(ir, graph)
    for (lane, limits) in reached.enumerated() {
      for limit in limits where graph.operands(of: limit).contains(where: { degrees.degree(of: $0) > 0 }) {
        let isShared = reached.indices.contains { $0 != lane && reached[$0].contains(limit) }
        guard !isShared || colors.contains(limit) else { continue }
        warn("colour is limited to 1 here, which loses HDR", ir.info(limit).range, "light above white is above 1")
      }
    }
  }

  /// The operands whose value passes through; a choice passes both of its sides.
  private func values(_ value: KernelIR.Value) -> [KernelIR.Value] {
    if case .compute(.select, let operands) = graph.origins[value] { return Array(operands[1...]) }
    if case .sample = graph.origins[value] { return [] }
    return graph.operands(of: value)
  }

  // MARK: Alpha

  /// Warns only where the text itself brings alpha out of its range, from alphas, colours and constants; the caller's
  /// numbers and sums in loops are not checked.
  private mutating func checkAlpha() {
    guard ir.body.yields.count == 4 else { return }
    let alpha = ir.body.yields[3]
    var intervals = AlphaIntervalAnalysis(ir, graph)
    guard let range = intervals.interval(of: alpha) else { return }
    // An infinite side is unknown.
    let isBelow = range.lowerBound < -1e-5 && range.lowerBound.isFinite
    let isAbove = range.upperBound > 1 + 1e-5 && range.upperBound.isFinite
    guard isBelow || isAbove else { return }
    warn("alpha can leave 0...1", ir.info(alpha).range, "limit it with 'clamp' or 'saturate'")
  }

  // MARK: Loops

  private mutating func check(_ region: KernelIR.Region, _ outer: [KernelIR.Value]) {
    for instruction in region.instructions {
      if case .loop(let arguments, _, let body, let range) = instruction { check(arguments, body, range) }
      for inner in instruction.regions { check(inner, outer) }
    }
  }

  private mutating func check(_ arguments: [KernelIR.Value], _ body: KernelIR.Region, _ range: SourceRange) {
    var exits: [[TerminationAnalysis.Exit]] = []
    collect(body, [], [], &exits)
    if exits.isEmpty, body.isEndReached {
      return warn("this loop never ends", range, "after the limit of steps its pixels are transparent")
    }
    let changing = Set(arguments.filter { graph.nexts[$0] != $0 })
    let progress = TerminationAnalysis(ir, graph, changing: changing)
    // An exit that is always taken, or whose condition changes in the loop.
    if exits.contains(where: { conditions in conditions.isEmpty || conditions.contains(where: progress.isPossible) }) {
      return
    }
    let hint = "what its condition waits for may never come; after the limit of steps its pixels are transparent"
    warn("this loop may not end", range, hint)
  }

  /// Collects the conditions around each branch that leaves a loop.
  private func collect(
    _ region: KernelIR.Region, _ conditions: [TerminationAnalysis.Exit], _ labels: Set<Int>,
    _ exits: inout [[TerminationAnalysis.Exit]]
  ) {
    for instruction in region.instructions {
      switch instruction {
      case .branch(let label, _): if !labels.contains(label) { exits.append(conditions) }
      case .condition(let condition, let then, let otherwise, _):
        collect(then, conditions + [TerminationAnalysis.Exit(condition: condition, isTaken: true)], labels, &exits)
        collect(
          otherwise, conditions + [TerminationAnalysis.Exit(condition: condition, isTaken: false)], labels, &exits)
      case .block(let label, let inner, _): collect(inner, conditions, labels.union([label]), &exits)
      case .loop(_, _, let inner, _): collect(inner, conditions, labels, &exits)
      default: break
      }
    }
  }
}
