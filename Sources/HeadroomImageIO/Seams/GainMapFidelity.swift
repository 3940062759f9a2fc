/// How near a file's HDR comes to the picture that it was made from.
package struct GainMapFidelity: Hashable, Sendable {
  /// Largest channel of the picture, and of what comes back: linear, 1 is reference white.
  package var peak: Double
  package var peakFound: Double
  /// The share of their light that the brightest pixels of bright places keep, in the median; nil where none is bright.
  package var highlights: Double?
  /// The share of the light whose colour is lost: one gain serves all channels, or the base's gamut is too small.
  package var strayShare: Double
  /// Whether one gain serves all channels.
  package var isLuma: Bool

  package init(peak: Double, peakFound: Double, highlights: Double?, strayShare: Double, isLuma: Bool) {
    self.peak = peak
    self.peakFound = peakFound
    self.highlights = highlights
    self.strayShare = strayShare
    self.isLuma = isLuma
  }
}
