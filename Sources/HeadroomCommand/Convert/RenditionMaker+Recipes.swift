internal import Foundation
internal import Headroom

/// The recipes of a conversion's renditions.
extension RenditionMaker {
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
}
