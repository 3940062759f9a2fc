/// Building of regions, and of the points where they join.
extension IRBuilder {
  /// A block that branches can leave, and the state at each exit.
  struct Label {
    var exits: [Exit] = []
    /// The number of slots when the block began.
    var slotCount: Int
  }

  /// An exit of a block: the values of all variables there, and the block's own results.
  struct Exit {
    var branch: Int?
    var slots: [Value?]
    var values: [Value]
  }

  /// A built region, and the state at its end.
  struct Built {
    var instructions: [KernelIR.Instruction]
    var isReachable: Bool
    var slots: [Value?]
    var values: [Value]
  }

  /// Builds a region from the current state, and restores that state.
  mutating func region(_ body: (inout IRBuilder) -> [Value]) -> Built {
    let outer = (instructions, slots, isReachable, knowledge)
    instructions = []
    let values = body(&self)
    let built = Built(instructions: instructions, isReachable: isReachable, slots: slots, values: values)
    (instructions, slots, isReachable) = (outer.0, outer.1, outer.2)
    forget(from: outer.3)
    return built
  }

  // MARK: Conditions

  /// Runs one of two regions and joins their variables and values.
  mutating func branch(
    _ condition: Value, _ then: (inout IRBuilder) -> [Value], _ otherwise: (inout IRBuilder) -> [Value]
  ) -> [Value] {
    if let known = bits(condition) { return known != 0 ? then(&self) : otherwise(&self) }
    let first = region(then)
    let second = region(otherwise)
    guard first.isReachable || second.isReachable else {
      append(.condition(condition, then: closed(first, []), otherwise: closed(second, []), results: []))
      isReachable = false
      return first.values
    }
    guard first.isReachable, second.isReachable else { return leave(condition, first, second) }
    if isVarying(condition), isCheap(first), isCheap(second) { return select(condition, first, second) }
    return join(condition, first, second)
  }

  private func closed(_ built: Built, _ yields: [Value]) -> KernelIR.Region {
    KernelIR.Region(
      instructions: built.instructions, yields: built.isReachable ? yields : [], isEndReached: built.isReachable)
  }

  /// One region branches away; all remaining pixels take the other, which then needs no region.
  private mutating func leave(_ condition: Value, _ first: Built, _ second: Built) -> [Value] {
    let going = first.isReachable ? first : second
    let empty = KernelIR.Region()
    append(
      .condition(
        condition, then: first.isReachable ? empty : closed(first, []),
        otherwise: second.isReachable ? empty : closed(second, []), results: []))
    instructions += going.instructions
    slots = going.slots
    return going.values
  }

  /// Whether a region is short and cheap enough to compute both sides and select, because masks would cost more.
  private func isCheap(_ built: Built) -> Bool {
    built.instructions.count <= 12
      && built.instructions.allSatisfy { instruction in
        if case .compute(_, let operation, _) = instruction { !operation.isExpensive } else { false }
      }
  }

  private mutating func select(_ condition: Value, _ first: Built, _ second: Built) -> [Value] {
    instructions += first.instructions + second.instructions
    for slot in slots.indices {
      guard slots[slot] != nil, let a = first.slots[slot], let b = second.slots[slot] else { continue }
      // Both sides may set the slot to the same value, which may differ from the old one.
      slots[slot] = a == b ? a : emit(.select, [condition, a, b])
    }
    return zip(first.values, second.values).map { a, b in a == b ? a : emit(.select, [condition, a, b]) }
  }

  private mutating func join(_ condition: Value, _ first: Built, _ second: Built) -> [Value] {
    var yields: ([Value], [Value]) = ([], [])
    var results: [Value] = []
    let isSplit = isVarying(condition)
    func joined(_ a: Value, _ b: Value, _ builder: inout IRBuilder) -> Value {
      if a == b { return a }
      if let known = results.indices.first(where: { yields.0[$0] == a && yields.1[$0] == b }) { return results[known] }
      yields.0.append(a)
      yields.1.append(b)
      let isVarying = isSplit || builder.isVarying(a) || builder.isVarying(b)
      results.append(builder.value(builder.ir.info(a).kind, isVarying: isVarying))
      return results[results.count - 1]
    }
    for slot in slots.indices {
      guard slots[slot] != nil, let a = first.slots[slot], let b = second.slots[slot] else { continue }
      slots[slot] = joined(a, b, &self)
    }
    let values = zip(first.values, second.values).map { joined($0, $1, &self) }
    append(.condition(condition, then: closed(first, yields.0), otherwise: closed(second, yields.1), results: results))
    return values
  }

  // MARK: Blocks

  /// Builds a region that branches can leave, and joins all its exits.
  mutating func block(_ body: (inout IRBuilder, Int) -> [Value]) -> [Value] {
    labels.append(Label(slotCount: slots.count))
    let label = labels.count - 1
    let built = region { body(&$0, label) }
    if built.isReachable { labels[label].exits.append(Exit(branch: nil, slots: built.slots, values: built.values)) }
    let exits = labels[label].exits
    guard let first = exits.first else {
      instructions += built.instructions
      isReachable = false
      return built.values
    }
    if exits.count == 1, let lines = withoutBranch(built, first, label) {
      instructions += lines
      for slot in 0..<min(slots.count, labels[label].slotCount) where slots[slot] != nil {
        slots[slot] = first.slots[slot]
      }
      return first.values
    }
    return join(built, exits, label)
  }

  /// The instructions of a block whose only exit is its end.
  private func withoutBranch(_ built: Built, _ exit: Exit, _ label: Int) -> [KernelIR.Instruction]? {
    guard exit.branch != nil else { return built.instructions }
    guard case .branch(label, _)? = built.instructions.last else { return nil }
    return Array(built.instructions.dropLast())
  }

  private mutating func join(_ built: Built, _ exits: [Exit], _ label: Int) -> [Value] {
    var results: [Value] = []
    var columns: [[Value]] = []
    func joined(_ column: [Value], _ builder: inout IRBuilder) -> Value {
      // Equal columns share one result.
      if let known = columns.firstIndex(of: column) { return results[known] }
      columns.append(column)
      // The analysis of uniform values decides later whether all pixels take the same exit.
      results.append(builder.value(builder.ir.info(column[0]).kind, isVarying: true))
      return results[results.count - 1]
    }
    for slot in 0..<min(slots.count, labels[label].slotCount) {
      guard let old = slots[slot] else { continue }
      let column = exits.compactMap { $0.slots[slot] }
      guard column.count == exits.count else { continue }
      slots[slot] = column.allSatisfy { $0 == old } ? old : joined(column, &self)
    }
    let width = exits.map(\.values.count).min() ?? 0
    let values = (0..<width).map { lane in
      let column = exits.map { $0.values[lane] }
      return column.allSatisfy { bits($0) != nil && $0 == column[0] } ? column[0] : joined(column, &self)
    }
    for (place, exit) in exits.enumerated() {
      if let branch = exit.branch { ir.branches[branch] = columns.map { $0[place] } }
    }
    let yields = exits.last.map { exit in exit.branch == nil ? columns.compactMap(\.last) : [] } ?? []
    append(
      .block(
        label: label,
        KernelIR.Region(instructions: built.instructions, yields: yields, isEndReached: built.isReachable),
        results: results))
    return values
  }

  /// Leaves a block.
  mutating func exit(_ label: Int, _ values: [Value] = []) {
    guard isReachable else { return }
    ir.branches.append([])
    labels[label].exits.append(Exit(branch: ir.branches.count - 1, slots: slots, values: values))
    append(.branch(label: label, branch: ir.branches.count - 1))
    isReachable = false
  }

  /// Leaves a block where a condition does not hold.
  mutating func exit(_ label: Int, unless condition: Value) {
    choose(condition, { _ in }, { $0.exit(label) })
  }

  /// Chooses between two regions without results.
  mutating func choose(
    _ condition: Value, _ then: (inout IRBuilder) -> Void, _ otherwise: (inout IRBuilder) -> Void
  ) {
    func silent(_ body: (inout IRBuilder) -> Void, _ builder: inout IRBuilder) -> [Value] {
      body(&builder)
      return []
    }
    _ = branch(condition, { silent(then, &$0) }, { silent(otherwise, &$0) })
  }
}

extension Operation {
  /// Whether the operation is expensive, so that it is not computed where its result may not be needed.
  var isExpensive: Bool {
    switch self {
    case .sin, .cos, .tan, .asin, .acos, .atan, .atan2, .sinh, .cosh, .tanh, .asinh, .acosh, .atanh, .exp, .exp2, .log,
      .log2, .log10, .pow, .cbrt, .frem, .sdiv, .udiv, .srem, .urem, .nextafter:
      true
    default: false
    }
  }
}
