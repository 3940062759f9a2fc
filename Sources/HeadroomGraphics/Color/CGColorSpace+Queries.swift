internal import HeadroomColor

extension CGColorSpace {
  /// Whether the space's curve is one of BT.2100: PQ or HLG.
  public var usesITUR_2100TF: Bool { encoding.transfer.isHDR }

  /// Whether the space's curve is PQ.
  public var isPQBased: Bool { encoding.transfer == .pq }

  /// Whether the space's curve is HLG.
  public var isHLGBased: Bool { encoding.transfer == .hlg }

  /// Whether components may lie outside 0...1.
  public var usesExtendedRange: Bool { encoding.isExtended }

  /// Whether the space can describe colours brighter than reference white: PQ, HLG and extended-range spaces.
  public func isHDR() -> Bool { usesITUR_2100TF || usesExtendedRange }

  /// Whether the space holds RGB colours that sRGB does not: extended range, or primaries that span clearly more.
  ///
  /// The measure is the area of the primaries' triangle in CIE 1976 u'v'; a tenth more than sRGB counts as wide, which
  /// leaves out the television primaries of the same class (EBU, SMPTE-C).
  public var isWideGamutRGB: Bool {
    guard encoding.model == .rgb else { return false }
    return encoding.isExtended || encoding.primaries.gamutArea > 1.1 * ColorPrimaries.bt709.gamutArea
  }

  /// Whether pictures can be drawn or rendered into this space: RGB and monochrome spaces.
  public var supportsOutput: Bool { encoding.model == .rgb || encoding.model == .monochrome }
}

extension ColorPrimaries {
  /// The area of the triangle of primaries in CIE 1976 u'v'.
  fileprivate var gamutArea: Double {
    let corners = [red, green, blue].map { point in
      let divisor = -2 * point.x + 12 * point.y + 3
      return (u: 4 * point.x / divisor, v: 9 * point.y / divisor)
    }
    let (first, second, third) = (corners[0], corners[1], corners[2])
    return abs((second.u - first.u) * (third.v - first.v) - (third.u - first.u) * (second.v - first.v)) / 2
  }
}

/// Whether a space's curve is one of BT.2100: PQ or HLG.
public func CGColorSpaceUsesITUR_2100TF(_ space: CGColorSpace) -> Bool { space.usesITUR_2100TF }

/// Whether a space's curve is PQ.
public func CGColorSpaceIsPQBased(_ space: CGColorSpace) -> Bool { space.isPQBased }

/// Whether a space's curve is HLG.
public func CGColorSpaceIsHLGBased(_ space: CGColorSpace) -> Bool { space.isHLGBased }

/// Whether a space can describe colours brighter than reference white; see ``CGColorSpace/isHDR()``.
public func CGColorSpaceIsHDR(_ space: CGColorSpace) -> Bool { space.isHDR() }

/// Whether components of a space may lie outside 0...1.
public func CGColorSpaceUsesExtendedRange(_ space: CGColorSpace) -> Bool { space.usesExtendedRange }

/// Whether a space holds RGB colours that sRGB does not; see ``CGColorSpace/isWideGamutRGB``.
public func CGColorSpaceIsWideGamutRGB(_ space: CGColorSpace) -> Bool { space.isWideGamutRGB }

/// Whether pictures can be drawn or rendered into a space.
public func CGColorSpaceSupportsOutput(_ space: CGColorSpace) -> Bool { space.supportsOutput }
