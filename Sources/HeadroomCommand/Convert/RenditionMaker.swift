internal import Foundation
internal import Headroom

/// Makes the bytes of a planned conversion, by the shortest way that gives the planned picture.
struct RenditionMaker {
  let input: InputPicture
  let still: StillImage
  let plan: ConversionPlan
  let options: EncodingOptions
  let geometry: PictureGeometry
  let filters: FilterChain
  let format: OutputFormat
  let renderer: PictureRenderer

  func encoded() throws(CommandError) -> [UInt8] {
    if isUnchanged { return try encode(unchanged) }
    switch plan.rendition {
    case .sdr: return try encode(picture(of: try sdrImage()))
    case .isoHDR: return try encode(isoHDRPicture())
    case .adaptive:
      if keepsGainMap { return try encode(try reshapedPair()) }
      return try adaptive()
    }
  }

  // MARK: Pixels that stay as they are

  /// Whether the decoded picture is the wanted one: nothing to compute, and values stay exact.
  private var isUnchanged: Bool {
    guard geometry.options.isIdentity, filters.isEmpty, plan.keepsEncoding, plan.headroom.isInfinite,
      plan.bitDepth == input.info.bitDepth, still.base.alpha == .opaque || format.holdsAlpha,
      // Many readers of PNG do not know EXIF; there the pixels themselves are turned.
      still.orientation == .up || format.name == "jpeg"
    else { return false }
    switch plan.rendition {
    case .sdr: return input.isBaseSDR
    case .isoHDR: return true
    case .adaptive: return keepsGainMap
    }
  }

  private var unchanged: StillImage {
    var picture = still
    if plan.rendition == .sdr { picture.gainMap = nil }
    return picture
  }

  // MARK: A gain map that moves with its base

  /// Whether base and map of the input can be reshaped each on its own: the map's numbers stay right for pictures that
  /// are only cut, turned and scaled.
  private var keepsGainMap: Bool {
    still.gainMap != nil && filters.isEmpty && geometry.isOrthogonal && input.isBaseSDR && plan.keepsEncoding
      && plan.headroom.isInfinite
      && options.gainMap == nil && options.gainMapScale == nil && options.toneMap == nil
  }

  private func reshapedPair() throws(CommandError) -> StillImage {
    var result = try picture(of: geometry.apply(to: try input.baseImage()))
    result.iccProfile = still.iccProfile
    guard let map = still.gainMap else { return result }
    result.gainMap = try GainMapGeometry(
      map: map, orientation: still.orientation, geometry: geometry, renderer: renderer, file: input.path
    ).reshaped(forBase: input.uprightSize)
    return result
  }

  // MARK: Rendered pictures

  private var toneMap: ToneMapOperator? { options.toneMap.flatMap { ToneMapOperator(rawValue: $0.rawValue) } }

  /// The peaks of PQ and of HLG's reference display; brighter content is tone mapped, not clipped.
  private static let largestPQ = 10_000 / ReferenceWhite.nits
  private static let largestHLG = ReferenceWhite.defaultHeadroom

  /// Everything the input has, up to the wanted headroom.
  private func hdrImage() throws(CommandError) -> CIImage {
    let limit = min(plan.headroom, plan.encoding.transfer == .hlg ? Self.largestHLG : Self.largestPQ)
    let image = input.image(headroom: limit, toneMap: toneMap ?? .rwtmo)
    let filtered = try filters.apply(to: geometry.apply(to: image))
    // Filters may have made it brighter than the input was.
    return filters.isEmpty ? filtered : filtered.toneMapped(to: limit, toneMapOperator: toneMap ?? .rwtmo)
  }

  /// The author's SDR picture where the input has one, else the HDR picture fitted into SDR.
  private func sdrImage() throws(CommandError) -> CIImage {
    if input.isBaseSDR { return try filters.apply(to: geometry.apply(to: try input.baseImage())) }
    let image = input.image(headroom: .infinity)
    return try filters.apply(to: geometry.apply(to: image)).toneMapped(to: 1, toneMapOperator: toneMap ?? .bt2390)
  }

  private func picture(of image: CIImage) throws(CommandError) -> StillImage {
    let bitmap = try renderer.render(
      image, format: pixelFormat, encoding: plan.encoding, alpha: .straight,
      gamutPeak: plan.rendition != .isoHDR && !plan.keepsEncoding ? 1 : nil, file: input.path)
    return StillImage(
      base: bitmap, encoding: plan.encoding, iccProfile: plan.keepsEncoding ? still.iccProfile : nil,
      metadata: still.metadata)
  }

  private var pixelFormat: PixelFormat {
    let hasAlpha = still.base.alpha != .opaque && format.holdsAlpha
    if plan.bitDepth == 16 { return hasAlpha ? .rgba16 : .rgb16 }
    return hasAlpha ? .rgba8 : .rgb8
  }

  private func isoHDRPicture() throws(CommandError) -> StillImage {
    var result = try picture(of: try hdrImage())
    result.hdr = still.hdr
    // What the file says of its brightest pixels has to be true of the pixels it now has.
    result.hdr.lightLevel = plan.encoding.transfer == .pq ? LightLevelMeter.measure(result.base, plan.encoding) : nil
    return result
  }

  /// The map is computed against the base as readers will decode it.
  private func adaptive() throws(CommandError) -> [UInt8] {
    let base = try picture(of: try sdrImage())
    let linear = plan.encoding.linearized.extended
    let alternate = try renderer.render(
      try hdrImage(), format: .rgbaHalf, encoding: linear, alpha: .straight, file: input.path)
    let mapOptions = GainMapComputer.Options(
      channels: options.gainMap == .rgb ? .rgb : .luma, scale: options.gainMapScale ?? 2,
      alternateHeadroom: filters.isEmpty ? alternateHeadroom : nil)
    do throws(ImageIOError) {
      return try format.writer.encode(base, options: encodeOptions) { decoded throws(ImageIOError) in
        try GainMapComputer.compute(
          base: decoded, baseEncoding: plan.encoding, alternate: alternate, alternateEncoding: linear,
          options: mapOptions)
      }
    } catch {
      throw CommandError(error, file: input.path)
    }
  }

  /// What the input says of itself; nil measures it.
  private var alternateHeadroom: Double? {
    let own = input.info.contentHeadroom
    return own > 1 ? min(own, plan.headroom) : nil
  }

  // MARK: Writing

  private func encode(_ picture: StillImage) throws(CommandError) -> [UInt8] {
    do throws(ImageIOError) {
      return try format.writer.encode(picture, options: encodeOptions)
    } catch {
      throw CommandError(error, file: input.path)
    }
  }

  private var encodeOptions: EncodeOptions {
    var result = EncodeOptions()
    if let quality = options.quality {
      result.quality = quality
      result.gainMapQuality = min(result.gainMapQuality, quality)
    }
    result.chroma = options.chroma.flatMap { EncodeOptions.Chroma(rawValue: $0.rawValue) }
    result.isLossless = options.lossless
    result.bitDepth = plan.bitDepth
    result.speed = options.speed
    // What a JPEG encoder can do with more time: progressive scans, some percent smaller.
    result.isProgressive = (options.speed ?? 10) < 5
    result.stripsMetadata = options.stripMetadata
    return result
  }
}
