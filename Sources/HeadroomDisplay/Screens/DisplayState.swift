/// What a screen can give at one moment.
///
/// Headrooms are ratios of luminance to the screen's SDR white (1.0 = no more than white), never stops. The current one
/// moves with brightness, the light of the room, heat; the potential one is the most that the panel ever gives.
package struct DisplayState: Hashable, Sendable {
  /// The most that the panel could give, 1 and more.
  package var potentialHeadroom: Double
  /// What it gives now, 1 ... ``potentialHeadroom``.
  package var currentHeadroom: Double
  /// What reference mode guarantees; 0 where none is on.
  package var referenceHeadroom: Double
  package var referenceModeStatus: ReferenceDisplayModeStatus
  /// Luminance of SDR white (1.0) now, in cd/m²; nil where it is not known.
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
