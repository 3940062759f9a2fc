package import HeadroomColor

/// The step between scene and display light of HLG over planar rows: a gain by luminance, so hue stays.
package enum HLGSystemRow {
  /// Scene light to display light, 1.0 = 203 cd/m², in place. Without black lift.
  package static func displayFromScene(
    _ system: HLGSystem, _ r: UnsafeMutablePointer<Float>, _ g: UnsafeMutablePointer<Float>,
    _ b: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    let gain = system.peakNits / ReferenceWhite.nits
    unsafe apply(system.weights, SplitExponent(system.gamma - 1), scale: 1, gain: gain, r, g, b, count)
  }

  /// Display light to scene light, the inverse.
  package static func sceneFromDisplay(
    _ system: HLGSystem, _ r: UnsafeMutablePointer<Float>, _ g: UnsafeMutablePointer<Float>,
    _ b: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    let scale = ReferenceWhite.nits / system.peakNits
    let exponent = SplitExponent((1 - system.gamma) / system.gamma)
    unsafe apply(system.weights, exponent, scale: scale, gain: scale, r, g, b, count)
  }

  /// Multiplies each pixel by `gain * |scale * luminance|^exponent`, by zero where the luminance is zero.
  private static func apply(
    _ weights: SIMD3<Double>, _ exponent: SplitExponent, scale: Double, gain: Double,
    _ r: UnsafeMutablePointer<Float>, _ g: UnsafeMutablePointer<Float>, _ b: UnsafeMutablePointer<Float>,
    _ count: Int
  ) {
    let (wr, wg, wb) = (Float(weights.x * scale), Float(weights.y * scale), Float(weights.z * scale))
    let gain = Float(gain)
    for i in 0..<count {
      let (x, y, z) = unsafe (r[i], g[i], b[i])
      let luminance = abs((wr * x).addingProduct(wg, y).addingProduct(wb, z))
      let factor = powOrZero(luminance, exponent) * gain
      unsafe r[i] = x * factor
      unsafe g[i] = y * factor
      unsafe b[i] = z * factor
    }
  }
}
