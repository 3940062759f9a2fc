internal import Foundation
internal import Headroom

/// What is done to one input, once its headers and, where they say too little, its light are known.
struct ConversionDecision {
  var planner: RenditionPlanner
  var plan: RenditionPlan
  /// The filters, behind the change of exposure.
  var filters: FilterChain
  /// Measured where the headers do not say how bright the picture is and it matters.
  var light: SceneLight?
}

extension Converter {
  /// A plan and what made it.
  typealias PlannedRendition = (planner: RenditionPlanner, plan: RenditionPlan)

  /// Decides what becomes of an input, and says what is lost on the way.
  ///
  /// - Parameter first: what was planned of the headers alone.
  func decide(
    _ task: ConversionTask, _ input: InputPicture, _ first: PlannedRendition
  ) throws(CommandError) -> ConversionDecision {
    var decision = ConversionDecision(planner: first.planner, plan: first.plan, filters: filters)
    if needsLight(decision.plan, input) { decision.light = try light(of: input) }
    let exposure = exposure(input, decision)
    if exposure != 0 {
      decision.filters = filters.exposed(by: exposure)
      (decision.planner, decision.plan) = try plan(for: task, input, decision.filters)
    }
    try sayWhatIsLost(task, input, decision)
    if let reason = try toneMapObjection(input, decision) { common.warn(reason, file: task.input) }
    if encoding.rendition == .adaptive, decision.plan.rendition == .sdr {
      common.warn("the input is SDR; it is written without a gain map", file: task.input)
    }
    return decision
  }

  func plan(
    for task: ConversionTask, _ input: InputPicture, _ filters: FilterChain
  ) throws(CommandError) -> PlannedRendition {
    let planner = ConversionPlanner(subject: subject(input, filters), options: encoding, format: task.format)
    let plan = try planner.plan()
    let upright = input.uprightSize
    let size = try geometry.size(width: upright.width, height: upright.height)
    do throws(ImageIOError) {
      try common.limits.check(width: UInt64(size.width), height: UInt64(size.height), part: "result")
    } catch {
      throw CommandError(error, file: task.input)
    }
    return (planner.planner, plan)
  }

  /// The input and what happens to it.
  private func subject(_ input: InputPicture, _ filters: FilterChain) -> RenditionSubject {
    var subject = RenditionSubject(input.info)
    subject.geometry = geometry.options.isIdentity ? .none : geometry.isOrthogonal ? .orthogonal : .free
    subject.changesLight = filters.hasFilters
    subject.hasOverlay = filters.overlay != nil || ground(of: input) != nil
    subject.isComputed = input.isRecipe
    subject.hasSDRNumbers = input.hasOwnSDRNumbers
    subject.storedKind = input.storedKind
    return subject
  }

  /// What the picture is laid on: nil where nobody asked, or where nothing of it can be transparent.
  func ground(of input: InputPicture) -> CIColor? {
    guard let background = encoding.background else { return nil }
    let isCovered =
      geometry.isOrthogonal && !filters.changesMoreThanExposure && input.image(headroom: .infinity).isOpaque
    return isCovered ? nil : background.color
  }

  // MARK: Light

  /// Whether the pixels have to say how bright the picture is.
  private func needsLight(_ plan: RenditionPlan, _ input: InputPicture) -> Bool {
    if encoding.exposure == .auto { return true }
    switch input.info.contentHeadroomSource {
    case .unknown: return plan.rendition != .float
    // The message has to be true; a picture that is decoded twice for it would cost too much.
    case .assumed: return plan.losesHDR && !renderer.isLarge(input.decodedByteCount)
    default: return false
    }
  }

  private func light(of input: InputPicture) throws(CommandError) -> SceneLight {
    // Kept for the renders that follow, where it can be held.
    if !input.isRecipe, !renderer.isLarge(input.decodedByteCount) { _ = try input.still() }
    // Of a file that a recipe only moves, the file is measured: as much of it as when it is converted.
    let image = input.original ?? input.image(headroom: .infinity)
    return SceneLight(meter: try renderer.light(image, file: input.path))
  }

  /// The stops asked for, or those that bring light without metadata near to what a display shows.
  private func exposure(_ input: InputPicture, _ decision: ConversionDecision) -> Double {
    switch encoding.exposure {
    // Of a sensor's file it is part of the development.
    case .stops(let stops): return input.isDeveloped ? 0 : stops
    case .auto: return decision.light?.calibratingStops ?? 0
    case nil:
      guard let light = decision.light else { return 0 }
      let stops = light.automaticStops(input.info)
      guard stops != 0 else { return 0 }
      let mean = ShortNumber.text(light.meter.logAverage * ReferenceWhite.nits)
      common.warn(
        "its light (geometric mean \(mean) cd/m²) is not relative to white: exposed by \(ShortNumber.text(stops)) EV; "
          + "--exposure 0 leaves it", file: input.path)
      return stops
    }
  }

  // MARK: What is lost

  func sayWhatIsLost(
    _ task: ConversionTask, _ input: InputPicture, _ decision: ConversionDecision
  ) throws(CommandError) {
    let gain = exp2(decision.filters.exposure)
    if let loss = decision.plan.loss(of: input.info), decision.light?.isBrighterThanWhite(exposedBy: gain) ?? true {
      try lose(loss, task, isError: true)
    }
    if decision.filters.overlay?.isHDR == true, decision.plan.rendition == .sdr, !decision.plan.losesHDR {
      try lose("the overlay's HDR is reduced to SDR", task, isError: true)
    }
    if decision.plan.rendition == .isoHDR, decision.plan.encoding.transfer == .hlg, encoding.headroom == nil {
      return try sayWhatHLGLoses(task, input, decision, gain)
    }
    let isPQ = decision.plan.rendition == .isoHDR || decision.plan.rendition == .adaptive
    guard isPQ, encoding.headroom == nil, let light = decision.light else { return }
    let share = light.shareBeyondPQ(exposedBy: gain)
    guard light.peak * gain > 1.01 * LightMeter.largestHeadroom else { return }
    let peak = ShortNumber.text(light.peak * gain)
    try lose(
      "its brightest light (\(peak)x white) is cut at 10000 cd/m² (49x), in \(ShortNumber.text(100 * share)) % of it",
      task, isError: share > LightMeter.pixelsAbove)
  }

  /// HLG ends at its reference display; what is brighter is tone mapped, and no reader gets it back.
  private func sayWhatHLGLoses(
    _ task: ConversionTask, _ input: InputPicture, _ decision: ConversionDecision, _ gain: Double
  ) throws(CommandError) {
    let stated = input.info.contentHeadroomSource == .assumed ? 0 : input.info.contentHeadroom
    let content = (decision.light?.contentHeadroom ?? stated) * gain
    // As much as a gain map may lose of a peak.
    let most = 1.15 * ReferenceWhite.defaultHeadroom
    guard !decision.filters.changesMoreThanExposure else { return }
    if content > most {
      return try lose(
        "its light (\(ShortNumber.text(content))x white) is tone mapped into HLG's 1000 cd/m² (4.93x)", task,
        isError: true)
    }
    guard let light = decision.light, light.peak * gain > most else { return }
    let share = light.meter.share(above: most / gain)
    try lose(
      "its brightest light (\(ShortNumber.text(light.peak * gain))x white) is cut at HLG's 1000 cd/m² (4.93x), in "
        + "\(ShortNumber.text(100 * share)) % of it", task, isError: share > LightMeter.pixelsAbove)
  }

  private func lose(_ loss: String, _ task: ConversionTask, isError: Bool) throws(CommandError) {
    if isError, writing.strict { throw CommandError(.hdrLost, file: task.input, "\(loss) (--strict)") }
    common.warn(loss, file: task.input)
  }
}
