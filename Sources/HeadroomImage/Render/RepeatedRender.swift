internal import HeadroomPixels
internal import Synchronization

/// A plan with one output that is run again and again. What a run needs is made once: bound programs, tiles, the memory of workers.
///
/// One run at a time.
final class RepeatedRender {
  /// Where results go; made once for each bitmap.
  enum Sink: Sendable {
    case rows(OutputSinks)
    /// Pixels that share chroma.
    case pairs(PixelBitmap)
  }

  private let options: TileRenderer.Options
  private let plan: RenderPlan
  private let workers: WorkerPool
  private var state: RenderState
  private var program: BoundProgram
  private let encodeTable: CurveTable?
  private let kind: BitmapKind
  /// Rows of each tile that are computed at a time, from the top.
  private let tiles: [[PixelRect]]

  /// Whether no other pixels have to be computed before those of the output: what a run would store or measure anew.
  static func canRun(_ plan: RenderPlan) -> Bool {
    plan.measurements.isEmpty && plan.steps.allSatisfy { !$0.isStored && !$0.kind.isWhole }
  }

  /// - Parameter bitmap: what the results are stored in, or one of its kind.
  init(
    _ plan: RenderPlan, sources: [LoadedSource], renderer: TileRenderer, into bitmap: PixelBitmap
  ) throws(RenderError) {
    options = renderer.options
    (self.plan, state) = try renderer.prepare(
      plan, sources: sources, measured: nil, steps: plan.steps.indices, output: plan.region.area)
    kind = bitmap.kind
    if bitmap.isSubsampled {
      (program, encodeTable) = (try ProgramBinder.bind(plan.output, plan: self.plan, state: state), nil)
    } else {
      let bound = try ProgramBinder.bindOutput(plan.output, plan: self.plan, state: state, into: [bitmap])
      (program, encodeTable) = (bound.program, bound.encodeTables[0])
    }
    tiles = renderer.bands(of: self.plan, state, into: bitmap)
    let most = min(state.scratch.workers ?? options.pool.workerCount, tiles.count)
    workers = WorkerPool(count: most, blockBytes: state.scratch.blockBytes)
    if let failure = workers.takeFailure() { throw failure }
  }

  /// Whether results can be stored in a bitmap as things are bound.
  func fits(_ bitmap: PixelBitmap) -> Bool { bitmap.kind == kind }

  func sink(into bitmap: PixelBitmap) -> Sink {
    if bitmap.isSubsampled { return .pairs(bitmap) }
    return .rows(
      OutputSinks([
        OutputSink(bitmap: bitmap, region: plan.region, dither: options.dither, encodeTable: encodeTable)
      ]))
  }

  /// Whether a source's pixels can be replaced by others as things are bound.
  func fits(_ source: LoadedSource, inPlaceOf index: Int) -> Bool {
    let known = state.sources[index]
    return known.bitmap.kind == source.bitmap.kind && known.height == source.height
      && (known.gainMap == nil) == (source.gainMap == nil)
  }

  /// Reads other pixels in place of a source's, where they fit.
  func replace(source index: Int, by source: LoadedSource) {
    program.replace(source: index, by: source)
    for step in state.programs.indices { state.programs[step]?.replace(source: index, by: source) }
    state.sources[index] = source
  }

  /// Computes all pixels.
  func run(into sink: Sink) throws(RenderError) {
    let (plan, state, program, tiles, workers) = (plan, state, program, tiles, workers)
    let dither = options.dither
    forEachTile { index in
      let worker = workers.take()
      worker.compute(tiles[index], plan, state, isStopped: { Work.isCancelled }) { band, evaluator in
        switch sink {
        case .rows(let sinks): sinks.write(program, over: band, evaluator)
        case .pairs(let bitmap):
          SubsampledOutput(program: program, bitmap: bitmap, region: plan.region, dither: dither).write(band, evaluator)
        }
      }
      workers.giveBack(worker)
    }
    if Work.isCancelled { throw .cancelled }
    if let failure = workers.takeFailure() { throw failure }
  }

  /// One thread needs no job of a pool, which would take memory.
  private func forEachTile(_ body: @Sendable (Int) -> Void) {
    let most = state.scratch.workers ?? options.pool.workerCount
    if min(most, tiles.count) > 1 {
      options.pool.concurrentPerform(tiles.count, maxWorkers: most, body)
    } else {
      for index in tiles.indices { body(index) }
    }
  }
}

/// What the pixels of a bitmap are, wherever they lie.
struct BitmapKind: Equatable {
  let format: PixelFormat
  let alpha: AlphaMode
  let ycbcr: YCbCrEncoding
}

extension PixelBitmap {
  var kind: BitmapKind { BitmapKind(format: format, alpha: alpha, ycbcr: ycbcr) }
}

/// Memory of workers between runs.
private final class WorkerPool: Sendable {
  private struct State {
    var free: [WorkerScratch] = []
    var failure: RenderError?
  }

  private let state = Mutex(State())
  private let blockBytes: Int

  /// - Parameter count: workers whose memory is taken at once, by who counts it.
  init(count: Int, blockBytes: Int) {
    self.blockBytes = blockBytes
    state.withLock { $0.free.reserveCapacity(count) }
    for _ in 0..<count {
      let worker = WorkerScratch(blockBytes: blockBytes)
      _ = unsafe worker.arena.floats(1)
      worker.arena.reset(to: .bottom)
      giveBack(worker)
    }
  }

  func take() -> WorkerScratch {
    state.withLock { $0.free.popLast() } ?? WorkerScratch(blockBytes: blockBytes)
  }

  /// One that did not get all of its memory is of no use to the next.
  func giveBack(_ worker: WorkerScratch) {
    let failure = worker.failure
    state.withLock { state in
      if let failure { state.failure = state.failure ?? failure } else { state.free.append(worker) }
    }
  }

  /// Why the run is worth nothing.
  func takeFailure() -> RenderError? {
    state.withLock { state in
      defer { state.failure = nil }
      return state.failure
    }
  }
}
