internal import Foundation
internal import Headroom

/// Turns one input into one output.
struct Converter: Sendable {
  let encoding: EncodingOptions
  let geometry: PictureGeometry
  let writing: WritingOptions
  let common: CommonOptions
  let filters: FilterChain
  private let index: Int
  let renderer: PictureRenderer

  init(
    encoding: EncodingOptions, geometry: PictureGeometry, filters: FilterChain, index: Int, writing: WritingOptions,
    common: CommonOptions
  ) {
    self.encoding = encoding
    self.geometry = geometry
    self.filters = filters
    self.index = index
    self.writing = writing
    self.common = common
    renderer = PictureRenderer(common: common)
  }

  /// The size that the result of an input has, from its headers.
  func resultSize(of path: String) throws(CommandError) -> (width: Int, height: Int) {
    let input = try InputPicture(path: path, common: common, index: index, isMapped: true)
    let image = try filters.apply(to: geometry.apply(to: input.image(headroom: .infinity)))
    let extent = image.extent.integral
    return (Int(extent.width), Int(extent.height))
  }

  func convert(_ task: ConversionTask, _ progress: FileProgress) throws(CommandError) {
    if let problem = task.problem { throw problem }
    if try task.output.mayBeSkipped() { return }
    var input = try InputPicture(path: task.input, common: common, index: index)
    let decision = try decide(task, input)
    let (plan, filters, light) = (decision.plan, decision.filters, decision.light)
    if writing.dryRun {
      StandardStreams.note(describe(task, plan, input))
      return
    }
    // The map of an SDR base is not decoded when only the base is written. Filters see the light that the map gives.
    if plan.rendition == .sdr, input.isBaseSDR, !filters.hasFilters { input = input.withoutGainMap() }
    let carriesMap = plan.rendition == .adaptive && plan.keepsEncoding && carriesGainMap(task, input, filters)
    var (small, geometry) = try decodedSmall(input, isMapCarried: carriesMap)
    geometry.averages = (light?.peak ?? 0) * exp2(filters.exposure) > LightMeter.largestHeadroom
    input = small
    let size = try geometry.size(width: input.uprightSize.width, height: input.uprightSize.height)
    let resultBytes = size.width * size.height * (plan.depth == .bits8 ? 3 : plan.depth == .float ? 12 : 6)
    // A picture that is too large to be held is decoded while it is rendered.
    let crop = try geometry.crop(width: input.uprightSize.width, height: input.uprightSize.height)
    let heldBytes = input.decodedByteCount(showing: crop) + resultBytes
    // Base and alternate of a new gain map go through it one after the other.
    let passes = plan.rendition == .adaptive && !carriesMap ? 2 : 1
    let isLarge = renderer.isLarge(heldBytes, passes: passes)
    progress.step("decode", reaching: isLarge ? 0.01 : 0.3)
    let rows = isLarge ? try input.rows() : nil
    let still: StillHeader
    let warnings: [String]
    var alphaUse = AlphaUse.opaque
    var oddSamples = 0
    if let rows {
      (still, warnings) = (input.header(of: rows.source, rows.gainMap), input.info.warnings)
      if still.alpha != .opaque { alphaUse = try input.alphaUse() }
    } else {
      // A map that is made smaller along with its base is averaged over what lies around the crop too.
      let isMapResized = carriesMap && geometry.options.resize != nil
      let whole = try input.still(showing: isMapResized ? nil : crop)
      (still, warnings) = (whole.header, whole.warnings)
      alphaUse = whole.base.alphaUse
      // Rendering to integers leaves nothing of them; floats are counted as they are written.
      if plan.depth.integerBits != nil { oddSamples = whole.base.count(outside: .finite) }
    }
    // Of a picture decoded while it is rendered, the head's warnings wait: it may turn out not to be there at all.
    if rows == nil { warn(warnings, task) }
    if alphaUse == .partial, !task.format.holdsAlpha {
      common.warn("\(task.format.name) has no transparency; the picture is put on black", file: task.input)
    }
    var renderer = renderer
    renderer.progress = progress
    var maker = RenditionMaker(
      input: input, still: still, plan: plan, options: encoding, geometry: geometry, filters: filters,
      format: task.format, renderer: renderer, common: common, light: light)
    if !maker.isUnchanged, alphaUse != .partial { maker.dropIdleAlpha(alphaUse) }
    maker.report.add(changedSamples: oddSamples)
    // By rows, the file is written while it is rendered.
    progress.step("render", reaching: rows == nil ? 0.7 : 0.99)
    let found = try maker.writeByRows(to: task.output)
    if rows != nil { warn(warnings + (found ?? []).filter { !warnings.contains($0) }, task) }
    if found == nil {
      let bytes = try maker.encoded()
      progress.step("write", reaching: 1)
      try task.output.write(bytes)
    }
    warn(maker.report.warnings, task)
  }

  /// What a conversion of a file into a format would render.
  func recipes(of path: String, as format: OutputFormat) throws(CommandError) -> [(name: String, image: CIImage)] {
    let input = try InputPicture(path: path, common: common, index: index)
    let task = ConversionTask(input: path, output: OutputFile(path: "-", policy: .refuse), format: format)
    let decision = try decide(task, input)
    return try RenditionMaker(
      input: input, still: input.still().header, plan: decision.plan, options: encoding, geometry: geometry,
      filters: decision.filters, format: format, renderer: renderer, common: common, light: decision.light
    ).recipes()
  }

  private func warn(_ warnings: [String], _ task: ConversionTask) {
    for warning in warnings { common.warn(warning, file: task.input) }
  }

  /// The input at a smaller decoded size, and the geometry from there, where the result is to be much smaller.
  private func decodedSmall(
    _ input: InputPicture, isMapCarried: Bool
  ) throws(CommandError) -> (InputPicture, PictureGeometry) {
    // Rectangles and free angles are meant in pixels of the whole picture.
    guard geometry.options.resize != nil, geometry.options.crop == nil, geometry.isOrthogonal else {
      return (input, geometry)
    }
    let upright = input.uprightSize
    let target = try geometry.size(width: upright.width, height: upright.height)
    let isTurned = geometry.turn.swapsAxes
    let small = input.decodedSmall(
      for: isTurned ? (target.height, target.width) : target, isMapCarried: isMapCarried)
    var resolved = geometry
    resolved.options.resize = .exact(width: target.width, height: target.height)
    return (small, resolved)
  }

  func carriesGainMap(_ task: ConversionTask, _ input: InputPicture, _ filters: FilterChain) -> Bool {
    RenditionMaker.carriesGainMap(
      input.info, isBaseSDR: input.isBaseSDR, options: encoding, geometry: geometry, filters: filters,
      format: task.format)
  }

  private func describe(_ task: ConversionTask, _ plan: ConversionPlan, _ input: InputPicture) -> String {
    let names: [ConversionPlan.Rendition: String] = [
      .sdr: "SDR", .isoHDR: "HDR", .adaptive: "base with gain map", .float: "linear light",
    ]
    let space = plan.encoding.name ?? "the input's colour space"
    let depth = plan.depth.integerBits.map { "\($0) bit" } ?? plan.depth.rawValue
    let form = "\(names[plan.rendition] ?? ""), \(space), \(depth)"
    return "headroom: would write \(task.output.path): \(task.format.name), \(form)"
  }
}
