/// Loops that pixels leave one by one. Where few pixels are left, they are compacted: the rows that the loop uses are
/// copied without the other pixels, and changed rows are copied back after the loop. Moving costs as much as several
/// operations on all pixels, so it is delayed until as much was wasted on pixels that had left.
extension RowMachine {
  /// Whether some pixels run another iteration.
  mutating func enter(_ index: Int) -> Bool {
    let loop = unsafe program.loops.base[index]
    let running = unsafe RowLoops.sum(pointers[Int(loop.mask)], count)
    guard running > 0 else { return false }
    let dense = unsafe (running + Self.vector - 1) & ~(Self.vector - 1)
    guard loop.count > 0, unsafe dense * 2 <= count else { return true }
    let cost = unsafe Self.moveCost * Int(loop.count + loop.changed) * running
    unsafe states[index].wasted += (count - running) * Int(loop.instructions)
    if unsafe states[index].wasted > cost {
      unsafe restore(index)
      unsafe compact(index, loop, dense)
    }
    return true
  }

  /// Moves the pixels of a loop back to their positions.
  mutating func restore(_ index: Int) {
    let (state, loop) = unsafe (states[index], program.loops.base[index])
    unsafe states[index] = RowLoop.State()
    guard state.around > 0 else { return }
    let places = unsafe rows(index)
    for place in Int(loop.first)..<Int(loop.first + loop.count) {
      let slot = unsafe Int(program.moved.base[place])
      let (from, to) = unsafe (pointers[slot], kept[place])
      if place < Int(loop.first + loop.changed) {
        for i in 0..<Int(state.running) { unsafe to[Int(places[i].bitPattern)] = from[i] }
      }
      unsafe pointers[slot] = to
    }
    unsafe count = Int(state.around)
    unsafe origins = originsAround(loop)
  }

  private mutating func compact(_ index: Int, _ loop: RowLoop, _ dense: Int) {
    let (places, stride) = unsafe (rows(index), program.stride)
    let running = unsafe list(pointers[Int(loop.mask)], into: places, dense)
    for (number, place) in (Int(loop.first)..<Int(loop.first + loop.count)).enumerated() {
      let slot = unsafe Int(program.moved.base[place])
      let (from, to) = unsafe (pointers[slot], places + (number + 2) * stride)
      for i in 0..<dense { unsafe to[i] = from[Int(places[i].bitPattern)] }
      unsafe kept[place] = from
      unsafe pointers[slot] = to
    }
    // The padding of the last vector takes no part.
    for i in running..<dense { unsafe pointers[Int(loop.mask)][i] = 0 }
    let (own, around) = unsafe (places + stride, originsAround(loop))
    for i in 0..<dense { unsafe own[i] = around.map { unsafe $0[Int(places[i].bitPattern)] } ?? places[i] }
    unsafe states[index] = RowLoop.State(around: Int32(count), running: Int32(running))
    unsafe (count, origins) = (dense, own)
  }

  /// Lists the pixels of a mask, with the last one repeated up to whole vectors; returns their number.
  private func list(_ mask: Row, into places: Row, _ dense: Int) -> Int {
    var running = 0
    for i in 0..<(unsafe count) where unsafe mask[i].bitPattern != 0 {
      unsafe places[running] = Float(bitPattern: UInt32(truncatingIfNeeded: i))
      running += 1
    }
    for i in running..<dense { unsafe places[i] = places[running - 1] }
    return running
  }

  /// The rows of a loop: its pixels' positions outside it, their positions in the strip, then the moved slots.
  private func rows(_ index: Int) -> Row { unsafe base + Int(program.loopStarts.base[index]) * program.stride }

  private func originsAround(_ loop: RowLoop) -> Row? {
    var parent = Int(loop.parent)
    while parent >= 0 {
      if unsafe states[parent].around > 0 { return unsafe rows(parent) + program.stride }
      parent = unsafe Int(program.loops.base[parent].parent)
    }
    return nil
  }

  /// Pixels are moved by whole vectors.
  private static var vector: Int { 32 }
  /// The cost of moving a lane of a pixel, in operations on a pixel.
  private static var moveCost: Int { 10 }
}
