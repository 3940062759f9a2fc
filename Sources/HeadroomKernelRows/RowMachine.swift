internal import HeadroomKernelLanguage
internal import HeadroomPixels

/// Runs the instructions of a program over one strip after the other.
@unsafe
struct RowMachine {
  typealias Row = UnsafeMutablePointer<Float>

  // The caller keeps the program alive.
  unowned(unsafe) let program: RowProgram
  private let steps: UnsafeMutablePointer<RowStep>
  private let stepCount: Int
  /// Whether memory has to be zeroed before a strip is computed.
  private let isPrepared: Bool
  /// The address of each slot.
  let pointers: UnsafeMutablePointer<Row>
  /// The addresses of slots before a loop compacted its pixels.
  let kept: UnsafeMutablePointer<Row>
  let states: UnsafeMutablePointer<RowLoop.State>
  let scalars: Row
  /// The program's own rows, followed by those of loops and memories.
  let base: Row
  let sampler: (any SampledImages)?

  /// Positions that replace the centres of pixels, and how many of them were used.
  var places: RowPointers?
  var passed = 0

  /// The number of computed pixels.
  var count = 0
  /// The position of each of them in the strip; nil where all pixels of the strip are computed.
  var origins: Row?
  /// The steps that all pixels took, and the most that one pixel may have taken.
  var stepsOfAll: Int32 = 0
  var mostSteps: Int32 = 0

  init(
    _ program: RowProgram, memory: UnsafeMutableRawPointer, _ layout: ScratchLayout, sampler: (any SampledImages)?
  ) {
    unsafe self.program = program
    unsafe steps = program.steps.base
    unsafe stepCount = program.steps.count
    unsafe isPrepared = program.hasLoops || !program.memories.isEmpty
    unsafe pointers = memory.assumingMemoryBound(to: Row.self)
    unsafe kept = (memory + layout.kept).assumingMemoryBound(to: Row.self)
    unsafe states = (memory + layout.states).assumingMemoryBound(to: RowLoop.State.self)
    unsafe scalars = (memory + layout.scalars).assumingMemoryBound(to: Float.self)
    unsafe base = (memory + layout.rows).assumingMemoryBound(to: Float.self)
    unsafe self.sampler = sampler
    unsafe scalars.update(from: program.scalars.base, count: program.scalars.count)
    unsafe states.update(repeating: RowLoop.State(), count: program.loops.count)
  }

  /// Runs a strip; returns whether it was completed, which cancelled work is not.
  mutating func run(count all: Int, x: Int, y: Int) -> Bool {
    unsafe count = all
    if unsafe isPrepared { unsafe prepare() }
    var place = 0
    while unsafe place < stepCount {
      place += 1
      switch unsafe steps[place - 1] {
      case .compute(let operation, let out, let a, let b, let c):
        unsafe RowLoops.compute(operation, row(out), row(a), row(b), row(c), count)
      case .fused(let fusion, let out, let a, let b, let c, let d):
        unsafe FusedRowLoops.run(fusion, row(out), row(a), row(b), row(c), row(d), count)
      case .scalar(let operation, let out, let a, let b, let c):
        unsafe RowLoops.compute(operation, scalar(out), scalar(a), scalar(b), scalar(c), 1)
      case .scalarCopy(let out, let a): unsafe scalar(out).pointee = scalar(a).pointee
      case .spread(let out, let number): unsafe row(out).update(repeating: scalar(number).pointee, count: count)
      case .copy(let out, let a): unsafe row(out).update(from: row(a), count: count)
      case .merge(let out, let a, let mask): unsafe RowLoops.merge(row(out), row(a), row(mask), count)
      case .remove(let from, let gone): unsafe RowLoops.remove(row(from), row(gone), count)
      case .leave(let mask, let to): if unsafe !RowLoops.hasAny(row(mask), count) { place = Int(to) }
      case .enter(let loop, let to): if unsafe !enter(Int(loop)) { place = Int(to) }
      case .skip(let number, let to): if unsafe scalar(number).pointee.bitPattern == 0 { place = Int(to) }
      case .jump(let to):
        if to < place, TaskContext.isCancelled { return false }
        place = Int(to)
      case .step(let mask): unsafe step(row(mask))
      case .stepAll: if unsafe !stepAll() { place = unsafe stepCount }
      case .other: unsafe run(program.instructions[place - 1], x, y)
      }
    }
    return true
  }

  @inline(__always)
  private func scalar(_ number: Int32) -> Row { unsafe scalars + Int(number) }

  @inline(__always)
  private func row(_ slot: Int32) -> Row { unsafe pointers[Int(slot)] }

  /// Runs instructions that are rare or do much at a time.
  private mutating func run(_ instruction: RowInstruction, _ x: Int, _ y: Int) {
    switch instruction {
    case .destination(let axis, let out): unsafe place(axis, pointers[out], x, y)
    case .table(let table, let out, let index): unsafe look(up: table, pointers[out], pointers[index], count)
    case .scalarTable(let table, let out, let index): unsafe look(up: table, scalars + out, scalars + index, 1)
    case .sample(let image, let sx, let sy, let mask, let results):
      unsafe sample(image, sx, sy, mask, results)
    case .load(let out, let memory, let index): unsafe load(memory, pointers[out], pointers[index])
    case .store(let memory, let index, let a, let mask):
      unsafe store(memory, pointers[index], pointers[a], mask.map { unsafe pointers[$0] })
    case .restore(let loop): unsafe restore(loop)
    case .compute, .fused, .scalar, .scalarCopy, .spread, .copy, .merge, .remove, .step, .leave, .enter, .skip, .jump,
      .place:
      break
    }
  }

  private func place(_ axis: Int, _ out: Row, _ x: Int, _ y: Int) {
    guard let places = unsafe places else {
      return unsafe RowLoops.destination(out, axis == 0 ? x : nil, y, count)
    }
    unsafe out.update(from: (axis == 0 ? places.r : places.g) + passed, count: count)
  }

  private mutating func prepare() {
    let (rows, stride) = unsafe (program.rowCount, program.stride)
    unsafe (stepsOfAll, mostSteps) = (0, 0)
    if unsafe program.hasLoops {
      for row in rows..<(rows + 2) { unsafe (base + row * stride).update(repeating: 0, count: count) }
    }
    for (start, lanes) in unsafe zip(program.memoryStarts, program.memories) {
      unsafe (base + start * stride).update(repeating: 0, count: lanes * stride)
    }
  }

  private func look(up table: Int, _ out: Row, _ index: Row, _ count: Int) {
    unsafe program.tables[table].withUnsafeBufferPointer { lanes in
      let last = UInt32(truncatingIfNeeded: lanes.count - 1)
      for i in 0..<count { unsafe out[i] = Float(bitPattern: lanes[Int(min(index[i].bitPattern, last))]) }
    }
  }

  private func sample(_ image: Int, _ x: Int, _ y: Int, _ mask: Int?, _ results: [Int]) {
    let rows = unsafe RowPointers(
      r: pointers[results[0]], g: pointers[results[1]], b: pointers[results[2]], a: pointers[results[3]])
    guard let sampler = unsafe sampler else { return unsafe rows.clear(4, count: count) }
    let allowed = unsafe mask.map { unsafe UnsafePointer(pointers[$0]) }
    unsafe sampler.sample(image, x: pointers[x], y: pointers[y], mask: allowed, count: count, into: rows)
  }

  // MARK: Memories

  private func lane(_ memory: Int, _ index: Float) -> Int {
    let lanes = unsafe program.memories[memory]
    let lane = Int(min(index.bitPattern, UInt32(truncatingIfNeeded: lanes - 1)))
    return unsafe (program.memoryStarts[memory] + lane) * program.stride
  }

  /// The position of a pixel in the strip.
  @inline(__always)
  private func origin(_ lane: Int) -> Int {
    if let origins = unsafe origins { unsafe Int(origins[lane].bitPattern) } else { lane }
  }

  private func load(_ memory: Int, _ out: Row, _ index: Row) {
    for i in 0..<(unsafe count) { unsafe out[i] = base[lane(memory, index[i]) + origin(i)] }
  }

  private func store(_ memory: Int, _ index: Row, _ a: Row, _ mask: Row?) {
    for i in 0..<(unsafe count) {
      if let mask = unsafe mask, unsafe mask[i].bitPattern == 0 { continue }
      unsafe base[lane(memory, index[i]) + origin(i)] = a[i]
    }
  }
}
