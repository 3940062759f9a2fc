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
  func run(_ operation: some ReductionOperation, input: Int, pixelCount: Int) throws(RenderError) -> [Pixel] {
    let partial = try reduce(operation, input: input)
    return operation.finish(partial, pixelCount: pixelCount)
  }

  func reduce<Reduction: ReductionOperation>(
    _ operation: Reduction, input: Int
  ) throws(RenderError) -> Reduction.Partial {
    let blocks = Self.blocks(of: operation.region)
    let partials = PartialStore<Reduction.Partial>(count: blocks.count)
    pool.concurrentPerform(blocks.count, scratch: WorkerScratch.make) { index, worker in
      if task.isCancelled { return }
      let evaluator = StepEvaluator(plan: plan, state: state, scratch: worker.arena)
      let mark = worker.arena.mark
      var partial = operation.makePartial()
      let tile = unsafe evaluator.tile(of: input, covering: blocks[index])
      unsafe operation.accumulate(tile, into: &partial)
      partials.set(partial, at: index)
      worker.arena.reset(to: mark)
    }
    if task.isCancelled { throw .cancelled }
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

/// The largest max(R, G, B) of light in BT.2020, for tone mapping pictures without any bound. NaN counts as 0.
struct PeakReduction: ReductionOperation {
  let region: PixelRect
  let toBT2020: ColorMatrix

  var fingerprint: Fingerprint { Fingerprint("peak") }

  func makePartial() -> Float { 0 }

  func accumulate(_ tile: Tile, into partial: inout Float) {
    let rect = unsafe tile.rect
    let matrix = ColorMatrixStage.Affine(toBT2020)
    var peak = partial
    for y in rect.minY..<rect.maxY {
      let rows = unsafe tile.rows(x: rect.minX, y: y)
      for i in 0..<rect.width {
        let alpha = unsafe rows.a[i]
        let scale = alpha > 0 ? 1 / alpha : 0
        let p = unsafe matrix.apply(Pixel(r: rows.r[i], g: rows.g[i], b: rows.b[i], a: 1))
        let value = Swift.max(p.r, Swift.max(p.g, p.b)) * scale
        peak = value > peak ? value : peak
      }
    }
    partial = peak
  }

  func merge(_ other: Float, into partial: inout Float) { partial = Swift.max(partial, other) }

  func finish(_ partial: Float, pixelCount: Int) -> [Pixel] {
    [Pixel(r: partial, g: partial, b: partial, a: 1)]
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

  /// One for each worker of a job.
  static let make: @Sendable () -> WorkerScratch = { WorkerScratch() }
}
