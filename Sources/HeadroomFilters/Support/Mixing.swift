internal import HeadroomEngine

extension Pixel {
  /// Interpolates between two pixels.
  @inline(__always)
  func mixed(with other: Pixel, _ share: Float) -> Pixel {
    let rest = 1 - share
    return Pixel(
      r: r * rest + other.r * share, g: g * rest + other.g * share, b: b * rest + other.b * share,
      a: a * rest + other.a * share)
  }
}

/// `t * t * (3 - 2 * t)` of a number's position between two others, clamped to 0...1: Hermite's S curve.
@inline(__always)
func smoothStep(_ low: Float, _ high: Float, _ x: Float) -> Float {
  let t = clamped((x - low) / larger(high - low, 1e-6), 0, 1)
  return t * t * (3 - 2 * t)
}
