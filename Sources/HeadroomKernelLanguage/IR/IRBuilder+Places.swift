/// Variables, and parts of them that can be read and written.
extension IRBuilder {
  /// Some lanes of a variable. With an index, the choice between them is only known when a pixel is computed.
  struct Place {
    enum Storage {
      /// First slot of the variable.
      case slots(Int)
      case memory(Int)
      case table(Int)
    }

    var storage: Storage
    /// The lanes for each value of `index`; one list where there is none.
    var choices: [[Int]]
    var index: Value?
    /// An offset added to the lanes, only in memory.
    var offset: Value?
    /// The element that a pointer points at; the first where there is none.
    var first: Value?
  }

  /// The slots of expressions that are not variables, which are all 0.
  private static let nowhere = 1 << 40

  // MARK: Variables

  private mutating func slotBase(_ variable: Variable) -> Int {
    if let base = bases[variable.id] { return base }
    bases[variable.id] = nextSlot
    nextSlot += program.types.lanes(variable.type)
    return nextSlot - program.types.lanes(variable.type)
  }

  /// Starts a variable with its value.
  mutating func begin(_ variable: Variable, _ lanes: [Value]) {
    if program.indexed.contains(variable.id), beginInMemory(variable, lanes) { return }
    let base = slotBase(variable)
    while slots.count < base + lanes.count { slots.append(nil) }
    for (lane, value) in lanes.enumerated() { slots[base + lane] = value }
    begun.append(variable)
  }

  /// Uses a table for variables that never change, otherwise a memory; false for variables without lanes.
  private mutating func beginInMemory(_ variable: Variable, _ lanes: [Value]) -> Bool {
    let known = lanes.compactMap { bits($0) }
    if variable.isConst, known.count == lanes.count, !lanes.isEmpty {
      if tables[variable.id].map({ ir.tables[$0] }) != known {
        ir.tables.append(known)
        tables[variable.id] = ir.tables.count - 1
      }
      return true
    }
    tables[variable.id] = nil
    if memories[variable.id] == nil {
      ir.memories.append(lanes.count)
      memories[variable.id] = ir.memories.count - 1
    }
    guard let memory = memories[variable.id] else { return false }
    for (lane, value) in lanes.enumerated() { append(.store(memory: memory, index: whole(lane), value)) }
    return true
  }

  /// Ends the variables that began since a mark; nothing reads them any more.
  mutating func end(from mark: Int) {
    for variable in begun[mark...] {
      guard let base = bases[variable.id] else { continue }
      let end = min(base + program.types.lanes(variable.type), slots.count)
      for slot in min(base, end)..<end { slots[slot] = nil }
    }
    begun.removeSubrange(mark...)
  }

  private func place(_ variable: Variable) -> Place {
    if variable.isReference || variable.type.isPointer, let place = places[variable.id] { return place }
    let lanes = Array(0..<program.types.lanes(variable.type))
    if let table = tables[variable.id] { return Place(storage: .table(table), choices: [lanes]) }
    if let memory = memories[variable.id] { return Place(storage: .memory(memory), choices: [lanes]) }
    return Place(storage: .slots(bases[variable.id] ?? Self.nowhere), choices: [lanes])
  }

  // MARK: Parts

  /// Computes a place with its current indexes; later changes of their variables do not affect them.
  mutating func place(_ expression: TypedExpression) -> Place {
    switch expression.kind {
    case .variable(let variable): return place(variable)
    case .field(let base, let offset):
      let count = program.types.lanes(expression.type)
      return part(place(base)) { TreeEvaluator.slice($0, offset, count) }
    case .swizzle(let base, let lanes):
      return part(place(base)) { all in lanes.map { all.indices.contains($0) ? all[$0] : 0 } }
    case .element(let base, let index):
      let place = place(base)
      let number = build(index)[0]
      return element(place, program.types.lanes(expression.type), number, isSigned: index.type == .int)
    case .address(let target): return pointed(target)
    default: return Place(storage: .slots(Self.nowhere), choices: [[]])
    }
  }

  private func part(_ place: Place, _ lanes: ([Int]) -> [Int]) -> Place {
    var place = place
    place.choices = place.choices.map(lanes)
    return place
  }

  /// The place that a pointer reaches, as defined by `TreeEvaluator`.
  private mutating func pointed(_ target: TypedExpression) -> Place {
    guard case .element(let base, let index) = target.kind, base.type.isArray || base.type.isPointer else {
      return place(target)
    }
    var place = place(base)
    let number = build(index)[0]
    place.first = place.first.map { emit(.add, [$0, number]) } ?? number
    return place
  }

  static func clamped(_ index: UInt32, _ count: Int, isSigned: Bool) -> Int {
    let value = isSigned ? Int(Int32(bitPattern: index)) : Int(index)
    return max(0, min(value, count - 1))
  }

  private mutating func element(_ place: Place, _ size: Int, _ index: Value, isSigned: Bool) -> Place {
    let count = (place.choices.first?.count ?? 0) / max(size, 1)
    if let first = place.first {
      var plain = place
      plain.first = nil
      // A pointer to the first element has the same indexes as the array itself.
      let isFirst = bits(first) == 0
      return element(
        plain, size, isFirst ? index : emit(.add, [first, index]), isSigned: isFirst ? isSigned : true)
    }
    if let known = bits(index) {
      let start = Self.clamped(known, count, isSigned: isSigned) * size
      return part(place) { TreeEvaluator.slice($0, start, size) }
    }
    let index = clamp(index, count, isSigned: isSigned)
    if !place.isInSlots, place.choices.count == 1, place.isContiguous {
      var place = part(place) { TreeEvaluator.slice($0, 0, size) }
      let offset = emit(.mul, [index, whole(size)])
      place.offset = place.offset.map { emit(.add, [$0, offset]) } ?? offset
      return place
    }
    return choice(place, size, count, index)
  }

  private mutating func choice(_ place: Place, _ size: Int, _ count: Int, _ index: Value) -> Place {
    var result = place
    result.choices = place.choices.flatMap { lanes in
      (0..<max(count, 1)).map { TreeEvaluator.slice(lanes, $0 * size, size) }
    }
    result.index = place.index.map { emit(.add, [emit(.mul, [$0, whole(count)]), index]) } ?? index
    return result
  }

  mutating func clamp(_ index: Value, _ count: Int, isSigned: Bool) -> Value {
    let last = whole(count - 1)
    if !isSigned { return emit(.umin, [index, last]) }
    return emit(.smax, [emit(.smin, [index, last]), whole(0)])
  }

  // MARK: Reading and writing

  mutating func read(_ place: Place, _ kinds: [Kind]) -> [Value] {
    guard let index = place.index else { return lanes(place, 0, kinds) }
    var result = lanes(place, place.choices.count - 1, kinds)
    for choice in place.choices.indices.dropLast() {
      let isChosen = emit(.eq, [index, whole(choice)])
      let other = lanes(place, choice, kinds)
      result = zip(other, result).map { emit(.select, [isChosen, $0, $1]) }
    }
    return result
  }

  private mutating func lanes(_ place: Place, _ choice: Int, _ kinds: [Kind]) -> [Value] {
    zip(place.choices[choice], kinds).map { lane, kind in
      switch place.storage {
      case .slots(let base):
        return slots.indices.contains(base + lane) ? slots[base + lane] ?? constant(0, kind) : constant(0, kind)
      case .table(let table): return emit(.table(table), [address(place, lane)], kind)
      case .memory(let memory):
        let result = value(kind, isVarying: true)
        append(.load(result, memory: memory, index: address(place, lane)))
        return result
      }
    }
  }

  private mutating func address(_ place: Place, _ lane: Int) -> Value {
    place.offset.map { emit(.add, [$0, whole(lane)]) } ?? whole(lane)
  }

  mutating func write(_ place: Place, _ values: [Value]) {
    guard isReachable else { return }
    for (choice, lanes) in place.choices.enumerated() {
      let isChosen = place.index.map { emit(.eq, [$0, whole(choice)]) }
      for (lane, value) in zip(lanes, values) { write(place, lane, value, isChosen) }
    }
  }

  private mutating func write(_ place: Place, _ lane: Int, _ new: Value, _ isChosen: Value?) {
    switch place.storage {
    case .slots(let base):
      guard slots.indices.contains(base + lane) else { return }
      let old = slots[base + lane] ?? new
      slots[base + lane] = isChosen.map { emit(.select, [$0, new, old]) } ?? new
    case .memory(let memory):
      var new = new
      if let isChosen {
        let old = value(ir.info(new).kind, isVarying: true)
        append(.load(old, memory: memory, index: address(place, lane)))
        new = emit(.select, [isChosen, new, old])
      }
      append(.store(memory: memory, index: address(place, lane), new))
    case .table: break
    }
  }
}

extension IRBuilder.Place {
  var isInSlots: Bool { if case .slots = storage { true } else { false } }

  /// Whether the lanes are contiguous, so that an index can be multiplied out.
  var isContiguous: Bool {
    guard let lanes = choices.first, let first = lanes.first else { return false }
    return lanes.enumerated().allSatisfy { $1 == first + $0 }
  }
}
