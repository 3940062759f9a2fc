package import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomPixels

/// Decides which rendition of a picture a container gets. This is the only place that chooses the base, the gain map,
/// the numbers and their bits, and the parts of the picture that may stay as they are. The command and Image I/O's
/// destination call it; callers of a context's representations choose for themselves.
package struct RenditionPlanner: Sendable {
  package let subject: RenditionSubject
  package let wishes: RenditionWishes
  package let target: RenditionTarget

  package init(_ subject: RenditionSubject, wishes: RenditionWishes, target: RenditionTarget) {
    self.subject = subject
    self.wishes = wishes
    self.target = target
  }

  package func plan() throws(RenditionConflict) -> RenditionPlan {
    try checkDepth()
    try checkSpace()
    let rendition = try rendition()
    if rendition == .adaptive, wishes.isBaseSDR == false, !target.holdsISOHDR { throw .hdrBaseNotHeld }
    let encoding = wishes.encoding ?? defaultEncoding(for: rendition)
    if rendition == .isoHDR, !encoding.transfer.isHDR { throw .spaceCannotHoldHDR }
    if wishes.shapesGainMap, rendition != .adaptive { throw .nothingToShape(isHDR: isHDR) }
    let keepsEncoding = encoding == info.encoding
    return RenditionPlan(
      rendition: rendition, encoding: encoding, keepsEncoding: keepsEncoding,
      depth: wishes.depth ?? defaultDepth(for: rendition, isHDR: encoding.transfer.isHDR),
      headroom: wishes.headroom, losesHDR: losesHDR(rendition),
      keepsGainMap: rendition == .adaptive && keepsEncoding && carriesGainMap,
      mapOptions: wishes.mapOptions(leadingTo: subject.isEdited ? nil : info.statedHeadroom),
      gamutPeak: gamutPeak(rendition, encoding))
  }

  private var info: StillInfo { subject.info }
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
    if let only = target.onlyEncoding, only.extended != encoding.extended { throw .spaceNotHeld(only: only) }
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
    case .isoHDR:
      guard target.holdsISOHDR else { throw .transferNotHeld }
      return .isoHDR
    case .adaptive:
      guard target.holdsGainMap else { throw .gainMapNotHeld }
      guard wantsHDR else { throw .gainMapWithoutHeadroom }
      guard !wantsFloat else { throw .gainMapOnFloat }
      return isHDR || subject.isEdited ? .adaptive : .sdr
    case .keep:
      if wishes.encoding?.transfer.isHDR ?? false { return .isoHDR }
      guard keptKind != .sdr, wantsHDR else { return .sdr }
      if wantsFloat { return .float }
      let isFree = wishes.encoding == nil
      return target.richest(
        for: keptKind, allowsGainMap: !wishes.forbidsGainMap,
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

  /// The kind of the kept picture: the base's kind, for a picture that loses its gain map rather
  /// than change its numbers.
  private var keptKind: HDRKind {
    guard wishes.keepsNumbers, info.kind == .gainMap, !target.holdsGainMap || wishes.dropsGainMap else {
      return info.kind
    }
    return info.isBaseSDR ? .sdr : .isoHDR
  }

  /// A sensor's SDR look is not a loss: it is developed like the HDR one.
  private func losesHDR(_ rendition: RenditionPlan.Rendition) -> Bool {
    isHDR && info.kind != .raw && rendition == .sdr && (info.contentHeadroom <= 0 || info.contentHeadroom > 1)
  }

  // MARK: What stays

  /// Whether the picture's gain map can be kept with its base.
  private var carriesGainMap: Bool {
    guard let map = info.gainMap, target.holdsGainMap, wishes.leavesGainMap, !subject.isEdited,
      subject.geometry != .free
    else { return false }
    let hasLesserBase = map.formula.isBaseLesser
    return hasLesserBase == (wishes.isBaseSDR ?? (hasLesserBase || !target.holdsISOHDR))
  }

  /// Whether the decoded picture is the wanted one: nothing has to be computed, and values stay exact.
  ///
  /// - Parameter header: of the decoded picture, with the alpha to be written.
  package func keepsPixels(_ plan: RenditionPlan, of header: StillHeader) -> Bool {
    guard !subject.isComputed, subject.geometry == .none, !subject.isEdited, plan.headroom.isInfinite else {
      return false
    }
    if wishes.keepsNumbers { return keepsNumbers(plan, header) }
    guard plan.keepsEncoding, plan.holds(header.format.component, bits: info.bitDepth),
      header.alpha == .opaque || target.holdsAlpha, header.orientation == .up || target.statesOrientation
    else { return false }
    switch plan.rendition {
    case .sdr: return info.isBaseSDR
    case .isoHDR, .float: return header.gainMap == nil
    case .adaptive: return plan.keepsGainMap && header.gainMap != nil
    }
  }

  /// Whether the numbers of the decoded picture are those of the wanted one, even if its pixels are reduced.
  package func keepsNumbers(_ plan: RenditionPlan, _ header: StillHeader) -> Bool {
    let isFloat = header.format.isFloatingPoint
    guard target.holdsNumbers(header.encoding, isFloat: isFloat) else { return false }
    switch plan.rendition {
    case .sdr: return info.kind == .sdr
    case .isoHDR: return header.encoding.transfer.isHDR && !isFloat
    case .float: return isFloat
    case .adaptive: return plan.keepsGainMap
    }
  }

  /// Numbers of an SDR picture that keep their meaning stay unchanged. Tone mapping limits HDR in BT.2020, where a
  /// saturated colour has smaller components than in a narrower space.
  private func gamutPeak(_ rendition: RenditionPlan.Rendition, _ encoding: ColorEncoding) -> Double? {
    if encoding.transfer.isHDR || rendition == .float { return wishes.headroom.isFinite ? wishes.headroom : nil }
    let keepsOwn =
      subject.hasSDRNumbers || (!subject.isComputed && subject.isBaseSDR && !subject.changesLight)
    return encoding == info.encoding && keepsOwn ? nil : 1
  }

  // MARK: Defaults

  private func defaultEncoding(for rendition: RenditionPlan.Rendition) -> ColorEncoding {
    if let only = target.onlyEncoding { return only }
    if rendition == .adaptive, carriesGainMap { return info.encoding }
    if rendition == .sdr, target.isLinear { return info.encoding.light }
    return info.encoding.usual(for: rendition)
  }

  private func defaultDepth(for rendition: RenditionPlan.Rendition, isHDR: Bool) -> SampleDepth {
    // The base of an adaptive file can be the HDR rendition; it then needs the depth of HDR.
    DefaultDepth(kind: subject.storedKind, bitDepth: info.bitDepth, target: target, isLossless: wishes.isLossless)
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
      case .gainMap, .raw: [(asMap, .adaptive), (asISO, .isoHDR), (asFloat, .float)]
      case .float: [(asFloat, .float), (asISO, .isoHDR), (asMap, .adaptive)]
      case .isoHDR, .sdr: [(asISO, .isoHDR), (asMap, .adaptive), (asFloat, .float)]
      }
    return order.first { $0.0 }?.1 ?? .sdr
  }
}

extension RenditionPlan {
  /// Whether its components hold decoded ones exactly.
  fileprivate func holds(_ component: PixelFormat.Component, bits: Int) -> Bool {
    switch (component, depth) {
    case (.uint8, .bits8), (.half, .half), (.float, .float): true
    case (.uint16, _): (depth.integerBits ?? 0) >= min(bits, 16)
    default: false
    }
  }
}

extension StillInfo {
  /// The headroom that the picture states; nil where it states none, or only its curve's usual one is known.
  package var statedHeadroom: Double? { contentHeadroomSource == .assumed ? nil : contentHeadroom }
}

extension ColorEncoding {
  /// The default encoding for a rendition of a picture with this encoding.
  package func usual(for rendition: RenditionPlan.Rendition) -> ColorEncoding {
    switch rendition {
    case .isoHDR: return transfer.isHDR ? self : .itur2100PQ
    case .float: return light
    case .sdr, .adaptive:
      let isOrdinary = model == .rgb && !transfer.isHDR && transfer != .linear && !isExtended
      return isOrdinary ? self : ordinary
    }
  }

  /// Linear light in these primaries, unbounded.
  package var light: ColorEncoding {
    var result = linearized.extended
    result.model = .rgb
    return result
  }

  /// The usual SDR encoding for colours of these primaries.
  package var ordinary: ColorEncoding { primaries == .bt709 ? .sRGB : .displayP3 }
}
