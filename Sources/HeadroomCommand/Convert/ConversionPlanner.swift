internal import Headroom

/// Asks for a ``RenditionPlan`` in the words of the command's options, and says in them what contradicts the input or the
/// format.
struct ConversionPlanner {
  let subject: RenditionSubject
  let options: EncodingOptions
  let format: OutputFormat

  var planner: RenditionPlanner { RenditionPlanner(subject, wishes: wishes, target: format.target) }

  func plan() throws(CommandError) -> RenditionPlan {
    try checkCodecOptions()
    do throws(RenditionConflict) {
      return try planner.plan()
    } catch {
      throw .usage(text(of: error))
    }
  }

  private var wishes: RenditionWishes {
    var wishes = RenditionWishes()
    switch options.rendition {
    case .keep: wishes.choice = .keep
    case .hdr: wishes.choice = .hdr
    case .sdr: wishes.choice = .sdr
    case .adaptive: wishes.choice = .adaptive
    }
    wishes.encoding = options.colorSpace?.encoding
    wishes.depth = options.depth.flatMap { SampleDepth(rawValue: $0.rawValue) }
    wishes.headroom = options.headroom?.ratio ?? .infinity
    wishes.isLossless = options.lossless
    wishes.forbidsGainMap = options.gainMap == GainMapChoice.none
    wishes.shapesGainMap = options.gainMapScale != .auto || options.gainMap.channels != nil
    wishes.gainMap = GainMapOptions(channels: options.gainMap.channels, scale: options.gainMapScale.factor)
    return wishes
  }

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

  private func text(of conflict: RenditionConflict) -> String {
    let (name, space) = (format.name, options.colorSpace?.name ?? "")
    return switch conflict {
    case .depthNotHeld(let depth):
      "--depth \(depth.rawValue): \(name) holds "
        + format.depths.map { $0.integerBits.map { "\($0) bits" } ?? $0.rawValue }.joined(separator: ", ")
    case .extendedNotHeld: "--color-space: '\(space)' needs floating point, which \(name) cannot hold"
    case .extendedInIntegers(let bits): "--color-space: '\(space)' needs floating point, not \(bits) bits"
    case .onlyLinear:
      "--color-space: \(name) holds linear light, as extendedLinearSRGB; '\(space)' is not linear"
    case .spaceNotHeld(let only):
      "--color-space: \(name) files do not say which space they have; it is \(only.name ?? only.displayName), not \(space)"
    case .transferNotHeld: "--color-space: \(name) does not hold HDR as \(space)"
    case .hdrInEightBits: "--depth 8: PQ and HLG need more than 8 bits"
    case .sdrInHDRSpace: "--rendition sdr: \(space) is an HDR space"
    case .hdrNotHeld(hasGainMap: true): "--rendition hdr: \(name) holds HDR as a gain map (--rendition adaptive)"
    case .hdrNotHeld(hasGainMap: false): "--rendition hdr: \(name) holds no HDR"
    case .hdrNotInIntegers(let bits): "--rendition hdr: \(name) holds no HDR in \(bits) bits"
    case .hdrRenditionInEightBits: "--rendition hdr: PQ and HLG need more than 8 bits"
    case .hdrInSDRSpace: "--rendition hdr: \(space) is an SDR space"
    case .spaceCannotHoldHDR: "--color-space: \(space) cannot hold HDR; PQ and HLG spaces can"
    case .gainMapNotHeld: "--rendition adaptive: \(name) holds no gain map"
    case .gainMapWithoutHeadroom: "--rendition adaptive: headroom 1 leaves nothing for a gain map"
    case .gainMapOnFloat: "--rendition adaptive: the base of a gain map has 8 to 16 bits"
    case .hdrBaseNotHeld: "--rendition adaptive: \(name) holds no HDR as the base of a gain map"
    case .nothingToShape(isHDR: true): "--gain-map: this rendition has none (--rendition adaptive)"
    case .nothingToShape(isHDR: false): "--gain-map: the input has no HDR to describe by a gain map"
    }
  }
}

extension RenditionPlan {
  /// What is lost on the way, in words; nil when HDR is kept or there is none.
  func loss(of info: StillInfo) -> String? {
    guard losesHDR else { return nil }
    let amount = info.contentHeadroom > 1 ? " (headroom \(ShortNumber.text(info.contentHeadroom))x)" : ""
    return "HDR\(amount) is reduced to SDR"
  }
}
