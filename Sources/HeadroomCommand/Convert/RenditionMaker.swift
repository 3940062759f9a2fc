internal import Foundation
internal import Headroom

/// Makes the bytes of a planned conversion, by the shortest way that gives the planned picture.
struct RenditionMaker {
  let input: InputPicture
  /// What the input is, but for its pixels.
  private(set) var still: StillHeader
  let plan: RenditionPlan
  let options: EncodingOptions
  let geometry: PictureGeometry
  let filters: FilterChain
  let format: OutputFormat
  let renderer: PictureRenderer
  let common: CommonOptions
  /// Whether losses of HDR are errors.
  let isStrict: Bool
  /// The input's light where its headers do not say how bright it is.
  var light: SceneLight?
  /// What the file could not hold.
  let report = EncodingReport()
  /// Whether the decoded picture has an alpha channel that is left out.
  private(set) var dropsAlpha = false

  func encoded() throws(CommandError) -> [UInt8] {
    if isUnchanged { return try encode(unchanged()) }
    switch plan.rendition {
    case .sdr: return try encode(picture(of: try sdrImage()))
    case .isoHDR: return try encode(isoHDRPicture())
    case .float: return try encode(floatPicture())
    case .adaptive:
      if keepsGainMap { return try encode(try reshapedPair()) }
      return try adaptive()
    }
  }

  /// Whether a gain map of the input can go along with its base, whatever the target does with them.
  static func carriesGainMap(
    _ info: StillInfo, isBaseSDR: Bool, options: EncodingOptions, geometry: PictureGeometry, filters: FilterChain,
    format: OutputFormat
  ) -> Bool {
    info.gainMap != nil && filters.isEmpty && geometry.isOrthogonal && options.headroom == nil
      && options.gainMap == .auto && options.gainMapScale == .auto && options.toneMap == nil
      && options.colorSpace == nil
      && format.holdsGainMap && (isBaseSDR || format.holdsISOHDR)
  }

  // MARK: Pixels that stay as they are

  /// Whether the decoded picture is the wanted one: nothing to compute, and values stay exact.
  var isUnchanged: Bool {
    guard !dropsAlpha, !input.isRecipe, geometry.options.isIdentity, filters.isEmpty, plan.keepsEncoding,
      plan.headroom.isInfinite,
      holdsSamples,
      still.alpha == .opaque || format.holdsAlpha, still.orientation == .up || format.statesOrientation
    else { return false }
    switch plan.rendition {
    case .sdr: return input.isBaseSDR
    case .isoHDR, .float: return still.gainMap == nil
    case .adaptive: return keepsGainMap
    }
  }

  /// Whether the target's components hold the decoded ones exactly.
  private var holdsSamples: Bool {
    switch (still.format.component, plan.depth) {
    case (.uint8, .bits8), (.half, .half), (.float, .float): true
    case (.uint16, _): (plan.depth.integerBits ?? 0) >= min(input.info.bitDepth, 16)
    default: false
    }
  }

  private func unchanged() throws(CommandError) -> StillImage {
    var picture = try input.still()
    picture.metadata = picture.metadata.removing(options.strippedParts)
    if plan.rendition != .adaptive { picture.gainMap = nil }
    if options.measure, plan.encoding.transfer == .pq {
      picture.hdr.lightLevel = LightLevelMeter.measure(picture.base, plan.encoding) ?? picture.hdr.lightLevel
    }
    return picture
  }

  // MARK: A gain map that moves with its base

  /// Whether base and map of the input can be reshaped each on its own: the map's numbers stay right for pictures that
  /// are only cut, turned and scaled.
  var keepsGainMap: Bool {
    still.gainMap != nil && plan.keepsEncoding
      && Self.carriesGainMap(
        input.info, isBaseSDR: input.isBaseSDR, options: options, geometry: geometry, filters: filters, format: format)
  }

  private func reshapedPair() throws(CommandError) -> StillImage {
    var result = try picture(of: geometry.apply(to: try input.baseImage()))
    result.iccProfile = still.iccProfile
    result.hdr = still.hdr
    result.gainMap = try reshapedMap()
    return result
  }

  /// The input's gain map, moved along with its base.
  func reshapedMap() throws(CommandError) -> GainMapImage? {
    guard let map = still.gainMap else { return nil }
    let stored = input.info.gainMap ?? map.description
    return try GainMapGeometry(
      map: map, storedSize: (stored.width, stored.height), orientation: still.orientation, geometry: geometry,
      renderer: renderer, file: input.path
    ).reshaped(forBase: input.storedUprightSize)
  }

  // MARK: Rendered pictures

  private var toneMap: ToneMapOperator? { options.toneMap.flatMap { ToneMapOperator(rawValue: $0.rawValue) } }

  /// The peaks of PQ and of HLG's reference display; brighter content is tone mapped, not clipped.
  private static let largestPQ = 10_000 / ReferenceWhite.nits
  private static let largestHLG = ReferenceWhite.defaultHeadroom

  /// Everything the input has, up to the wanted headroom. Filters see all of its light; what they make of it is fitted.
  func hdrImage() throws(CommandError) -> CIImage {
    let limit = min(plan.headroom, plan.encoding.transfer == .hlg ? Self.largestHLG : Self.largestPQ)
    return try filters.overlaid(on: plainHDRImage(limit), headroom: limit)
  }

  private func plainHDRImage(_ limit: Double) throws(CommandError) -> CIImage {
    if !filters.hasFilters, measuredHeadroom == nil {
      return try geometry.apply(to: input.image(headroom: limit, toneMap: toneMap ?? .rwtmo))
    }
    return fitted(try filteredLight(), into: limit, by: toneMap ?? .rwtmo)
  }

  /// All of the input's light, through geometry and filters.
  private func filteredLight() throws(CommandError) -> CIImage {
    try filters.apply(to: geometry.apply(to: input.image(headroom: .infinity)))
  }

  /// The headroom of a picture whose headers do not say; measured when it is rendered where filters changed it.
  private var measuredHeadroom: Double? {
    guard !filters.hasFilters, input.info.contentHeadroomSource == .unknown else { return nil }
    return light?.contentHeadroom
  }

  private func fitted(_ image: CIImage, into headroom: Double, by toneMap: ToneMapOperator) -> CIImage {
    guard let content = measuredHeadroom else { return image.toneMapped(to: headroom, toneMapOperator: toneMap) }
    return image.toneMapped(to: headroom, estimated: content, toneMapOperator: toneMap)
  }

  /// The author's SDR picture where the input has one and no filter changes light, else the HDR picture fitted into SDR:
  /// by the curve that leads from the author's HDR to the author's SDR where there are both, else by BT.2390.
  func sdrImage() throws(CommandError) -> CIImage { try filters.overlaid(on: plainSDRImage(), headroom: 1) }

  private func plainSDRImage() throws(CommandError) -> CIImage {
    if let own = try ownSDRImage() {
      let image = try geometry.apply(to: own)
      if input.info.kind == .sdr || !filters.hasFilters { return try filters.apply(to: image) }
      if try filters.onlyMovesPixels(of: image) { return try filters.apply(to: image) }
      if toneMap == nil, let curve = try authorCurve(sdr: own) {
        return try filteredLight().toneMapped(by: curve)
      }
    }
    return fitted(try filteredLight(), into: 1, by: toneMap ?? .bt2390)
  }

  /// The SDR picture that the file itself has.
  private func ownSDRImage() throws(CommandError) -> CIImage? {
    if input.isBaseSDR { return try input.baseImage() }
    return input.hasSDRAlternate ? input.image(headroom: 1) : nil
  }

  /// How the author went from HDR to SDR, looked up in the two pictures; nil where they do not tell.
  private func authorCurve(sdr: CIImage) throws(CommandError) -> MeasuredToneCurve? {
    let hdr = input.image(headroom: .infinity)
    let samples = try renderer.samples(of: hdr, file: input.path)
    let own = try renderer.samples(of: sdr, file: input.path)
    return MeasuredToneCurve(from: samples, to: own)
  }

  private func picture(of image: CIImage) throws(CommandError) -> StillImage {
    let bitmap = try renderer.render(
      image, format: pixelFormat, encoding: plan.encoding, alpha: .straight, gamutPeak: gamutPeak, file: input.path)
    return StillImage(
      base: bitmap, encoding: plan.encoding, iccProfile: plan.keepsEncoding ? still.iccProfile : nil,
      metadata: renderedMetadata)
  }

  /// Leaves out an alpha channel that says nothing, unless the pixels stay as they are. Light that has none, which straight
  /// alpha would hide, keeps it only where the target stores light too.
  mutating func dropIdleAlpha(_ use: AlphaUse) {
    guard still.alpha != .opaque, format.holdsAlpha, use != .partial else { return }
    let isHidden = use == .unwritten && input.info.isAlphaPremultiplied && !format.holdsLightWithoutAlpha
    guard isHidden || !isUnchanged, use == .opaque || isHidden || plan.rendition != .float else { return }
    still.alpha = .opaque
    dropsAlpha = true
    if use == .unwritten { common.warn("its alpha is 0 everywhere and is ignored", file: input.path) }
  }

  /// The metadata of all pixels that are not the input's own: what shows the picture as it was is left behind, and what the
  /// user does not want.
  var renderedMetadata: StillMetadata { still.metadata.ofRenderedPixels.removing(options.strippedParts) }

  /// What colours outside the result's gamut, and light above it, are brought below; nil leaves them.
  var gamutPeak: Double? {
    if plan.encoding.transfer.isHDR || plan.rendition == .float { return nil }
    // Numbers of an SDR picture that keep their meaning stay what they are.
    let keepsOwn = input.hasOwnSDRNumbers || (!input.isRecipe && input.isBaseSDR && !filters.hasFilters)
    return plan.keepsEncoding && keepsOwn ? nil : 1
  }

  var pixelFormat: PixelFormat {
    let hasAlpha = still.alpha != .opaque && format.holdsAlpha
    switch plan.depth {
    case .bits8: return hasAlpha ? .rgba8 : .rgb8
    case .bits10, .bits12, .bits16: return hasAlpha ? .rgba16 : .rgb16
    case .half: return hasAlpha ? .rgbaHalf : .rgbHalf
    case .float: return hasAlpha ? .rgbaFloat : .rgbFloat
    }
  }

  private func isoHDRPicture() throws(CommandError) -> StillImage {
    let image = try hdrImage()
    var result = try picture(of: image)
    result.hdr = still.hdr
    // What the file says of its brightest pixels has to be true of the pixels it now has.
    result.hdr.lightLevel =
      plan.encoding.transfer == .pq
      ? LightLevelMeter.measure(result.base, plan.encoding) : try measuredLightLevel(of: image)
    result.contentHeadroom = result.hdr.contentHeadroom(for: plan.encoding).value
    return result
  }

  /// Everything the input has, without a limit but the one that was asked for.
  func floatImage() throws(CommandError) -> CIImage {
    try filters.overlaid(on: plainFloatImage(), headroom: plan.headroom)
  }

  private func plainFloatImage() throws(CommandError) -> CIImage {
    if !filters.hasFilters {
      return try geometry.apply(to: input.image(headroom: plan.headroom, toneMap: toneMap ?? .rwtmo))
    }
    return try filteredLight().toneMapped(to: plan.headroom, toneMapOperator: toneMap ?? .rwtmo)
  }

  private func floatPicture() throws(CommandError) -> StillImage {
    let limited = try floatImage()
    var result = try picture(of: limited)
    result.hdr = still.hdr
    result.hdr.lightLevel = try measuredLightLevel(of: limited)
    result.contentHeadroom = filters.isEmpty ? min(input.info.contentHeadroom, plan.headroom) : 0
    return result
  }

  private func measuredLightLevel(of image: CIImage) throws(CommandError) -> ContentLightLevel? {
    guard options.measure else { return nil }
    return try renderer.measured(image, file: input.path).lightLevel
  }

  /// The map is computed against the base as readers will decode it.
  private func adaptive() throws(CommandError) -> [UInt8] {
    let isBaseHDR = plan.encoding.transfer.isHDR
    let (sdr, hdr) = (try sdrImage(), try hdrImage())
    let base = isBaseHDR ? try isoHDRPicture() : try picture(of: sdr)
    let linear = plan.encoding.linearized.extended
    let alternate = try renderer.render(
      isBaseHDR ? sdr : hdr, format: alternateFormat, encoding: linear, alpha: .straight, file: input.path)
    if !isBaseHDR, mayBeSDR, !Self.isBrighterThanWhite(alternate) {
      warnOfNoHDR()
      return try encode(base)
    }
    let known = filters.isEmpty ? alternateHeadroom : nil
    var mapOptions = self.mapOptions
    if isBaseHDR {
      mapOptions.alternateHeadroom = 1
      mapOptions.baseHeadroom = max(known ?? base.contentHeadroom, 1.1)
    }
    let pair = AdaptivePicture(base: base, alternate: alternate, alternateEncoding: linear, mapOptions: mapOptions)
    let file = try encoded { options throws(ImageIOError) in
      let written = try pair.encoded(by: format.writer, options: options)
      return EncodedFile(bytes: written.bytes, fidelity: written.fidelity)
    }
    try tell(file.fidelity)
    return file.bytes
  }

  /// The alternate is put on black where the base is.
  var alternateFormat: PixelFormat { pixelFormat.hasAlpha ? .rgbaHalf : .rgbxHalf }

  /// Says what the written gain map does not give back.
  func tell(_ fidelity: GainMapFidelity?) throws(CommandError) {
    guard let losses = fidelity?.losses, !losses.isEmpty else { return }
    let text = "the gain map loses HDR: \(losses.joined(separator: "; "))"
    if isStrict { throw CommandError(.hdrLost, file: input.path, "\(text) (--strict)") }
    common.warn(text, file: input.path)
  }

  /// Whether the input, one of floating point, does not say that it is brighter than white.
  var mayBeSDR: Bool { input.info.contentHeadroom <= 0 }

  func warnOfNoHDR() {
    common.warn("nothing in it is brighter than white; it is written without a gain map", file: input.path)
  }

  /// Whether a pixel of a picture in halves is.
  static func isBrighterThanWhite(_ alternate: PixelBitmap) -> Bool {
    guard alternate.format == .rgbaHalf || alternate.format == .rgbxHalf else { return true }
    // Half of 1.0 is 0x3C00; positive half floats are ordered as their bits.
    for row in 0..<alternate.height {
      let values = unsafe alternate.rowAddress(row).assumingMemoryBound(to: UInt16.self)
      for index in 0..<alternate.width * 4 {
        let bits = unsafe values[index]
        if bits > 0x3C10, bits < 0x7C00 { return true }
      }
    }
    return false
  }

  /// How the map of an SDR base is made.
  var mapOptions: GainMapOptions {
    GainMapOptions(
      channels: options.gainMap.channels, scale: options.gainMapScale.factor,
      alternateHeadroom: filters.isEmpty ? alternateHeadroom : nil)
  }

  /// What the input says of itself; nil measures it, as where nothing but the curve's usual headroom is known.
  private var alternateHeadroom: Double? {
    guard input.info.contentHeadroomSource != .assumed else { return nil }
    let own = input.info.contentHeadroom
    return own > 1 ? min(own, plan.headroom) : nil
  }

  /// The images that a conversion renders, by what they are for.
  func recipes() throws(CommandError) -> [(name: String, image: CIImage)] {
    switch plan.rendition {
    case .sdr: return [("SDR", try sdrImage())]
    case .isoHDR: return [("HDR", try hdrImage())]
    case .float: return [("light", try floatImage())]
    case .adaptive where keepsGainMap: return [("base, with its gain map", try geometry.apply(to: input.baseImage()))]
    case .adaptive: return [("SDR", try sdrImage()), ("HDR", try hdrImage())]
    }
  }

  // MARK: Writing

  private func encode(_ picture: StillImage) throws(CommandError) -> [UInt8] {
    try encoded { options throws(ImageIOError) in try format.writer.encode(picture, options: options) }
  }

  /// The file that `make` gives: at the quality to be had, or the best whose size is the one asked for.
  private func encoded<File: SizedFile>(
    _ make: (EncodeOptions) throws(ImageIOError) -> File
  ) throws(CommandError) -> File {
    let plain = encodeOptions
    do {
      guard let limit = options.targetSize else { return try make(plain) }
      let best = options.quality ?? Self.bestQuality
      return try TargetSizeSearch(limit: limit, first: plain.quality, best: best).run { quality in
        var options = plain
        options.quality = quality
        return try make(options)
      }
    } catch let error as SmallestIsTooLarge {
      throw CommandError(
        .output, file: input.path,
        "--target-size: at the lowest quality there are still \(error.count) bytes, not \(options.targetSize ?? 0); "
          + "--resize makes fewer")
    } catch {
      throw CommandError(error, file: input.path)
    }
  }

  /// The best quality that is used to fill a size: beyond it bytes buy next to nothing.
  private static let bestQuality = 95.0

  var encodeOptions: EncodeOptions {
    let usual = DefaultQuality(info: input.info, target: format.target, keepsSize: geometry.options.resize == nil)
    var result = EncodeOptions()
    result.quality = options.quality ?? usual.quality
    result.chroma = options.chroma.flatMap { EncodeOptions.Chroma(rawValue: $0.rawValue) } ?? usual.chroma
    result.isLossless = options.lossless
    result.bitDepth = plan.depth.integerBits
    result.speed = options.speed
    // What a JPEG encoder can do with more time: progressive scans, some percent smaller.
    result.isProgressive = (options.speed ?? 10) < 5
    result.stripsMetadata = options.strippedParts.contains(.all)
    result.report = report
    return result
  }
}

/// The bytes of a file, and what its gain map gives back.
private struct EncodedFile: SizedFile {
  let bytes: [UInt8]
  let fidelity: GainMapFidelity?

  var count: Int { bytes.count }
}
