internal import CHeadroomMath
internal import HeadroomColor
internal import HeadroomPixels

/// The largest channel through a curve, the others after it, bright ones with less chroma.
struct HueKeepingTone: Sendable {
  /// Curve over light, and the share of chroma that stays, by the largest channel.
  private let gains: CurveTable
  private let keeps: CurveTable
  private let desaturation: HueKeepingDesaturation

  init(_ curve: RAWToneCurve, primaries: ColorPrimaries) {
    // Below 20 stops under white the gain does not change any more.
    let darkest = Double(1 / brightestLight)
    gains = CurveTable(exponents: -20...20, isMirrored: false, isContinuous: true) { light in
      let x = max(light, darkest)
      return curve.look(x) / x
    }
    keeps = CurveTable(exponents: -10...20, isMirrored: false, isContinuous: true) { light in
      light < 0.05 ? 1 : max(min(curve.contrast(light), 1), 0).squareRoot()
    }
    desaturation = HueKeepingDesaturation(primaries: primaries)
  }

  /// - Parameters:
  ///   - rows: numbers that can be gone on with.
  ///   - space: four rows of a chunk.
  func apply(_ rows: RowPointers, to out: RowPointers, _ space: UnsafeMutablePointer<Float>, _ count: Int) {
    let (most, gain, keep) = unsafe (space, space + lookChunk, space + 2 * lookChunk)
    for i in 0..<count {
      let light = headroom_max(largest(unsafe rows.r[i], unsafe rows.g[i], unsafe rows.b[i]), 0)
      unsafe most[i] = light
      unsafe gain[i] = light
      unsafe keep[i] = light
    }
    unsafe gains.apply(gain, count)
    unsafe keeps.apply(keep, count)
    for i in 0..<count {
      let factor = unsafe gain[i]
      unsafe out.r[i] = unsafe rows.r[i] * factor
      unsafe out.g[i] = unsafe rows.g[i] * factor
      unsafe out.b[i] = unsafe rows.b[i] * factor
    }
    // Most of a picture is not that bright.
    var least: Float = 1
    for i in 0..<count { least = headroom_min(least, unsafe keep[i]) }
    if least < 1 { unsafe desaturate(rows, out, most, gain, keep, count) }
  }

  private func desaturate(
    _ rows: RowPointers, _ out: RowPointers, _ most: UnsafeMutablePointer<Float>,
    _ gain: UnsafeMutablePointer<Float>, _ keep: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    for i in 0..<count {
      let (light, share) = unsafe (most[i], keep[i])
      let scale = 1 / headroom_max(light, 1e-6)
      let color = desaturation.color(
        unsafe rows.r[i], unsafe rows.g[i], unsafe rows.b[i], scale: scale, keep: share, top: light * (unsafe gain[i]))
      let (r, g, b) = unsafe (out.r[i], out.g[i], out.b[i])
      unsafe out.r[i] = share < 1 ? color.r : r
      unsafe out.g[i] = share < 1 ? color.g : g
      unsafe out.b[i] = share < 1 ? color.b : b
    }
  }
}
