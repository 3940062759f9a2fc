internal import HeadroomKernelLanguage

/// Assigns rows of memory to slots: after a slot's last read its row is reused. No instruction writes a row that it
/// reads, because loops over overlapping rows do not vectorise.
struct RowAllocator {
  private(set) var instructions: [RowInstruction] = []
  private(set) var results: [Int] = []
  private(set) var direct: [Int] = []
  private(set) var rowCount = 0
  private(set) var loops: [RowLoop] = []
  /// The slots that loops move; each loop states its number of them.
  private(set) var moved: [Int32] = []
  let constants: [UInt32]
  let inputs: [RowProgram.Input]

  private let source: [RowInstruction]
  private let compiler: RowCompiler
  private let wanted: [Int]
  /// The first and last instruction that uses a slot.
  private var liveRanges: [Int: ClosedRange<Int>] = [:]
  private var writes: [Int: Int] = [:]
  private var numbers: [Int: Int] = [:]

  init(_ compiler: RowCompiler, _ source: [RowInstruction], results: [Int]) {
    self.source = source
    self.compiler = compiler
    wanted = results
    // Only slots that are still used get a number.
    let used = Set(source.flatMap(\.operands)).union(results)
    let constantSlots = compiler.constants.keys.filter(used.contains).sorted()
    let inputSlots = compiler.inputs.keys.filter(used.contains).sorted()
    constants = constantSlots.compactMap { compiler.constants[$0] }
    inputs = inputSlots.compactMap { compiler.inputs[$0] }
    findLiveRanges()
    let directSlots = findDirect()
    assign(except: Set(constantSlots + inputSlots + directSlots))
    for (place, slot) in (constantSlots + inputSlots + directSlots).enumerated() { numbers[slot] = rowCount + place }
    self.direct = directSlots.compactMap { wanted.firstIndex(of: $0) }
    self.results = wanted.map { numbers[$0] ?? 0 }
    findLoops(stepSlots: rowCount + constantSlots.count + inputSlots.count + directSlots.count)
    finish()
  }

  private func isGiven(_ slot: Int) -> Bool { compiler.constants[slot] != nil || compiler.inputs[slot] != nil }

  // MARK: How long slots live

  private mutating func findLiveRanges() {
    for (place, instruction) in source.enumerated() {
      for slot in instruction.operands { extend(slot, to: place) }
      for slot in instruction.results {
        extend(slot, to: place)
        writes[slot, default: 0] += 1
      }
    }
    for slot in wanted { extend(slot, to: source.count) }
    // A slot from before a loop that the loop reads lives until the loop's end. A slot read after the loop lives from
    // the loop's start, because pixels that left keep their values while others iterate.
    for loop in ranges() {
      for slot in Set(loop.flatMap { source[$0].operands + source[$0].results }) {
        guard let life = liveRanges[slot] else { continue }
        if life.lowerBound < loop.lowerBound { extend(slot, to: loop.upperBound) }
        if life.upperBound > loop.upperBound { extend(slot, to: loop.lowerBound) }
      }
    }
  }

  private mutating func extend(_ slot: Int, to place: Int) {
    let life = liveRanges[slot] ?? place...place
    liveRanges[slot] = min(life.lowerBound, place)...max(life.upperBound, place)
  }

  /// The ranges from the start of each loop to its jump back, inner loops first.
  private func ranges() -> [ClosedRange<Int>] {
    var places: [Int: Int] = [:]
    var found: [ClosedRange<Int>] = []
    for (index, instruction) in source.enumerated() {
      if case .place(let place) = instruction { places[place] = index }
      if case .jump(let to) = instruction, let start = places[to] { found.append(start...index) }
    }
    return found
  }

  // MARK: Results in place

  /// Results that can be written directly to the caller's rows: computed once, by all pixels, after the last read of
  /// the first image's lane that may share the row.
  private func findDirect() -> [Int] {
    var isConditional: [Bool] = []
    var depth = 0
    var ends: [Int: Int] = [:]
    var passed: Set<Int> = []
    for instruction in source {
      if let to = instruction.target, !passed.contains(to) {
        ends[to, default: 0] += 1
        depth += 1
      }
      if case .place(let place) = instruction {
        passed.insert(place)
        depth -= ends[place] ?? 0
      }
      isConditional.append(depth > 0)
    }
    return wanted.enumerated().compactMap { lane, slot in
      guard !isGiven(slot), writes[slot] == 1, wanted.count(where: { $0 == slot }) == 1, let life = liveRanges[slot],
        !isConditional[life.lowerBound]
      else { return nil }
      let read = compiler.inputs.filter { compiler.shifts[$0.value.shift].image == 0 && $0.value.lane == lane }
      let isFree = read.keys.allSatisfy { (liveRanges[$0]?.upperBound ?? -1) < life.lowerBound }
      return isFree ? slot : nil
    }
  }

  // MARK: Rows

  private mutating func assign(except given: Set<Int>) {
    var free: [Int] = []
    var (beginning, ending): ([Int: [Int]], [Int: [Int]]) = ([:], [:])
    for (slot, life) in liveRanges where !given.contains(slot) {
      beginning[life.lowerBound, default: []].append(slot)
      ending[life.upperBound, default: []].append(slot)
    }
    for place in source.indices {
      for slot in (beginning[place] ?? []).sorted() {
        if let row = free.popLast() {
          numbers[slot] = row
        } else {
          numbers[slot] = rowCount
          rowCount += 1
        }
      }
      for slot in (ending[place] ?? []).sorted() { if let row = numbers[slot] { free.append(row) } }
    }
    // Results that no instruction writes.
    for slot in wanted where numbers[slot] == nil && !given.contains(slot) {
      numbers[slot] = rowCount
      rowCount += 1
    }
  }

  // MARK: Loops

  /// Finds the slots that move with compacted pixels: all that exist at a loop's start and that it uses.
  private mutating func findLoops(stepSlots: Int) {
    var (masks, places): ([Int: Int], [Int: ClosedRange<Int>]) = ([:], [:])
    for instruction in source { if case .enter(let loop, let mask, _) = instruction { masks[loop] = numbers[mask] } }
    for range in ranges() {
      if case .enter(let loop, _, _) = source[range.lowerBound + 1] { places[loop] = range }
    }
    for (loop, parent) in compiler.loopParents.enumerated() {
      let mask = masks[loop] ?? 0
      // A loop that never iterates has no range.
      guard let range = places[loop] else {
        loops.append(RowLoop(mask: mask, parent: parent))
        continue
      }
      let written = Set(source[range].flatMap(\.results))
      let touched = written.union(source[range].flatMap(\.operands)).filter {
        compiler.constants[$0] == nil
          && (compiler.inputs[$0] != nil || (liveRanges[$0]?.lowerBound ?? range.upperBound) <= range.lowerBound)
      }
      let kept = touched.filter { !written.contains($0) }.compactMap { numbers[$0] }.sorted()
      // Two rows after all others count the steps, and mark pixels that took too many.
      let changed = touched.filter(written.contains).compactMap { numbers[$0] }.sorted() + [stepSlots, stepSlots + 1]
      guard changed.count + kept.count <= Self.mostMoved else {
        loops.append(RowLoop(mask: mask, parent: parent))
        continue
      }
      loops.append(
        RowLoop(
          mask: mask, parent: parent, first: moved.count, changed: changed.count,
          count: changed.count + kept.count, instructions: range.count))
      moved += (changed + kept).map { Int32($0) }
    }
  }

  /// Moving more slots would be too expensive; this also limits the memory.
  private static let mostMoved = 64

  // MARK: Places

  private mutating func finish() {
    var places: [Int: Int] = [:]
    var count = 0
    for instruction in source {
      if case .place(let place) = instruction { places[place] = count } else { count += 1 }
    }
    for instruction in source {
      if case .place = instruction { continue }
      let mapped = instruction.mapped { numbers[$0] ?? 0 }
      instructions.append(mapped.target.map { mapped.going(to: places[$0] ?? count) } ?? mapped)
    }
  }
}
