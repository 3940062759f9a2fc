extension CGColorSpace {
  /// The name of a space, for `CGColorSpace(name: .displayP3)`: the names of this class without writing it.
  public struct Name: Hashable, Sendable {
    /// The constant of ``CGColorSpace``.
    public let rawValue: CFString

    private init(_ rawValue: CFString) { self.rawValue = rawValue }
  }

  /// Makes the space of a name.
  public convenience init?(name: Name) { self.init(name: name.rawValue) }
}

extension CGColorSpace.Name {
  /// ``CGColorSpace/sRGB``.
  public static let sRGB = Self(CGColorSpace.sRGB)
  /// ``CGColorSpace/extendedSRGB``.
  public static let extendedSRGB = Self(CGColorSpace.extendedSRGB)
  /// ``CGColorSpace/linearSRGB``.
  public static let linearSRGB = Self(CGColorSpace.linearSRGB)
  /// ``CGColorSpace/extendedLinearSRGB``.
  public static let extendedLinearSRGB = Self(CGColorSpace.extendedLinearSRGB)
  /// ``CGColorSpace/genericRGBLinear``.
  public static let genericRGBLinear = Self(CGColorSpace.genericRGBLinear)
  /// ``CGColorSpace/displayP3``.
  public static let displayP3 = Self(CGColorSpace.displayP3)
  /// ``CGColorSpace/extendedDisplayP3``.
  public static let extendedDisplayP3 = Self(CGColorSpace.extendedDisplayP3)
  /// ``CGColorSpace/linearDisplayP3``.
  public static let linearDisplayP3 = Self(CGColorSpace.linearDisplayP3)
  /// ``CGColorSpace/extendedLinearDisplayP3``.
  public static let extendedLinearDisplayP3 = Self(CGColorSpace.extendedLinearDisplayP3)
  /// ``CGColorSpace/displayP3_HLG``.
  public static let displayP3_HLG = Self(CGColorSpace.displayP3_HLG)
  /// ``CGColorSpace/displayP3_PQ``.
  public static let displayP3_PQ = Self(CGColorSpace.displayP3_PQ)
  /// ``CGColorSpace/displayP3_PQ_EOTF``.
  public static let displayP3_PQ_EOTF = Self(CGColorSpace.displayP3_PQ_EOTF)
  /// ``CGColorSpace/itur_709``.
  public static let itur_709 = Self(CGColorSpace.itur_709)
  /// ``CGColorSpace/itur_709_HLG``.
  public static let itur_709_HLG = Self(CGColorSpace.itur_709_HLG)
  /// ``CGColorSpace/itur_709_PQ``.
  public static let itur_709_PQ = Self(CGColorSpace.itur_709_PQ)
  /// ``CGColorSpace/coreMedia709``.
  public static let coreMedia709 = Self(CGColorSpace.coreMedia709)
  /// ``CGColorSpace/itur_2020``.
  public static let itur_2020 = Self(CGColorSpace.itur_2020)
  /// ``CGColorSpace/extendedITUR_2020``.
  public static let extendedITUR_2020 = Self(CGColorSpace.extendedITUR_2020)
  /// ``CGColorSpace/linearITUR_2020``.
  public static let linearITUR_2020 = Self(CGColorSpace.linearITUR_2020)
  /// ``CGColorSpace/extendedLinearITUR_2020``.
  public static let extendedLinearITUR_2020 = Self(CGColorSpace.extendedLinearITUR_2020)
  /// ``CGColorSpace/itur_2020_sRGBGamma``.
  public static let itur_2020_sRGBGamma = Self(CGColorSpace.itur_2020_sRGBGamma)
  /// ``CGColorSpace/itur_2100_HLG``.
  public static let itur_2100_HLG = Self(CGColorSpace.itur_2100_HLG)
  /// ``CGColorSpace/itur_2020_HLG``.
  public static let itur_2020_HLG = Self(CGColorSpace.itur_2020_HLG)
  /// ``CGColorSpace/itur_2100_PQ``.
  public static let itur_2100_PQ = Self(CGColorSpace.itur_2100_PQ)
  /// ``CGColorSpace/itur_2020_PQ``.
  public static let itur_2020_PQ = Self(CGColorSpace.itur_2020_PQ)
  /// ``CGColorSpace/itur_2020_PQ_EOTF``.
  public static let itur_2020_PQ_EOTF = Self(CGColorSpace.itur_2020_PQ_EOTF)
  /// ``CGColorSpace/dcip3``.
  public static let dcip3 = Self(CGColorSpace.dcip3)
  /// ``CGColorSpace/adobeRGB1998``.
  public static let adobeRGB1998 = Self(CGColorSpace.adobeRGB1998)
  /// ``CGColorSpace/rommrgb``.
  public static let rommrgb = Self(CGColorSpace.rommrgb)
  /// ``CGColorSpace/acescgLinear``.
  public static let acescgLinear = Self(CGColorSpace.acescgLinear)
  /// ``CGColorSpace/genericGrayGamma2_2``.
  public static let genericGrayGamma2_2 = Self(CGColorSpace.genericGrayGamma2_2)
  /// ``CGColorSpace/linearGray``.
  public static let linearGray = Self(CGColorSpace.linearGray)
  /// ``CGColorSpace/extendedGray``.
  public static let extendedGray = Self(CGColorSpace.extendedGray)
  /// ``CGColorSpace/extendedLinearGray``.
  public static let extendedLinearGray = Self(CGColorSpace.extendedLinearGray)
  /// ``CGColorSpace/genericXYZ``.
  public static let genericXYZ = Self(CGColorSpace.genericXYZ)
  /// ``CGColorSpace/genericLab``.
  public static let genericLab = Self(CGColorSpace.genericLab)
  /// ``CGColorSpace/genericCMYK``.
  public static let genericCMYK = Self(CGColorSpace.genericCMYK)
}
