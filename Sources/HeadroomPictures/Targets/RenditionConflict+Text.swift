internal import HeadroomColor
internal import HeadroomEngine
internal import HeadroomImage
internal import HeadroomImageIO

extension PictureError {
  /// Describes what a target cannot hold, by the settings that ask for it.
  init(_ conflict: RenditionConflict, of target: Target) {
    self = .usage(Self.text(of: conflict, target.format, target.colorSpace?.name ?? ""))
  }

  private static func text(of conflict: RenditionConflict, _ format: TargetFormat, _ space: String) -> String {
    let name = format.name
    let (colorSpace, gainMap) = (Setting.colorSpace.mention, Setting.gainMap.mention)
    func rendition(_ value: Target.Rendition) -> String { Setting.rendition.mention(value.rawValue) }
    return switch conflict {
    case .depthNotHeld(let depth):
      "\(Setting.depth.mention(depth.rawValue)): \(name) holds "
        + format.depths.map { $0.integerBits.map { "\($0) bits" } ?? $0.rawValue }.joined(separator: ", ")
    case .extendedNotHeld: "\(colorSpace): '\(space)' needs floating point, which \(name) cannot hold"
    case .extendedInIntegers(let bits): "\(colorSpace): '\(space)' needs floating point, not \(bits) bits"
    case .onlyLinear: "\(colorSpace): \(name) holds linear light, as extendedLinearSRGB; '\(space)' is not linear"
    case .spaceNotHeld(let only):
      "\(colorSpace): \(name) files do not say which space they have; it is \(only.name ?? only.displayName), not \(space)"
    case .transferNotHeld: "\(colorSpace): \(name) does not hold HDR as \(space)"
    case .hdrInEightBits: "\(Setting.depth.mention("8")): PQ and HLG need more than 8 bits"
    case .sdrInHDRSpace: "\(rendition(.sdr)): \(space) is an HDR space"
    case .hdrNotHeld(hasGainMap: true): "\(rendition(.hdr)): \(name) holds HDR as a gain map (\(rendition(.adaptive)))"
    case .hdrNotHeld(hasGainMap: false): "\(rendition(.hdr)): \(name) holds no HDR"
    case .hdrNotInIntegers(let bits): "\(rendition(.hdr)): \(name) holds no HDR in \(bits) bits"
    case .hdrRenditionInEightBits: "\(rendition(.hdr)): PQ and HLG need more than 8 bits"
    case .hdrInSDRSpace: "\(rendition(.hdr)): \(space) is an SDR space"
    case .spaceCannotHoldHDR: "\(colorSpace): \(space) cannot hold HDR; PQ and HLG spaces can"
    case .gainMapNotHeld: "\(rendition(.adaptive)): \(name) holds no gain map"
    case .gainMapWithoutHeadroom: "\(rendition(.adaptive)): headroom 1 leaves nothing for a gain map"
    case .gainMapOnFloat: "\(rendition(.adaptive)): the base of a gain map has 8 to 16 bits"
    case .hdrBaseNotHeld: "\(rendition(.adaptive)): \(name) holds no HDR as the base of a gain map"
    case .nothingToShape(isHDR: true): "\(gainMap): this rendition has none (\(rendition(.adaptive)))"
    case .nothingToShape(isHDR: false): "\(gainMap): the input has no HDR to describe by a gain map"
    }
  }
}
