/// The abilities of a screen at one moment.
///
/// Headrooms are ratios of luminance to the screen's SDR white (1.0 = no more than white), never stops. The current one
/// varies with brightness, room light and heat; the potential one is the most that the panel ever gives.
package struct DisplayState: Hashable, Sendable {
  /// The most that the panel could give, at least 1.
  package var potentialHeadroom: Double
  /// What it gives now, 1 ... ``potentialHeadroom``.
  package var currentHeadroom: Double
  /// The headroom that reference mode guarantees; 0 while it is off.
  package var referenceHeadroom: Double
  package var referenceModeStatus: ReferenceDisplayModeStatus
  /// The current luminance of SDR white (1.0) in cd/m²; nil where unknown.
  package var whiteLuminance: Double?

  package init(
    potentialHeadroom: Double, currentHeadroom: Double, referenceHeadroom: Double = 0,
    referenceModeStatus: ReferenceDisplayModeStatus = .notSupported, whiteLuminance: Double? = nil
  ) {
    self.potentialHeadroom = potentialHeadroom
    self.currentHeadroom = currentHeadroom
    self.referenceHeadroom = referenceHeadroom
    self.referenceModeStatus = referenceModeStatus
    self.whiteLuminance = whiteLuminance
  }
}
