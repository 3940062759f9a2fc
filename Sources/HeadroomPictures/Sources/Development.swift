internal import HeadroomImage
package import HeadroomRAW

/// How a RAW file is developed; nil keeps the file's own settings.
package struct Development: Sendable {
  package var edr: Double?
  /// Nil is the camera's look as a default, not as a request.
  package var look: LookChoice?
  package var whiteBalance: WhiteBalanceChoice?
  package var temperature: Double?
  package var tint: Double?
  package var boost: Double?
  package var shadows: Double?
  package var localToneMap: Double?
  package var highlights = HighlightChoice.recover
  package var noiseReduction: Double?
  package var sharpness: Double?
  package var moireReduction: Double?
  package var despeckle: Double?
  /// Whether small pictures may be drafts.
  package var isDraft = false
  /// Whether surprising results are reported.
  package var isAnnounced = true
  package var lensCorrection = LensChoice.auto

  package init() {}

  /// The development of a file that is merely named.
  package static var neutral: Development {
    var result = Development()
    result.look = .neutral
    result.isAnnounced = false
    return result
  }

  /// Applies the given settings.
  package func apply(to filter: CIRAWFilter) {
    filter.look = look == .neutral ? .neutral : .camera
    if let whiteBalance { filter.setWhite(whiteBalance) }
    if let temperature { filter.neutralTemperature = Float(temperature) }
    if let tint { filter.neutralTint = Float(tint) }
    if let boost { filter.boostAmount = Float(boost) }
    if let shadows { filter.boostShadowAmount = Float(shadows) }
    if let localToneMap { filter.localToneMapAmount = Float(localToneMap) }
    if highlights == .clip { filter.isHighlightRecoveryEnabled = false }
    if let noiseReduction {
      filter.luminanceNoiseReductionAmount = Float(noiseReduction)
      filter.colorNoiseReductionAmount = Float(noiseReduction)
    }
    if let moireReduction { filter.moireReductionAmount = Float(moireReduction) }
    if let despeckle { filter.despeckleAmount = Float(despeckle) }
    switch lensCorrection {
    case .auto: break
    case .on: filter.isLensCorrectionEnabled = true
    case .off: filter.isLensCorrectionEnabled = false
    }
    if let sharpness { filter.sharpnessAmount = Float(sharpness) }
  }

  /// The settings that were given, which other inputs do not support.
  package var given: [Setting] {
    let made: [(setting: Setting, isMade: Bool)] = [
      (.edr, edr != nil), (.look, look != nil), (.whiteBalance, whiteBalance != nil),
      (.temperature, temperature != nil), (.tint, tint != nil), (.boost, boost != nil), (.shadows, shadows != nil),
      (.localToneMap, localToneMap != nil), (.highlights, highlights != .recover),
      (.noiseReduction, noiseReduction != nil), (.sharpness, sharpness != nil),
      (.moireReduction, moireReduction != nil), (.despeckle, despeckle != nil),
      (.lensCorrection, lensCorrection != .auto),
    ]
    return made.filter(\.isMade).map(\.setting)
  }
}

package enum HighlightChoice: String, CaseIterable, Sendable {
  /// Reconstructed from the colours that are not overexposed.
  case recover
  case clip
}

package enum LookChoice: String, CaseIterable, Sendable {
  case camera
  case neutral
}

package enum LensChoice: String, CaseIterable, Sendable {
  /// As the file states.
  case auto
  /// By Lensfun's data where the file has no correction.
  case on
  case off
}
