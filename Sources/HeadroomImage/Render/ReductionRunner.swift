import HeadroomPixels

/// Runs reductions over blocks anchored at absolute coordinates and merges them in a fixed order, so that results
/// depend neither on workers nor on tiles.
struct ReductionRunner {
  /// Blocks start at multiples of this.
  static let blockEdge = 256

  let plan: RenderPlan
  let state: RenderState
  let pool: ThreadPool
  let task: RenderTask

  /// The pixels of a reduction step.
  func run(_ operation: some TileReduction, input: Int, pixelCount: Int) throws(RenderError) -> [Pixel] {
    let partial = try reduce(operation, input: input)
    return operation.finish(partial, pixelCount: pixelCount)
  }

  func reduce<Reduction: TileReduction>(
    _ operation: Reduction, input: Int
  ) throws(RenderError) -> Reduction.Partial {
    let blocks = Self.blocks(of: operation.region)
    let partials = PartialStore<Reduction.Partial>(count: blocks.count)
    pool.concurrentPerform(blocks.count, scratch: WorkerScratch.make) { index, worker in
      if task.isCancelled { return }
      let evaluator = worker.evaluator(plan, state, reading: [(input, blocks[index])])
      let mark = worker.arena.mark
      var partial = operation.makePartial()
      let tile = unsafe evaluator.tile(of: input, covering: blocks[index])
      unsafe operation.accumulate(tile, into: &partial)
      partials.set(partial, at: index)
      worker.arena.reset(to: mark)
      task.finish(work: blocks[index].area)
      if let failure = worker.failure { task.fail(failure) }
    }
    try task.check()
    var result = operation.makePartial()
    for index in blocks.indices {
      if let partial = partials.value(at: index) { operation.merge(partial, into: &result) }
    }
    return result
  }

  static func blocks(of region: PixelRect) -> [PixelRect] {
    guard !region.isEmpty else { return [] }
    func floorBlock(_ value: Int) -> Int { Int((Double(value) / Double(blockEdge)).rounded(.down)) * blockEdge }
    var blocks: [PixelRect] = []
    for y in stride(from: floorBlock(region.minY), to: region.maxY, by: blockEdge) {
      for x in stride(from: floorBlock(region.minX), to: region.maxX, by: blockEdge) {
        blocks.append(PixelRect(x: x, y: y, width: blockEdge, height: blockEdge).intersection(region))
      }
    }
    return blocks
  }
}

/// One slot per block, each written once by the worker that has the block.
@safe final class PartialStore<Value: Sendable>: @unchecked Sendable {
  // Proof: slots are distinct memory, index i is written by one call only, and read after all calls have returned.
  private let slots: UnsafeMutableBufferPointer<Value?>

  init(count: Int) {
    unsafe slots = .allocate(capacity: count)
    unsafe slots.initialize(repeating: nil)
  }

  deinit {
    unsafe slots.deinitialize()
    unsafe slots.deallocate()
  }

  func set(_ value: Value, at index: Int) { unsafe slots[index] = value }
  func value(at index: Int) -> Value? { unsafe slots[index] }
}

/// What a worker keeps from part to part.
struct WorkerScratch: ~Copyable {
  let arena = ScratchArena()
  private let sharedArena = ScratchArena()

  /// One for each worker of a job.
  static let make: @Sendable () -> WorkerScratch = { WorkerScratch() }

  /// Why the render cannot go on.
  var failure: RenderError? { arena.failure ?? sharedArena.failure }

  /// The evaluator of one tile, for which `needed` is read of the steps.
  func evaluator(
    _ plan: RenderPlan, _ state: RenderState, reading needed: [(step: Int, rect: PixelRect)]
  ) -> StepEvaluator {
    var evaluator = StepEvaluator(plan: plan, state: state, scratch: arena)
    if let regions = state.shared?.regions(needed) {
      sharedArena.reset(to: ScratchArena.Mark.bottom)
      evaluator.shared = SharedTiles(regions: regions, arena: sharedArena)
    }
    return evaluator
  }
}
