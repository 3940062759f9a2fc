package import HeadroomColor

/// Decides which rendition of a picture a container gets: the one place that knows which base, which gain map, which numbers
/// and how many bits. The command, Image I/O's destination and the context's representations ask it.
package struct RenditionPlanner: Sendable {
  /// The picture's headers.
  package let info: StillInfo
  /// Whether a gain map of the picture can go along as it is, its base too.
  package let carriesGainMap: Bool
  /// Whether the picture is edited, so that SDR may become HDR.
  package let isEdited: Bool
  package let wishes: RenditionWishes
  package let target: RenditionTarget

  package init(
    info: StillInfo, carriesGainMap: Bool, isEdited: Bool, wishes: RenditionWishes, target: RenditionTarget
  ) {
    self.info = info
    self.carriesGainMap = carriesGainMap
    self.isEdited = isEdited
    self.wishes = wishes
    self.target = target
  }

  package func plan() throws(RenditionConflict) -> RenditionPlan {
    try checkDepth()
    try checkSpace()
    let rendition = try rendition()
    let encoding = wishes.encoding ?? defaultEncoding(for: rendition)
    if rendition == .isoHDR, !encoding.transfer.isHDR { throw .spaceCannotHoldHDR }
    if wishes.shapesGainMap, rendition != .adaptive { throw .nothingToShape(isHDR: isHDR) }
    return RenditionPlan(
      rendition: rendition, encoding: encoding, keepsEncoding: encoding == info.encoding,
      depth: wishes.depth ?? defaultDepth(for: rendition, isHDR: encoding.transfer.isHDR),
      headroom: wishes.headroom, losesHDR: losesHDR(rendition))
  }

  private var isHDR: Bool { info.kind != .sdr }
  private var wantsHDR: Bool { wishes.headroom > 1 }

  // MARK: Wishes against the container

  private func checkDepth() throws(RenditionConflict) {
    if let depth = wishes.depth, !target.depths.contains(depth) { throw .depthNotHeld(depth) }
  }

  private func checkSpace() throws(RenditionConflict) {
    guard let encoding = wishes.encoding else { return }
    if encoding.isExtended {
      guard target.holdsFloat else { throw .extendedNotHeld }
      if let bits = wishes.depth?.integerBits { throw .extendedInIntegers(bits: bits) }
    }
    if target.isLinear, encoding.transfer != .linear { throw .onlyLinear }
    if encoding.transfer.isHDR, !target.holdsISOHDR { throw .transferNotHeld }
    if encoding.transfer.isHDR, wishes.depth?.integerBits == 8 { throw .hdrInEightBits }
  }

  // MARK: Rendition

  private func rendition() throws(RenditionConflict) -> RenditionPlan.Rendition {
    let wantsFloat =
      (wishes.depth != nil && wishes.depth?.integerBits == nil) || (wishes.encoding?.isExtended ?? false)
      || target.isLinear
    switch wishes.choice {
    case .sdr:
      if wishes.encoding?.transfer.isHDR ?? false { throw .sdrInHDRSpace }
      return .sdr
    case .hdr: return try hdrRendition(wantsFloat)
    case .adaptive:
      guard target.holdsGainMap else { throw .gainMapNotHeld }
      guard wantsHDR else { throw .gainMapWithoutHeadroom }
      guard !wantsFloat else { throw .gainMapOnFloat }
      return isHDR || isEdited ? .adaptive : .sdr
    case .keep:
      if wishes.encoding?.transfer.isHDR ?? false { return .isoHDR }
      guard isHDR, wantsHDR else { return .sdr }
      if wantsFloat { return .float }
      let isFree = wishes.encoding == nil
      return target.richest(
        for: info.kind, allowsGainMap: !wishes.forbidsGainMap,
        allowsISOHDR: wishes.depth?.integerBits != 8 && isFree, allowsFloat: wishes.depth == nil && isFree)
    }
  }

  private func hdrRendition(_ wantsFloat: Bool) throws(RenditionConflict) -> RenditionPlan.Rendition {
    guard target.holdsISOHDR || target.holdsFloat else { throw .hdrNotHeld(hasGainMap: target.holdsGainMap) }
    if wantsFloat || !target.holdsISOHDR {
      if let bits = wishes.depth?.integerBits { throw .hdrNotInIntegers(bits: bits) }
      return .float
    }
    if wishes.depth?.integerBits == 8 { throw .hdrRenditionInEightBits }
    if let encoding = wishes.encoding, !encoding.transfer.isHDR { throw .hdrInSDRSpace }
    return .isoHDR
  }

  private func losesHDR(_ rendition: RenditionPlan.Rendition) -> Bool {
    isHDR && rendition == .sdr && (info.contentHeadroom <= 0 || info.contentHeadroom > 1)
  }

  // MARK: Defaults

  private func defaultEncoding(for rendition: RenditionPlan.Rendition) -> ColorEncoding {
    let own = info.encoding
    switch rendition {
    case .isoHDR: return own.transfer.isHDR ? own : .itur2100PQ
    case .float: return own.light
    case .adaptive where carriesGainMap: return own
    case .sdr where target.isLinear: return own.light
    case .sdr, .adaptive:
      let isOrdinary = own.model == .rgb && !own.transfer.isHDR && own.transfer != .linear && !own.isExtended
      return isOrdinary ? own : own.ordinary
    }
  }

  private func defaultDepth(for rendition: RenditionPlan.Rendition, isHDR: Bool) -> SampleDepth {
    // The base of an adaptive file can be the HDR rendition; it then needs what HDR needs.
    DefaultDepth(info: info, target: target, isLossless: wishes.isLossless)
      .depth(for: rendition == .adaptive && isHDR ? .isoHDR : rendition)
  }
}

extension RenditionTarget {
  /// The form that is nearest to a picture's own, else the next that holds its HDR; SDR where there is none.
  package func richest(
    for kind: HDRKind, allowsGainMap: Bool = true, allowsISOHDR: Bool = true, allowsFloat: Bool = true
  ) -> RenditionPlan.Rendition {
    let asMap = holdsGainMap && allowsGainMap
    let asISO = holdsISOHDR && allowsISOHDR
    let asFloat = holdsFloat && allowsFloat
    let order: [(Bool, RenditionPlan.Rendition)] =
      switch kind {
      case .gainMap: [(asMap, .adaptive), (asISO, .isoHDR), (asFloat, .float)]
      case .float, .raw: [(asFloat, .float), (asISO, .isoHDR), (asMap, .adaptive)]
      case .isoHDR, .sdr: [(asISO, .isoHDR), (asMap, .adaptive), (asFloat, .float)]
      }
    return order.first { $0.0 }?.1 ?? .sdr
  }
}

extension ColorEncoding {
  /// Linear light in these primaries, unbounded.
  package var light: ColorEncoding {
    var result = linearized.extended
    result.model = .rgb
    return result
  }

  /// The usual SDR encoding for colours of these primaries.
  package var ordinary: ColorEncoding { primaries == .bt709 ? .sRGB : .displayP3 }
}
