public import Foundation
package import HeadroomColor
public import HeadroomGraphics
package import HeadroomPixels

/// Renders images. Contexts may be shared between threads.
///
/// Rendering plans the recipe, then computes tiles on all cores in float32; the result depends neither on their number
/// nor on the tile size. Integer destinations clip to 0 ... 1 (no tone mapping happens unless a filter or an option
/// asks for it), float destinations keep extended values.
public final class CIContext: Sendable {
  let settings: ContextSettings
  /// Plans of earlier renders.
  package let plans: PlanCache
  /// Pixels of earlier renders.
  package let kept: StepCache
  package let pool: ThreadPool
  /// Counts what renders take beside their destinations: decoded sources, stored intermediates, pixels that are kept, scratch
  /// memory; of representations also what is encoded.
  package let memory: MemoryLedger
  /// What renders belong to that are given no task of their own.
  let tasks: TaskParts?
  /// Threads at most; nil takes what the pool has.
  package let workerLimit: Int?
  /// See ``exceedsMemoryLimit(_:)``; nil takes the memory limit or the default.
  let wholePictureLimit: Int?
  /// Edge of the tiles; nil chooses by the plan.
  package let tileEdge: Int?

  /// Makes a context. Unknown keys are ignored, as Apple's does.
  public convenience init(options: [CIContextOption: Any]? = nil) {
    self.init(options: options ?? [:], pool: .shared)
    // 0 asks for as little as possible, whatever that is.
    if let limit = settings.memoryLimit, limit > 0 { memory.limit = limit }
  }

  package init(
    options: [CIContextOption: Any], pool: ThreadPool, workerLimit: Int? = nil, tileEdge: Int? = nil,
    wholePictureLimit: Int? = nil, ledger: MemoryLedger = .shared
  ) {
    settings = ContextSettings(options)
    plans = PlanCache()
    memory = MemoryLedger()
    kept = StepCache(byteLimit: settings.cacheLimit, ledger: ledger)
    tasks = nil
    memory.add(kept)
    self.pool = pool
    self.workerLimit = workerLimit
    self.tileEdge = tileEdge
    self.wholePictureLimit = wholePictureLimit
  }

  /// The same context, whose renders all belong to a task.
  init(_ context: CIContext, tasks: TaskParts) {
    settings = context.settings
    plans = context.plans
    kept = context.kept
    memory = context.memory
    self.tasks = tasks
    pool = context.pool
    workerLimit = context.workerLimit
    wholePictureLimit = context.wholePictureLimit
    tileEdge = context.tileEdge
  }

  /// The space light is computed in; nil when colour management is off.
  public var workingColorSpace: CGColorSpace? { settings.workingColorSpace }

  /// The format named in the options. Computation is in float32.
  public var workingFormat: CIFormat { settings.workingFormat }

  /// Gives back memory kept for reuse, and forgets plans and pixels of earlier renders.
  public func clearCaches() {
    plans.clear()
    kept.purge()
    StoragePool.shared.trim(toIdleBytes: 0)
  }

  /// As ``clearCaches()``.
  public func reclaimResources() { clearCaches() }

  /// The largest picture that can be read.
  public func inputImageMaximumSize() -> CGSize { Self.maximumSize }

  /// The largest picture that can be rendered.
  public func outputImageMaximumSize() -> CGSize { Self.maximumSize }

  private static let maximumSize = CGSize(width: 1 << 20, height: 1 << 20)

  // MARK: The one way to render

  /// The plan of a render; printable.
  package func plan(
    _ image: CIImage, region: PixelRect, destination: PlanDestination
  ) throws(RenderError) -> RenderPlan {
    RenderPlanner.plan(
      [(image.node, destination)], region: region, workingSpace: settings.workingSpace,
      highQualityDownsample: settings.highQualityDownsample, cache: plans, keepsSteps: settings.cachesIntermediates)
  }

  /// Renders a region of an image into a bitmap of its size.
  package func render(
    _ image: CIImage, region: PixelRect, into bitmap: PixelBitmap, destination: PlanDestination,
    dither: RowCodec.Dither = .none, task: RenderTask? = nil
  ) throws(RenderError) {
    try asOneWork(task) { task throws(RenderError) in
      let start = ContinuousClock.now
      let plan = try plan(image, region: region, destination: destination)
      task.note { $0.planning += start.secondsSince }
      try tileRenderer(dither: dither, task: task).render(plan, into: bitmap)
    }
  }

  package func tileRenderer(dither: RowCodec.Dither, task: RenderTask) -> TileRenderer {
    var options = TileRenderer.Options(pool: pool, workers: workerLimit, tileEdge: tileEdge)
    options.memoryLimit = settings.memoryLimit
    options.dither = dither
    options.kept = kept
    return TileRenderer(options: options, task: task)
  }

  /// Renders a region into a new bitmap.
  package func bitmap(
    _ image: CIImage, region: PixelRect, format: PixelFormat, encoding: ColorEncoding?, gamutPeak: Double? = nil,
    alpha: AlphaMode? = nil, dither: RowCodec.Dither = .none, task: RenderTask? = nil
  ) throws(RenderError) -> PixelBitmap {
    guard !region.isEmpty else { throw .emptyExtent }
    guard !region.isInfinite else { throw .infiniteExtent }
    if let encoding { try Self.check(encoding, fits: format) }
    let mode = outputAlpha(format, alpha)
    let bitmap: PixelBitmap
    do throws(PixelError) {
      bitmap = try PixelBitmap(width: region.width, height: region.height, format: format, alpha: mode)
    } catch {
      throw RenderError(error, width: region.width, height: region.height)
    }
    let destination = PlanDestination(
      encoding: encoding, isPremultiplied: mode == .premultiplied, gamutPeak: gamutPeak, isOpaque: mode == .opaque)
    try render(image, region: region, into: bitmap, destination: destination, dither: dither, task: task)
    return bitmap
  }

  /// What a result's alpha means: as wanted, else as the context's options say.
  func outputAlpha(_ format: PixelFormat, _ wanted: AlphaMode?) -> AlphaMode {
    format.hasAlpha ? wanted ?? (settings.isOutputPremultiplied ? .premultiplied : .straight) : .opaque
  }

  /// Refuses spaces that cannot be rendered to, and formats with the wrong kind of components.
  static func check(_ encoding: ColorEncoding, fits format: PixelFormat) throws(RenderError) {
    switch encoding.model {
    case .rgb:
      if format.isGray { throw .unsupportedFormat("a monochrome format cannot hold \(encoding.displayName)") }
    case .monochrome: break
    case .xyz, .lab, .cmyk: throw .unsupportedColorSpace(encoding.displayName)
    }
  }
}
