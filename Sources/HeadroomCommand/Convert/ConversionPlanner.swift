internal import Headroom

/// Works out a ``ConversionPlan``, or says which option contradicts the input or the format.
struct ConversionPlanner {
  let info: StillInfo
  let hasFilters: Bool
  let options: EncodingOptions
  let format: OutputFormat

  func plan() throws(CommandError) -> ConversionPlan {
    try checkCodecOptions()
    let depth = try wantedDepth()
    let space = try wantedSpace()
    let rendition = try rendition(depth: depth, space: space)
    let encoding = space ?? defaultEncoding(for: rendition)
    try check(encoding, rendition)
    return ConversionPlan(
      rendition: rendition, encoding: encoding, keepsEncoding: encoding == info.encoding,
      bitDepth: depth ?? defaultDepth(for: rendition), headroom: headroomLimit, loss: loss(rendition))
  }

  private var isHDR: Bool { info.kind != .sdr }
  private var headroomLimit: Double { options.headroom?.ratio ?? .infinity }
  private var wantsHDR: Bool { headroomLimit > 1 }

  // MARK: Options against the format

  private func checkCodecOptions() throws(CommandError) {
    if options.lossless, !format.isLossless { throw .usage("--lossless: \(format.name) is a lossy format") }
    if format.isLossless {
      if options.quality != nil { throw .usage("--quality: \(format.name) is lossless and has none") }
      if options.chroma != nil { throw .usage("--chroma: \(format.name) stores red, green and blue") }
    }
    if !format.holdsGainMap {
      if options.gainMap != nil, options.gainMap != GainMapChoice.none {
        throw .usage("--gain-map: \(format.name) holds none")
      }
      if options.gainMapScale != nil { throw .usage("--gain-map-scale: \(format.name) holds no gain map") }
    }
  }

  private func wantedDepth() throws(CommandError) -> Int? {
    guard let choice = options.depth else { return nil }
    guard let bits = Int(choice.rawValue), format.depths.contains(bits) else {
      let depths = format.depths.map { String($0) }.joined(separator: " or ")
      throw .usage("--depth \(choice.rawValue): \(format.name) holds \(depths) bits")
    }
    return bits
  }

  private func wantedSpace() throws(CommandError) -> ColorEncoding? {
    guard let name = options.colorSpace else { return nil }
    guard let encoding = ColorEncoding(name: name) else { throw .usage("--color-space: '\(name)' is unknown") }
    guard encoding.model == .rgb else { throw .usage("--color-space: '\(name)' is not an RGB space") }
    if encoding.isExtended, !format.holdsFloat {
      throw .usage("--color-space: '\(name)' needs floating point, which \(format.name) cannot hold")
    }
    if encoding.transfer.isHDR, !format.holdsISOHDR {
      throw .usage("--color-space: \(format.name) holds HDR as a gain map, not as \(name)")
    }
    return encoding
  }

  // MARK: Rendition

  private func rendition(depth: Int?, space: ColorEncoding?) throws(CommandError) -> ConversionPlan.Rendition {
    let fitsISOHDR = format.holdsISOHDR && depth != 8 && (space?.transfer.isHDR ?? true)
    switch options.rendition {
    case .sdr:
      if let space, space.transfer.isHDR {
        throw .usage("--rendition sdr: \(options.colorSpace ?? "") is an HDR space")
      }
      return .sdr
    case .hdr:
      guard format.holdsISOHDR else {
        throw .usage("--rendition hdr: \(format.name) holds HDR as a gain map (--rendition adaptive)")
      }
      if depth == 8 { throw .usage("--rendition hdr: PQ and HLG need more than 8 bits") }
      guard fitsISOHDR else { throw .usage("--rendition hdr: \(options.colorSpace ?? "") is an SDR space") }
      return .isoHDR
    case .adaptive:
      guard format.holdsGainMap else { throw .usage("--rendition adaptive: \(format.name) holds no gain map") }
      guard wantsHDR else { throw .usage("--rendition adaptive: headroom 1 leaves nothing for a gain map") }
      return isHDR || hasFilters ? .adaptive : .sdr
    case .keep:
      if space?.transfer.isHDR ?? false {
        if depth == 8 { throw .usage("--depth 8: PQ and HLG need more than 8 bits") }
        return .isoHDR
      }
      guard isHDR, wantsHDR else { return .sdr }
      if fitsISOHDR { return .isoHDR }
      return format.holdsGainMap && options.gainMap != GainMapChoice.none ? .adaptive : .sdr
    }
  }

  private func check(_ encoding: ColorEncoding, _ rendition: ConversionPlan.Rendition) throws(CommandError) {
    if rendition == .isoHDR, !encoding.transfer.isHDR {
      throw .usage("--color-space: \(options.colorSpace ?? "") cannot hold HDR; PQ and HLG spaces can")
    }
    if options.gainMapScale != nil || options.gainMap == .luma || options.gainMap == .rgb, rendition != .adaptive {
      throw .usage("--gain-map: the input has no HDR to describe by a gain map")
    }
  }

  private func loss(_ rendition: ConversionPlan.Rendition) -> String? {
    guard isHDR, rendition == .sdr else { return nil }
    let amount = info.contentHeadroom > 1 ? " (headroom \(ShortNumber.text(info.contentHeadroom))x)" : ""
    return "HDR\(amount) is reduced to SDR"
  }

  // MARK: Defaults

  private func defaultEncoding(for rendition: ConversionPlan.Rendition) -> ColorEncoding {
    if rendition == .isoHDR { return info.encoding.transfer.isHDR ? info.encoding : .itur2100PQ }
    let own = info.encoding
    let isOrdinary = own.model == .rgb && !own.transfer.isHDR && own.transfer != .linear && !own.isExtended
    if isOrdinary { return own }
    return own.primaries == .bt709 ? .sRGB : .displayP3
  }

  private func defaultDepth(for rendition: ConversionPlan.Rendition) -> Int {
    let wanted = rendition == .isoHDR || (rendition == .sdr && info.bitDepth > 8) ? 16 : 8
    return format.depths.contains(wanted) ? wanted : 8
  }
}
