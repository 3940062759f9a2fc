package import HeadroomPixels

/// A render that goes through its region in bands from the top, with sources that are decoded on the way: memory is
/// bounded by what the plan needs for a band, not by the picture. The pixels are those of a whole render.
///
/// Sources that cannot come by rows are held whole, and so are those of a picture that is turned by a quarter or upside
/// down. Tone mapping that measures its input decodes it twice. Reductions of whole pictures need a whole render.
package struct BandedRender {
  private let plan: RenderPlan
  private var schedule: BandSchedule
  private let renderer: TileRenderer
  private let format: PixelFormat
  private let alpha: AlphaMode

  /// Bytes of a band of the result, half of what band and windows take together, and the fewest rows of a band.
  private static let bandBytes = 32 << 20
  private static let fewestRows = 16

  /// Nil when the plan cannot be cut into bands, for example if its outputs show different regions.
  ///
  /// - Parameter bandHeight: rows of a band; nil chooses by the memory that a band takes.
  package init?(
    _ plan: RenderPlan, renderer: TileRenderer, format: PixelFormat, alpha: AlphaMode, bandHeight: Int? = nil
  ) {
    guard plan.outputs.count == 1, !plan.needsWholePictures, !plan.region.isInfinite, !plan.region.isEmpty
    else { return nil }
    self.plan = plan
    // Bands belong to pictures that are too large to be kept.
    var renderer = renderer
    renderer.options.kept = nil
    self.renderer = renderer
    self.format = format
    self.alpha = alpha
    schedule = Self.chosen(plan, bandHeight, format, renderer.options.memoryLimit)
  }

  /// - Parameter bandHeight: rows of a band; nil chooses by the memory that a band takes.
  private static func chosen(
    _ plan: RenderPlan, _ bandHeight: Int?, _ format: PixelFormat, _ limit: Int?
  ) -> BandSchedule {
    let rowBytes = plan.region.width * format.bytesPerPixel
    // Never taller than the picture: halving a taller band changes nothing, and would seem not to help.
    var height = min(bandHeight ?? max(bandBytes / rowBytes, fewestRows), plan.region.height)
    var chosen = schedule(plan, height, limit)
    if bandHeight != nil { return chosen }
    // Bands of few rows decode the neighbourhoods of their edges often; they are used only where memory allows no
    // others.
    let most = limit.map { $0 / 2 } ?? .max
    while height > 1 {
      let bytes = byteCount(chosen, plan, rowBytes)
      guard bytes > 2 * bandBytes, height > fewestRows || bytes > most else { break }
      height /= 2
      let smaller = schedule(plan, height, limit)
      // Windows that do not shrink with the band hold rows that the plan needs at any band height.
      if byteCount(smaller, plan, rowBytes) > byteCount(chosen, plan, rowBytes) * 9 / 10 { break }
      chosen = smaller
    }
    if height / division >= fewestRows {
      // Where rows need few others around them, nothing is computed twice in smaller bands either.
      let smaller = schedule(plan, height / division, limit)
      let bytes = (low: byteCount(smaller, plan, rowBytes), high: byteCount(chosen, plan, rowBytes))
      if bytes.low * division <= bytes.high + bytes.high / 16 { chosen = smaller }
    }
    return chosen
  }

  /// The factor by which bands that cost nothing extra are smaller.
  private static let division = 4

  /// The same with bands that are multiples of the rows that the result's consumer takes at a time, where that many fit
  /// in a band.
  package func aligned(to rowGroup: Int) -> BandedRender {
    guard let height = schedule.bands.first?.height, rowGroup < height, height % rowGroup > 0 else { return self }
    var aligned = self
    aligned.schedule = Self.schedule(plan, height / rowGroup * rowGroup, renderer.options.memoryLimit)
    return aligned
  }

  /// The most bytes that a run takes at once, bands of the result included; see ``DryRun`` for what is counted.
  package var peakBytes: Int {
    guard let band = schedule.bands.first else { return 0 }
    let result = PixelBitmap.byteCount(width: plan.region.width, height: band.height, format: format)
    let sources = plan.sources.indices.reduce(0) { $0 + sourceBytes($1) }
    // Bands at the edges read less than others.
    let samples = Set([0, schedule.bands.count / 2, schedule.bands.count - 1])
    let passes = samples.map { DryRun(plan(at: $0), options: renderer.options).passBytes }
    return result + sources + (passes.max() ?? 0)
  }

  /// The memory of a source while bands are rendered: its window, and the decoder's memory as long as rows come.
  private func sourceBytes(_ index: Int) -> Int {
    let source = plan.sources[index]
    guard let rows = source.rowMemory else {
      let memory = source.loadingMemory(of: plan.sourceRegions()[index])
      return memory.resident + memory.transient
    }
    let window = source.decodedByteCount / max(source.height, 1) * schedule.capacity(ofSource: index)
    return rows.resident + rows.transient + StoragePool.byteCount(holding: window)
  }

  /// The most rows of a source that are held at once.
  func mostRows(ofSource index: Int) -> Int { schedule.capacity(ofSource: index) }

  /// - Parameter limit: bytes that a render may take.
  private static func schedule(_ plan: RenderPlan, _ height: Int, _ limit: Int?) -> BandSchedule {
    func schedule(forwardsRows: Bool) -> BandSchedule {
      BandSchedule(over: plan.region, height: height, sources: plan.sources, forwardsRows: forwardsRows) { band, held in
        // Steps that are not kept for lack of memory cannot be handed on.
        MemoryBudget(limit, for: plan.restricted(to: band, holding: held)).plan
      }
    }
    let chosen = schedule(forwardsRows: true)
    guard let limit, chosen.mostHeldBytes > limit / heldShare else { return chosen }
    return schedule(forwardsRows: false)
  }

  /// The share of a render's memory that rows of the band above may take.
  private static let heldShare = 8

  /// The plan of a band.
  private func plan(at band: Int) -> RenderPlan {
    plan.restricted(to: schedule.bands[band], holding: schedule.held[band])
  }

  /// Bytes of a band of the result and of the windows of the sources that come by rows.
  private static func byteCount(_ schedule: BandSchedule, _ plan: RenderPlan, _ rowBytes: Int) -> Int {
    let band = (schedule.bands.first?.height ?? 0) * rowBytes
    return plan.sources.indices.reduce(band) { sum, index in
      let source = plan.sources[index]
      return sum + source.decodedByteCount / max(source.height, 1) * schedule.capacity(ofSource: index)
    }
  }

  /// Renders the bands and passes them to `body` from the top. A band's memory is reused for the next.
  ///
  /// - Returns: the findings in the sources.
  /// - Throws: `RenderError`, and what `body` throws.
  package func run(_ body: (PixelBitmap) throws -> Void) throws -> SourceFindings {
    // Bands report the overall progress; decoders and encoders of their rows do not know it.
    try renderer.task.silentlyBound { try runBands(body) }
  }

  /// Renders the bands into bitmaps of the region's size, one for each output of the plan.
  package func run(into bitmaps: [PixelBitmap]) throws(RenderError) {
    do {
      try renderer.task.silentlyBound {
        _ = try runBands(into: { band in bitmaps.map { $0.rows(from: plan.region.maxY - band.maxY, band.height) } })
      }
    } catch {
      throw RenderError(loading: error)
    }
  }

  private func runBands(_ body: (PixelBitmap) throws -> Void) throws -> SourceFindings {
    guard let tallest = schedule.bands.first?.height else { throw RenderError.emptyExtent }
    let whole: PixelBitmap
    do throws(PixelError) {
      whole = try PixelBitmap(width: plan.region.width, height: tallest, format: format, alpha: alpha)
    } catch {
      throw RenderError(error, width: plan.region.width, height: tallest)
    }
    return try runBands(into: { [whole.rows(from: 0, $0.height)] }, then: { try body($0[0]) })
  }

  /// - Parameters:
  ///   - bitmaps: the destination of a band, for each output.
  ///   - body: called when the band is there.
  private func runBands(
    into bitmaps: (PixelRect) -> [PixelBitmap], then body: ([PixelBitmap]) throws -> Void = { _ in }
  ) throws -> SourceFindings {
    var progress = BandProgress(
      task: renderer.task, total: plan.measurements.reduce(plan.region.area) { $0 + $1.region.area })
    let measured = try measure(&progress)
    let feed = try BandFeed(plan, schedule)
    var rows = BandRows()
    for (index, band) in schedule.bands.enumerated() {
      let sources = try feed.sources(at: index)
      let targets = bitmaps(band)
      rows = rows.next(wanting: index + 1 < schedule.held.count ? schedule.held[index + 1] : [:])
      try renderer(&progress, band)
        .render(plan(at: index), sources: sources, measured: measured, rows: &rows, into: targets)
      try body(targets)
    }
    return feed.findings
  }

  private func renderer(_ progress: inout BandProgress, _ band: PixelRect) -> TileRenderer {
    var renderer = renderer
    renderer.task = progress.next(band)
    return renderer
  }

  /// Makes a pass over the sources for each value that must be known before the first band.
  private func measure(_ progress: inout BandProgress) throws -> [Float] {
    var values: [Float] = []
    for measurement in plan.measurements {
      let height = schedule.bands.first?.height ?? 1
      let passes = BandSchedule(
        over: measurement.region, height: height, sources: plan.sources, forwardsRows: false
      ) { band, _ in plan.restricted(toStep: measurement.step, over: band) }
      let feed = try BandFeed(plan, passes)
      var light = LightMeter()
      for (index, band) in passes.bands.enumerated() {
        let part = try renderer(&progress, band).light(
          ofStep: measurement.step, over: band, plan.restricted(toStep: measurement.step, over: band),
          sources: try feed.sources(at: index), measured: values)
        light.merge(part)
      }
      values.append(Float(light.contentHeadroom))
    }
    return values
  }
}

extension PixelBitmap {
  /// Some of its rows.
  package func rows(from first: Int, _ count: Int) -> PixelBitmap {
    // Bands lie inside the plan's region, whose size the bitmaps have; a skipped band would leave rows of old memory.
    guard let rows = cropped(x: 0, y: first, width: width, height: count) else {
      preconditionFailure("rows outside the bitmap")
    }
    return rows
  }
}

/// The progress of a render by bands, over all its passes.
private struct BandProgress {
  let task: RenderTask
  let total: Int
  private(set) var done = 0

  init(task: RenderTask, total: Int) {
    self.task = task
    self.total = max(total, 1)
  }

  /// The task of the next band.
  mutating func next(_ band: PixelRect) -> RenderTask {
    let start = done
    done += band.area
    return task.part(from: Double(start) / Double(total), to: Double(done) / Double(total))
  }
}

/// The sources of a render, whole or as windows that follow the bands.
private final class BandFeed {
  private enum Source {
    case whole(LoadedSource)
    case window(RowWindow)
  }

  private let schedule: BandSchedule
  private let operations: [any SourceOperation]
  private var sources: [Source] = []

  init(_ plan: RenderPlan, _ schedule: BandSchedule) throws(RenderError) {
    self.schedule = schedule
    operations = plan.sources
    let regions = plan.sourceRegions()
    for (index, source) in plan.sources.enumerated() {
      let capacity = schedule.capacity(ofSource: index)
      sources.append(try Self.open(source, capacity: capacity, region: regions[index]))
    }
  }

  private static func open(
    _ source: any SourceOperation, capacity: Int, region: PixelRect
  ) throws(RenderError) -> Source {
    do {
      if let rows = try source.rows() { return .window(try RowWindow(rows, capacity: capacity)) }
      return .whole(try source.load(region))
    } catch {
      throw RenderError(loading: error, from: source)
    }
  }

  func sources(at band: Int) throws(RenderError) -> [LoadedSource] {
    var loaded: [LoadedSource] = []
    for (index, source) in sources.enumerated() {
      switch source {
      case .whole(let whole): loaded.append(whole)
      case .window(let window):
        do {
          try window.advance(to: schedule.windows[band][index])
        } catch {
          throw RenderError(loading: error, from: operations[index])
        }
        loaded.append(window.loaded)
      }
    }
    return loaded
  }

  var findings: SourceFindings {
    sources.reduce(into: SourceFindings()) { sum, source in
      if case .window(let window) = source { sum.add(window.findings) }
    }
  }
}
