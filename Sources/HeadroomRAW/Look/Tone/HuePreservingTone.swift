internal import CHeadroomMath
internal import HeadroomColor
internal import HeadroomPixels

/// Applies a curve to the largest channel and its factor to the others; bright colours lose chroma.
///
/// The share of chroma that stays is `(s g)^0.4`. `s` is the saturation that would result if the smallest channel went
/// through the curve too, as in the renderings of film and of most programs: pale colours in bright light lose most,
/// strong ones little. `g` falls with the curve's contrast at the largest channel, so that strong colours eventually go
/// towards white.
struct HuePreservingTone: Sendable {
  /// The curve's gain, without its limit, over light.
  private let gains: CurveTable
  /// The curve's contrast, 1 at most.
  private let contrasts: CurveTable
  private let desaturation: HuePreservingDesaturation
  private let peak: Float

  init(_ curve: RAWToneCurve, primaries: ColorPrimaries) {
    // Below 20 stops under white the gain is constant.
    let darkest = Double(1 / brightestLight)
    gains = CurveTable(exponents: -20...20, isMirrored: false, isContinuous: true) { light in
      let x = max(light, darkest)
      return curve.open(x) / x
    }
    contrasts = CurveTable(exponents: -10...20, isMirrored: false, isContinuous: true) { light in
      light < 0.05 ? 1 : max(min(curve.contrast(light), 1), 0)
    }
    desaturation = HuePreservingDesaturation(primaries: primaries)
    peak = Float(curve.peak)
  }

  /// - Parameters:
  ///   - rows: numbers that are safe for arithmetic.
  ///   - space: work memory, four rows of a chunk.
  func apply(_ rows: RowPointers, to out: RowPointers, _ space: UnsafeMutablePointer<Float>, _ count: Int) {
    let (most, tops, lows, keep) = unsafe (
      space, space + lookChunk, space + 2 * lookChunk, space + 3 * lookChunk
    )
    for i in 0..<count {
      let (r, g, b) = unsafe (rows.r[i], rows.g[i], rows.b[i])
      let light = headroom_max(largest(r, g, b), 0)
      unsafe most[i] = light
      unsafe tops[i] = light
      unsafe keep[i] = light
      unsafe lows[i] = headroom_max(smallest(r, g, b), 0)
    }
    unsafe gains.apply(tops, count)
    unsafe gains.apply(lows, count)
    unsafe contrasts.apply(keep, count)
    unsafe scale(rows, out, most, tops, lows, keep, count)
    // Most of a picture is less bright.
    unsafe ChosenPixels.below(1, in: keep, count) { bright in
      unsafe desaturate(bright, rows, out, most, tops, keep)
    }
  }

  /// Scales colours with all their chroma; afterwards `tops` holds the result of the largest channel, and `keep` the
  /// share of chroma.
  private func scale(
    _ rows: RowPointers, _ out: RowPointers, _ most: UnsafeMutablePointer<Float>, _ tops: UnsafeMutablePointer<Float>,
    _ lows: UnsafeMutablePointer<Float>, _ keep: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    for i in 0..<count {
      let (light, gain, contrast) = unsafe (most[i], tops[i], keep[i])
      let (r, g, b) = unsafe (rows.r[i], rows.g[i], rows.b[i])
      let low = headroom_max(smallest(r, g, b), 0)
      let inverse = 1 / headroom_max(light, 1e-6)
      let ratio = low * inverse
      // Greys have no saturation to compare: near them the contrast decides, which is the limit.
      let after = 1 - ratio * (unsafe lows[i]) / headroom_max(gain, 1e-9) + 1e-3 * contrast
      let share = headroom_clamp(after / (1 - ratio + 1e-3), 0, 1)
      let reduced = powFast(share * (contrast + 0.4) * (1 / 1.4), 0.4)
      // Where the curve has full contrast, colours stay unchanged to the last bit.
      unsafe keep[i] = contrast < 1 ? headroom_min(reduced, 1) : 1
      let top = headroom_min(light * gain, peak)
      unsafe tops[i] = top
      let factor = light > 1e-6 ? top * inverse : gain
      unsafe out.r[i] = r * factor
      unsafe out.g[i] = g * factor
      unsafe out.b[i] = b * factor
    }
  }

  private func desaturate(
    _ bright: ChosenPixels, _ rows: RowPointers, _ out: RowPointers, _ most: UnsafeMutablePointer<Float>,
    _ tops: UnsafeMutablePointer<Float>, _ keep: UnsafeMutablePointer<Float>
  ) {
    let stride = ChosenPixels.capacity
    unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: 6 * stride) { buffer in
      guard let base = buffer.baseAddress else { return }
      let (light, top, share) = unsafe (base + 3 * stride, base + 4 * stride, base + 5 * stride)
      for plane in 0..<3 { unsafe bright.gather(rows.plane(plane), into: base + plane * stride) }
      unsafe bright.gather(most, into: light)
      unsafe bright.gather(tops, into: top)
      unsafe bright.gather(keep, into: share)
      for i in 0..<bright.paddedCount {
        let scale = 1 / headroom_max(unsafe light[i], 1e-6)
        let color = desaturation.color(
          unsafe base[i], unsafe base[stride + i], unsafe base[2 * stride + i], scale: scale, keep: unsafe share[i],
          top: unsafe top[i])
        unsafe base[i] = color.r
        unsafe base[stride + i] = color.g
        unsafe base[2 * stride + i] = color.b
      }
      for plane in 0..<3 { unsafe bright.scatter(base + plane * stride, to: out.plane(plane)) }
    }
  }
}
