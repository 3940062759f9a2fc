internal import Foundation
internal import Headroom

/// Turns one input into one output.
struct Converter: Sendable {
  let encoding: EncodingOptions
  let geometry: PictureGeometry
  let writing: WritingOptions
  let common: CommonOptions
  let filters: FilterChain
  private let development: Development
  let place: PicturePlace
  /// Pixels of the longer side from which on a preview that came with a sensor's picture is taken in its place; nil for never.
  private let previewSide: Int?
  let renderer: PictureRenderer

  init(
    encoding: EncodingOptions, development: Development = Development(), geometry: PictureGeometry,
    filters: FilterChain,
    place: PicturePlace, previewSide: Int? = nil, writing: WritingOptions, common: CommonOptions
  ) {
    self.encoding = encoding
    self.development = development
    self.geometry = geometry
    self.filters = filters
    self.place = place
    self.previewSide = previewSide
    self.writing = writing
    self.common = common
    renderer = PictureRenderer(common: common)
  }

  /// The size that the result of an input has, from its headers.
  func resultSize(of path: String) throws(CommandError) -> (width: Int, height: Int) {
    try filters.resultSize(of: input(path, isMapped: true), shaped: geometry)
  }

  private func input(_ path: String, isMapped: Bool = false) throws(CommandError) -> InputPicture {
    var stops = 0.0
    if case .stops(let given) = encoding.exposure { stops = given }
    let input = try InputPicture(
      path: path, common: common, at: place, isMapped: isMapped, development: development, exposure: stops)
    return previewSide.flatMap { input.preview(longerSide: $0, common: common) } ?? input
  }

  /// A task's input. How a sensor's file is developed is said where that may surprise; not of every draft.
  private func input(of task: ConversionTask) throws(CommandError) -> InputPicture {
    if let made = task.picture { return made }
    let input = try self.input(task.input)
    if !development.isDraft { warn(input.developmentNotes, task) }
    return input
  }

  /// Says which picture of several is taken, and what becomes of inks and of pixels that are no squares.
  private func sayWhatIsTaken(_ task: ConversionTask, _ input: InputPicture, _ plan: RenditionPlan) {
    if !place.isChosen, let omission = input.info.omission { common.warn(omission, file: task.input) }
    if let device = input.info.deviceColor, device.usesTable {
      let space = plan.encoding.name ?? "a space of its own"
      common.warn("its colours (\(device.summary)) are written as \(space)", file: task.input)
    }
    if let aspect = input.info.pixelAspect {
      let shape = ShortNumber.text(aspect)
      common.warn("its pixels are \(shape) times as wide as high; they are written as squares", file: task.input)
    }
  }

  func convert(_ task: ConversionTask, _ progress: FileProgress) throws(CommandError) -> ConversionOutcome {
    if let problem = task.problem { throw problem }
    if try task.output.mayBeSkipped() { return .skipped }
    let started = ContinuousClock.now
    let input = try input(of: task)
    let first = try plan(for: task, input, filters)
    if try keepsCodedData(task, input, first) { return writing.dryRun ? .described : .written }
    let decision = try decide(task, input, first)
    sayWhatIsTaken(task, input, decision.plan)
    if writing.dryRun {
      try StandardStreams.print(describe(task, decision.plan))
      return .described
    }
    let source = try source(input, for: task, decision, progress)
    // Of a picture decoded while it is rendered, the head's warnings wait: it may turn out not to be there at all.
    if !source.comesByRows { warn(source.warnings, task) }
    var maker = maker(for: task, source, decision, progress)
    maker.dropIdleAlpha(source.alphaUse)
    if !maker.isUnchanged { sayInfinite(source.infiniteColors, task) }
    let hasHoles = try maker.findHoles(source.alphaUse)
    if source.alphaUse == .partial || hasHoles, !task.format.holdsAlpha, maker.ground == nil {
      common.warn(
        "\(task.format.name) has no transparency; the picture is put on black (--background takes another colour)",
        file: task.input)
    }
    // Nobody expects a video in a thumbnail.
    if previewSide == nil, let loss = try maker.lostMotion() { common.warn(loss, file: task.input) }
    try write(maker, source, task, progress)
    warn(maker.report.warnings, task)
    if common.verbose, !common.quiet {
      let seconds = (ContinuousClock.now - started) / .seconds(1)
      StandardStreams.note(try account(task, maker, seconds: seconds))
    }
    return .written
  }

  private func maker(
    for task: ConversionTask, _ source: ConversionSource, _ decision: ConversionDecision, _ progress: FileProgress
  ) -> ConversionWriter {
    var renderer = renderer
    renderer.progress = progress
    let maker = maker(of: source, as: task.format, decision, renderer)
    maker.report.add(changedSamples: source.oddSamples)
    return maker
  }

  private func write(
    _ maker: ConversionWriter, _ source: ConversionSource, _ task: ConversionTask, _ progress: FileProgress
  ) throws(CommandError) {
    progress.step("render", reaching: 1)
    let found = try maker.write(to: task.output)
    warn(source.input.unpackingWarnings, task)
    guard source.comesByRows else { return }
    warn(source.warnings + found.warnings.filter { !source.warnings.contains($0) }, task)
    // As of a picture that is held.
    if maker.plan.depth.integerBits != nil {
      maker.report.add(changedSamples: found.oddSamples)
    } else {
      sayInfinite(found.infiniteColors, task)
    }
  }

  private func sayInfinite(_ count: Int, _ task: ConversionTask) {
    guard count > 0 else { return }
    let were = count == 1 ? "1 sample is infinite; it is" : "\(count) samples are infinite; they are"
    common.warn("\(were) taken for 65504", file: task.input)
  }

  /// What a conversion of a file into a format would render.
  func recipe(of input: InputPicture, as format: OutputFormat) throws(CommandError) -> RecipeRenditions {
    try maker(of: input, as: format).recipe()
  }

  /// How it would be rendered, where the pixels are held, and what all of it takes; no memory where no pixels are rendered.
  func plan(
    of input: InputPicture, as format: OutputFormat
  ) throws(CommandError) -> (plan: RenderPlan, memory: RenditionMemory?) {
    try maker(of: input, as: format).renderPlan()
  }

  private func maker(of input: InputPicture, as format: OutputFormat) throws(CommandError) -> ConversionWriter {
    let task = ConversionTask(input: input.path, output: OutputFile(path: "-", policy: .refuse), format: format)
    let decision = try decide(task, input, plan(for: task, input, filters))
    let source = ConversionSource(input: input, geometry: geometry, still: try input.header(), warnings: [])
    return maker(of: source, as: format, decision, renderer)
  }

  private func maker(
    of source: ConversionSource, as format: OutputFormat, _ decision: ConversionDecision, _ renderer: PictureRenderer
  ) -> ConversionWriter {
    ConversionWriter(
      input: source.input, still: source.still, planner: decision.planner, plan: decision.plan, options: encoding,
      geometry: source.geometry, filters: decision.filters, format: format, renderer: renderer, common: common,
      isStrict: writing.strict, ground: ground(of: source.input), light: decision.light)
  }

  private func warn(_ warnings: [String], _ task: ConversionTask) {
    for warning in warnings { common.warn(warning, file: task.input) }
  }

}

extension StillInfo {
  /// What is said where one picture of several is taken and nobody chose it; nil where there is one.
  fileprivate var omission: String? {
    if let frames = sequenceFrameCount, frames > 1, frames > frameCount {
      return "it has \(frames) frames; the first is taken, and this version reads no others"
    }
    return frameCount > 1 ? "it has \(frameCount) pictures; the first is taken (--index takes another)" : nil
  }
}
