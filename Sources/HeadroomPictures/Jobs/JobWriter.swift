internal import Foundation
internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomEngine
internal import HeadroomImage
internal import HeadroomImageIO
internal import HeadroomPixels

/// Makes the file of a planned job, in the shortest way that gives the planned picture.
struct JobWriter {
  private(set) var source: PictureSource
  /// The source without its pixels.
  private(set) var still: StillHeader
  let planner: RenditionPlanner
  let plan: RenditionPlan
  let target: Target
  let geometry: PictureGeometry
  let filters: FilterChain
  let renderer: PictureRenderer
  let events: JobEvents
  /// The background behind everything; the result is then opaque.
  let ground: CIColor?
  /// The source's light where its headers do not state its brightness.
  var light: SceneLight?
  /// Collects what the file could not hold.
  let report = EncodingReport()
  /// Whether the decoded picture has an alpha channel that is left out.
  private(set) var dropsAlpha = false

  /// Writes the file.
  ///
  /// - Returns: the findings in an input that was decoded while it was rendered.
  func write(to output: any RenditionOutput) throws(PictureError) -> SourceFindings {
    do {
      if target.byteLimit == nil {
        if !isUnchanged { return try writer().write(to: output, task: task, accept: accept).sources }
        if let warnings = try copyRows(to: output) { return SourceFindings(warnings: warnings) }
      }
      let rendition =
        try isUnchanged ? RenderedRendition(unchanged(), by: target.format.writer) : writer().rendered(task)
      try output.write(try encoded(rendition))
      return SourceFindings()
    } catch {
      throw PictureError(error, file: source.name)
    }
  }

  private func writer() throws -> RenditionWriter { try RenditionWriter(request(), in: renderer.context) }

  /// The plan that renders the pixels, as if they were held, and the memory of the whole conversion, nil where no
  /// pixels are rendered.
  func renderPlan() throws(PictureError) -> (plan: RenderPlan, memory: RenditionMemory?) {
    do {
      let writer = try writer()
      return (try writer.plan(), isUnchanged ? nil : try writer.memory())
    } catch {
      throw PictureError(error, file: source.name)
    }
  }

  private var task: RenderTask { renderer.progress?.stepTask() ?? RenderTask() }

  /// Reports light that the file does not restore, as an error if the target is strict.
  private func accept(_ outcome: RenditionOutcome) throws(PictureError) {
    if outcome.omitsGainMap {
      events.warning("nothing in it is brighter than white; it is written without a gain map")
    }
    try reportUnfinishedPixels()
    try report(outcome.fidelity, of: "the gain map", cure: outcome.fidelity.flatMap(gainMapCure))
    try reportCoding(outcome.lightFidelity)
  }

  /// Reports how many pixels kernels from text did not finish.
  private func reportUnfinishedPixels() throws(PictureError) {
    guard let count = renderer.progress?.unfinishedPixels, count > 0 else { return }
    // Pixels of two renditions, and of tile borders, are counted twice.
    let most = min(count, still.width * still.height)
    let pixels = most == 1 ? "1 pixel, which is" : "up to \(most) pixels, which are"
    let text = "a kernel reaches the limit of steps in \(pixels) transparent black"
    if target.isStrict { throw .loss(text, of: source.name) }
    events.warning(text)
  }

  // MARK: Pixels that stay as they are

  /// Whether the decoded picture is already the result: nothing is computed, and values stay exact.
  var isUnchanged: Bool { !dropsAlpha && planner.keepsPixels(plan, of: still) }

  private func unchanged() throws(PictureError) -> StillImage {
    var picture = try source.still()
    picture.metadata = withMotion(picture.metadata, isSameView: true).removing(target.strippedParts)
    if plan.rendition != .adaptive { picture.gainMap = nil }
    if target.measures, plan.encoding.transfer == .pq {
      picture.hdr.lightLevel = LightLevelMeter.measure(picture.base, plan.encoding) ?? picture.hdr.lightLevel
    }
    return picture
  }

  /// Whether base and map of the input are reshaped separately.
  var keepsGainMap: Bool { plan.keepsGainMap && (still.gainMap != nil || source.recipeGainMap != nil) }

  // MARK: Alpha

  /// Drops an alpha channel where ``AlphaPolicy`` decides so.
  mutating func resolveAlpha(_ use: AlphaUse) {
    guard still.alpha != .opaque else { return }
    let decision = alphaPolicy(use).decision
    guard decision != .keep else { return }
    still.alpha = .opaque
    dropsAlpha = true
    guard decision == .ignore else { return }
    source.ignoresAlpha = true
    events.warning("its alpha is 0 everywhere and is ignored")
  }

  private func alphaPolicy(_ use: AlphaUse) -> AlphaPolicy {
    var policy = AlphaPolicy(use: use)
    policy.isFloatingPoint = still.format.isFloatingPoint
    policy.isPremultiplied = source.info.isAlphaPremultiplied
    policy.targetHoldsAlpha = target.format.holdsAlpha
    policy.targetHoldsLightWithoutAlpha = target.format.holdsLightWithoutAlpha
    policy.keepsPixels = isUnchanged
    policy.isExact = target.isLossless || !target.format.isLossy
    policy.writesLight = plan.rendition == .float
    return policy
  }

  /// Whether edits leave holes in an opaque picture, even one with a redundant alpha channel: filters and free
  /// rotations may. Most filters declare that they keep a picture opaque; the results of others are checked.
  ///
  /// - Parameter use: the use of alpha in the decoded picture.
  /// - Returns: whether they do.
  mutating func findTransparency(_ use: AlphaUse) throws(PictureError) -> Bool {
    if ground != nil {
      still.alpha = .opaque
      return false
    }
    let isCovered = use == .opaque || still.alpha == .opaque || use == .unwritten && !target.format.holdsAlpha
    guard filters.hasFilters || !geometry.isOrthogonal, isCovered else { return false }
    let whole = source.image(headroom: .infinity)
    let filtered = try filters.apply(to: geometry.apply(to: whole.settingAlphaOne(in: whole.extent)))
    if filtered.isOpaque { return false }
    try renderer.check(filtered, file: source.name)
    guard try renderer.alphaUse(filtered, file: source.name) != .opaque else { return false }
    still.alpha = .straight
    return true
  }

  // MARK: Writing

  /// Reports light that the written file does not restore.
  ///
  /// - Parameters:
  ///   - cause: the cause of the loss.
  ///   - cure: the remedy.
  private func report(_ fidelity: GainMapFidelity?, of cause: String, cure: String? = nil) throws(PictureError) {
    guard let losses = fidelity?.losses, !losses.isEmpty else { return }
    let text = "\(cause) changes HDR: \(losses.joined(separator: "; "))"
    if target.isStrict { throw .loss(text, of: source.name) }
    events.warning(cure.map { "\(text) (\($0))" } ?? text)
  }

  /// A single gain loses colours; other deviations come from the base's coding, which the map multiplies.
  private func gainMapCure(_ fidelity: GainMapFidelity) -> String? {
    if fidelity.isLuma, fidelity.changesColors { return "\(Setting.gainMap.mention("rgb")) keeps colours" }
    return target.byteLimit == nil && (target.quality ?? 0) < 95 ? "\(Setting.quality.mention("95")) keeps more" : nil
  }

  /// As ``report(_:of:cure:)`` for numbers that a codec changed.
  func reportCoding(_ fidelity: GainMapFidelity?) throws(PictureError) {
    // Light not brighter than white has no HDR to lose; small deviations are inherent in a quality.
    guard let fidelity, fidelity.peak.wanted > 1, target.isStrict || fidelity.changesPeak else { return }
    try report(fidelity, of: "coding", cure: target.byteLimit == nil ? codingCure : nil)
  }

  /// With halved chroma, small lights spread over their neighbours' chroma at any quality.
  private var codingCure: String? {
    let isBest = (target.quality ?? 0) >= 100
    if target.format.target.hasChroma, target.chroma != .full {
      let full = Setting.chroma.mention("444")
      return isBest ? "\(full) keeps more" : "\(full) and a higher \(Setting.quality.mention) keep more"
    }
    return isBest ? nil : "a higher \(Setting.quality.mention) keeps more"
  }

  /// The file at the requested quality, or the best that fits the requested size.
  private func encoded(_ rendition: RenderedRendition) throws -> [UInt8] {
    let plain = try encodeOptions(pixels: still.width * still.height)
    guard let limit = target.byteLimit else { return try EncodedFile(rendition, plain).accepted(by: accept) }
    let best = target.quality ?? Self.bestQuality
    do {
      return try TargetSizeSearch(limit: limit, first: plain.quality, best: best).run { quality in
        var options = plain
        options.quality = quality
        return try EncodedFile(rendition, options)
      }.accepted(by: accept)
    } catch let error as SmallestIsTooLarge {
      var refusal = PictureError(
        .output, file: source.name,
        "\(Setting.targetSize.mention): at the lowest quality there are still \(error.count) bytes, not \(limit); "
          + "\(Setting.resize.mention) makes fewer")
      refusal.cause = .notEncodable
      throw refusal
    }
  }

  /// The best quality that is used to fill a size: more bytes gain next to nothing.
  private static let bestQuality = 95.0

  /// Whether neither its recipe nor a filter enlarges or reduces the picture.
  private func keepsScale() throws(PictureError) -> Bool {
    if try geometry.scales(width: source.storedUprightSize.width, height: source.storedUprightSize.height) {
      return false
    }
    return try filters.apply(to: source.image(headroom: .infinity)).keepsScale
  }

  /// The quality of the written file; nil where there is none.
  func statedQuality() throws(PictureError) -> Double? {
    guard target.format.isLossy, !target.isLossless, target.byteLimit == nil else { return nil }
    return try encodeOptions(pixels: 0).quality
  }

  /// Pixels of the largest file that is read again for a check without `isStrict`; this takes two bytes for each beside
  /// the picture.
  private static let mostPixelsChecked = 1 << 26

  /// - Parameter pixels: the number of pixels of the file.
  func encodeOptions(pixels: Int) throws(PictureError) -> EncodeOptions {
    let usual = DefaultQuality(info: source.info, target: target.format.target, keepsSize: try keepsScale())
    var result = EncodeOptions()
    result.quality = target.quality ?? usual.quality
    result.chroma = target.chroma ?? usual.chroma
    result.isLossless = target.isLossless
    result.bitDepth = plan.depth.integerBits
    result.speed = target.speed
    // With more time a JPEG encoder can write progressive scans, some percent smaller.
    result.isProgressive = (target.speed ?? 10) < 5
    result.stripsMetadata = target.strippedParts.contains(.all)
    result.omitsFallbacks = target.byteLimit != nil
    result.storesHalf = plan.depth == .half
    result.checksLight =
      target.format.isLossy && !target.isLossless && (target.isStrict || pixels <= Self.mostPixelsChecked)
    result.report = report
    return result
  }
}

/// A file with the outcome of writing it.
private struct EncodedFile: SizedFile {
  let bytes: [UInt8]
  private let outcome: RenditionOutcome
  private let rendition: RenderedRendition
  private let checksLight: Bool

  init(_ rendition: RenderedRendition, _ options: EncodeOptions) throws {
    (bytes, outcome) = try rendition.encoded(options)
    self.rendition = rendition
    checksLight = options.checksLight
  }

  var count: Int { bytes.count }

  func accepted(by accept: (RenditionOutcome) throws -> Void) throws -> [UInt8] {
    var outcome = outcome
    if checksLight { outcome.lightFidelity = try rendition.lightFidelity(of: bytes) }
    try accept(outcome)
    return bytes
  }
}
