// The named colour spaces of Core Graphics; the strings are the member names of CGColorSpace.
extension ColorEncoding {
  /// BT.709 primaries, sRGB curve (IEC 61966-2-1).
  public static let sRGB = ColorEncoding(primaries: .bt709, transfer: .sRGB)
  /// ``sRGB`` with values outside 0...1.
  public static let extendedSRGB = sRGB.extended
  /// BT.709 primaries, linear.
  public static let linearSRGB = sRGB.linearized
  /// ``linearSRGB`` with values outside 0...1.
  public static let extendedLinearSRGB = linearSRGB.extended

  /// P3 primaries with D65, sRGB curve.
  public static let displayP3 = ColorEncoding(primaries: .p3D65, transfer: .sRGB)
  /// ``displayP3`` with values outside 0...1.
  public static let extendedDisplayP3 = displayP3.extended
  /// P3 primaries with D65, linear.
  public static let linearDisplayP3 = displayP3.linearized
  /// ``linearDisplayP3`` with values outside 0...1.
  public static let extendedLinearDisplayP3 = linearDisplayP3.extended
  /// P3 primaries with D65, HLG.
  public static let displayP3HLG = ColorEncoding(primaries: .p3D65, transfer: .hlg)
  /// P3 primaries with D65, PQ.
  public static let displayP3PQ = ColorEncoding(primaries: .p3D65, transfer: .pq)

  /// BT.709 with its camera curve inverted, scene-referred.
  public static let itur709 = ColorEncoding(primaries: .bt709, transfer: .bt709)
  /// BT.709 primaries, HLG.
  public static let itur709HLG = ColorEncoding(primaries: .bt709, transfer: .hlg)
  /// BT.709 primaries, PQ.
  public static let itur709PQ = ColorEncoding(primaries: .bt709, transfer: .pq)
  /// BT.709 primaries with the power 1.961, with which Apple's video frameworks read BT.709
  /// (measured by third parties).
  public static let coreMedia709 = ColorEncoding(primaries: .bt709, transfer: .gamma(1.961))

  /// BT.2020 with its camera curve inverted, scene-referred.
  public static let itur2020 = ColorEncoding(primaries: .bt2020, transfer: .bt709)
  /// ``itur2020`` with values outside 0...1.
  public static let extendedITUR2020 = itur2020.extended
  /// BT.2020 primaries, linear.
  public static let linearITUR2020 = itur2020.linearized
  /// ``linearITUR2020`` with values outside 0...1.
  public static let extendedLinearITUR2020 = linearITUR2020.extended
  /// BT.2020 primaries, sRGB curve.
  public static let itur2020SRGBGamma = ColorEncoding(primaries: .bt2020, transfer: .sRGB)
  /// BT.2100 HLG.
  public static let itur2100HLG = ColorEncoding(primaries: .bt2020, transfer: .hlg)
  /// BT.2100 PQ.
  public static let itur2100PQ = ColorEncoding(primaries: .bt2020, transfer: .pq)

  /// Digital cinema: P3 with the projector's white, the power 2.6 (SMPTE RP 431-2).
  public static let dciP3 = ColorEncoding(primaries: .dciP3, transfer: .gamma(2.6))
  /// Adobe RGB (1998).
  public static let adobeRGB1998 = ColorEncoding(primaries: .adobeRGB, transfer: .adobeRGB)
  /// ROMM RGB, also called ProPhoto RGB (ISO 22028-2).
  public static let rommRGB = ColorEncoding(primaries: .romm, transfer: .romm)
  /// ACEScg: AP1, linear, scene-referred, with values outside 0...1 (AMPAS S-2014-004).
  public static let acescgLinear = ColorEncoding(primaries: .ap1, transfer: .linear, isExtended: true)

  /// Gray with D65, linear.
  public static let linearGray = ColorEncoding(model: .monochrome, primaries: .bt709, transfer: .linear)
  /// ``linearGray`` with values outside 0...1.
  public static let extendedLinearGray = linearGray.extended
  /// Gray with D65, the power 2.2.
  public static let genericGrayGamma22 = ColorEncoding(model: .monochrome, primaries: .bt709, transfer: .gamma(2.2))
  /// ``genericGrayGamma22`` with values outside 0...1.
  public static let extendedGray = genericGrayGamma22.extended
  /// P22 phosphors with D65, linear: Apple's generic monitor, without its gamma.
  public static let genericRGBLinear = ColorEncoding(primaries: .ebu3213, transfer: .linear)
  /// CIE XYZ relative to D50.
  public static let genericXYZ = ColorEncoding(model: .xyz, primaries: .xyzD50, transfer: .linear)
  /// CIE L*a*b* relative to D50.
  public static let genericLab = ColorEncoding(model: .lab, primaries: .xyzD50, transfer: .linear)
  /// Device CMYK read as sRGB; see ``decode(cmyk:)``.
  public static let genericCMYK = ColorEncoding(model: .cmyk, primaries: .bt709, transfer: .sRGB)
}
