internal import Foundation
internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomGraphics
internal import HeadroomImage
internal import HeadroomImageIO
internal import HeadroomPixels

/// The decisions about one source, once its headers and, if these are not enough, its light are known.
struct JobDecision: Sendable {
  var planner: RenditionPlanner
  var plan: RenditionPlan
  /// The filters, after the change of exposure.
  var filters: FilterChain
  /// Measured where the headers do not state the picture's brightness and it matters.
  var light: SceneLight?
  var losses: [PictureLoss] = []
}

extension PictureJob {
  /// The decision from headers and settings alone.
  func plannedRendition(_ filters: FilterChain) throws(PictureError) -> JobDecision {
    try target.checkCodecSettings()
    let planner = RenditionPlanner(subject(filters), wishes: target.wishes, target: target.format.target)
    let plan: RenditionPlan
    do throws(RenditionConflict) {
      plan = try planner.plan()
    } catch {
      throw PictureError(error, of: target)
    }
    let upright = source.uprightSize
    let size = try edit.geometry.size(width: upright.width, height: upright.height)
    do throws(ImageIOError) {
      try renderer.limits.check(width: UInt64(size.width), height: UInt64(size.height), part: "result")
    } catch {
      throw PictureError(error, file: source.name)
    }
    return JobDecision(planner: planner, plan: plan, filters: filters)
  }

  /// Decides how the source is converted, and reports losses.
  ///
  /// - Parameter first: the decision from the headers alone.
  func decide(_ first: JobDecision) throws(PictureError) -> JobDecision {
    var decision = first
    if needsLight(decision.plan) { decision.light = try measuredLight() }
    let exposure = exposure(decision.light)
    if exposure != 0 {
      let light = decision.light
      decision = try plannedRendition(edit.filters.exposed(by: exposure))
      decision.light = light
    }
    decision.losses = losses(decision)
    try report(decision.losses)
    if let reason = try toneMapObjection(decision) { events.warning(reason) }
    if target.rendition == .adaptive, decision.plan.rendition == .sdr {
      events.warning("the input is SDR; it is written without a gain map")
    }
    return decision
  }

  /// The source and its edits.
  private func subject(_ filters: FilterChain) -> RenditionSubject {
    var subject = RenditionSubject(source.info)
    subject.geometry = edit.geometry.isIdentity ? .none : edit.geometry.isOrthogonal ? .orthogonal : .free
    subject.changesLight = filters.hasFilters
    subject.hasOverlay = filters.overlay != nil || ground(of: source) != nil
    subject.isComputed = source.isRecipe
    subject.hasSDRNumbers = source.hasOwnSDRNumbers
    subject.storedKind = source.storedKind
    return subject
  }

  /// The background: nil where none is set, or where nothing can be transparent.
  func ground(of source: PictureSource) -> CIColor? {
    guard let background = edit.background else { return nil }
    let isCovered =
      edit.geometry.isOrthogonal && !edit.filters.changesMoreThanExposure
      && source.image(headroom: .infinity).isOpaque
    return isCovered ? nil : background.color
  }

  // MARK: Light

  /// Whether the picture's brightness has to be measured.
  private func needsLight(_ plan: RenditionPlan) -> Bool {
    if edit.exposure == .auto { return true }
    let isPQ = plan.rendition == .isoHDR && plan.encoding.transfer != .hlg && target.headroom == nil
    if isPQ, source.info.statesMoreThanPQ { return true }
    switch source.info.contentHeadroomSource {
    case .unknown: return plan.rendition != .float
    // The message has to be true, but decoding a large picture twice for it would cost too much.
    case .assumed: return plan.losesHDR && !renderer.isLarge(source.decodedByteCount)
    default: return false
    }
  }

  private func measuredLight() throws(PictureError) -> SceneLight {
    // Kept for the following renders, if it can be held.
    if !source.isRecipe, !renderer.isLarge(source.decodedByteCount) { _ = try source.still() }
    // If a recipe only moves a file's pixels, the whole file is measured, as when it is converted.
    let image = source.original ?? source.image(headroom: .infinity)
    return SceneLight(meter: try renderer.light(image, file: source.name))
  }

  /// The requested stops, or those that bring light without metadata near to a display's range.
  private func exposure(_ light: SceneLight?) -> Double {
    switch edit.exposure {
    // For a RAW file it is part of the development.
    case .stops(let stops): return source.isDeveloped ? 0 : stops
    case .auto: return light?.calibratingStops ?? 0
    case nil:
      guard let light else { return 0 }
      let stops = light.automaticStops(source.info)
      guard stops != 0 else { return 0 }
      let mean = ShortNumber.text(light.meter.logAverage * ReferenceWhite.nits)
      events.warning(
        "its light (geometric mean \(mean) cd/m²) is not relative to white: exposed by \(ShortNumber.text(stops)) EV; "
          + "\(Setting.exposure.mention("0")) leaves it")
      return stops
    }
  }

  // MARK: Losses

  /// The losses of the planned file.
  func losses(_ decision: JobDecision) -> [PictureLoss] {
    let gain = exp2(decision.filters.exposure)
    var losses: [PictureLoss] = []
    if decision.plan.losesHDR, decision.light?.isBrighterThanWhite(exposedBy: gain) ?? true {
      losses.append(PictureLoss(kind: .hdr(headroom: source.info.contentHeadroom)))
    }
    if decision.filters.overlay?.isHDR == true, decision.plan.rendition == .sdr, !decision.plan.losesHDR {
      losses.append(PictureLoss(kind: .overlayHDR))
    }
    guard target.headroom == nil else { return losses }
    let isHLG = decision.plan.rendition == .isoHDR && decision.plan.encoding.transfer == .hlg
    let loss = isHLG ? lossInHLG(decision, gain) : lossInPQ(decision, gain)
    return losses + [loss].compactMap { $0 }
  }

  private func lossInPQ(_ decision: JobDecision, _ gain: Double) -> PictureLoss? {
    let isPQ = decision.plan.rendition == .isoHDR || decision.plan.rendition == .adaptive
    // Of a gain map's light, less is shown instead.
    let isWhole = source.info.gainMap == nil || decision.filters.hasFilters
    guard isPQ, isWhole, let light = decision.light, light.peak * gain > 1.01 * LightMeter.largestHeadroom else {
      return nil
    }
    return PictureLoss(kind: .cutAtPQ(peak: light.peak * gain, share: light.shareBeyondPQ(exposedBy: gain)))
  }

  /// HLG ends at its reference display; brighter light is tone mapped, and no reader can restore it.
  private func lossInHLG(_ decision: JobDecision, _ gain: Double) -> PictureLoss? {
    let stated = source.info.contentHeadroomSource == .assumed ? 0 : source.info.contentHeadroom
    let content = (decision.light?.contentHeadroom ?? stated) * gain
    // The same tolerance as for a gain map's peak.
    let most = 1.15 * ReferenceWhite.defaultHeadroom
    guard !decision.filters.changesMoreThanExposure else { return nil }
    if content > most { return PictureLoss(kind: .mappedIntoHLG(headroom: content)) }
    guard let light = decision.light, light.peak * gain > most else { return nil }
    return PictureLoss(
      kind: .cutAtHLG(peak: light.peak * gain, share: light.meter.share(above: most / gain)))
  }

  /// Reports losses, as an error where none are allowed.
  func report(_ losses: [PictureLoss]) throws(PictureError) {
    for loss in losses {
      if loss.isSevere, target.isStrict { throw .loss(loss.text, of: source.name) }
      events.warning(loss.text)
    }
  }
}

extension PictureError {
  /// A loss that was not allowed.
  static func loss(_ text: String, of file: String) -> PictureError {
    PictureError(.hdrLost, file: file, "\(text) (\(Setting.strict.mention))")
  }
}
