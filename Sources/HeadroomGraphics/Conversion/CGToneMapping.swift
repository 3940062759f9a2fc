/// The ways of drawing an HDR image into less headroom.
public enum CGToneMapping: UInt32, CaseIterable, Sendable {
  /// ``referenceWhiteBased``.
  case `default` = 0
  /// By the image's own gain map. No image of this module has one, so drawing with it fails.
  case imageSpecificLumaScaling = 1
  /// The Reference White Tone Mapping Operator of SMPTE ST 2094-50: keeps hue and mid-tones.
  case referenceWhiteBased = 2
  /// The EETF of ITU-R BT.2390, for content mastered at 1000 cd/m².
  case ituRecommended = 3
  /// The curve of OpenEXR's viewer: exposure, then a logarithmic knee; see
  /// ``CGContentToneMappingInfo/EXRGammaOptions``.
  case exrGamma = 4
  /// No mapping: components are cut.
  case none = 5
}

/// How a context tone maps the images drawn into it.
public enum CGContentToneMappingInfo: Hashable, Sendable {
  /// As ``CGToneMapping/default``.
  case `default`
  /// As ``CGToneMapping/referenceWhiteBased``.
  case referenceWhiteBased
  /// As ``CGToneMapping/ituRecommended``.
  case ituRecommended
  /// As ``CGToneMapping/exrGamma``, with parameters.
  case exrGamma(EXRGammaOptions)
  /// As ``CGToneMapping/none``.
  case none

  /// The parameters of ``CGToneMapping/exrGamma``.
  public struct EXRGammaOptions: Hashable, Sendable {
    /// Light subtracted first, 0...0.01.
    public var defog: Float
    /// Exposure in stops, -10...10.
    public var exposure: Float
    /// Where the knee ends, in stops, 3.5...7.5.
    public var kneeHigh: Float
    /// Where the knee begins, in stops, -2.85...3.
    public var kneeLow: Float

    /// Makes parameters; values outside their range are clamped to it.
    public init(defog: Float = 0, exposure: Float = 0, kneeHigh: Float = 5, kneeLow: Float = 0) {
      self.defog = min(max(defog, 0), 0.01)
      self.exposure = min(max(exposure, -10), 10)
      self.kneeHigh = min(max(kneeHigh, 3.5), 7.5)
      self.kneeLow = min(max(kneeLow, -2.85), 3)
    }
  }

  /// The method without its parameters.
  public var method: CGToneMapping {
    switch self {
    case .default: .default
    case .referenceWhiteBased: .referenceWhiteBased
    case .ituRecommended: .ituRecommended
    case .exrGamma: .exrGamma
    case .none: .none
    }
  }
}

/// Option of tone mapped drawing: how much of the context's headroom may be used, one of the `kCGDynamicRange` strings.
public let kCGPreferredDynamicRange: CFString = "kCGPreferredDynamicRange"
/// All of the context's headroom.
public let kCGDynamicRangeHigh: CFString = "kCGDynamicRangeHigh"
/// A headroom of at most 2.
public let kCGDynamicRangeConstrained: CFString = "kCGDynamicRangeConstrained"
/// None: at most reference white.
public let kCGDynamicRangeStandard: CFString = "kCGDynamicRangeStandard"
/// Option of ``CGToneMapping/exrGamma``: see ``CGContentToneMappingInfo/EXRGammaOptions/defog``.
public let kCGEXRToneMappingGammaDefog: CFString = "kCGEXRToneMappingGammaDefog"
/// Option of ``CGToneMapping/exrGamma``: see ``CGContentToneMappingInfo/EXRGammaOptions/exposure``.
public let kCGEXRToneMappingGammaExposure: CFString = "kCGEXRToneMappingGammaExposure"
/// Option of ``CGToneMapping/exrGamma``: see ``CGContentToneMappingInfo/EXRGammaOptions/kneeLow``.
public let kCGEXRToneMappingGammaKneeLow: CFString = "kCGEXRToneMappingGammaKneeLow"
/// Option of ``CGToneMapping/exrGamma``: see ``CGContentToneMappingInfo/EXRGammaOptions/kneeHigh``.
public let kCGEXRToneMappingGammaKneeHigh: CFString = "kCGEXRToneMappingGammaKneeHigh"

/// The options of ``CGToneMapping/exrGamma`` with their default values.
public func CGEXRToneMappingGammaGetDefaultOptions() -> CFDictionary {
  let options = CGContentToneMappingInfo.EXRGammaOptions()
  return [
    kCGEXRToneMappingGammaDefog: options.defog, kCGEXRToneMappingGammaExposure: options.exposure,
    kCGEXRToneMappingGammaKneeLow: options.kneeLow, kCGEXRToneMappingGammaKneeHigh: options.kneeHigh,
  ]
}

extension CGContentToneMappingInfo {
  /// A method with the parameters of an options dictionary; nil for a method with which no image can be drawn.
  init?(method: CGToneMapping, options: CFDictionary?) {
    switch method {
    case .default: self = .default
    case .imageSpecificLumaScaling: return nil
    case .referenceWhiteBased: self = .referenceWhiteBased
    case .ituRecommended: self = .ituRecommended
    case .none: self = .none
    case .exrGamma:
      func number(_ key: String) -> Float? { OptionValues.number(options?[key]).map { Float($0) } }
      self = .exrGamma(
        EXRGammaOptions(
          defog: number(kCGEXRToneMappingGammaDefog) ?? 0, exposure: number(kCGEXRToneMappingGammaExposure) ?? 0,
          kneeHigh: number(kCGEXRToneMappingGammaKneeHigh) ?? 5, kneeLow: number(kCGEXRToneMappingGammaKneeLow) ?? 0))
    }
  }
}
