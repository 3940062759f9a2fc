extension CGColorSpace {
  /// sRGB (IEC 61966-2-1): BT.709 primaries, white D65, the sRGB curve.
  public static let sRGB: CFString = "kCGColorSpaceSRGB"
  /// sRGB whose components may lie outside 0...1.
  public static let extendedSRGB: CFString = "kCGColorSpaceExtendedSRGB"
  /// Linear light with the primaries of sRGB.
  public static let linearSRGB: CFString = "kCGColorSpaceLinearSRGB"
  /// Linear light with the primaries of sRGB, unbounded: the default working space.
  public static let extendedLinearSRGB: CFString = "kCGColorSpaceExtendedLinearSRGB"
  /// Linear red, green and blue; the primaries of sRGB.
  public static let genericRGBLinear: CFString = "kCGColorSpaceGenericRGBLinear"
  /// Display P3: P3 primaries, white D65, the sRGB curve.
  public static let displayP3: CFString = "kCGColorSpaceDisplayP3"
  /// Display P3 whose components may lie outside 0...1.
  public static let extendedDisplayP3: CFString = "kCGColorSpaceExtendedDisplayP3"
  /// Linear light with the primaries of Display P3.
  public static let linearDisplayP3: CFString = "kCGColorSpaceLinearDisplayP3"
  /// Linear light with the primaries of Display P3, unbounded.
  public static let extendedLinearDisplayP3: CFString = "kCGColorSpaceExtendedLinearDisplayP3"
  /// P3 primaries with white D65 and the HLG curve of BT.2100.
  public static let displayP3_HLG: CFString = "kCGColorSpaceDisplayP3_HLG"
  /// P3 primaries with white D65 and the PQ curve of BT.2100.
  public static let displayP3_PQ: CFString = "kCGColorSpaceDisplayP3_PQ"
  /// The older name of ``displayP3_PQ``.
  public static let displayP3_PQ_EOTF: CFString = "kCGColorSpaceDisplayP3_PQ_EOTF"
  /// BT.709 as displayed video.
  public static let itur_709: CFString = "kCGColorSpaceITUR_709"
  /// BT.709 primaries with the HLG curve of BT.2100.
  public static let itur_709_HLG: CFString = "kCGColorSpaceITUR_709_HLG"
  /// BT.709 primaries with the PQ curve of BT.2100.
  public static let itur_709_PQ: CFString = "kCGColorSpaceITUR_709_PQ"
  /// BT.709 primaries with CoreMedia's display curve for video.
  public static let coreMedia709: CFString = "kCGColorSpaceCoreMedia709"
  /// BT.2020 with its own curve.
  public static let itur_2020: CFString = "kCGColorSpaceITUR_2020"
  /// BT.2020 whose components may lie outside 0...1.
  public static let extendedITUR_2020: CFString = "kCGColorSpaceExtendedITUR_2020"
  /// Linear light with the primaries of BT.2020.
  public static let linearITUR_2020: CFString = "kCGColorSpaceLinearITUR_2020"
  /// Linear light with the primaries of BT.2020, unbounded; 1.0 is 203 cd/m² (CSS `rec2100-linear`).
  public static let extendedLinearITUR_2020: CFString = "kCGColorSpaceExtendedLinearITUR_2020"
  /// BT.2020 primaries with the sRGB curve.
  public static let itur_2020_sRGBGamma: CFString = "kCGColorSpaceITUR_2020_sRGBGamma"
  /// BT.2100 with the HLG curve.
  public static let itur_2100_HLG: CFString = "kCGColorSpaceITUR_2100_HLG"
  /// The older name of ``itur_2100_HLG``.
  public static let itur_2020_HLG: CFString = "kCGColorSpaceITUR_2020_HLG"
  /// BT.2100 with the PQ curve.
  public static let itur_2100_PQ: CFString = "kCGColorSpaceITUR_2100_PQ"
  /// The older name of ``itur_2100_PQ``.
  public static let itur_2020_PQ: CFString = "kCGColorSpaceITUR_2020_PQ"
  /// The oldest name of ``itur_2100_PQ``.
  public static let itur_2020_PQ_EOTF: CFString = "kCGColorSpaceITUR_2020_PQ_EOTF"
  /// DCI-P3 (SMPTE RP 431-2): P3 primaries, the DCI white, gamma 2.6.
  public static let dcip3: CFString = "kCGColorSpaceDCIP3"
  /// Adobe RGB (1998).
  public static let adobeRGB1998: CFString = "kCGColorSpaceAdobeRGB1998"
  /// ROMM RGB (ISO 22028-2), also called ProPhoto RGB; white D50.
  public static let rommrgb: CFString = "kCGColorSpaceROMMRGB"
  /// ACEScg: linear light with the AP1 primaries and the ACES white.
  public static let acescgLinear: CFString = "kCGColorSpaceACESCGLinear"
  /// Gray with gamma 2.2.
  public static let genericGrayGamma2_2: CFString = "kCGColorSpaceGenericGrayGamma2_2"
  /// Linear gray.
  public static let linearGray: CFString = "kCGColorSpaceLinearGray"
  /// Gray with gamma 2.2 whose component may lie outside 0...1.
  public static let extendedGray: CFString = "kCGColorSpaceExtendedGray"
  /// Linear gray, unbounded.
  public static let extendedLinearGray: CFString = "kCGColorSpaceExtendedLinearGray"
  /// CIE XYZ relative to white D50.
  public static let genericXYZ: CFString = "kCGColorSpaceGenericXYZ"
  /// CIE L*a*b* relative to white D50.
  public static let genericLab: CFString = "kCGColorSpaceGenericLab"
  /// Cyan, magenta, yellow and black without a profile. Supported by name only; no conversion to or from it is offered.
  public static let genericCMYK: CFString = "kCGColorSpaceGenericCMYK"
}
