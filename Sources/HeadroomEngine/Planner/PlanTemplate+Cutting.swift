extension PlanTemplate {
  /// The same plan, which stores the results in front of the changing nodes and keeps them for later renders: when a
  /// slider moves, only the steps after it are computed again. Nil where there is nothing worth keeping.
  ///
  /// Values are stored as the chain has them, in float32, so that bits do not depend on where it is cut.
  package func cut(before changed: Set<Int>) -> PlanTemplate? {
    // A measurement over the region of a render differs from render to render.
    if measurements.contains(where: { slots.dependsOnRegion($0.region) }) { return nil }
    var cutter = PlanCutter(self, changed)
    return cutter.cut()
  }
}

/// Cuts chains where they begin to depend on changing nodes.
private struct PlanCutter {
  private let original: PlanTemplate
  private let changed: Set<Int>
  private var steps: [DraftStep] = []
  /// The new numbers of the template's steps.
  private var numbers: [Int] = []
  private var slots: PlanSlots
  private var keepsAny = false

  /// Most values that are stored at one place, and fewest instructions for which storing one pays.
  private static let mostCuts = 3
  private static let expensiveSlice = 3

  init(_ template: PlanTemplate, _ changed: Set<Int>) {
    original = template
    self.changed = changed
    slots = template.slots
  }

  mutating func cut() -> PlanTemplate? {
    for step in original.steps {
      var step = step
      if isChanged(step.owner) {
        if case .span(let program) = step.kind {
          step.kind = .span(cut(program))
        } else {
          step.kind = PlanRenumbering(steps: numbers).apply(step.kind)
          for input in step.kind.inputs { keep(input) }
        }
      } else {
        step.kind = PlanRenumbering(steps: numbers).apply(step.kind)
      }
      steps.append(step)
      numbers.append(steps.count - 1)
    }
    let outputs = original.outputs.map { DraftOutput(program: cut($0.program), places: $0.places) }
    guard keepsAny else { return nil }
    slots.seal()
    var result = PlanTemplate(shape: original.shape, slots: slots)
    result.sources = original.sources
    result.steps = steps
    result.outputs = outputs
    result.measurements = original.measurements.map { DraftMeasurement(step: numbers[$0.step], region: $0.region) }
    return result
  }

  private func isChanged(_ owner: Int) -> Bool { changed.contains(owner) }

  /// Keeps a step that changing steps read, if computing it costs more than reading memory.
  private mutating func keep(_ index: Int) {
    guard !isChanged(steps[index].owner), steps[index].kind.isExpensive else { return }
    steps[index].isMaterialised = true
    steps[index].isKept = true
    keepsAny = true
  }

  /// The program in which the values that its changing part reads are loaded from separate steps.
  private mutating func cut(_ program: DraftProgram) -> DraftProgram {
    var result = PlanRenumbering(steps: numbers).apply(program)
    for (value, register) in frontier(of: result) {
      if case .load(let input, _) = result.instructions[value] {
        if case .step(let index) = input.origin { keep(index) }
        continue
      }
      var slice = result
      slice.keep(result.slice(endingAt: value, register))
      slice.results = [register]
      guard isExpensive(slice) else { continue }
      let infinite = slots.rect(.infinite)
      steps.append(
        DraftStep(
          kind: .span(slice), extent: infinite, owner: result.owners[value], isMaterialised: true, isKept: true))
      keepsAny = true
      let load = DraftInput(origin: .step(steps.count - 1), offset: slots.zero(), clip: infinite)
      result.replace(value, by: .load(load, register: register))
    }
    result.keep(result.slice(for: Set(result.results), before: result.instructions.count))
    return result
  }

  /// Unchanged values that changing instructions read: the instruction that makes each, and its register.
  private func frontier(of program: DraftProgram) -> [(value: Int, register: Int)] {
    var makers: [Int: Int] = [:]
    var found: [(value: Int, register: Int)] = []
    for (index, instruction) in program.instructions.enumerated() {
      if isChanged(program.owners[index]) {
        for register in instruction.reads {
          guard let maker = makers[register], !isChanged(program.owners[maker]),
            !found.contains(where: { $0.value == maker })
          else { continue }
          found.append((maker, register))
        }
      }
      makers[instruction.writes] = index
    }
    return Array(found.suffix(Self.mostCuts))
  }

  private func isExpensive(_ slice: DraftProgram) -> Bool {
    let loadsExpensive = slice.instructions.contains { instruction in
      guard case .load(let input, _) = instruction else { return false }
      switch input.origin {
      case .source: return false
      case .expandedSource: return true
      case .step(let index): return steps[index].kind.isExpensive
      }
    }
    return loadsExpensive || slice.instructions.count > Self.expensiveSlice
  }
}

extension DraftStep.Kind {
  /// Whether computing it costs more than reading memory.
  var isExpensive: Bool {
    switch self {
    case .area, .warp, .affine, .halving, .processor, .reduction: true
    case .span(let program): program.instructions.count > 3
    case .value, .orthogonal: false
    }
  }
}

extension DraftProgram.Instruction {
  /// The registers whose values it reads, those that it changes in place included.
  fileprivate var reads: [Int] {
    switch self {
    case .load: []
    case .copy(let from, _): [from]
    case .stage(_, let register), .mask(_, let register): [register]
    case .point(let point): point.isGenerator ? point.others : [point.register] + point.others
    }
  }

  fileprivate var writes: Int {
    switch self {
    case .load(_, let register), .copy(_, let register), .stage(_, let register), .mask(_, let register): register
    case .point(let point): point.register
    }
  }
}

extension DraftProgram {
  /// The instructions that a value in a register needs, its own included.
  fileprivate func slice(endingAt value: Int, _ register: Int) -> [Int] { slice(for: [register], before: value + 1) }

  /// The instructions that the values of some registers need, as they are before an instruction.
  fileprivate func slice(for registers: Set<Int>, before end: Int) -> [Int] {
    var wanted = registers
    var kept: [Int] = []
    for index in (0..<end).reversed() where wanted.contains(instructions[index].writes) {
      kept.append(index)
      wanted.remove(instructions[index].writes)
      wanted.formUnion(instructions[index].reads)
    }
    return kept.reversed()
  }
}
