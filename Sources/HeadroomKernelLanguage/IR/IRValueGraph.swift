/// The inputs of each value of an IR. Conditions count for the values they choose, not as operands.
struct IRValueGraph {
  /// How a value is made.
  enum Origin {
    case compute(Operation, [KernelIR.Value])
    case sample(lane: Int, [KernelIR.Value])
    case transform([KernelIR.Value])
    case load(memory: Int, index: KernelIR.Value)
    /// One of several values, depending on control flow.
    case merge([KernelIR.Value])
  }

  private(set) var origins: [KernelIR.Value: Origin] = [:]
  /// The values of a loop's arguments in the next iteration.
  private(set) var nexts: [KernelIR.Value: KernelIR.Value] = [:]
  /// The conditions that choose between the inputs of a merge.
  private var choices: [KernelIR.Value: Int] = [:]
  private var choosers: [[KernelIR.Value]] = []
  private let ir: KernelIR

  init(_ ir: KernelIR) {
    self.ir = ir
    visit(ir.body)
  }

  private mutating func visit(_ region: KernelIR.Region) {
    for instruction in region.instructions {
      visit(instruction)
      for inner in instruction.regions { visit(inner) }
    }
  }

  private mutating func visit(_ instruction: KernelIR.Instruction) {
    switch instruction {
    case .compute(let result, let operation, let operands): origins[result] = .compute(operation, operands)
    case .sample(_, let x, let y, let results):
      for (lane, result) in results.enumerated() { origins[result] = .sample(lane: lane, [x, y]) }
    case .transform(_, let x, let y, let results): for result in results { origins[result] = .transform([x, y]) }
    case .load(let result, let memory, let index): origins[result] = .load(memory: memory, index: index)
    case .condition(let condition, let then, let otherwise, let results):
      if !results.isEmpty { choosers.append([condition]) }
      for (lane, result) in results.enumerated() {
        origins[result] = .merge([then.yields[lane], otherwise.yields[lane]])
        choices[result] = choosers.count - 1
      }
    case .block(let label, let region, let results):
      var ways = region.isEndReached ? [region.yields] : []
      region.visit { inner in if case .branch(label, let branch) = inner { ways.append(ir.branches[branch]) } }
      if !results.isEmpty { choosers.append(conditions(in: region)) }
      for (lane, result) in results.enumerated() {
        origins[result] = .merge(ways.map { $0[lane] })
        choices[result] = choosers.count - 1
      }
    case .loop(let arguments, let initial, let region, _):
      for (lane, argument) in arguments.enumerated() {
        let next = region.yields.indices.contains(lane) ? region.yields[lane] : initial[lane]
        origins[argument] = .merge([initial[lane], next])
        nexts[argument] = next
      }
    case .store, .branch: break
    }
  }

  /// The conditions that a region tests before branches leave it.
  private func conditions(in region: KernelIR.Region) -> [KernelIR.Value] {
    var found: [KernelIR.Value] = []
    region.visit { instruction in
      if case .condition(let condition, _, _, _) = instruction { found.append(condition) }
    }
    return found
  }

  /// Everything that a value depends on, including itself and the conditions that chose it.
  func sources(of value: KernelIR.Value) -> Set<KernelIR.Value> {
    var seen: Set<Int> = []
    return reach(from: value) { value in
      guard let choice = choices[value], seen.insert(choice).inserted else { return operands(of: value) }
      return operands(of: value) + choosers[choice]
    }
  }

  /// The direct operands of a value.
  func operands(of value: KernelIR.Value) -> [KernelIR.Value] {
    switch origins[value] {
    case .compute(_, let operands), .sample(_, let operands), .transform(let operands), .merge(let operands): operands
    case .load(_, let index): [index]
    case nil: []
    }
  }

  /// Everything that a value is computed from, including itself. `follows` returns the next values to visit.
  func reach(
    from value: KernelIR.Value, follows: (KernelIR.Value) -> [KernelIR.Value]
  ) -> Set<KernelIR.Value> {
    var found: Set<KernelIR.Value> = [value]
    var pending = [value]
    while let next = pending.popLast() {
      for source in follows(next) where found.insert(source).inserted { pending.append(source) }
    }
    return found
  }
}
