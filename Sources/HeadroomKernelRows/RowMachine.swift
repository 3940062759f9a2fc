internal import HeadroomKernelLanguage
internal import HeadroomPixels

/// Runs the instructions of a program over one strip after the other.
@unsafe
struct RowMachine {
  typealias Row = UnsafeMutablePointer<Float>

  // Whoever runs it holds the program.
  unowned(unsafe) let program: RowProgram
  private let steps: UnsafeMutablePointer<RowStep>
  private let stepCount: Int
  /// Whether something has to be 0 before a strip is computed.
  private let isPrepared: Bool
  /// Where each slot lies.
  let pointers: UnsafeMutablePointer<Row>
  /// The program's own rows, those of loops and memories behind them.
  let base: Row
  let sampler: (any SampledImages)?

  init(_ program: RowProgram, pointers: UnsafeMutablePointer<Row>, base: Row, sampler: (any SampledImages)?) {
    unsafe self.program = program
    unsafe steps = program.steps.base
    unsafe stepCount = program.steps.count
    unsafe isPrepared = program.hasLoops || !program.memories.isEmpty
    unsafe self.pointers = pointers
    unsafe self.base = base
    unsafe self.sampler = sampler
  }

  func run(count: Int, x: Int, y: Int) {
    if unsafe isPrepared { unsafe prepare(count) }
    var place = 0
    while unsafe place < stepCount {
      place += 1
      switch unsafe steps[place - 1] {
      case .compute(let operation, let out, let a, let b, let c):
        unsafe RowLoops.compute(operation, row(out), row(a), row(b), row(c), count)
      case .fused(let fusion, let out, let a, let b, let c, let d):
        unsafe RowPasses.run(fusion, row(out), row(a), row(b), row(c), row(d), count)
      case .other:
        guard let next = unsafe run(program.instructions[place - 1], place, count, x, y) else { return }
        place = next
      }
    }
  }

  @inline(__always)
  private func row(_ slot: Int32) -> Row { unsafe pointers[Int(slot)] }

  /// What is rare, or does much at a time. The result is where to go on; nil ends the program.
  private func run(_ instruction: RowInstruction, _ next: Int, _ count: Int, _ x: Int, _ y: Int) -> Int? {
    switch instruction {
    case .destination(let axis, let out): unsafe RowLoops.destination(pointers[out], axis == 0 ? x : nil, y, count)
    case .table(let table, let out, let index): unsafe look(up: table, pointers[out], pointers[index], count)
    case .copy(let out, let a): unsafe pointers[out].update(from: pointers[a], count: count)
    case .merge(let out, let a, let mask): unsafe RowLoops.merge(pointers[out], pointers[a], pointers[mask], count)
    case .remove(let from, let gone): unsafe RowLoops.remove(pointers[from], pointers[gone], count)
    case .sample(let image, let sx, let sy, let mask, let results):
      unsafe sample(image, sx, sy, mask, results, count)
    case .load(let out, let memory, let index): unsafe load(memory, pointers[out], pointers[index], count)
    case .store(let memory, let index, let a, let mask):
      unsafe store(memory, pointers[index], pointers[a], mask.map { unsafe pointers[$0] }, count)
    case .step(let mask): unsafe step(pointers[mask], count)
    case .leave(let mask, let to): return unsafe RowLoops.hasAny(pointers[mask], count) ? next : to
    case .jump(let to): return Work.isCancelled ? nil : to
    case .compute, .fused, .place: break
    }
    return next
  }

  private func prepare(_ count: Int) {
    let (rows, stride) = unsafe (program.rowCount, program.stride)
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

  private func sample(_ image: Int, _ x: Int, _ y: Int, _ mask: Int?, _ results: [Int], _ count: Int) {
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

  private func load(_ memory: Int, _ out: Row, _ index: Row, _ count: Int) {
    for i in 0..<count { unsafe out[i] = base[lane(memory, index[i]) + i] }
  }

  private func store(_ memory: Int, _ index: Row, _ a: Row, _ mask: Row?, _ count: Int) {
    for i in 0..<count {
      if let mask = unsafe mask, unsafe mask[i].bitPattern == 0 { continue }
      unsafe base[lane(memory, index[i]) + i] = a[i]
    }
  }

  // MARK: Steps

  private func step(_ mask: Row, _ count: Int) {
    let steps = unsafe base + program.rowCount * program.stride
    let exhausted = unsafe steps + program.stride
    let limit = unsafe program.stepLimit
    for i in 0..<count {
      let taken = unsafe Int32(bitPattern: steps[i].bitPattern) &+ Int32(bitPattern: mask[i].bitPattern)
      let isOver = taken > limit
      unsafe steps[i] = Float(bitPattern: UInt32(bitPattern: taken))
      unsafe exhausted[i] = Float(bitPattern: exhausted[i].bitPattern | (isOver ? 1 : 0))
      unsafe mask[i] = Float(bitPattern: isOver ? 0 : mask[i].bitPattern)
    }
  }
}
