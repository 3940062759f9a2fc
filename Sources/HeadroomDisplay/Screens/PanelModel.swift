internal import Foundation
package import HeadroomColor

/// How much light a simulated panel gives, and how much of that is above white.
///
/// The peak is constant; white follows the brightness slider and the light of the room; the current headroom is
/// min(potential, peak / white), and never below 1. In reference mode white is 100 cd/m² and the peak 1000, independent
/// of slider and room.
package struct PanelModel: Hashable, Sendable {
  /// The most that it ever gives above white, at least 1.
  package let potentialHeadroom: Double
  /// White in cd/m² with the slider at 0 and at 1.
  package let whiteLuminances: ClosedRange<Double>
  /// The peak, stored as a headroom at a white, so that reading a headroom returns the number that was set.
  private var peak: Peak
  package var referenceModeStatus: ReferenceDisplayModeStatus
  /// The slider, 0 ... 1. Values outside are clamped.
  package var brightness: Double { didSet { brightness = Self.limited(brightness, to: 0...1) } }
  /// The light that falls on the screen, in lux; at least 0.
  package var ambientLight: Double { didSet { ambientLight = Self.limited(ambientLight, to: 0...1e6) } }
  /// The white of reference mode, if it is not D65.
  package var manualWhitePoint: Chromaticity? {
    didSet { if manualWhitePoint?.isWhite == false { manualWhitePoint = oldValue } }
  }

  private struct Peak: Hashable {
    var headroom: Double
    var white: Double
  }

  package static let referenceWhite = 100.0
  package static let referencePeak = 1000.0
  package static let referenceHeadroom = referencePeak / referenceWhite

  package init(
    potentialHeadroom: Double, peakLuminance: Double, whiteLuminances: ClosedRange<Double>,
    referenceModeStatus: ReferenceDisplayModeStatus, brightness: Double = 0.5
  ) {
    self.potentialHeadroom = Self.limited(potentialHeadroom, to: 1...Double.infinity)
    self.whiteLuminances = whiteLuminances
    self.referenceModeStatus = referenceModeStatus
    self.brightness = Self.limited(brightness, to: 0...1)
    peak = Peak(headroom: peakLuminance / whiteLuminances.lowerBound, white: whiteLuminances.lowerBound)
    ambientLight = 0
  }

  /// NaN counts as the lower bound.
  private static func limited(_ value: Double, to range: ClosedRange<Double>) -> Double {
    value.isNaN ? range.lowerBound : min(max(value, range.lowerBound), range.upperBound)
  }
}

extension PanelModel {
  /// Whether slider, room and the panel's own white have no effect.
  package var isInReferenceMode: Bool { referenceModeStatus == .enabled || referenceModeStatus == .limited }

  /// The current luminance of SDR white in cd/m².
  package var whiteLuminance: Double { isInReferenceMode ? Self.referenceWhite : chosenWhite }

  /// The current chromaticity of white.
  package var whitePoint: Chromaticity { isInReferenceMode ? manualWhitePoint ?? .d65 : .d65 }

  /// White by slider and room. The slider moves in equal ratios, as eyes perceive; a room that would make white paper
  /// brighter than that raises it, up to the slider's maximum.
  private var chosenWhite: Double {
    let (low, high) = (whiteLuminances.lowerBound, whiteLuminances.upperBound)
    return min(max(low * pow(high / low, brightness), Self.paper(ambientLight)), high)
  }

  /// Luminance of white paper in a light: it reflects nine tenths in all directions.
  private static func paper(_ lux: Double) -> Double { 0.9 * lux / Double.pi }

  /// The current headroom. Setting it moves the peak, as heat and power do; slider and room then act on the new peak.
  /// It is clamped to 1 ... ``potentialHeadroom``. In reference mode it is 10; a number set then takes effect when the
  /// mode is off.
  package var currentHeadroom: Double {
    get { referenceModeStatus == .enabled ? Self.referenceHeadroom : freeHeadroom(above: whiteLuminance) }
    set {
      let white = referenceModeStatus == .limited ? Self.referenceWhite : chosenWhite
      peak = Peak(headroom: Self.limited(newValue, to: 1...potentialHeadroom), white: white)
    }
  }

  private func freeHeadroom(above white: Double) -> Double {
    let most = referenceModeStatus == .limited ? min(Self.referenceHeadroom, potentialHeadroom) : potentialHeadroom
    return max(min(peak.headroom * (peak.white / white), most), 1)
  }

  /// The state that follows from the model.
  package var state: DisplayState {
    let isReference = referenceModeStatus == .enabled
    return DisplayState(
      potentialHeadroom: isReference ? Self.referenceHeadroom : potentialHeadroom,
      currentHeadroom: currentHeadroom, referenceHeadroom: isReference ? Self.referenceHeadroom : 0,
      referenceModeStatus: referenceModeStatus, whiteLuminance: whiteLuminance)
  }
}

extension Chromaticity {
  /// Whether it can be the white of a screen: a valid chromaticity.
  fileprivate var isWhite: Bool { x > 0 && y > 0 && x + y < 1 }
}
