internal import HeadroomColor
internal import HeadroomContainers
package import HeadroomPixels

/// Runs a plan by tiles on all workers. The result is the same, bit for bit, for every number of workers and tile size.
package struct TileRenderer {
  package struct Options: Sendable {
    package var pool: ThreadPool
    /// The most threads; nil takes those of the pool.
    package var workers: Int?
    /// Edge of output tiles; nil chooses by the plan.
    package var tileEdge: Int?
    /// Bytes that intermediates may take together; nil for no limit.
    package var memoryLimit: Int?
    package var dither: RowCodec.Dither
    /// Where steps are kept from render to render.
    package var kept: StepCache?

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
    try render(plan, into: [bitmap])
  }

  /// Renders all outputs of a plan in one run, each into a bitmap of its region's size.
  package func render(_ plan: RenderPlan, into bitmaps: [PixelBitmap]) throws(RenderError) {
    let start = ContinuousClock.now
    defer { task.note { $0.computing += start.secondsSince } }
    try task.check()
    var plan = plan
    let kept = options.kept?.resolve(&plan) ?? [:]
    try task.bound { () throws(RenderError) in
      let loads = SourceLoads(plan)
      let start = loads.share(beside: work(of: plan, plan.steps.indices, measures: true) + plan.outputArea)
      let sources = try loads.run(options, task: task.part(from: 0, to: start))
      var renderer = self
      renderer.task = task.part(from: start, to: 1)
      var rows = BandRows()
      try renderer.render(plan, sources: sources, measured: nil, kept: kept, rows: &rows, into: bitmaps)
    }
  }

  /// As ``render(_:into:)``, with sources that are already loaded.
  ///
  /// - Parameters:
  ///   - measured: the plan's measurements where they have been made.
  ///   - rows: of kept steps, from the band above and for the one below.
  func render(
    _ plan: RenderPlan, sources: [LoadedSource], measured: [Float]?, kept: [Int: StoredPixels] = [:],
    rows: inout BandRows, into bitmaps: [PixelBitmap]
  ) throws(RenderError) {
    precondition(bitmaps.count == plan.destinations.count, "as many bitmaps as outputs")
    let passes = OutputPass.make(plan, bitmaps)
    let prepared = try prepare(
      plan, sources: sources, measured: measured, kept: kept, rows: rows, steps: plan.steps.indices,
      output: passes.reduce(0) { $0 + $1.region.area })
    rows = prepared.state.bandRows
    for pass in passes { try write(pass, prepared.plan, prepared.state) }
    task.advance(to: 1)
  }

  /// How bright a step is over a region.
  ///
  /// - Parameter measured: the measurements that the step's own chain needs.
  package func light(
    ofStep index: Int, over region: PixelRect, _ plan: RenderPlan, sources: [LoadedSource], measured: [Float]
  ) throws(RenderError) -> LightMeter {
    let prepared = try prepare(plan, sources: sources, measured: measured, steps: 0..<index + 1)
    return try light(ofStep: index, over: region, prepared.plan, prepared.state)
  }

  /// Computes reductions, measurements and stored intermediates, and binds all programs.
  ///
  /// - Parameter output: pixels that remain to be computed afterwards.
  func prepare(
    _ plan: RenderPlan, sources: [LoadedSource], measured: [Float]?, kept: [Int: StoredPixels] = [:],
    rows: BandRows = BandRows(), steps: Range<Int>, output: Int = 0
  ) throws(RenderError) -> (plan: RenderPlan, state: RenderState) {
    let budget = MemoryBudget(options.memoryLimit, for: plan)
    if let refusal = budget.refusal(of: plan, options) { throw refusal }
    let plan = budget.plan
    let work = output + work(of: plan, steps, measures: measured == nil)
    task.begin(work: work)
    task.note {
      $0.pixels += work
      $0.passes += plan.passCount + (output > 0 ? plan.outputs.count : 0)
    }
    var state = RenderState(scratch: ScratchBudget(options, for: plan))
    state.sources = sources
    state.bandRows = rows
    state.measurements = measured ?? []
    state.stored = [StoredStep?](repeating: nil, count: plan.steps.count)
    state.programs = [BoundProgram?](repeating: nil, count: plan.steps.count)
    state.operations = [StepOperation?](repeating: nil, count: plan.steps.count)
    state.shared = SharedSteps(of: plan)
    let lifetimes = StepLifetimes(of: plan)
    // Steps come in dependency order; a measurement follows the step that it reads and precedes all that use it.
    for index in steps {
      try task.check()
      if let pixels = kept[index] {
        state.stored[index] = StoredStep(pixels)
        continue
      }
      // Only kept steps read it.
      if !kept.isEmpty, plan.steps[index].region.isEmpty {
        try measure(after: index, plan, &state)
        continue
      }
      state.operations[index] = try StepOperation.make(plan.steps[index].kind, in: plan.workingSpace)
      if case .span(let program) = plan.steps[index].kind {
        state.programs[index] = try ProgramBinder.bind(program, plan: plan, state: state)
      }
      try compute(index, plan, &state)
      // A program may hold stored steps that it reads.
      if state.stored[index] != nil { state.programs[index] = nil }
      if measured == nil { try measure(after: index, plan, &state) }
      // Without an output, the caller goes on to read the last step, and with it that step's inputs.
      if output > 0 || index + 1 < steps.upperBound {
        for done in lifetimes.steps(endingWith: index) {
          state.stored[done] = nil
          state.programs[done] = nil
        }
      }
    }
    return (plan, state)
  }

  /// Pixels of the passes before the output.
  private func work(of plan: RenderPlan, _ steps: Range<Int>, measures: Bool) -> Int {
    let passes = steps.reduce(0) { sum, index in
      let step = plan.steps[index]
      if step.isAvailable { return sum }
      if case .reduction(let operation, _) = step.kind { return sum + operation.region.area }
      return step.isStored || step.kind.isWhole ? sum + step.storedPixelCount : sum
    }
    guard measures else { return passes }
    return plan.measurements.reduce(passes) { steps.contains($1.step) && $1.isNeeded ? $0 + $1.region.area : $0 }
  }

  private func compute(_ index: Int, _ plan: RenderPlan, _ state: inout RenderState) throws(RenderError) {
    let step = plan.steps[index]
    guard !step.region.isEmpty else { return }
    switch (step.kind, state.operations[index]) {
    case (.reduction(_, let input), .reduction(let operation)?):
      let runner = reductions(plan, state)
      let pixels = try runner.run(operation, input: input, pixelCount: step.extent.area)
      let stored = try StoredPixels(step.extent)
      unsafe stored.tile.fill(pixels)
      state.stored[index] = StoredStep(stored)
    case (.processor(_, let inputs), .processor(let operation)?):
      state.stored[index] = StoredStep(try process(operation, inputs, step, plan, state))
    default:
      guard step.isStored else { return }
      let stored = try StoredStep(step.storedRects, isHalf: step.isHalf)
      let above = state.bandRows.above.removeValue(forKey: index)
      precondition(step.held.isEmpty || above?.rect.contains(step.held) == true, "rows of the band above")
      for part in stored.parts {
        if let above { part.copy(from: above) }
        for missing in part.rect.parts(outside: step.held) { try fill(part, missing, of: index, plan, state) }
      }
      state.stored[index] = stored
    }
    if let pixels = state.stored[index]?.parts.first { try state.bandRows.forward(pixels, of: index) }
    if let key = step.key, let pixels = state.stored[index]?.parts.first { options.kept?.keep(pixels, of: key) }
  }

  /// Computes pixels of a step by tiles.
  private func fill(
    _ stored: StoredPixels, _ rect: PixelRect, of index: Int, _ plan: RenderPlan, _ state: RenderState
  ) throws(RenderError) {
    let shape = TileShape.choose(
      for: plan, step: index, over: rect, workers: workerCount(state), edge: options.tileEdge)
    let bands = shape.bands(over: rect)
    try forEachTile(bands, plan: plan, state: state, .step(index)) { tile, evaluator in
      guard stored.isHalf else { return unsafe evaluator.evaluateFresh(index, into: stored.tile(tile)) }
      let pixels = unsafe evaluator.scratch.tile(tile)
      unsafe evaluator.evaluateFresh(index, into: pixels)
      unsafe stored.store(pixels)
    }
  }

  private func process(
    _ operation: any TileProcessor, _ inputs: [Int], _ step: RenderPlan.Step, _ plan: RenderPlan, _ state: RenderState
  ) throws(RenderError) -> StoredPixels {
    let extent = operation.computesParts ? step.region : step.extent
    guard !extent.isInfinite else { throw .infiniteExtent }
    let result = try StoredPixels(extent)
    var tiles: [Tile] = unsafe []
    for (place, input) in inputs.enumerated() {
      let needed = operation.region(for: extent, ofInput: place).intersection(plan.steps[input].extent)
      if needed.isEmpty {
        unsafe tiles.append(result.tile.part(.empty))
        continue
      }
      guard let stored = state.stored[input]?.part(holding: needed) else { throw .infiniteExtent }
      unsafe tiles.append(stored.tile(needed))
    }
    try unsafe operation.process(tiles, into: result.tile, pool: options.pool)
    try task.check()
    task.finish(work: step.region.area)
    return result
  }

  private func measure(after index: Int, _ plan: RenderPlan, _ state: inout RenderState) throws(RenderError) {
    for measurement in plan.measurements where measurement.step == index {
      guard measurement.isNeeded else {
        state.measurements.append(1)
        continue
      }
      let light = try light(ofStep: index, over: measurement.region, plan, state)
      state.measurements.append(Float(light.contentHeadroom))
    }
  }

  private func light(
    ofStep index: Int, over region: PixelRect, _ plan: RenderPlan, _ state: RenderState
  ) throws(RenderError) -> LightMeter {
    let primaries = plan.workingSpace.primaries ?? .bt709
    let reduction = LightReduction(region: region, toBT2020: ColorMatrix(primaries.matrix(to: .bt2020)))
    return try reductions(plan, state).reduce(reduction, input: index)
  }

  // MARK: Output

  private func write(_ pass: OutputPass, _ plan: RenderPlan, _ state: RenderState) throws(RenderError) {
    let region = pass.region
    if let pair = pass.subsampled {
      let program = try ProgramBinder.bind(pass.program, plan: plan, state: state, codes: pair.format)
      let output = SubsampledOutput(program: program, bitmap: pair, region: region, dither: options.dither)
      let bands = bands(over: region, of: plan, state, into: pair)
      return try forEachTile(bands, plan: plan, state: state, pass.target) { output.write($0, $1) }
    }
    let (output, tables) = try ProgramBinder.bindOutput(pass.program, plan: plan, state: state, into: pass.bitmaps)
    let sinks = OutputSinks(
      zip(pass.bitmaps, tables).map {
        OutputSink(bitmap: $0, region: region, dither: options.dither, encodeTable: $1)
      })
    try forEachTile(bands(over: region, of: plan, state), plan: plan, state: state, pass.target) { rect, evaluator in
      sinks.write(output, over: rect, evaluator)
    }
  }

  /// The tiles of an output's region, each as the rows that are computed at a time from the top.
  private func bands(over region: PixelRect, of plan: RenderPlan, _ state: RenderState) -> [[PixelRect]] {
    let shape = TileShape.choose(
      for: plan, step: nil, over: region, workers: workerCount(state), edge: options.tileEdge)
    return shape.bands(over: region)
  }

  /// The same where the output goes into a bitmap, whose pixels may share chroma.
  package func bands(
    over region: PixelRect, of plan: RenderPlan, _ state: RenderState, into bitmap: PixelBitmap
  ) -> [[PixelRect]] {
    bitmap.isSubsampled ? SubsampledOutput.bands(of: region).map { [$0] } : bands(over: region, of: plan, state)
  }

  private func workerCount(_ state: RenderState) -> Int { state.scratch.workers ?? options.pool.workerCount }

  private func reductions(_ plan: RenderPlan, _ state: RenderState) -> ReductionRunner {
    ReductionRunner(plan: plan, state: state, pool: options.pool, workers: state.scratch.workers, task: task)
  }

  /// Runs a job for each tile on all workers.
  ///
  /// - Parameters:
  ///   - tiles: each as the rows that are computed at a time.
  ///   - target: the pass that the job computes.
  private func forEachTile(
    _ tiles: [[PixelRect]], plan: RenderPlan, state: RenderState, _ target: PassTarget,
    _ body: @Sendable (PixelRect, StepEvaluator) -> Void
  ) throws(RenderError) {
    let makeScratch: @Sendable () -> WorkerScratch = { [budget = state.scratch] in
      WorkerScratch(blockBytes: budget.blockBytes)
    }
    let workers = state.scratch.workers
    options.pool.concurrentPerform(tiles.count, maxWorkers: workers, scratch: makeScratch) { index, worker in
      worker.compute(tiles[index], plan, state, target, isStopped: { task.isStopped }) { band, evaluator in
        body(band, evaluator)
        task.finish(work: band.area)
      }
      if let failure = worker.failure { task.fail(failure) }
    }
    try task.check()
  }
}

/// The outputs that one pass over a region writes: all outputs stored pixel by pixel together, each one with shared
/// chroma alone.
private struct OutputPass {
  var target: PassTarget
  var program: SpanProgram
  var region: PixelRect
  var bitmaps: [PixelBitmap]

  /// The bitmap, where its pixels share chroma.
  var subsampled: PixelBitmap? { bitmaps.first.flatMap { $0.isSubsampled ? $0 : nil } }

  static func make(_ plan: RenderPlan, _ bitmaps: [PixelBitmap]) -> [OutputPass] {
    plan.outputs.indices.flatMap { make(plan.outputs[$0], .output($0), bitmaps) }
  }

  private static func make(
    _ output: RenderPlan.Output, _ target: PassTarget, _ all: [PixelBitmap]
  ) -> [OutputPass] {
    let (region, bitmaps) = (output.region, output.places.map { all[$0] })
    for bitmap in bitmaps {
      precondition(bitmap.width == region.width && bitmap.height == region.height, "bitmap of another size")
    }
    func pass(_ places: [Int]) -> OutputPass {
      var program = output.program
      program.results = places.map { program.results[$0] }
      return OutputPass(target: target, program: program, region: region, bitmaps: places.map { bitmaps[$0] })
    }
    let together = bitmaps.indices.filter { !bitmaps[$0].isSubsampled }
    let alone = bitmaps.indices.filter { bitmaps[$0].isSubsampled }
    return (together.isEmpty ? [] : [pass(together)]) + alone.map { pass([$0]) }
  }
}

extension RenderPlan {
  fileprivate var outputArea: Int { outputs.reduce(0) { $0 + $1.region.area } }
}

extension PixelBitmap {
  var isSubsampled: Bool { format.subsampling.horizontal > 1 }
}

extension Tile {
  /// Stores pixels row by row from the bottom.
  package func fill(_ pixels: [Pixel]) {
    let width = unsafe rect.width
    for (index, pixel) in pixels.enumerated() where unsafe index < rect.area {
      let rows = unsafe rows(x: rect.minX + index % width, y: rect.minY + index / width)
      unsafe (rows.r[0], rows.g[0], rows.b[0], rows.a[0]) = (pixel.r, pixel.g, pixel.b, pixel.a)
    }
  }
}
