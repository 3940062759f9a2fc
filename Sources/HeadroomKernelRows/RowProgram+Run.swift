internal import CHeadroomSystem
package import HeadroomPixels

extension RowProgram {
  /// Computes a row of pixels.
  ///
  /// - Parameters:
  ///   - inputs: rows for each of ``shifts``, from the first pixel on.
  ///   - outputs: receives the results, a row for each result of the kernel; they may be the rows of the first image.
  ///   - x, y: the first pixel.
  ///   - places: rows of positions, in red and green, that replace the centres of the pixels; results may overwrite
  ///     them.
  package func run(
    _ inputs: UnsafePointer<RowPointers>, into outputs: RowPointers, count: Int, x: Int, y: Int,
    places: RowPointers? = nil, sampler: (any SampledImages)? = nil
  ) {
    let given = rowCount + constantCount
    let slots = given + self.inputs.count + direct.count
    let layout = ScratchLayout(self, slots: slots)
    guard let memory = unsafe headroom_thread_scratch(layout.bytes) else {
      return unsafe outputs.clear(results.count, count: count)
    }
    let base = unsafe (memory + layout.rows).assumingMemoryBound(to: Float.self)
    let pointers = unsafe memory.assumingMemoryBound(to: UnsafeMutablePointer<Float>.self)
    for row in 0..<rowCount { unsafe pointers[row] = base + row * stride }
    for row in 0..<constantCount { unsafe pointers[rowCount + row] = constants.base + row * stride }
    unsafe bind(pointers + given, inputs, outputs)
    for row in 0..<2 { unsafe pointers[slots + row] = base + (rowCount + row) * stride }
    var machine = unsafe RowMachine(self, memory: memory, layout, sampler: sampler)
    unsafe machine.places = unsafe places
    var start = 0
    while start < count {
      let length = min(strip, count - start)
      // After a cancellation the pixels are not used.
      guard unsafe machine.run(count: length, x: x + start, y: y) else { return }
      if finishes { unsafe finish(pointers, base, outputs, start, length) }
      start += length
      unsafe machine.passed = start
      for slot in given..<slots { unsafe pointers[slot] += length }
    }
  }

  /// Binds slots to the caller's rows.
  private func bind(
    _ pointers: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, _ rows: UnsafePointer<RowPointers>,
    _ outputs: RowPointers
  ) {
    for place in 0..<inputs.count {
      let input = unsafe inputs.base[place]
      unsafe pointers[place] = rows[input.shift].plane(input.lane)
    }
    for place in 0..<direct.count { unsafe pointers[inputs.count + place] = outputs.plane(direct.base[place]) }
  }

  /// Copies results that could not be computed in place. All of them are in separate rows here, so none is overwritten
  /// before it is read.
  private func finish(
    _ pointers: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, _ base: UnsafeMutablePointer<Float>,
    _ outputs: RowPointers, _ start: Int, _ count: Int
  ) {
    for (lane, slot) in results.enumerated() where !direct.contains(lane) {
      let target = unsafe outputs.plane(lane) + start
      let source = unsafe pointers[slot]
      if unsafe source != target { unsafe target.update(from: source, count: count) }
    }
    guard hasLoops else { return }
    let exhausted = unsafe base + (rowCount + 1) * stride
    var unfinished = 0
    for i in 0..<count { unfinished += unsafe exhausted[i].bitPattern != 0 ? 1 : 0 }
    guard unfinished > 0 else { return }
    TaskContext.addUnfinished(unfinished)
    for lane in results.indices {
      let target = unsafe outputs.plane(lane) + start
      for i in 0..<count { unsafe target[i] = exhausted[i].bitPattern != 0 ? 0 : target[i] }
    }
  }
}

/// The offsets of the parts of a program's memory, in bytes.
struct ScratchLayout {
  /// The pointers that loops save, after the slots' pointers and two for the rows of steps.
  let kept: Int
  let states: Int
  let scalars: Int
  let rows: Int
  let bytes: Int

  init(_ program: RowProgram, slots: Int) {
    let pointer = unsafe MemoryLayout<UnsafeMutablePointer<Float>>.stride
    kept = (slots + 2) * pointer
    states = kept + program.moved.count * pointer
    scalars = states + program.loops.count * MemoryLayout<RowLoop.State>.stride
    rows = (scalars + program.scalars.count * MemoryLayout<Float>.stride + 63) & ~63
    bytes = rows + (program.scratchRows + program.movedRows) * program.stride * MemoryLayout<Float>.stride
  }
}

extension RowPointers {
  /// Without memory the result is 0; the render fails at its next allocation.
  func clear(_ lanes: Int, count: Int) {
    for index in 0..<lanes { unsafe plane(index).update(repeating: 0, count: count) }
  }
}
