internal import CHeadroomMath
package import HeadroomColor
package import HeadroomPixels

/// A ``CameraLook`` prepared for rows of linear scene light.
package struct CameraLookRows: Sendable {
  private let gains: (Float, Float, Float)
  private let weights: (Float, Float, Float)
  /// The curve's gain over luminance.
  private let curve: CurveTable
  /// The share of chroma that remains, over luminance; nil where all chroma remains.
  private let saturation: CurveTable?
  private let toCones: RowMatrix
  private let fromCones: RowMatrix

  /// - Parameter primaries: the primaries of the rows.
  package init(_ look: CameraLook, primaries: ColorPrimaries) {
    let luminance = primaries.luminanceWeights
    weights = (Float(luminance.x), Float(luminance.y), Float(luminance.z))
    gains = (
      Float(Libm.exp2(look.gains.x)), Float(Libm.exp2(look.gains.y)), Float(Libm.exp2(look.gains.z))
    )
    let darkest = Libm.exp2(-20)
    curve = CurveTable(exponents: -20...20, isMirrored: false, isContinuous: true) { light in
      Libm.exp2(look.curve.gain(at: Libm.log2(max(light, darkest))))
    }
    saturation =
      look.saturation == 1
      ? nil
      : CurveTable(exponents: -20...20, isMirrored: false, isContinuous: true) { light in
        let stops = Libm.log2(max(light, darkest))
        return look.saturation(atStops: stops + look.curve.gain(at: stops))
      }
    let cones = OKLabCones.matrix(of: primaries)
    toCones = RowMatrix(cones)
    fromCones = RowMatrix(cones.inverse ?? .identity)
  }

  /// Applies it to a span, in place.
  package func apply(_ rows: RowPointers, _ count: Int) {
    unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: 2 * lookChunk) { scratch in
      guard let base = scratch.baseAddress else { return }
      forEachChunk(of: count) { start, length in
        unsafe apply(rows.advanced(by: start), length, curve: base, chroma: base + lookChunk)
      }
    }
  }

  private func apply(
    _ rows: RowPointers, _ count: Int, curve gain: UnsafeMutablePointer<Float>, chroma: UnsafeMutablePointer<Float>
  ) {
    let (gains, weights) = (gains, weights)
    for i in 0..<count {
      let (r, g, b) = unsafe (
        tamed(rows.r[i]) * gains.0, tamed(rows.g[i]) * gains.1, tamed(rows.b[i]) * gains.2
      )
      let light = headroom_max(weights.0 * r + weights.1 * g + weights.2 * b, 0)
      unsafe rows.r[i] = r
      unsafe rows.g[i] = g
      unsafe rows.b[i] = b
      unsafe gain[i] = light
      unsafe chroma[i] = light
    }
    unsafe curve.apply(gain, count)
    guard let saturation else { return unsafe scale(rows, by: gain, count) }
    unsafe saturation.apply(chroma, count)
    unsafe saturate(rows, by: chroma, gain, count)
  }

  private func scale(_ rows: RowPointers, by gain: UnsafePointer<Float>, _ count: Int) {
    for plane in 0..<3 {
      let row = unsafe rows.plane(plane)
      for i in 0..<count { unsafe row[i] *= gain[i] }
    }
  }

  /// OKLab's chroma and lightness both grow with the cube root of light, so scaling afterwards keeps the saturation.
  private func saturate(
    _ rows: RowPointers, by chroma: UnsafePointer<Float>, _ gain: UnsafePointer<Float>, _ count: Int
  ) {
    for i in 0..<count {
      let (x, y, z) = unsafe toCones.apply(rows.r[i], rows.g[i], rows.b[i])
      let (l, m, s) = (cbrtFast(x), cbrtFast(y), cbrtFast(z))
      let lightness = OKLabCones.lightness(l, m, s)
      let share = unsafe chroma[i]
      let (l1, m1, s1) = (
        lightness + (l - lightness) * share, lightness + (m - lightness) * share, lightness + (s - lightness) * share
      )
      let color = fromCones.apply(l1 * l1 * l1, m1 * m1 * m1, s1 * s1 * s1)
      let factor = unsafe gain[i]
      unsafe rows.r[i] = color.0 * factor
      unsafe rows.g[i] = color.1 * factor
      unsafe rows.b[i] = color.2 * factor
    }
  }
}
