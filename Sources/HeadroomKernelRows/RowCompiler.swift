internal import HeadroomKernelLanguage

/// Turns a specialised IR into instructions over rows. Conditions that differ between pixels become masks.
///
/// Each region that only some pixels run has its own mask. A branch removes its pixels from the masks of all regions up
/// to the block that it leaves; a region with an empty mask is skipped. Uniform conditions become jumps instead, and
/// uniform values, such as the counter of a loop, become scalars.
struct RowCompiler {
  typealias Value = KernelIR.Value

  let ir: KernelIR
  var instructions: [RowInstruction] = []
  /// The slots of constant bits.
  private(set) var constants: [Int: UInt32] = [:]
  /// The slots of an image's lane at a fixed distance.
  private(set) var inputs: [Int: RowProgram.Input] = [:]
  private(set) var shifts: [RowShift] = []
  /// Images that are read at computed positions.
  private(set) var sampledImages: Set<Int> = []
  private(set) var slotCount: Int
  private(set) var scalars = RowScalars()
  private var constantSlots: [UInt32: Int] = [:]
  private var inputSlots: [RowProgram.Input: Int] = [:]
  private var offsets: OffsetFinder

  /// The masks of the enclosing regions, innermost last; nil where all pixels take part.
  var masks: [Int?] = [nil]
  var open: [OpenBlock] = []
  /// The enclosing loops that may compact their pixels, innermost last.
  var openLoops: [Int] = []
  /// For each such loop, the enclosing one.
  var loopParents: [Int?] = []
  private var placeCount = 0
  /// Whether pixels can take too many steps.
  var hasLoops = false

  struct OpenBlock {
    let label: Int
    /// The index of its own mask in ``masks``.
    let depth: Int
    /// The target of pixels that leave the block; nil where they leave one by one.
    let end: Int?
    let loops: Int
    let results: [Value]
  }

  init(_ ir: KernelIR) {
    self.ir = ir
    slotCount = ir.values.count
    offsets = OffsetFinder(ir)
  }

  /// Compiles the kernel; returns the slots of its results.
  mutating func compile() -> [Int] {
    run(ir.body)
    let results = resultSlots()
    removeUnreadRows(results)
    return results
  }

  private mutating func resultSlots() -> [Int] {
    ir.body.yields.enumerated().map { lane, value in
      let slot = slot(value)
      // A lane of an image may lie where another result is written, so it is copied, unless it stays in place.
      guard let input = inputs[slot], shifts[input.shift] != RowShift(image: 0, dx: 0, dy: 0) || input.lane != lane
      else { return slot }
      let aside = newSlot()
      instructions.append(.copy(out: aside, a: slot))
      return aside
    }
  }

  /// Few scalars are needed as rows.
  private mutating func removeUnreadRows(_ results: [Int]) {
    let read = Set(instructions.flatMap(\.operands)).union(results)
    instructions.removeAll { instruction in
      if case .spread(let out, _) = instruction { !read.contains(out) } else { false }
    }
  }

  // MARK: Slots

  mutating func slot(_ value: Value) -> Int {
    if let bits = ir.info(value).constant { return constant(bits) }
    return given[Int(value.index)] ?? Int(value.index)
  }

  /// Values that are lanes of images.
  private var given: [Int: Int] = [:]

  mutating func newSlot() -> Int {
    slotCount += 1
    return slotCount - 1
  }

  mutating func constant(_ bits: UInt32) -> Int {
    if let known = constantSlots[bits] { return known }
    let slot = newSlot()
    constantSlots[bits] = slot
    constants[slot] = bits
    return slot
  }

  private mutating func input(_ shift: RowShift, lane: Int) -> Int {
    let index =
      shifts.firstIndex(of: shift)
      ?? {
        shifts.append(shift)
        return shifts.count - 1
      }()
    let input = RowProgram.Input(shift: index, lane: lane)
    if let known = inputSlots[input] { return known }
    let slot = newSlot()
    inputSlots[input] = slot
    inputs[slot] = input
    return slot
  }

  mutating func newPlace() -> Int {
    placeCount += 1
    return placeCount - 1
  }

  // MARK: Scalars

  func isUniform(_ value: Value) -> Bool { !ir.info(value).isVarying }

  mutating func scalar(_ value: Value) -> Int {
    if let bits = ir.info(value).constant { return scalars.constant(bits) }
    return scalars.number(of: value)
  }

  mutating func newScalar() -> Int { scalars.new() }

  /// Makes rows from scalars, for operations on rows.
  mutating func spread(_ values: [Value]) {
    for value in values where isUniform(value) && ir.info(value).constant == nil {
      instructions.append(.spread(out: slot(value), scalar: scalar(value)))
    }
  }

  // MARK: Instructions

  mutating func run(_ region: KernelIR.Region) {
    for instruction in region.instructions { run(instruction) }
  }

  private mutating func run(_ instruction: KernelIR.Instruction) {
    switch instruction {
    case .compute(let result, let operation, let operands): compute(result, operation, operands)
    case .sample(let image, let x, let y, let results): sample(image, x, y, results)
    // Specialised IRs have none.
    case .transform(_, let x, let y, let results):
      for (from, to) in zip([x, y], results) { instructions.append(.copy(out: slot(to), a: slot(from))) }
    case .load(let result, let memory, let index):
      instructions.append(.load(out: slot(result), memory: memory, index: slot(index)))
    case .store(let memory, let index, let value):
      instructions.append(.store(memory: memory, index: slot(index), a: slot(value), mask: masks.last ?? nil))
    case .condition(let condition, let then, let otherwise, let results):
      isUniform(condition)
        ? decide(scalar(condition), then, otherwise, results) : run(slot(condition), then, otherwise, results)
    case .block(let label, let region, let results): block(label, region, results)
    case .loop(let arguments, let initial, let region, _): loop(arguments, initial, region)
    case .branch(let label, let branch): leave(label, ir.branches[branch])
    }
  }

  private mutating func compute(_ result: Value, _ operation: Operation, _ operands: [Value]) {
    switch operation {
    case .pixel(let image, let lane):
      given[Int(result.index)] = input(RowShift(image: image, dx: 0, dy: 0), lane: lane)
    case .destination(let axis): instructions.append(.destination(axis: axis, out: slot(result)))
    // Resolved by the specialiser.
    case .argument, .extent:
      instructions.append(.scalarCopy(out: scalar(result), a: scalars.constant(0)))
      spread([result])
    case _ where isUniform(result): computeScalar(result, operation, operands)
    case .table(let table): instructions.append(.table(table, out: slot(result), index: slot(operands[0])))
    default:
      let slots = operands.map { slot($0) }
      instructions.append(
        .compute(
          operation, out: slot(result), a: slots[0], b: slots.count > 1 ? slots[1] : slots[0],
          c: slots.count > 2 ? slots[2] : slots[0]))
    }
  }

  private mutating func computeScalar(_ result: Value, _ operation: Operation, _ operands: [Value]) {
    let numbers = operands.map { scalar($0) }
    if case .table(let table) = operation {
      instructions.append(.scalarTable(table, out: scalar(result), index: numbers[0]))
    } else {
      instructions.append(
        .scalar(
          operation, out: scalar(result), a: numbers[0], b: numbers.count > 1 ? numbers[1] : numbers[0],
          c: numbers.count > 2 ? numbers[2] : numbers[0]))
    }
    spread([result])
  }

  private mutating func sample(_ image: Int, _ x: Value, _ y: Value, _ results: [Value]) {
    if let dx = offsets.offset(of: x, axis: 0), let dy = offsets.offset(of: y, axis: 1) {
      for (lane, result) in results.enumerated() {
        given[Int(result.index)] = input(RowShift(image: image, dx: dx, dy: dy), lane: lane)
      }
      return
    }
    sampledImages.insert(image)
    instructions.append(
      .sample(image: image, x: slot(x), y: slot(y), mask: masks.last ?? nil, results: results.map { slot($0) }))
  }
}
