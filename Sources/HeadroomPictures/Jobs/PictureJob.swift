internal import Foundation
internal import HeadroomColor
internal import HeadroomContainers
package import HeadroomEngine
package import HeadroomFilters
internal import HeadroomImage
internal import HeadroomImageIO

/// The conversion of one picture to one file, the only way from one to the other.
///
/// ```swift
/// let job = PictureJob(source, edit, target, in: PictureRenderer(resources))
/// let plan = try job.plan()             // what will be written, and what is lost
/// let outcome = try job.write(to: FileOutput(url))
/// ```
package struct PictureJob: Sendable {
  package var source: PictureSource
  package var edit: Edit
  package var target: Target
  package var renderer: PictureRenderer
  package var events: JobEvents
  /// Whether the picture of the file was chosen explicitly, so that no warning about the others is needed.
  package var isPlaceChosen = false
  /// Whether it is a thumbnail, from which no video is expected.
  package var isStandIn = false

  package init(
    _ source: PictureSource, _ edit: Edit = Edit(), _ target: Target, in renderer: PictureRenderer,
    events: JobEvents = .none
  ) {
    (self.source, self.edit, self.target) = (source, edit, target)
    (self.renderer, self.events) = (renderer, events)
  }

  // MARK: Planning

  /// Decides what is written, and finds the losses, mostly from headers; pixels are measured if their brightness is not
  /// stated.
  ///
  /// - Throws: settings that contradict the source or the format, and losses where the target allows none.
  package func plan() throws(PictureError) -> JobPlan {
    let list = WarningList()
    var plan = try listing(in: list).planned()
    plan.warnings = list.warnings
    return plan
  }

  private func listing(in list: WarningList) -> PictureJob {
    var job = self
    job.events = events.listed(in: list)
    return job
  }

  private func planned() throws(PictureError) -> JobPlan {
    warn(source.developmentNotes)
    let first = try plannedRendition(edit.filters)
    if let kept = try keptCodedData(first) { return JobPlan(way: .codedData(kept), decision: first, target: target) }
    let decision = try decide(first)
    reportAssumptions(decision.plan)
    return JobPlan(way: .rendered, decision: decision, target: target)
  }

  // MARK: Writing

  /// Writes the file of a plan.
  ///
  /// - Parameter output: receives the whole file or nothing.
  /// - Throws: the reason why there is no file.
  @discardableResult
  package func write(_ plan: JobPlan, to output: any RenditionOutput) throws(PictureError) -> JobOutcome {
    let (clock, list) = (JobClock(), WarningList())
    var outcome = JobOutcome(plan: plan, before: source.info.kind)
    try listing(in: list).write(plan, to: output, &outcome)
    outcome.warnings = plan.warnings + list.warnings
    clock.stop(&outcome)
    return outcome
  }

  private func write(
    _ plan: JobPlan, to output: any RenditionOutput, _ outcome: inout JobOutcome
  ) throws(PictureError) {
    if case .codedData(let result) = plan.way {
      do { try output.write(result.bytes) } catch { throw PictureError(error, file: source.name) }
      events.note("coded data is kept byte for byte")
      for note in result.notes { events.note(note) }
      return
    }
    let decoded = try decodedSource(plan.decision)
    // For a picture decoded while it is rendered, the header's warnings wait: the picture may turn out to be missing.
    if !decoded.comesByRows { warn(decoded.warnings) }
    var writer = writer(of: decoded, plan.decision)
    writer.report.add(changedSamples: decoded.nonFiniteSamples)
    try resolveAlpha(&writer, decoded)
    if !isStandIn, let loss = try writer.motionLoss() { events.warning(loss) }
    try write(writer, decoded, to: output)
    warn(writer.report.warnings)
    outcome.writer = writer
  }

  /// Plans and writes.
  @discardableResult
  package func write(to output: any RenditionOutput) throws(PictureError) -> JobOutcome {
    try write(plan(), to: output)
  }

  private func resolveAlpha(_ writer: inout JobWriter, _ decoded: DecodedSource) throws(PictureError) {
    writer.resolveAlpha(decoded.alphaUse)
    if !writer.isUnchanged { warnOfInfiniteSamples(decoded.infiniteColors) }
    let hasTransparency = try writer.findTransparency(decoded.alphaUse)
    guard decoded.alphaUse == .partial || hasTransparency, !target.format.holdsAlpha, writer.ground == nil else {
      return
    }
    events.warning(
      "\(target.format.name) has no transparency; the picture is put on black (\(Setting.background.mention) takes "
        + "another colour)")
  }

  private func write(
    _ writer: JobWriter, _ decoded: DecodedSource, to output: any RenditionOutput
  ) throws(PictureError) {
    renderer.progress?.step("render", reaching: 1)
    let found = try writer.write(to: output)
    warn(decoded.source.unpackingWarnings)
    guard decoded.comesByRows else { return }
    warn(decoded.warnings + found.warnings.filter { !decoded.warnings.contains($0) })
    // As for a picture that is held.
    if writer.plan.depth.integerBits != nil {
      writer.report.add(changedSamples: found.nonFiniteSamples)
    } else {
      warnOfInfiniteSamples(found.infiniteColors)
    }
  }

  private func warn(_ warnings: [String]) {
    for warning in warnings { events.warning(warning) }
  }

  private func warnOfInfiniteSamples(_ count: Int) {
    guard count > 0 else { return }
    let were = count == 1 ? "1 sample is infinite; it is" : "\(count) samples are infinite; they are"
    events.warning("\(were) taken for 65504")
  }

  // MARK: Recipes

  /// The recipe that a conversion would render.
  package func recipe() throws(PictureError) -> RecipeRenditions { try undecodedWriter().recipe() }

  /// The plan that would render it, as if the pixels were held, and the memory of the whole conversion, nil where no
  /// pixels are rendered.
  package func renderPlan() throws(PictureError) -> (plan: RenderPlan, memory: RenditionMemory?) {
    try undecodedWriter().renderPlan()
  }

  private func undecodedWriter() throws(PictureError) -> JobWriter {
    let decision = try decide(plannedRendition(edit.filters))
    let source = DecodedSource(source: source, geometry: edit.geometry, still: try source.header(), warnings: [])
    return writer(of: source, decision)
  }

  private func writer(of decoded: DecodedSource, _ decision: JobDecision) -> JobWriter {
    JobWriter(
      source: decoded.source, still: decoded.still, planner: decision.planner, plan: decision.plan, target: target,
      geometry: decoded.geometry, filters: decision.filters, renderer: renderer, events: events,
      ground: ground(of: decoded.source), light: decision.light)
  }

  // MARK: What is said

  /// Reports which of several pictures is used, and how inks and non-square pixels are handled.
  private func reportAssumptions(_ plan: RenditionPlan) {
    if !isPlaceChosen, let omission = source.info.omission { events.warning(omission) }
    if let device = source.info.deviceColor, device.usesTable {
      let space = plan.encoding.name ?? "a space of its own"
      events.warning("its colours (\(device.summary)) are written as \(space)")
    }
    if let aspect = source.info.pixelAspect {
      let shape = ShortNumber.text(aspect)
      events.warning("its pixels are \(shape) times as wide as high; they are written as squares")
    }
  }
}

extension StillInfo {
  /// The warning if one of several pictures is used without having been chosen; nil where there is only one.
  fileprivate var omission: String? {
    if let frames = sequenceFrameCount, frames > 1, frames > frameCount {
      return "it has \(frames) frames; the first is taken, and this version reads no others"
    }
    return frameCount > 1
      ? "it has \(frameCount) pictures; the first is taken (\(Setting.index.mention) takes another)" : nil
  }
}
