internal import CHeadroomMath
internal import HeadroomColor
internal import HeadroomPixels

/// Takes colour out of bright light along lines of equal hue in OKLab.
///
/// OKLab's hue does not change with the amount of light, so it holds for HDR too. Neutral is where its three cube roots are
/// equal: moving them towards their lightness takes chroma out at constant hue.
struct HueKeepingDesaturation: Sendable {
  /// Working space to cone responses (CSS Color 4) and back, row by row; white gives (1, 1, 1).
  private let to: (Float, Float, Float, Float, Float, Float, Float, Float, Float)
  private let from: (Float, Float, Float, Float, Float, Float, Float, Float, Float)

  init(primaries: ColorPrimaries) {
    let conesFromXYZ = Matrix3x3(
      rows: [0.8190224379967030, 0.3619062600528904, -0.1288737815209879],
      [0.0329836539323885, 0.9292868615863434, 0.0361446663506424],
      [0.0481771893596242, 0.2642395317527308, 0.6335478284694309])
    let direct = conesFromXYZ * ColorPrimaries.bt709.toXYZ * primaries.matrix(to: .bt709)
    let cones = Matrix3x3(diagonal: 1 / direct.apply(SIMD3(1, 1, 1))) * direct
    to = Self.floats(cones)
    from = Self.floats(cones.inverse ?? .identity)
  }

  private static func floats(_ m: Matrix3x3) -> (Float, Float, Float, Float, Float, Float, Float, Float, Float) {
    (
      Float(m.row0.x), Float(m.row0.y), Float(m.row0.z), Float(m.row1.x), Float(m.row1.y), Float(m.row1.z),
      Float(m.row2.x), Float(m.row2.y), Float(m.row2.z)
    )
  }

  /// The colour of a span with the share `keep` of its chroma, scaled so that its largest channel is `top`.
  ///
  /// - Parameter scale: one over the largest channel of the span as it is.
  @inline(__always)
  func color(
    _ r: Float, _ g: Float, _ b: Float, scale: Float, keep: Float, top: Float
  ) -> (r: Float, g: Float, b: Float) {
    let (x, y, z) = (r * scale, g * scale, b * scale)
    let l = cbrtFast(to.0 * x + to.1 * y + to.2 * z)
    let m = cbrtFast(to.3 * x + to.4 * y + to.5 * z)
    let s = cbrtFast(to.6 * x + to.7 * y + to.8 * z)
    let lightness = 0.210_454_27 * l + 0.793_617_77 * m - 0.004_072_04 * s
    let (l1, m1, s1) = (
      lightness + (l - lightness) * keep, lightness + (m - lightness) * keep, lightness + (s - lightness) * keep
    )
    let (l3, m3, s3) = (l1 * l1 * l1, m1 * m1 * m1, s1 * s1 * s1)
    let red = from.0 * l3 + from.1 * m3 + from.2 * s3
    let green = from.3 * l3 + from.4 * m3 + from.5 * s3
    let blue = from.6 * l3 + from.7 * m3 + from.8 * s3
    let gain = top / headroom_max(largest(red, green, blue), 1e-6)
    return (red * gain, green * gain, blue * gain)
  }
}
