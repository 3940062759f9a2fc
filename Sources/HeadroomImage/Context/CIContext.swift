public import Foundation
package import HeadroomColor
package import HeadroomEngine
public import HeadroomGraphics
package import HeadroomPixels

/// Renders images. Contexts may be shared between threads.
///
/// Rendering plans the recipe, then computes tiles on all cores in float32; the result depends neither on the number of
/// cores nor on the tile size. Integer destinations clip to 0 ... 1 (no tone mapping happens unless a filter or an
/// option asks for it), float destinations keep extended values.
public final class CIContext: Sendable {
  let settings: ContextSettings
  /// Plans of earlier renders.
  package let plans: PlanCache
  /// Pixels of earlier renders.
  package let kept: StepCache
  package let pool: ThreadPool
  /// Counts the memory of renders beside their destinations: decoded sources, stored intermediates, kept pixels,
  /// scratch memory; for representations also the memory of encoding.
  package let memory: MemoryLedger
  /// The task of renders that are given none.
  let tasks: TaskParts?
  /// The most threads; nil takes those of the pool.
  package let workerLimit: Int?
  /// See ``exceedsMemoryLimit(_:)``; nil takes the memory limit or the default.
  package let wholePictureLimit: Int?
  /// Edge of the tiles; nil chooses by the plan.
  package let tileEdge: Int?
  /// Where ``draw(_:in:from:)`` draws; nil where it cannot.
  let canvas: ContextCanvas?

  /// Makes a context. Unknown keys are ignored, as Apple's does, and named on standard error, once each.
  public convenience init(options: [CIContextOption: Any]? = nil) {
    self.init(options: options ?? [:], pool: .shared)
    limitMemory()
  }

  /// Makes a context that draws into a bitmap: ``draw(_:in:from:)`` puts pictures there.
  ///
  /// - Parameters:
  ///   - cgctx: the bitmap, used on one thread at a time.
  ///   - options: as ``init(options:)`` takes them; the output's space is the bitmap's.
  public convenience init(cgContext cgctx: CGContext, options: [CIContextOption: Any]? = nil) {
    self.init(options: options ?? [:], pool: .shared, canvas: ContextCanvas(context: cgctx))
    limitMemory()
  }

  /// Takes the limit of the options; 0 asks for as little as possible, without an upper limit.
  private func limitMemory() {
    if let limit = settings.memoryLimit, limit > 0 { memory.limit = limit }
  }

  package convenience init(
    options: [CIContextOption: Any], pool: ThreadPool, workerLimit: Int? = nil, tileEdge: Int? = nil,
    wholePictureLimit: Int? = nil, ledger: MemoryLedger = .shared
  ) {
    self.init(
      options: options, pool: pool, workerLimit: workerLimit, tileEdge: tileEdge, wholePictureLimit: wholePictureLimit,
      ledger: ledger, canvas: nil)
  }

  private init(
    options: [CIContextOption: Any], pool: ThreadPool, workerLimit: Int? = nil, tileEdge: Int? = nil,
    wholePictureLimit: Int? = nil, ledger: MemoryLedger = .shared, canvas: ContextCanvas?
  ) {
    self.canvas = canvas
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
    canvas = context.canvas
    plans = context.plans
    kept = context.kept
    memory = context.memory
    self.tasks = tasks
    pool = context.pool
    workerLimit = context.workerLimit
    wholePictureLimit = context.wholePictureLimit
    tileEdge = context.tileEdge
  }

  /// The space in which light is computed; nil when colour management is off.
  public var workingColorSpace: CGColorSpace? { settings.workingColorSpace }

  /// The format named in the options, RGBAf without one; see ``CIContextOption/workingFormat``.
  public var workingFormat: CIFormat { settings.workingFormat }

  /// Frees memory kept for reuse, and drops plans and pixels of earlier renders.
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
  package func plan(_ image: CIImage, region: PixelRect, destination: PlanDestination) -> RenderPlan {
    plan([PlanOutput(node: image.node, region: region, destination: destination)])
  }

  /// The plan of a render that is run repeatedly and keeps nothing for other renders.
  func repeatedPlan(_ image: CIImage, region: PixelRect, destination: PlanDestination) -> RenderPlan {
    var plan = plan([PlanOutput(node: image.node, region: region, destination: destination)], isCut: false)
    for index in plan.steps.indices { plan.steps[index].key = nil }
    return plan
  }

  /// The plan of renders into new bitmaps, in one run; see ``bitmaps(_:dither:task:)``.
  package func plan(of requests: [BitmapRequest]) throws(RenderError) -> RenderPlan {
    var outputs: [PlanOutput] = []
    for request in requests { outputs.append(try output(request)) }
    return plan(outputs)
  }

  /// A dry run of a plan in this context.
  package func dryRun(_ plan: RenderPlan) -> DryRun {
    DryRun(plan, options: tileRenderer(dither: .none, task: RenderTask()).options)
  }

  private func plan(_ outputs: [PlanOutput], isCut: Bool = true) -> RenderPlan {
    RenderPlanner.plan(
      outputs, workingSpace: settings.workingSpace, highQualityDownsample: settings.highQualityDownsample,
      storesHalf: settings.workingFormat == .RGBAh, cache: plans, keepsSteps: settings.cachesIntermediates,
      isCut: isCut)
  }

  /// Renders a region of an image into a bitmap of its size.
  package func render(
    _ image: CIImage, region: PixelRect, into bitmap: PixelBitmap, destination: PlanDestination,
    dither: RowCodec.Dither = .none, task: RenderTask? = nil
  ) throws(RenderError) {
    let output = PlanOutput(node: image.node, region: region, destination: destination)
    try render([output], into: [bitmap], dither: dither, task: task)
  }

  /// Renders regions of several images in one run, each into a bitmap of its region's size; common parts are computed
  /// once.
  private func render(
    _ outputs: [PlanOutput], into bitmaps: [PixelBitmap], dither: RowCodec.Dither = .none, task: RenderTask?
  ) throws(RenderError) {
    try runAsTask(task) { task throws(RenderError) in
      let start = ContinuousClock.now
      let plan = plan(outputs)
      task.note { $0.planning += start.secondsSince }
      let renderer = tileRenderer(dither: dither, task: task)
      if let bands = BandedRender(ofDeveloped: plan, into: bitmaps, renderer: renderer) {
        try bands.run(into: bitmaps)
      } else {
        try renderer.render(plan, into: bitmaps)
      }
    }
  }

  package func tileRenderer(dither: RowCodec.Dither, task: RenderTask) -> TileRenderer {
    var options = TileRenderer.Options(pool: pool, workers: workerLimit, tileEdge: tileEdge)
    options.memoryLimit = settings.memoryLimit
    options.dither = dither
    options.kept = kept
    return TileRenderer(options: options, task: task)
  }

  /// A new bitmap that an image is rendered into.
  package struct BitmapRequest {
    package var image: CIImage
    package var region: PixelRect
    package var format: PixelFormat
    /// Nil leaves the working space's numbers.
    package var encoding: ColorEncoding?
    /// Brings colours outside the space into its gamut, below this peak, which above 1 bounds brightness only; nil clips.
    package var gamutPeak: Double? = nil
    /// Nil takes the context's options.
    package var alpha: AlphaMode? = nil

    package init(
      image: CIImage, region: PixelRect, format: PixelFormat, encoding: ColorEncoding? = nil, gamutPeak: Double? = nil,
      alpha: AlphaMode? = nil
    ) {
      (self.image, self.region, self.format) = (image, region, format)
      (self.encoding, self.gamutPeak, self.alpha) = (encoding, gamutPeak, alpha)
    }
  }

  /// Renders a region into a new bitmap.
  package func bitmap(
    _ image: CIImage, region: PixelRect, format: PixelFormat, encoding: ColorEncoding?, gamutPeak: Double? = nil,
    alpha: AlphaMode? = nil, dither: RowCodec.Dither = .none, task: RenderTask? = nil
  ) throws(RenderError) -> PixelBitmap {
    let request = BitmapRequest(
      image: image, region: region, format: format, encoding: encoding, gamutPeak: gamutPeak, alpha: alpha)
    return try bitmaps([request], dither: dither, task: task)[0]
  }

  /// Renders regions of several images into a new bitmap each, in one run.
  package func bitmaps(
    _ requests: [BitmapRequest], dither: RowCodec.Dither = .none, task: RenderTask? = nil
  ) throws(RenderError) -> [PixelBitmap] {
    var bitmaps: [PixelBitmap] = []
    var outputs: [PlanOutput] = []
    for request in requests {
      outputs.append(try output(request))
      let (width, height) = (request.region.width, request.region.height)
      do throws(PixelError) {
        bitmaps.append(
          try PixelBitmap(
            width: width, height: height, format: request.format, alpha: outputAlpha(request.format, request.alpha)))
      } catch {
        throw RenderError(error, width: width, height: height)
      }
    }
    try render(outputs, into: bitmaps, dither: dither, task: task)
    return bitmaps
  }

  private func output(_ request: BitmapRequest) throws(RenderError) -> PlanOutput {
    guard !request.region.isEmpty else { throw .emptyExtent }
    guard !request.region.isInfinite else { throw .infiniteExtent }
    if let encoding = request.encoding { try Self.check(encoding, fits: request.format) }
    let mode = outputAlpha(request.format, request.alpha)
    let destination = PlanDestination(
      encoding: request.encoding, isPremultiplied: mode == .premultiplied, gamutPeak: request.gamutPeak,
      isOpaque: mode == .opaque)
    return PlanOutput(node: request.image.node, region: request.region, destination: destination)
  }

  /// The meaning of a result's alpha: as wanted, otherwise by the context's options.
  package func outputAlpha(_ format: PixelFormat, _ wanted: AlphaMode?) -> AlphaMode {
    format.hasAlpha ? wanted ?? (settings.isOutputPremultiplied ? .premultiplied : .straight) : .opaque
  }

  /// Refuses spaces that cannot be rendered to, and formats with the wrong kind of components.
  package static func check(_ encoding: ColorEncoding, fits format: PixelFormat) throws(RenderError) {
    switch encoding.model {
    case .rgb:
      if format.isGray { throw .unsupportedFormat("a monochrome format cannot hold \(encoding.displayName)") }
    case .monochrome: break
    case .xyz, .lab, .cmyk: throw .unsupportedColorSpace(encoding.displayName)
    }
  }
}
