/// What a camera's own development does beyond the neutral one, as far as few numbers can say it.
///
/// It changes scene light, before the tone curve: the SDR and the HDR rendition of the result relate as those of the neutral
/// development do. In this order: gains of the channels, a curve of luminance, saturation at constant hue.
package struct CameraLook: Hashable, Sendable {
  /// Stops that a channel may be raised or lowered by.
  package static let largestGain = 0.3
  package static let saturations = 0.7...1.6

  /// Stops of red, green and blue of the development's space; luminance stays.
  package var gains: SIMD3<Double>
  package var curve: CameraLookCurve
  /// A factor of OKLab's chroma. Light brighter than white keeps more and more of its own, from two stops above on all of it.
  package var saturation: Double

  package init(gains: SIMD3<Double> = .zero, curve: CameraLookCurve = .neutral, saturation: Double = 1) {
    let most = SIMD3<Double>(repeating: Self.largestGain)
    self.gains = gains.clamped(lowerBound: -most, upperBound: most)
    self.curve = curve
    self.saturation = min(max(saturation, Self.saturations.lowerBound), Self.saturations.upperBound)
  }

  /// The same under a white that somebody chose: it leaves the camera's tint behind.
  package var withoutGains: CameraLook { CameraLook(curve: curve, saturation: saturation) }

  /// The saturation of light that the curve brings to so many stops above white.
  func saturation(atStops stops: Double) -> Double {
    let part = min(max(stops / 2, 0), 1)
    return saturation + (1 - saturation) * part * part * (3 - 2 * part)
  }
}
