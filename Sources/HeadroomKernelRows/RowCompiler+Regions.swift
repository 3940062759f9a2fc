internal import HeadroomKernelLanguage

extension RowCompiler {
  // MARK: Conditions

  /// A condition that differs between pixels.
  mutating func run(
    _ condition: Int, _ then: KernelIR.Region, _ otherwise: KernelIR.Region, _ results: [Value]
  ) {
    let outer = masks.last ?? nil
    var first = condition
    if let outer {
      first = newSlot()
      instructions.append(.compute(.and, out: first, a: outer, b: condition, c: outer))
    } else if then.hasBranch {
      // Branches change the mask, but must not change the condition.
      first = newSlot()
      instructions.append(.copy(out: first, a: condition))
    }
    // Computed before the first region runs, which may change the outer mask.
    let needsSecond = !otherwise.instructions.isEmpty || !otherwise.yields.isEmpty
    let second = newSlot()
    if needsSecond {
      instructions.append(.copy(out: second, a: outer ?? constant(1)))
      instructions.append(.remove(from: second, gone: first))
    }
    run(then, under: first, results)
    if needsSecond { run(otherwise, under: second, results) }
  }

  /// Runs a region for the pixels of a new mask.
  private mutating func run(_ region: KernelIR.Region, under mask: Int, _ results: [Value]) {
    guard !region.instructions.isEmpty || !region.yields.isEmpty else { return }
    let end = newPlace()
    instructions.append(.leave(unlessAny: mask, to: end))
    masks.append(mask)
    run(region)
    if region.isEndReached { merge(region.yields, into: results, mask) }
    masks.removeLast()
    instructions.append(.place(end))
  }

  private mutating func merge(_ values: [Value], into results: [Value], _ mask: Int) {
    for (value, result) in zip(values, results) {
      instructions.append(.merge(out: slot(result), a: slot(value), mask: mask))
    }
  }

  /// A condition that is the same for all pixels.
  mutating func decide(
    _ condition: Int, _ then: KernelIR.Region, _ otherwise: KernelIR.Region, _ results: [Value]
  ) {
    let (second, end) = (newPlace(), newPlace())
    instructions.append(.skip(unless: condition, to: second))
    run(then)
    if then.isEndReached {
      move(then.yields, to: results)
      instructions.append(.jump(to: end))
    }
    instructions.append(.place(second))
    run(otherwise)
    if otherwise.isEndReached { move(otherwise.yields, to: results) }
    instructions.append(.place(end))
    spread(results)
  }

  // MARK: Blocks

  mutating func block(_ label: Int, _ region: KernelIR.Region, _ results: [Value]) {
    if ir.splitBlocks.contains(label) { return splitBlock(label, region, results) }
    let end = newPlace()
    open.append(OpenBlock(label: label, depth: masks.count, end: end, loops: openLoops.count, results: results))
    run(region)
    if region.isEndReached { move(region.yields, to: results) }
    open.removeLast()
    instructions.append(.place(end))
    spread(results)
  }

  private mutating func splitBlock(_ label: Int, _ region: KernelIR.Region, _ results: [Value]) {
    let mask = newSlot()
    instructions.append(.copy(out: mask, a: (masks.last ?? nil) ?? constant(1)))
    masks.append(mask)
    open.append(
      OpenBlock(label: label, depth: masks.count - 1, end: nil, loops: openLoops.count, results: results))
    run(region)
    if region.isEndReached { merge(region.yields, into: results, mask) }
    open.removeLast()
    masks.removeLast()
  }

  mutating func leave(_ label: Int, _ values: [Value]) {
    guard let block = open.last(where: { $0.label == label }) else { return }
    if let end = block.end {
      move(values, to: block.results)
      for loop in openLoops[block.loops...].reversed() { instructions.append(.restore(loop: loop)) }
      instructions.append(.jump(to: end))
      return
    }
    guard let mask = masks.last ?? nil else { return }
    merge(values, into: block.results, mask)
    // The innermost mask comes last, since it holds the pixels to remove.
    for outer in masks[block.depth..<(masks.count - 1)].compactMap({ $0 }) {
      instructions.append(.remove(from: outer, gone: mask))
    }
    instructions.append(.remove(from: mask, gone: mask))
  }

  // MARK: Loops

  mutating func loop(_ arguments: [Value], _ initial: [Value], _ region: KernelIR.Region) {
    hasLoops = true
    let mask = masks.last ?? nil
    move(initial, to: arguments)
    let (start, end) = (newPlace(), newPlace())
    let number = mask.map { _ in newLoop() }
    instructions.append(.place(start))
    if let mask, let number { instructions.append(.enter(loop: number, mask: mask, to: end)) }
    spread(arguments)
    run(region)
    if region.isEndReached {
      // Values of pixels that left the loop are not read here.
      move(region.yields, to: arguments)
      // A pixel that took too many steps continues after the loop with arbitrary values; its result is discarded.
      instructions.append(.step(mask: mask))
      instructions.append(.jump(to: start))
    }
    instructions.append(.place(end))
    if let number {
      openLoops.removeLast()
      instructions.append(.restore(loop: number))
    }
  }

  private mutating func newLoop() -> Int {
    loopParents.append(openLoops.last)
    openLoops.append(loopParents.count - 1)
    return loopParents.count - 1
  }

  // MARK: Moves

  /// Copies as if simultaneously: arguments may be passed to one another.
  private mutating func move(_ sources: [Value], to targets: [Value]) {
    let pairs = Array(zip(sources, targets))
    let scalarPairs = pairs.filter { isUniform($0.1) }.map { (scalar($0.0), scalar($0.1)) }
    let rowPairs = pairs.filter { !isUniform($0.1) }.map { (slot($0.0), slot($0.1)) }
    for (source, target) in ordered(scalarPairs, aside: { $0.newScalar() }) {
      instructions.append(.scalarCopy(out: target, a: source))
    }
    for (source, target) in ordered(rowPairs, aside: { $0.newSlot() }) {
      instructions.append(.copy(out: target, a: source))
    }
  }

  /// The same copies in sequence; a source that would be overwritten before it is read is saved first.
  private mutating func ordered(
    _ pairs: [(Int, Int)], aside: (inout RowCompiler) -> Int
  ) -> [(Int, Int)] {
    let targets = Set(pairs.map(\.1))
    var (first, second): ([(Int, Int)], [(Int, Int)]) = ([], [])
    for (source, target) in pairs where source != target {
      guard targets.contains(source) else {
        second.append((source, target))
        continue
      }
      let place = aside(&self)
      first.append((source, place))
      second.append((place, target))
    }
    return first + second
  }
}
