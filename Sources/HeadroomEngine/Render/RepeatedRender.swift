package import HeadroomPixels
internal import Synchronization

/// A plan with one output that is run repeatedly. Everything a run needs is made once: bound programs, tiles, the
/// workers' memory.
///
/// One run at a time.
package final class RepeatedRender {
  private let pass: RepeatedPass
  private let dither: RowCodec.Dither
  private let encodeTable: CurveTable?
  private let kind: BitmapKind
  private let job: RepeatedJob
  package var workers: WorkerScratchPool { pass.workers }

  /// Whether no pixels have to be computed before those of the output, neither stored nor measured ones.
  package static func canRun(_ plan: RenderPlan) -> Bool {
    plan.outputs.count == 1 && plan.measurements.isEmpty && plan.steps.allSatisfy { !$0.isStored && !$0.kind.isWhole }
  }

  /// - Parameters:
  ///   - bitmap: the destination of the results, or one of the same kind.
  ///   - known: workers of another plan, whose memory is reused.
  package init(
    _ plan: RenderPlan, sources: [LoadedSource], renderer: TileRenderer, into bitmap: PixelBitmap,
    workers known: WorkerScratchPool?
  ) throws(RenderError) {
    let (plan, state) = try renderer.prepare(
      plan, sources: sources, measured: nil, steps: plan.steps.indices, output: plan.region.area)
    let output = plan.outputs[0]
    let options = renderer.options
    (kind, dither) = (bitmap.kind, options.dither)
    let program: BoundProgram
    if bitmap.isSubsampled {
      program = try ProgramBinder.bind(output.program, plan: plan, state: state, codes: bitmap.format)
      encodeTable = nil
    } else {
      let bound = try ProgramBinder.bindOutput(output.program, plan: plan, state: state, into: [bitmap])
      (program, encodeTable) = (bound.program, bound.encodeTables[0])
    }
    let bytes = state.scratch.blockBytes
    let workers = known.flatMap { $0.blockBytes == bytes ? $0 : nil } ?? WorkerScratchPool(blockBytes: bytes)
    let tiles = renderer.bands(over: output.region, of: plan, state, into: bitmap)
    workers.fill(min(state.scratch.workers ?? options.pool.workerCount, tiles.count))
    if let failure = workers.takeFailure() { throw failure }
    let pass = RepeatedPass(plan, state, program, tiles, workers)
    self.pass = pass
    job = RepeatedJob(options.pool) { pass.compute($0) }
  }

  /// Whether results can be stored in a bitmap with the current binding.
  package func fits(_ bitmap: PixelBitmap) -> Bool { bitmap.kind == kind }

  /// The destination of results; made once for each bitmap.
  package func sink(into bitmap: PixelBitmap) -> RepeatedPass.Sink {
    if bitmap.isSubsampled { return .pairs(bitmap, dither) }
    let sink = OutputSink(bitmap: bitmap, region: pass.plan.region, dither: dither, encodeTable: encodeTable)
    return .rows(OutputSinks([sink]))
  }

  /// Whether a source's pixels can be replaced by others with the current binding.
  package func fits(_ source: LoadedSource, inPlaceOf index: Int) -> Bool {
    let known = pass.state.sources[index]
    return known.bitmap.kind == source.bitmap.kind && known.height == source.height
      && (known.gainMap == nil) == (source.gainMap == nil)
  }

  /// Replaces a source's pixels by others, where they fit.
  package func replace(source index: Int, by source: LoadedSource) {
    pass.program.replace(source: index, by: source)
    for step in pass.state.programs.indices { pass.state.programs[step]?.replace(source: index, by: source) }
    pass.state.sources[index] = source
  }

  /// Computes all pixels.
  package func run(into sink: RepeatedPass.Sink) throws(RenderError) {
    pass.sink = sink
    job.run(pass.tiles.count, maxWorkers: pass.state.scratch.workers)
    pass.sink = nil
    if TaskContext.isCancelled { throw .cancelled }
    if let failure = workers.takeFailure() { throw failure }
  }
}

/// The shared state of a ``RepeatedRender``'s workers.
package final class RepeatedPass: @unchecked Sendable {
  // Proof: changed between runs only.
  /// The destination of results.
  package enum Sink: Sendable {
    case rows(OutputSinks)
    /// Pixels that share chroma.
    case pairs(PixelBitmap, RowCodec.Dither)
  }

  package let plan: RenderPlan
  package let workers: WorkerScratchPool
  /// Rows of each tile that are computed at a time, from the top.
  package let tiles: [[PixelRect]]
  fileprivate var state: RenderState
  fileprivate var program: BoundProgram
  fileprivate var sink: Sink?

  fileprivate init(
    _ plan: RenderPlan, _ state: RenderState, _ program: BoundProgram, _ tiles: [[PixelRect]],
    _ workers: WorkerScratchPool
  ) {
    (self.plan, self.state, self.program) = (plan, state, program)
    (self.tiles, self.workers) = (tiles, workers)
  }

  fileprivate func compute(_ tile: Int) {
    guard let sink else { return }
    let (program, worker) = (program, workers.take())
    func isStopped() -> Bool { TaskContext.isCancelled }
    worker.compute(tiles[tile], plan, state, .output(0), isStopped: isStopped) { band, evaluator in
      switch sink {
      case .rows(let sinks): sinks.write(program, over: band, evaluator)
      case .pairs(let bitmap, let dither):
        SubsampledOutput(program: program, bitmap: bitmap, region: plan.region, dither: dither).write(band, evaluator)
      }
    }
    workers.giveBack(worker)
  }
}

/// The format and layout of a bitmap, independent of its memory.
struct BitmapKind: Equatable {
  let format: PixelFormat
  let alpha: AlphaMode
  let ycbcr: YCbCrEncoding
}

extension PixelBitmap {
  var kind: BitmapKind { BitmapKind(format: format, alpha: alpha, ycbcr: ycbcr) }
}

/// Memory of workers between runs.
package final class WorkerScratchPool: Sendable {
  private struct State {
    var free: [WorkerScratch] = []
    var failure: RenderError?
  }

  private let state = Mutex(State())
  package let blockBytes: Int

  package init(blockBytes: Int) { self.blockBytes = blockBytes }

  /// Allocates the missing memory of this many workers at once, while it is counted.
  package func fill(_ count: Int) {
    let missing = state.withLock { state in
      state.free.reserveCapacity(count)
      return count - state.free.count
    }
    for _ in 0..<max(missing, 0) {
      let worker = WorkerScratch(blockBytes: blockBytes)
      _ = unsafe worker.arena.floats(1)
      worker.arena.reset(to: .bottom)
      giveBack(worker)
    }
  }

  package func take() -> WorkerScratch {
    state.withLock { $0.free.popLast() } ?? WorkerScratch(blockBytes: blockBytes)
  }

  /// A worker that did not get all of its memory is useless to the next run.
  package func giveBack(_ worker: WorkerScratch) {
    let failure = worker.failure
    state.withLock { state in
      if let failure { state.failure = state.failure ?? failure } else { state.free.append(worker) }
    }
  }

  /// Why the run's result is invalid.
  func takeFailure() -> RenderError? {
    state.withLock { state in
      defer { state.failure = nil }
      return state.failure
    }
  }
}
