internal import HeadroomKernelLanguage

/// Turns a specialised form into instructions over rows. What pixels decide one by one becomes masks.
///
/// Each region that only some pixels run has a mask of its own. A branch takes its pixels out of the masks of all regions
/// up to the block that it leaves; a region whose mask is empty is jumped over.
struct RowCompiler {
  typealias Value = KernelForm.Value

  let form: KernelForm
  private(set) var instructions: [RowInstruction] = []
  /// Slots that stand for bits that never change.
  private(set) var constants: [Int: UInt32] = [:]
  /// Slots that stand for a lane of an image at a fixed distance.
  private(set) var inputs: [Int: RowProgram.Input] = [:]
  private(set) var shifts: [RowShift] = []
  /// Images that are read at places that are computed.
  private(set) var sampledImages: Set<Int> = []
  private(set) var slotCount: Int
  private var constantSlots: [UInt32: Int] = [:]
  private var inputSlots: [RowProgram.Input: Int] = [:]
  private var offsets: OffsetFinder

  /// Masks of the regions around, innermost last; nil where all pixels take part.
  private var masks: [Int?] = [nil]
  private var open: [(label: Int, depth: Int, results: [Int])] = []
  private var placeCount = 0
  /// Whether pixels can take too many steps.
  private(set) var hasLoops = false

  init(_ form: KernelForm) {
    self.form = form
    slotCount = form.values.count
    offsets = OffsetFinder(form)
  }

  /// Compiles the kernel; the slots of its results.
  mutating func compile() -> [Int] {
    run(form.body)
    return form.body.yields.enumerated().map { lane, value in
      let slot = slot(value)
      // A lane of an image may lie where another result is written: it is set aside, unless it stays where it is.
      guard let input = inputs[slot], shifts[input.shift] != RowShift(image: 0, dx: 0, dy: 0) || input.lane != lane
      else { return slot }
      let aside = newSlot()
      instructions.append(.copy(out: aside, a: slot))
      return aside
    }
  }

  // MARK: Slots

  private mutating func slot(_ value: Value) -> Int {
    if let bits = form.info(value).constant { return constant(bits) }
    return given[Int(value.index)] ?? Int(value.index)
  }

  /// Values that are lanes of images.
  private var given: [Int: Int] = [:]

  private mutating func newSlot() -> Int {
    slotCount += 1
    return slotCount - 1
  }

  private mutating func constant(_ bits: UInt32) -> Int {
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

  private func newPlace(_ count: inout Int) -> Int {
    count += 1
    return count - 1
  }

  // MARK: Instructions

  private mutating func run(_ region: KernelForm.Region) {
    for instruction in region.instructions { run(instruction) }
  }

  private mutating func run(_ instruction: KernelForm.Instruction) {
    switch instruction {
    case .compute(let result, let operation, let operands): compute(result, operation, operands)
    case .sample(let image, let x, let y, let results): sample(image, x, y, results)
    // Specialised forms have none.
    case .transform(_, let x, let y, let results):
      for (from, to) in zip([x, y], results) { instructions.append(.copy(out: slot(to), a: slot(from))) }
    case .load(let result, let memory, let index):
      instructions.append(.load(out: slot(result), memory: memory, index: slot(index)))
    case .store(let memory, let index, let value):
      instructions.append(.store(memory: memory, index: slot(index), a: slot(value), mask: masks.last ?? nil))
    case .condition(let condition, let then, let otherwise, let results):
      run(slot(condition), then, otherwise, results.map { slot($0) })
    case .block(let label, let region, let results): block(label, region, results.map { slot($0) })
    case .loop(let arguments, let initial, let region, _): loop(arguments, initial, region)
    case .branch(let label, let branch): leave(label, form.branches[branch])
    }
  }

  private mutating func compute(_ result: Value, _ operation: Operation, _ operands: [Value]) {
    switch operation {
    case .pixel(let image, let lane):
      given[Int(result.index)] = input(RowShift(image: image, dx: 0, dy: 0), lane: lane)
    case .destination(let axis): instructions.append(.destination(axis: axis, out: slot(result)))
    case .table(let table): instructions.append(.table(table, out: slot(result), index: slot(operands[0])))
    // Settled by the specialiser.
    case .argument, .extent: given[Int(result.index)] = constant(0)
    default:
      let slots = operands.map { slot($0) }
      instructions.append(
        .compute(
          operation, out: slot(result), a: slots[0], b: slots.count > 1 ? slots[1] : slots[0],
          c: slots.count > 2 ? slots[2] : slots[0]))
    }
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

  // MARK: Masks

  /// A mask of the innermost region that can be changed.
  private mutating func ownMask() -> Int {
    if let mask = masks.last ?? nil { return mask }
    let mask = newSlot()
    instructions.append(.copy(out: mask, a: constant(1)))
    masks[masks.count - 1] = mask
    return mask
  }

  /// Runs a region for the pixels of a mask that has just been made.
  private mutating func run(_ region: KernelForm.Region, under mask: Int, _ results: [Int]) {
    guard !region.instructions.isEmpty || !region.yields.isEmpty else { return }
    let end = newPlace(&placeCount)
    instructions.append(.leave(unlessAny: mask, to: end))
    masks.append(mask)
    run(region)
    if region.isEndReached { merge(region.yields, into: results, mask) }
    masks.removeLast()
    instructions.append(.place(end))
  }

  private mutating func merge(_ values: [Value], into results: [Int], _ mask: Int?) {
    for (value, result) in zip(values, results) {
      let source = slot(value)
      instructions.append(mask.map { .merge(out: result, a: source, mask: $0) } ?? .copy(out: result, a: source))
    }
  }

  private mutating func run(
    _ condition: Int, _ then: KernelForm.Region, _ otherwise: KernelForm.Region, _ results: [Int]
  ) {
    let outer = masks.last ?? nil
    var first = condition
    if let outer {
      first = newSlot()
      instructions.append(.compute(.and, out: first, a: outer, b: condition, c: outer))
    } else if then.hasBranch {
      // A branch changes the mask, but not the condition.
      first = newSlot()
      instructions.append(.copy(out: first, a: condition))
    }
    // Before the first region runs, which may change the mask around.
    let needsSecond = !otherwise.instructions.isEmpty || !otherwise.yields.isEmpty
    let second = newSlot()
    if needsSecond {
      instructions.append(.copy(out: second, a: outer ?? constant(1)))
      instructions.append(.remove(from: second, gone: first))
    }
    run(then, under: first, results)
    if needsSecond { run(otherwise, under: second, results) }
  }

  // MARK: Blocks and loops

  private mutating func block(_ label: Int, _ region: KernelForm.Region, _ results: [Int]) {
    let outer = masks.last ?? nil
    let mask = newSlot()
    instructions.append(.copy(out: mask, a: outer ?? constant(1)))
    masks.append(mask)
    open.append((label, masks.count - 1, results))
    run(region)
    if region.isEndReached { merge(region.yields, into: results, mask) }
    open.removeLast()
    masks.removeLast()
  }

  private mutating func leave(_ label: Int, _ values: [Value]) {
    guard let block = open.last(where: { $0.label == label }), let mask = masks.last ?? nil else { return }
    merge(values, into: block.results, mask)
    // The innermost last: it says who goes.
    for outer in masks[block.depth..<(masks.count - 1)].compactMap({ $0 }) {
      instructions.append(.remove(from: outer, gone: mask))
    }
    instructions.append(.remove(from: mask, gone: mask))
  }

  private mutating func loop(_ arguments: [Value], _ initial: [Value], _ region: KernelForm.Region) {
    hasLoops = true
    let mask = ownMask()
    let slots = arguments.map { slot($0) }
    move(initial.map { slot($0) }, to: slots)
    let (start, end) = (newPlace(&placeCount), newPlace(&placeCount))
    instructions.append(.place(start))
    instructions.append(.leave(unlessAny: mask, to: end))
    run(region)
    if region.isEndReached {
      // Who left keeps what there was: it may be asked for behind the loop.
      move(region.yields.map { slot($0) }, to: slots, mask)
      // Who took too many steps goes on behind the loop with whatever is there; what it gives is not taken.
      instructions.append(.step(mask: mask))
      instructions.append(.jump(to: start))
    }
    instructions.append(.place(end))
  }

  /// Copies as if all at once: arguments may be handed on to one another.
  private mutating func move(_ sources: [Int], to targets: [Int], _ mask: Int? = nil) {
    var copies: [(Int, Int)] = []
    for (source, target) in zip(sources, targets) where source != target {
      guard targets.contains(source) else {
        copies.append((source, target))
        continue
      }
      let aside = newSlot()
      instructions.append(.copy(out: aside, a: source))
      copies.append((aside, target))
    }
    for (source, target) in copies {
      instructions.append(mask.map { .merge(out: target, a: source, mask: $0) } ?? .copy(out: target, a: source))
    }
  }
}
