/// A camera's own development relative to the neutral one, as far as a few numbers can describe it.
///
/// It changes scene light before the tone curve, so the SDR and the HDR rendition of the result relate as those of the
/// neutral development do. In this order: gains of the channels, a curve of luminance, saturation at constant hue.
package struct CameraLook: Hashable, Sendable {
  /// The most stops by which a channel may be raised or lowered.
  package static let largestGain = 0.3
  package static let saturations = 0.7...1.6

  /// Gains in stops for red, green and blue of the development's space; luminance stays.
  package var gains: SIMD3<Double>
  package var curve: CameraLookCurve
  /// A factor of OKLab's chroma. Light brighter than white increasingly keeps its own chroma, and all of it from two
  /// stops above.
  package var saturation: Double

  package init(gains: SIMD3<Double> = .zero, curve: CameraLookCurve = .neutral, saturation: Double = 1) {
    let most = SIMD3<Double>(repeating: Self.largestGain)
    self.gains = gains.clamped(lowerBound: -most, upperBound: most)
    self.curve = curve
    self.saturation = min(max(saturation, Self.saturations.lowerBound), Self.saturations.upperBound)
  }

  /// The same look under a white that the user chose: without the camera's tint.
  package var withoutGains: CameraLook { CameraLook(curve: curve, saturation: saturation) }

  /// The saturation of light at a number of stops above white after the curve.
  func saturation(atStops stops: Double) -> Double {
    let part = min(max(stops / 2, 0), 1)
    return saturation + (1 - saturation) * part * part * (3 - 2 * part)
  }
}
