internal import Headroom
internal import HeadroomPictures

/// What a run makes of each input, according to its options.
struct Conversion: Sendable {
  /// The target in a format.
  private let target: @Sendable (TargetFormat) -> Target
  var development = Development()
  var edit: Edit
  var place = PicturePlace.first
  /// For thumbnails of RAW files: the pixels of the longer side from which on an embedded preview is used instead; nil
  /// for never.
  var previewSide: Int?
  let writing: WritingOptions
  let common: CommonOptions
  private let resources: JobResources
  private let renderer: PictureRenderer

  init(_ encoding: EncodingOptions, writing: WritingOptions, common: CommonOptions) {
    target = { encoding.target($0, isStrict: writing.strict) }
    edit = Edit()
    (edit.exposure, edit.background) = (encoding.exposure, encoding.background)
    (self.writing, self.common, resources) = (writing, common, common.resources)
    renderer = PictureRenderer(resources)
  }

  /// The conversion of a request, whose format all results get.
  init(_ request: ConversionRequest, writing: WritingOptions, common: CommonOptions) throws(PictureError) {
    var resources = common.resources
    resources.allowPartial = resources.allowPartial || request.allowPartial
    target = { format in
      var target = request.target
      target.format = format
      target.isStrict = target.isStrict || writing.strict
      return target
    }
    edit = try request.edit(resources)
    (development, place) = (request.development, request.place)
    (self.writing, self.common, self.resources) = (writing, common, resources)
    renderer = PictureRenderer(resources)
  }

  /// The size that the result of an input has, from its headers.
  func resultSize(of path: String) throws(PictureError) -> (width: Int, height: Int) {
    try edit.resultSize(of: opened(path, isMapped: true))
  }

  private func opened(_ path: String, isMapped: Bool = false) throws(PictureError) -> PictureSource {
    let source = try PictureSource(
      path: path, resources, at: place, isMapped: isMapped, development: development, exposure: edit.statedStops)
    return previewSide.flatMap { source.preview(longerSide: $0, resources) } ?? source
  }

  /// The job that writes a source as a file of a format.
  func job(_ source: PictureSource, as format: TargetFormat, _ progress: JobProgress? = nil) -> PictureJob {
    var renderer = renderer
    renderer.progress = progress
    var job = PictureJob(
      source, edit, target(format), in: renderer, events: common.events(of: source.name))
    job.isPlaceChosen = place.isChosen
    job.isStandIn = previewSide != nil
    return job
  }

  /// Runs a task, or describes what it would do.
  func run(_ task: ConversionTask, _ progress: JobProgress) throws(PictureError) -> ConversionOutcome {
    if let problem = task.problem { throw problem }
    if try task.output.mayBeSkipped() { return .skipped }
    let source = if let made = task.source { made } else { try opened(task.input) }
    let job = job(source, as: task.format, progress)
    let plan = try job.plan()
    if writing.dryRun {
      try StandardStreams.print("headroom: would write \(task.output.path): \(plan.summary)")
      return .described
    }
    let outcome = try job.write(plan, to: task.output)
    if common.verbose, !common.quiet, let account = try account(of: task, outcome) { StandardStreams.note(account) }
    return .written
  }

  /// A description of the written file; nil where the coded pictures stayed, which the job reports.
  private func account(of task: ConversionTask, _ outcome: JobOutcome) throws(PictureError) -> String? {
    guard let size = try outcome.size() else { return nil }
    var parts = [outcome.plan.summary, "\(size.width)x\(size.height)"]
    if let quality = try outcome.quality() { parts.append("quality \(ShortNumber.text(quality))") }
    if let bytes = task.output.byteCount { parts.append(ByteAmount.text(bytes)) }
    parts.append("\((outcome.seconds * 100).rounded() / 100) s")
    return "headroom: \(task.input) -> \(task.output.path): \(parts.joined(separator: ", "))"
  }
}
