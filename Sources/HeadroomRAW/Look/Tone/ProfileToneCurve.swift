package import HeadroomContainers

/// The tone curve of a profile.
package struct ProfileToneCurve: Hashable, Sendable {
  private let spline: CubicSpline?
  /// An HDR profile's curve: over the axis of ``HDRProfileEncoding``, continued by its last slope.
  package let isHDR: Bool

  /// - Parameter points: ProfileToneCurve; empty for the default: no curve for HDR, otherwise ``standard``.
  /// - Throws: `malformed` for points that make no curve.
  package init(points: [SIMD2<Double>], isHDR: Bool) throws(ImageIOError) {
    guard !points.isEmpty else {
      self.init(spline: isHDR ? nil : Self.standard.spline, isHDR: isHDR)
      return
    }
    guard let spline = CubicSpline(points), points.allSatisfy({ abs($0.x) < 1e6 && abs($0.y) < 1e6 }) else {
      throw .malformed(part: "profile tone curve", text: "its \(points.count) points make no curve", offset: nil)
    }
    self.init(spline: spline, isHDR: isHDR)
  }

  private init(spline: CubicSpline?, isHDR: Bool) {
    self.spline = spline
    self.isHDR = isHDR
  }

  /// No curve, for output-referred files and linear profiles.
  package static let linear = ProfileToneCurve(spline: nil, isHDR: false)

  /// The curve for profiles without one: Adobe's default, from its values at round arguments and its end slopes.
  package static let standard = ProfileToneCurve(
    spline: CubicSpline(
      [
        SIMD2(0, 0), SIMD2(0.01, 0.0083), SIMD2(0.02, 0.0210), SIMD2(0.05, 0.0771), SIMD2(0.1, 0.1949),
        SIMD2(0.18, 0.3881), SIMD2(0.25, 0.5207), SIMD2(0.3, 0.5972), SIMD2(0.4, 0.7168), SIMD2(0.5, 0.8049),
        SIMD2(0.6, 0.8708), SIMD2(0.7, 0.9202), SIMD2(0.8, 0.9566), SIMD2(0.9, 0.9827), SIMD2(1, 1),
      ], endSlopes: (0.80, 0.13)), isHDR: false)

  package var isLinear: Bool { spline == nil }

  /// The curve on its own axis: light for SDR profiles, encoded for HDR profiles. Rising or not, as stored in the file;
  /// never negative.
  package func signal(_ x: Double) -> Double {
    guard let spline else { return max(x, 0) }
    let last = spline.points[spline.points.count - 1]
    if isHDR, x > last.x { return max(last.y + spline.slopes[spline.slopes.count - 1] * (x - last.x), 0) }
    let value = max(spline.value(x), 0)
    return isHDR ? value : min(value, 1)
  }

  /// The curve from light to light.
  package func value(_ light: Double) -> Double {
    isHDR ? HDRProfileEncoding.decode(signal(HDRProfileEncoding.encode(max(light, 0)))) : signal(light)
  }
}
