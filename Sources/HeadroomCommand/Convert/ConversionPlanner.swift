internal import Headroom

/// Works out a ``ConversionPlan``, or says which option contradicts the input or the format.
struct ConversionPlanner {
  let info: StillInfo
  /// Whether a gain map of the input can go along as it is, its base too.
  let carriesGainMap: Bool
  let hasFilters: Bool
  let options: EncodingOptions
  let format: OutputFormat

  func plan() throws(CommandError) -> ConversionPlan {
    try checkCodecOptions()
    let depth = try wantedDepth()
    let space = try wantedSpace(depth)
    let rendition = try rendition(depth: depth, space: space)
    let encoding = space ?? defaultEncoding(for: rendition)
    try check(encoding, rendition)
    return ConversionPlan(
      rendition: rendition, encoding: encoding, keepsEncoding: encoding == info.encoding,
      depth: depth ?? defaultDepth(for: rendition, isHDR: encoding.transfer.isHDR),
      headroom: headroomLimit, loss: loss(rendition))
  }

  private var isHDR: Bool { info.kind != .sdr }
  private var headroomLimit: Double { options.headroom?.ratio ?? .infinity }
  private var wantsHDR: Bool { headroomLimit > 1 }
  private var wantsNoMap: Bool { options.gainMap == GainMapChoice.none }

  // MARK: Options against the format

  private func checkCodecOptions() throws(CommandError) {
    if options.lossless, !format.isLossless { throw .usage("--lossless: \(format.name) is a lossy format") }
    if options.quality != nil, !format.isLossy { throw .usage("--quality: \(format.name) is lossless and has none") }
    if options.targetSize != nil, !format.isLossy {
      throw .usage("--target-size: \(format.name) is lossless; there is no quality to choose")
    }
    if options.targetSize != nil, options.lossless { throw .usage("--target-size and --lossless exclude each other") }
    if options.quality != nil, options.lossless { throw .usage("--quality and --lossless exclude each other") }
    if options.chroma != nil, !format.hasChroma {
      throw .usage("--chroma: \(format.name) has no chroma of another size")
    }
    if !format.holdsGainMap {
      if options.gainMap.channels != nil { throw .usage("--gain-map: \(format.name) holds none") }
      if options.gainMapScale != .auto { throw .usage("--gain-map-scale: \(format.name) holds no gain map") }
    }
  }

  private func wantedDepth() throws(CommandError) -> SampleDepth? {
    guard let choice = options.depth else { return nil }
    guard let depth = SampleDepth(rawValue: choice.rawValue), format.depths.contains(depth) else {
      let depths = format.depths.map { $0.integerBits.map { "\($0) bits" } ?? $0.rawValue }.joined(separator: ", ")
      throw .usage("--depth \(choice.rawValue): \(format.name) holds \(depths)")
    }
    return depth
  }

  private func wantedSpace(_ depth: SampleDepth?) throws(CommandError) -> ColorEncoding? {
    guard let choice = options.colorSpace else { return nil }
    let (name, encoding) = (choice.name, choice.encoding)
    if encoding.isExtended {
      guard format.holdsFloat else {
        throw .usage("--color-space: '\(name)' needs floating point, which \(format.name) cannot hold")
      }
      if let bits = depth?.integerBits {
        throw .usage("--color-space: '\(name)' needs floating point, not \(bits) bits")
      }
    }
    if format.isLinear, encoding.transfer != .linear {
      throw .usage("--color-space: \(format.name) holds linear light, as extendedLinearSRGB; '\(name)' is not linear")
    }
    if encoding.transfer.isHDR, !format.holdsISOHDR {
      throw .usage("--color-space: \(format.name) does not hold HDR as \(name)")
    }
    if encoding.transfer.isHDR, depth?.integerBits == 8 {
      throw .usage("--depth 8: PQ and HLG need more than 8 bits")
    }
    return encoding
  }

  // MARK: Rendition

  private func rendition(
    depth: SampleDepth?, space: ColorEncoding?
  ) throws(CommandError) -> ConversionPlan.Rendition {
    let wantsFloat = (depth != nil && depth?.integerBits == nil) || (space?.isExtended ?? false) || format.isLinear
    switch options.rendition {
    case .sdr:
      if let space, space.transfer.isHDR {
        throw .usage("--rendition sdr: \(options.colorSpace?.name ?? "") is an HDR space")
      }
      return .sdr
    case .hdr: return try hdrRendition(depth, space, wantsFloat)
    case .adaptive:
      guard format.holdsGainMap else { throw .usage("--rendition adaptive: \(format.name) holds no gain map") }
      guard wantsHDR else { throw .usage("--rendition adaptive: headroom 1 leaves nothing for a gain map") }
      guard !wantsFloat else { throw .usage("--rendition adaptive: the base of a gain map has 8 to 16 bits") }
      return isHDR || hasFilters ? .adaptive : .sdr
    case .keep:
      if space?.transfer.isHDR ?? false { return .isoHDR }
      guard isHDR, wantsHDR else { return .sdr }
      if wantsFloat { return .float }
      return richest(depth, space)
    }
  }

  private func hdrRendition(
    _ depth: SampleDepth?, _ space: ColorEncoding?, _ wantsFloat: Bool
  ) throws(CommandError) -> ConversionPlan.Rendition {
    guard format.holdsISOHDR || format.holdsFloat else {
      throw .usage(
        format.holdsGainMap
          ? "--rendition hdr: \(format.name) holds HDR as a gain map (--rendition adaptive)"
          : "--rendition hdr: \(format.name) holds no HDR")
    }
    if wantsFloat || !format.holdsISOHDR {
      if let bits = depth?.integerBits { throw .usage("--rendition hdr: \(format.name) holds no HDR in \(bits) bits") }
      return .float
    }
    if depth?.integerBits == 8 { throw .usage("--rendition hdr: PQ and HLG need more than 8 bits") }
    if let space, !space.transfer.isHDR {
      throw .usage("--rendition hdr: \(options.colorSpace?.name ?? "") is an SDR space")
    }
    return .isoHDR
  }

  /// The form of the target that is nearest to the input's own, else the next that holds its HDR.
  private func richest(_ depth: SampleDepth?, _ space: ColorEncoding?) -> ConversionPlan.Rendition {
    let asMap = format.holdsGainMap && !wantsNoMap
    let asISO = format.holdsISOHDR && depth?.integerBits != 8 && space == nil
    let asFloat = format.holdsFloat && depth == nil && space == nil
    let order: [(Bool, ConversionPlan.Rendition)] =
      switch info.kind {
      case .gainMap: [(asMap, .adaptive), (asISO, .isoHDR), (asFloat, .float)]
      case .float, .raw: [(asFloat, .float), (asISO, .isoHDR), (asMap, .adaptive)]
      case .isoHDR, .sdr: [(asISO, .isoHDR), (asMap, .adaptive), (asFloat, .float)]
      }
    return order.first { $0.0 }?.1 ?? .sdr
  }

  private func check(_ encoding: ColorEncoding, _ rendition: ConversionPlan.Rendition) throws(CommandError) {
    if rendition == .isoHDR, !encoding.transfer.isHDR {
      throw .usage("--color-space: \(options.colorSpace?.name ?? "") cannot hold HDR; PQ and HLG spaces can")
    }
    if options.gainMapScale != .auto || options.gainMap.channels != nil, rendition != .adaptive {
      throw .usage(
        isHDR
          ? "--gain-map: this rendition has none (--rendition adaptive)"
          : "--gain-map: the input has no HDR to describe by a gain map")
    }
  }

  private func loss(_ rendition: ConversionPlan.Rendition) -> String? {
    guard isHDR, rendition == .sdr, info.contentHeadroom <= 0 || info.contentHeadroom > 1 else { return nil }
    let amount = info.contentHeadroom > 1 ? " (headroom \(ShortNumber.text(info.contentHeadroom))x)" : ""
    return "HDR\(amount) is reduced to SDR"
  }

  // MARK: Defaults

  private func defaultEncoding(for rendition: ConversionPlan.Rendition) -> ColorEncoding {
    let own = info.encoding
    switch rendition {
    case .isoHDR: return own.transfer.isHDR ? own : .itur2100PQ
    case .float: return linear(own)
    case .adaptive where carriesGainMap: return own
    case .sdr where format.isLinear: return linear(own)
    case .sdr, .adaptive:
      let isOrdinary = own.model == .rgb && !own.transfer.isHDR && own.transfer != .linear && !own.isExtended
      if isOrdinary { return own }
      return own.primaries == .bt709 ? .sRGB : .displayP3
    }
  }

  private func defaultDepth(for rendition: ConversionPlan.Rendition, isHDR: Bool) -> SampleDepth {
    // The base of an adaptive file can be the HDR rendition; it then needs what HDR needs.
    DefaultDepth(info: info, format: format, isLossless: options.lossless)
      .depth(for: rendition == .adaptive && isHDR ? .isoHDR : rendition)
  }

  private func linear(_ encoding: ColorEncoding) -> ColorEncoding {
    var result = encoding.linearized.extended
    result.model = .rgb
    return result
  }
}
