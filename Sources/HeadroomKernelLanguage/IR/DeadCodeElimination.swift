/// Removes everything that no result depends on: instructions, and values that blocks, conditions and loops pass on.
struct DeadCodeElimination {
  private var ir: KernelIR
  private var live: Set<KernelIR.Value> = []
  /// The values that each needed value makes needed.
  private var sources: [KernelIR.Value: [KernelIR.Value]] = [:]
  private var liveMemories: Set<Int> = []
  /// The values of stores, which become needed when their memory is read.
  private var stores: [Int: [KernelIR.Value]] = [:]
  private var loads: [KernelIR.Value: Int] = [:]
  private var pending: [KernelIR.Value] = []

  static func removed(from ir: KernelIR) -> KernelIR {
    var pass = DeadCodeElimination(ir)
    return pass.run()
  }

  private init(_ ir: KernelIR) { self.ir = ir }

  private mutating func run() -> KernelIR {
    collect(ir.body)
    for value in ir.body.yields { need(value) }
    while let value = pending.popLast() {
      for source in sources[value] ?? [] { need(source) }
      if let memory = loads[value], liveMemories.insert(memory).inserted {
        for source in stores[memory] ?? [] { need(source) }
      }
    }
    ir.body = clean(ir.body)
    return ir
  }

  private mutating func need(_ value: KernelIR.Value) {
    if live.insert(value).inserted { pending.append(value) }
  }

  // MARK: What depends on what

  private mutating func collect(_ region: KernelIR.Region) {
    for instruction in region.instructions { collect(instruction) }
  }

  private mutating func collect(_ instruction: KernelIR.Instruction) {
    switch instruction {
    case .compute(let result, _, let operands): sources[result] = operands
    case .sample(_, let x, let y, let results), .transform(_, let x, let y, let results):
      for result in results { sources[result] = [x, y] }
    case .load(let result, let memory, let index):
      sources[result] = [index]
      loads[result] = memory
    case .store(let memory, let index, let value): stores[memory, default: []] += [index, value]
    case .condition(let condition, let then, let otherwise, let results):
      collect(then)
      collect(otherwise)
      // A condition without branches inside matters only for its results.
      if then.hasBranch || otherwise.hasBranch { need(condition) }
      for memory in then.writtenMemories.union(otherwise.writtenMemories) {
        stores[memory, default: []].append(condition)
      }
      for (lane, result) in results.enumerated() {
        sources[result] =
          [condition] + [then, otherwise].compactMap { $0.yields.indices.contains(lane) ? $0.yields[lane] : nil }
      }
    case .block(let label, let region, let results):
      collect(region)
      for (lane, result) in results.enumerated() {
        sources[result, default: []] += region.yields.indices.contains(lane) ? [region.yields[lane]] : []
        for branch in branches(to: label, in: region) {
          sources[result, default: []].append(ir.branches[branch][lane])
        }
      }
    case .loop(let arguments, let initial, let region, _):
      collect(region)
      for (lane, argument) in arguments.enumerated() {
        sources[argument] = [initial[lane]] + (region.yields.indices.contains(lane) ? [region.yields[lane]] : [])
      }
    case .branch: break
    }
  }

  private func branches(to label: Int, in region: KernelIR.Region) -> [Int] {
    var found: [Int] = []
    region.visit { instruction in
      if case .branch(label, let branch) = instruction { found.append(branch) }
    }
    return found
  }

  // MARK: Cleaning

  private func kept<Element>(_ list: [Element], _ results: [KernelIR.Value]) -> [Element] {
    zip(list, results).compactMap { live.contains($1) ? $0 : nil }
  }

  private mutating func clean(_ region: KernelIR.Region) -> KernelIR.Region {
    var region = region
    region.instructions = region.instructions.compactMap { clean($0) }
    return region
  }

  private mutating func clean(_ instruction: KernelIR.Instruction) -> KernelIR.Instruction? {
    switch instruction {
    case .compute(let result, _, _), .load(let result, _, _): return live.contains(result) ? instruction : nil
    case .sample(_, _, _, let results), .transform(_, _, _, let results):
      return results.contains(where: live.contains) ? instruction : nil
    case .store(let memory, _, _): return liveMemories.contains(memory) ? instruction : nil
    case .branch: return instruction
    case .condition(let condition, var then, var otherwise, let results):
      (then, otherwise) = (clean(then), clean(otherwise))
      then.yields = kept(then.yields, results)
      otherwise.yields = kept(otherwise.yields, results)
      let left = kept(results, results)
      if then.instructions.isEmpty, otherwise.instructions.isEmpty, left.isEmpty { return nil }
      return .condition(condition, then: then, otherwise: otherwise, results: left)
    case .block(let label, var region, let results):
      for branch in branches(to: label, in: region) { ir.branches[branch] = kept(ir.branches[branch], results) }
      region = clean(region)
      region.yields = kept(region.yields, results)
      if region.instructions.isEmpty, results.isEmpty { return nil }
      return .block(label: label, region, results: kept(results, results))
    case .loop(let arguments, let initial, var region, let range):
      region = clean(region)
      region.yields = kept(region.yields, arguments)
      return .loop(arguments: kept(arguments, arguments), initial: kept(initial, arguments), region, range)
    }
  }
}

extension KernelIR.Region {
  /// Visits every instruction, including nested ones.
  package func visit(_ body: (KernelIR.Instruction) -> Void) {
    for instruction in instructions {
      body(instruction)
      for region in instruction.regions { region.visit(body) }
    }
  }

  /// Whether pixels can leave the instruction before its end, or stay in it.
  package var hasBranch: Bool {
    instructions.contains { instruction in
      if case .branch = instruction { return true }
      if case .loop = instruction { return true }
      return instruction.regions.contains(where: \.hasBranch)
    }
  }

  var writtenMemories: Set<Int> {
    var found: Set<Int> = []
    visit { instruction in if case .store(let memory, _, _) = instruction { found.insert(memory) } }
    return found
  }
}

extension KernelIR.Instruction {
  /// The regions inside of it.
  package var regions: [KernelIR.Region] {
    switch self {
    case .condition(_, let then, let otherwise, _): [then, otherwise]
    case .block(_, let region, _), .loop(_, _, let region, _): [region]
    default: []
    }
  }
}
