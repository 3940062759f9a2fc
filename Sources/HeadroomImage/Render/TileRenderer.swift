internal import HeadroomColor
internal import HeadroomImageIO
package import HeadroomPixels

/// Runs a plan by tiles over all workers. The result depends neither on their number nor on the tile size, bit for bit.
package struct TileRenderer {
  package struct Options: Sendable {
    package var pool: ThreadPool
    /// Threads at most; nil takes what the pool has.
    package var workers: Int?
    /// Edge of output tiles; nil chooses by the plan.
    package var tileEdge: Int?
    /// Bytes that intermediates may take together; nil is without limit.
    package var memoryLimit: Int?
    package var dither: RowCodec.Dither
    /// As many workers as have room for what each of them computes in one piece.
    var mostWorkers: Int? {
      guard let memoryLimit else { return workers }
      return min(workers ?? pool.workerCount, max(memoryLimit / (largestRegion * 64), 1))
    }

    /// Pixels of a region that a worker computes in one piece for a neighbourhood or a resampling; what is larger is cut,
    /// where the operation can be. Bits do not depend on it.
    var largestRegion: Int { max(min((memoryLimit ?? .max) / 256, 1 << 22), 1 << 16) }

    package init(
      pool: ThreadPool = .shared, workers: Int? = nil, tileEdge: Int? = nil, memoryLimit: Int? = nil,
      dither: RowCodec.Dither = .none
    ) {
      self.pool = pool
      self.workers = workers
      self.tileEdge = tileEdge
      self.memoryLimit = memoryLimit
      self.dither = dither
    }
  }

  package var options: Options
  package var task: RenderTask

  package init(options: Options = Options(), task: RenderTask = RenderTask()) {
    self.options = options
    self.task = task
  }

  /// Renders the plan's region into a bitmap of its size: the region's top row becomes row 0.
  package func render(_ plan: RenderPlan, into bitmap: PixelBitmap) throws(RenderError) {
    try render(plan, sources: try load(plan), measured: nil, into: bitmap)
  }

  /// As ``render(_:into:)`` with sources that are there already.
  ///
  /// - Parameter measured: the plan's measurements where they have been made.
  func render(
    _ plan: RenderPlan, sources: [LoadedSource], measured: [Float]?, into bitmap: PixelBitmap
  ) throws(RenderError) {
    precondition(bitmap.width == plan.region.width && bitmap.height == plan.region.height, "bitmap of another size")
    let prepared = try prepare(
      plan, sources: sources, measured: measured, steps: plan.steps.indices, output: bitmap.width * bitmap.height)
    try writeOutput(prepared, into: bitmap)
    task.advance(to: 1)
  }

  /// How bright a step is over a region.
  ///
  /// - Parameter measured: the measurements that the step's own chain needs.
  func light(
    ofStep index: Int, over region: PixelRect, _ plan: RenderPlan, sources: [LoadedSource], measured: [Float]
  ) throws(RenderError) -> LightMeter {
    let prepared = try prepare(plan, sources: sources, measured: measured, steps: 0..<index + 1)
    return try light(ofStep: index, over: region, prepared.plan, prepared.state)
  }

  /// Computes reductions, measurements and stored intermediates, binds all programs.
  ///
  /// - Parameter output: pixels that are to be finished afterwards.
  private func prepare(
    _ plan: RenderPlan, sources: [LoadedSource], measured: [Float]?, steps: Range<Int>, output: Int = 0
  ) throws(RenderError) -> (plan: RenderPlan, state: RenderState) {
    var plan = plan
    MemoryBudget.apply(options.memoryLimit, to: &plan)
    task.begin(work: output + work(of: plan, steps, measures: measured == nil))
    var state = RenderState()
    state.largestRegion = options.largestRegion
    state.sources = sources
    state.measurements = measured ?? []
    state.stored = [StoredPixels?](repeating: nil, count: plan.steps.count)
    state.programs = [BoundProgram?](repeating: nil, count: plan.steps.count)
    // Steps come in dependency order; a measurement follows the step it looks at and precedes all that use it.
    for index in steps {
      try task.check()
      if case .span(let program) = plan.steps[index].kind {
        state.programs[index] = ProgramBinder.bind(program, plan: plan, state: state)
      }
      try compute(index, plan, &state)
      if measured == nil { try measure(after: index, plan, &state) }
    }
    return (plan, state)
  }

  /// Pixels of the passes before the output.
  private func work(of plan: RenderPlan, _ steps: Range<Int>, measures: Bool) -> Int {
    let passes = steps.reduce(0) { sum, index in
      let step = plan.steps[index]
      if case .reduction(let operation, _) = step.kind { return sum + operation.region.area }
      return Self.isStored(step) ? sum + step.region.area : sum
    }
    guard measures else { return passes }
    return plan.measurements.reduce(passes) { steps.contains($1.step) ? $0 + $1.region.area : $0 }
  }

  private static func isStored(_ step: RenderPlan.Step) -> Bool {
    step.isMaterialised && !step.region.isEmpty && !step.region.isInfinite
  }

  private func load(_ plan: RenderPlan) throws(RenderError) -> [LoadedSource] {
    var loaded: [LoadedSource] = []
    for (source, region) in zip(plan.sources, plan.sourceRegions()) {
      do {
        loaded.append(try source.load(region))
      } catch let error as RenderError {
        throw error
      } catch ImageIOError.overMemory(let needed, let limit) {
        throw .memoryLimit(needed: Int(clamping: needed), limit: Int(clamping: limit))
      } catch {
        throw .source("\(error)")
      }
    }
    return loaded
  }

  private func compute(_ index: Int, _ plan: RenderPlan, _ state: inout RenderState) throws(RenderError) {
    let step = plan.steps[index]
    if case .reduction(let operation, let input) = step.kind {
      let runner = ReductionRunner(plan: plan, state: state, pool: options.pool, task: task)
      let pixels = try runner.run(operation, input: input, pixelCount: step.extent.area)
      let stored = try StoredPixels(step.extent)
      unsafe stored.tile.fill(pixels)
      state.stored[index] = stored
    } else if Self.isStored(step) {
      let stored = try StoredPixels(step.region)
      try forEachTile(TileShape(width: 256, height: 256).grid(over: step.region), plan: plan, state: state) {
        tile, evaluator in
        unsafe evaluator.evaluateFresh(index, into: stored.tile(tile))
      }
      state.stored[index] = stored
    }
  }

  private func measure(after index: Int, _ plan: RenderPlan, _ state: inout RenderState) throws(RenderError) {
    for measurement in plan.measurements where measurement.step == index {
      let light = try light(ofStep: index, over: measurement.region, plan, state)
      state.measurements.append(Float(light.contentHeadroom))
    }
  }

  private func light(
    ofStep index: Int, over region: PixelRect, _ plan: RenderPlan, _ state: RenderState
  ) throws(RenderError) -> LightMeter {
    let primaries = plan.workingSpace.primaries ?? .bt709
    let reduction = LightReduction(region: region, toBT2020: ColorMatrix(primaries.matrix(to: .bt2020)))
    return try ReductionRunner(plan: plan, state: state, pool: options.pool, task: task).reduce(reduction, input: index)
  }

  // MARK: Output

  private func writeOutput(
    _ prepared: (plan: RenderPlan, state: RenderState), into bitmap: PixelBitmap
  ) throws(RenderError) {
    let (plan, state) = prepared
    if bitmap.format.subsampling.horizontal > 1 { return try writeSubsampled(plan, state, into: bitmap) }
    let shape = TileShape.choose(for: plan, edge: options.tileEdge)
    let (output, table) = ProgramBinder.bindOutput(plan.output, plan: plan, state: state, into: bitmap)
    let sink = OutputSink(bitmap: bitmap, region: plan.region, dither: options.dither, encodeTable: table)
    try forEachTile(shape.grid(over: plan.region), plan: plan, state: state) { rect, evaluator in
      let tiles = unsafe evaluator.tiles(for: output, over: rect)
      unsafe SpanRunner.run(output, over: rect, tiles: tiles, scratch: evaluator.scratch) { rows, count, x, y in
        unsafe sink.store(rows, count: count, x: x, y: y)
      }
    }
  }

  private func writeSubsampled(
    _ plan: RenderPlan, _ state: RenderState, into bitmap: PixelBitmap
  ) throws(RenderError) {
    let program = ProgramBinder.bind(plan.output, plan: plan, state: state)
    let output = SubsampledOutput(program: program, bitmap: bitmap, region: plan.region, dither: options.dither)
    try forEachTile(output.bands, plan: plan, state: state) { band, evaluator in output.write(band, evaluator) }
  }

  private func forEachTile(
    _ grid: [PixelRect], plan: RenderPlan, state: RenderState, _ body: @Sendable (PixelRect, StepEvaluator) -> Void
  ) throws(RenderError) {
    options.pool.concurrentPerform(grid.count, maxWorkers: options.mostWorkers, scratch: WorkerScratch.make) {
      index, worker in
      if task.isCancelled { return }
      let mark = worker.arena.mark
      body(grid[index], StepEvaluator(plan: plan, state: state, scratch: worker.arena))
      worker.arena.reset(to: mark)
      task.finish(work: grid[index].area)
      if let failure = worker.arena.failure { task.fail(RenderError(failure, width: 0, height: 0)) }
    }
    try task.check()
  }
}

extension Tile {
  /// Stores pixels row by row from the bottom.
  func fill(_ pixels: [Pixel]) {
    let width = unsafe rect.width
    for (index, pixel) in pixels.enumerated() where unsafe index < rect.area {
      let rows = unsafe rows(x: rect.minX + index % width, y: rect.minY + index / width)
      unsafe (rows.r[0], rows.g[0], rows.b[0], rows.a[0]) = (pixel.r, pixel.g, pixel.b, pixel.a)
    }
  }
}
