extension IRSpecializer {
  // MARK: Conditions

  mutating func run(
    _ condition: Value, _ then: KernelIR.Region, _ otherwise: KernelIR.Region, _ results: [Value]
  ) -> Outcome {
    if let known = bits(condition) {
      let region = known != 0 ? then : otherwise
      let outcome = run(region)
      if case .end = outcome { set(results, to: map(region.yields)) }
      return outcome
    }
    let first = split(then)
    let second = split(otherwise)
    append(.condition(condition, then: first, otherwise: second, results: []))
    if !first.isEndReached, !second.isEndReached { return .unreachable }
    guard first.isEndReached, second.isEndReached else {
      set(results, to: first.isEndReached ? first.yields : second.yields)
      return .end
    }
    join(condition, first, second, results)
    return .end
  }

  /// A region that only some pixels run.
  private mutating func split(_ region: KernelIR.Region) -> KernelIR.Region {
    let (outer, mark) = (instructions, knowledge)
    instructions = []
    splitDepth += 1
    let outcome = run(region)
    let yields = ended(outcome) ? map(region.yields) : []
    splitDepth -= 1
    let made = KernelIR.Region(instructions: instructions, yields: yields, isEndReached: ended(outcome))
    instructions = outer
    forget(from: mark)
    return made
  }

  /// Whether the end is reached. Otherwise, pixels that leave a block get their branch here.
  private mutating func ended(_ outcome: Outcome) -> Bool {
    switch outcome {
    case .end: return true
    case .left(let label, let values): leave(label, values)
    case .unreachable: break
    }
    return false
  }

  private mutating func leave(_ source: Int, _ values: [Value]) {
    guard let place = open.lastIndex(where: { $0.source == source }) else { return }
    ir.branches.append(values)
    open[place].branches.append(ir.branches.count - 1)
    append(.branch(label: open[place].label, branch: ir.branches.count - 1))
  }

  /// Joins the values of both ways; the last instruction is their condition.
  private mutating func join(
    _ condition: Value, _ first: KernelIR.Region, _ second: KernelIR.Region, _ results: [Value]
  ) {
    var (then, otherwise) = (first, second)
    let lanes = results.indices.filter { first.yields[$0] != second.yields[$0] }
    then.yields = lanes.map { first.yields[$0] }
    otherwise.yields = lanes.map { second.yields[$0] }
    let made = lanes.map { value(source.info(results[$0]).kind, isVarying: true) }
    set(results, to: first.yields)
    set(lanes.map { results[$0] }, to: made)
    instructions.removeLast()
    append(.condition(condition, then: then, otherwise: otherwise, results: made))
  }

  // MARK: Blocks

  mutating func block(_ label: Int, _ region: KernelIR.Region, _ results: [Value]) -> Outcome {
    let (outer, mark, known, loops) = (instructions, knowledge, ir.values.count, loopCount)
    instructions = []
    open.append(OpenBlock(source: label, label: nextLabel))
    nextLabel += 1
    let outcome = run(region)
    let block = open.removeLast()
    guard !block.branches.isEmpty else { return dissolved(label, outcome, outer, region, results) }
    var yields: [Value]?
    switch outcome {
    case .end: yields = map(region.yields)
    case .left(label, let values): yields = values
    case .left, .unreachable: _ = ended(outcome)
    }
    let columns = (yields.map { [$0] } ?? []) + block.branches.map { ir.branches[$0] }
    // A value from inside a loop differs for each pixel that leaves it, so it is not read directly from outside.
    let hasLoop = loopCount > loops
    let lanes = results.indices.filter { lane in
      let first = columns[0][lane]
      return columns.contains { $0[lane] != first } || (hasLoop && Int(first.index) >= known && bits(first) == nil)
    }
    for branch in block.branches { ir.branches[branch] = lanes.map { ir.branches[branch][$0] } }
    let made = lanes.map { value(source.info(results[$0]).kind, isVarying: true) }
    let body = KernelIR.Region(
      instructions: instructions, yields: yields.map { all in lanes.map { all[$0] } } ?? [],
      isEndReached: yields != nil)
    instructions = outer
    forget(from: mark)
    append(.block(label: block.label, body, results: made))
    set(results, to: columns[0])
    set(lanes.map { results[$0] }, to: made)
    return .end
  }

  /// Dissolves a block that all pixels leave by the same exit.
  private mutating func dissolved(
    _ label: Int, _ outcome: Outcome, _ outer: [KernelIR.Instruction], _ region: KernelIR.Region, _ results: [Value]
  ) -> Outcome {
    instructions = outer + instructions
    switch outcome {
    case .end: set(results, to: map(region.yields))
    case .left(label, let values): set(results, to: values)
    case .left, .unreachable: return outcome
    }
    return .end
  }

  // MARK: Loops

  mutating func loop(
    _ arguments: [Value], _ initial: [Value], _ region: KernelIR.Region, _ range: SourceRange
  ) -> Outcome {
    let before = self
    set(arguments, to: map(initial))
    if let outcome = writtenOut(arguments, region) { return outcome }
    // The attempt is discarded, but its effort still counts.
    let left = effort
    self = before
    effort = left
    let first = map(initial)
    let made = arguments.map { value(source.info($0).kind, isVarying: true) }
    set(arguments, to: made)
    let body = split(region)
    loopCount += 1
    append(.loop(arguments: made, initial: first, body, range))
    return .unreachable
  }

  /// Unrolls the loop; nil where there are too many iterations, or where pixels leave it one by one: a loop is better
  /// for rows of few pixels.
  private mutating func writtenOut(_ arguments: [Value], _ region: KernelIR.Region) -> Outcome? {
    let start = (instructions: emitter.instructionCount, branches: open.reduce(0) { $0 + $1.branches.count })
    while effort > 0, !isTooLarge {
      // An iteration costs effort even where all of it is folded.
      effort -= 1
      let outcome = run(region)
      guard case .end = outcome else { return outcome }
      set(arguments, to: map(region.yields))
      let isLeft = open.reduce(0) { $0 + $1.branches.count } > start.branches
      if emitter.instructionCount - start.instructions > (isLeft ? Self.longestLeft : Self.longest) { return nil }
    }
    return nil
  }

  /// The most instructions of an unrolled loop, and of one that some pixels leave before others.
  private static let longest = 4096
  private static let longestLeft = 256
}
