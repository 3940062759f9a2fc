internal import HeadroomPixels

/// Runs reductions over blocks anchored at absolute coordinates and merges them in a fixed order, so that results
/// depend neither on workers nor on tiles.
struct ReductionRunner {
  /// Blocks start at multiples of these: rows of a picture as they lie in memory.
  static let blockWidth = 8192
  static let blockHeight = 64

  let plan: RenderPlan
  let state: RenderState
  let pool: ThreadPool
  /// The most threads; nil takes those of the pool.
  let workers: Int?
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
    let width = min(operation.region.width, Self.blockWidth)
    // Sums continue from row to row: the number of rows computed at a time changes no bit of them.
    let most = max(state.scratch.largestRegion / max(width, 1), 1)
    let height = min(TileShape.rows(for: plan, step: input, width: width), most)
    let partials = Results<Reduction.Partial>(count: blocks.count)
    let makeScratch: @Sendable () -> WorkerScratch = { [state] in WorkerScratch(blockBytes: state.scratch.blockBytes) }
    pool.concurrentPerform(blocks.count, maxWorkers: workers, scratch: makeScratch) { index, worker in
      if task.isStopped { return }
      var partial = operation.makePartial()
      worker.beginTile(slides: true)
      for rows in blocks[index].bands(of: height) {
        if task.isStopped { return }
        let mark = worker.arena.mark
        let evaluator = worker.evaluator(plan, state, reading: [(input, rows)])
        unsafe evaluator.forEachSpan(of: input, over: rows) { rows, count, x, y in
          unsafe operation.accumulate(rows, count: count, x: x, y: y, into: &partial)
        }
        worker.arena.reset(to: mark)
      }
      partials[index] = partial
      task.finish(work: blocks[index].area)
      if let failure = worker.failure { task.fail(failure) }
    }
    try task.check()
    var result = operation.makePartial()
    for index in blocks.indices {
      if let partial = partials[index] { operation.merge(partial, into: &result) }
    }
    return result
  }

  /// The absolute grid's cells, as far as they lie in a region.
  static func blocks(of region: PixelRect) -> [PixelRect] {
    guard !region.isEmpty else { return [] }
    func floored(_ value: Int, _ step: Int) -> Int { Int((Double(value) / Double(step)).rounded(.down)) * step }
    var blocks: [PixelRect] = []
    for y in stride(from: floored(region.minY, blockHeight), to: region.maxY, by: blockHeight) {
      for x in stride(from: floored(region.minX, blockWidth), to: region.maxX, by: blockWidth) {
        blocks.append(PixelRect(x: x, y: y, width: blockWidth, height: blockHeight).intersection(region))
      }
    }
    return blocks
  }
}

/// The memory that a worker keeps from part to part.
package struct WorkerScratch: @unchecked Sendable {
  // Proof: one thread uses it at a time.
  package let arena: ScratchArena
  private let lineBuffers: LineBuffers

  /// - Parameter blockBytes: bytes that are allocated at a time.
  init(blockBytes: Int) {
    arena = ScratchArena(blockBytes: blockBytes)
    lineBuffers = LineBuffers(blockBytes: blockBytes)
  }

  /// Why the render cannot go on.
  package var failure: RenderError? { arena.failure ?? lineBuffers.arena.failure }

  /// Computes a tile, some rows at a time from the top.
  ///
  /// - Parameters:
  ///   - bands: the rows.
  ///   - target: the pass that the body computes.
  func compute(
    _ bands: [PixelRect], _ plan: RenderPlan, _ state: RenderState, _ target: PassTarget, isStopped: () -> Bool,
    _ body: (PixelRect, StepEvaluator) -> Void
  ) {
    beginTile(slides: bands.count > 1)
    for band in bands {
      if isStopped() { return }
      let mark = arena.mark
      body(band, evaluator(plan, state, reading: plan.reads(target, for: band)))
      arena.reset(to: mark)
    }
  }

  /// - Parameter slides: whether the tile is computed some rows at a time, from the top.
  func beginTile(slides: Bool) { lineBuffers.beginTile(slides: slides) }

  /// The evaluator of some rows of a tile, which read `needed` from the steps.
  func evaluator(
    _ plan: RenderPlan, _ state: RenderState, reading needed: @autoclosure () -> [(step: Int, rect: PixelRect)]
  ) -> StepEvaluator {
    lineBuffers.beginRows(reading: needed(), state.shared)
    return StepEvaluator(plan: plan, state: state, scratch: arena, lineBuffers: lineBuffers)
  }
}
