internal import Foundation
internal import Headroom

/// Makes the file of a planned conversion, by the shortest way that gives the planned picture.
struct ConversionWriter {
  private(set) var input: InputPicture
  /// What the input is, but for its pixels.
  private(set) var still: StillHeader
  let planner: RenditionPlanner
  let plan: RenditionPlan
  let options: EncodingOptions
  let geometry: PictureGeometry
  let filters: FilterChain
  let format: OutputFormat
  let renderer: PictureRenderer
  let common: CommonOptions
  /// Whether losses of HDR are errors.
  let isStrict: Bool
  /// What the picture is laid on, behind all else; the result is opaque then.
  let ground: CIColor?
  /// The input's light where its headers do not say how bright it is.
  var light: SceneLight?
  /// What the file could not hold.
  let report = EncodingReport()
  /// Whether the decoded picture has an alpha channel that is left out.
  private(set) var dropsAlpha = false

  /// Writes the file.
  ///
  /// - Returns: what was found in an input that was decoded while it was rendered.
  func write(to output: OutputFile) throws(CommandError) -> SourceFindings {
    do {
      if options.targetSize == nil {
        if !isUnchanged { return try writer().write(to: output, task: task, accept: accept).sources }
        if let warnings = try copyRows(to: output) { return SourceFindings(warnings: warnings) }
      }
      let rendition = try isUnchanged ? RenderedRendition(unchanged(), by: format.writer) : writer().rendered(task)
      try output.write(try encoded(rendition))
      return SourceFindings()
    } catch {
      throw CommandError(error, file: input.path)
    }
  }

  private func writer() throws -> RenditionWriter { try RenditionWriter(request(), in: renderer.context) }

  /// How the pixels are rendered, where they are held, and what all of it takes; no memory where no pixels are rendered.
  func renderPlan() throws(CommandError) -> (plan: RenderPlan, memory: RenditionMemory?) {
    do {
      let writer = try writer()
      return (try writer.plan(), isUnchanged ? nil : try writer.memory())
    } catch {
      throw CommandError(error, file: input.path)
    }
  }

  private var task: RenderTask { renderer.progress?.stepTask() ?? RenderTask() }

  /// Says what the file does not give back, and refuses it where that was asked for.
  private func accept(_ outcome: RenditionOutcome) throws(CommandError) {
    if outcome.omitsGainMap {
      common.warn("nothing in it is brighter than white; it is written without a gain map", file: input.path)
    }
    try tellUnfinished()
    try tell(outcome.fidelity, "the gain map", cure: outcome.fidelity.flatMap(gainMapCure))
    try tellCoding(outcome.lightFidelity)
  }

  /// Says how much a kernel from text left out.
  private func tellUnfinished() throws(CommandError) {
    guard let count = renderer.progress?.unfinishedPixels, count > 0 else { return }
    // Those of two renditions, and of borders of tiles, are counted twice.
    let most = min(count, still.width * still.height)
    let pixels = most == 1 ? "1 pixel, which is" : "up to \(most) pixels, which are"
    let text = "a kernel reaches the limit of steps in \(pixels) transparent black"
    if isStrict { throw CommandError(.hdrLost, file: input.path, "\(text) (--strict)") }
    common.warn(text, file: input.path)
  }

  // MARK: Pixels that stay as they are

  /// Whether the decoded picture is the wanted one: nothing to compute, and values stay exact.
  var isUnchanged: Bool { !dropsAlpha && planner.keepsPixels(plan, of: still) }

  private func unchanged() throws(CommandError) -> StillImage {
    var picture = try input.still()
    picture.metadata = withMotion(picture.metadata, isSameView: true).removing(options.strippedParts)
    if plan.rendition != .adaptive { picture.gainMap = nil }
    if options.measure, plan.encoding.transfer == .pq {
      picture.hdr.lightLevel = LightLevelMeter.measure(picture.base, plan.encoding) ?? picture.hdr.lightLevel
    }
    return picture
  }

  /// Whether base and map of the input are reshaped each on its own.
  var keepsGainMap: Bool { plan.keepsGainMap && (still.gainMap != nil || input.recipeGainMap != nil) }

  // MARK: Alpha

  /// Leaves out an alpha channel that says nothing, unless the pixels stay as they are. Light that has none, which straight
  /// alpha would hide, keeps it only where the target stores light too. Integers that are transparent everywhere are meant to
  /// be: it is renderers, which write floats, that leave alpha unwritten.
  mutating func dropIdleAlpha(_ use: AlphaUse) {
    guard still.alpha != .opaque, use != .partial else { return }
    if use == .unwritten, !still.format.isFloatingPoint, format.holdsAlpha { return }
    let isPremultiplied = input.info.isAlphaPremultiplied
    // Colours that are not multiplied by it are lost when they are, and to codecs with loss, which leave out what nobody sees.
    let isExact = options.lossless || !format.isLossy
    let isKept = isUnchanged && isExact && !format.holdsLightWithoutAlpha
    let isLost = use == .unwritten && !isPremultiplied && !isKept
    let isHidden = use == .unwritten && isPremultiplied && !format.holdsLightWithoutAlpha
    guard isLost || isHidden || format.holdsAlpha, isLost || isHidden || !isUnchanged,
      use == .opaque || isLost || isHidden || plan.rendition != .float
    else { return }
    still.alpha = .opaque
    dropsAlpha = true
    guard use == .unwritten else { return }
    input.ignoresAlpha = true
    common.warn("its alpha is 0 everywhere and is ignored", file: input.path)
  }

  /// Filters and turns by free angles may leave holes in a picture that has none, be it with an alpha channel that says nothing.
  /// Most filters say of an opaque picture that they do not; what the others make is looked at.
  ///
  /// - Parameter use: what the decoded picture's alpha does.
  /// - Returns: whether they do.
  mutating func findHoles(_ use: AlphaUse) throws(CommandError) -> Bool {
    if ground != nil {
      still.alpha = .opaque
      return false
    }
    let isCovered = use == .opaque || still.alpha == .opaque || use == .unwritten && !format.holdsAlpha
    guard filters.hasFilters || !geometry.isOrthogonal, isCovered else { return false }
    let whole = input.image(headroom: .infinity)
    let filtered = try filters.apply(to: geometry.apply(to: whole.settingAlphaOne(in: whole.extent)))
    if filtered.isOpaque { return false }
    try renderer.check(filtered, file: input.path)
    guard try renderer.alphaUse(filtered, file: input.path) != .opaque else { return false }
    still.alpha = .straight
    return true
  }

  // MARK: Writing

  /// Says what the written file does not give back.
  ///
  /// - Parameters:
  ///   - cause: what loses it.
  ///   - cure: what helps.
  func tell(_ fidelity: GainMapFidelity?, _ cause: String, cure: String? = nil) throws(CommandError) {
    guard let losses = fidelity?.losses, !losses.isEmpty else { return }
    let text = "\(cause) changes HDR: \(losses.joined(separator: "; "))"
    if isStrict { throw CommandError(.hdrLost, file: input.path, "\(text) (--strict)") }
    common.warn(cure.map { "\(text) (\($0))" } ?? text, file: input.path)
  }

  /// One gain loses colours; what else is off comes of the base's coding, which the map multiplies.
  private func gainMapCure(_ fidelity: GainMapFidelity) -> String? {
    if fidelity.isLuma, fidelity.changesColors { return "--gain-map rgb keeps colours" }
    return options.targetSize == nil && (options.quality ?? 0) < 95 ? "--quality 95 keeps more" : nil
  }

  /// As ``tell(_:_:)`` for numbers that a codec changed.
  func tellCoding(_ fidelity: GainMapFidelity?) throws(CommandError) {
    // What is not brighter than white has no HDR to lose; what else is off a little is what a quality means.
    guard let fidelity, fidelity.peak.wanted > 1, isStrict || fidelity.changesPeak else { return }
    try tell(fidelity, "coding", cure: options.targetSize == nil ? codingCure : nil)
  }

  /// Small lights are spread over the chroma of their neighbours where that is halved, whatever the quality.
  private var codingCure: String? {
    let isBest = (options.quality ?? 0) >= 100
    if format.target.hasChroma, options.chroma?.rawValue != EncodeOptions.Chroma.full.rawValue {
      return isBest ? "--chroma 444 keeps more" : "--chroma 444 and a higher --quality keep more"
    }
    return isBest ? nil : "a higher --quality keeps more"
  }

  /// The file at the quality to be had, or the best whose size is the one asked for.
  private func encoded(_ rendition: RenderedRendition) throws -> [UInt8] {
    let plain = try encodeOptions(pixels: still.width * still.height)
    guard let limit = options.targetSize else { return try EncodedFile(rendition, plain).accepted(by: accept) }
    let best = options.quality ?? Self.bestQuality
    do {
      return try TargetSizeSearch(limit: limit, first: plain.quality, best: best).run { quality in
        var options = plain
        options.quality = quality
        return try EncodedFile(rendition, options)
      }.accepted(by: accept)
    } catch let error as SmallestIsTooLarge {
      throw CommandError(
        .output, file: input.path,
        "--target-size: at the lowest quality there are still \(error.count) bytes, not \(limit); "
          + "--resize makes fewer")
    }
  }

  /// The best quality that is used to fill a size: beyond it bytes buy next to nothing.
  private static let bestQuality = 95.0

  /// Whether the picture is neither enlarged nor reduced, be it by the recipe that it comes from or by a filter.
  private func keepsScale() throws(CommandError) -> Bool {
    if try geometry.scales(width: input.storedUprightSize.width, height: input.storedUprightSize.height) {
      return false
    }
    return try filters.apply(to: input.image(headroom: .infinity)).keepsScale
  }

  /// Pixels of the largest file that is read again where nobody is strict: it takes two bytes for each beside the picture.
  private static let mostPixelsChecked = 1 << 26

  /// - Parameter pixels: of the file.
  func encodeOptions(pixels: Int) throws(CommandError) -> EncodeOptions {
    let usual = DefaultQuality(info: input.info, target: format.target, keepsSize: try keepsScale())
    var result = EncodeOptions()
    result.quality = options.quality ?? usual.quality
    result.chroma = options.chroma.flatMap { EncodeOptions.Chroma(rawValue: $0.rawValue) } ?? usual.chroma
    result.isLossless = options.lossless
    result.bitDepth = plan.depth.integerBits
    result.speed = options.speed
    // What a JPEG encoder can do with more time: progressive scans, some percent smaller.
    result.isProgressive = (options.speed ?? 10) < 5
    result.stripsMetadata = options.strippedParts.contains(.all)
    result.omitsFallbacks = options.targetSize != nil
    result.storesHalf = plan.depth == .half
    result.checksLight = format.isLossy && !options.lossless && (isStrict || pixels <= Self.mostPixelsChecked)
    result.report = report
    return result
  }
}

/// A file, and what came of it.
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
