/// Finds the values that are the same for all pixels. It starts with everything uniform and propagates differences
/// until nothing changes, so that counters of loops stay uniform.
struct UniformityAnalysis {
  private var ir: KernelIR
  private var varying: [Bool]
  private var hasChanged = false
  /// The blocks with varying conditions around the branches that leave them.
  private var splits: [Int: Bool] = [:]
  private var open: [(label: Int, splits: Int)] = []
  private var splitDepth = 0

  static func marked(_ ir: KernelIR) -> KernelIR {
    var pass = UniformityAnalysis(ir)
    repeat {
      pass.hasChanged = false
      pass.visit(ir.body)
    } while pass.hasChanged
    var result = ir
    for index in result.values.indices { result.values[index].isVarying = pass.varying[index] }
    result.splitBlocks = Set(pass.splits.keys)
    return result
  }

  private init(_ ir: KernelIR) {
    self.ir = ir
    varying = Array(repeating: false, count: ir.values.count)
  }

  private subscript(_ value: KernelIR.Value) -> Bool { varying[Int(value.index)] }

  private mutating func mark(_ value: KernelIR.Value, _ isVarying: Bool) {
    guard isVarying, !varying[Int(value.index)] else { return }
    varying[Int(value.index)] = true
    hasChanged = true
  }

  private mutating func visit(_ region: KernelIR.Region) {
    for instruction in region.instructions { visit(instruction) }
  }

  private mutating func visit(_ instruction: KernelIR.Instruction) {
    switch instruction {
    case .compute(let result, let operation, let operands):
      mark(result, operation.isVaryingByItself || operands.contains { self[$0] })
    case .sample(_, _, _, let results): for result in results { mark(result, true) }
    case .transform(_, let x, let y, let results): for result in results { mark(result, self[x] || self[y]) }
    // Each pixel has its own memories, whose contents are not analysed.
    case .load(let result, _, _): mark(result, true)
    case .store: break
    case .condition(let condition, let then, let otherwise, let results): visit(condition, then, otherwise, results)
    case .block(let label, let region, let results): visit(label, region, results)
    case .loop(let arguments, let initial, let region, _):
      for (argument, value) in zip(arguments, initial) { mark(argument, self[value]) }
      visit(region)
      for (argument, value) in zip(arguments, region.yields) { mark(argument, self[value]) }
    case .branch(let label, _): if isSplit(since: label) { split(label) }
    }
  }

  /// Whether only some of the pixels that entered a block arrive here: a condition separated them, or others left an
  /// inner block and are on their way to its end.
  private func isSplit(since label: Int) -> Bool {
    guard let place = open.lastIndex(where: { $0.label == label }) else { return true }
    return splitDepth > open[place].splits || open[(place + 1)...].contains { splits[$0.label] == true }
  }

  private mutating func split(_ label: Int) {
    guard splits[label] == nil else { return }
    splits[label] = true
    hasChanged = true
  }

  private mutating func visit(
    _ condition: KernelIR.Value, _ then: KernelIR.Region, _ otherwise: KernelIR.Region,
    _ results: [KernelIR.Value]
  ) {
    let isSplit = self[condition]
    splitDepth += isSplit ? 1 : 0
    visit(then)
    visit(otherwise)
    splitDepth -= isSplit ? 1 : 0
    for (lane, result) in results.enumerated() {
      mark(result, isSplit || self[then.yields[lane]] || self[otherwise.yields[lane]])
    }
  }

  private mutating func visit(_ label: Int, _ region: KernelIR.Region, _ results: [KernelIR.Value]) {
    open.append((label, splitDepth))
    visit(region)
    open.removeLast()
    var columns = region.isEndReached ? [region.yields] : []
    region.visit { instruction in
      if case .branch(label, let branch) = instruction { columns.append(ir.branches[branch]) }
    }
    for (lane, result) in results.enumerated() {
      mark(result, splits[label] == true || columns.contains { self[$0[lane]] })
    }
  }
}
