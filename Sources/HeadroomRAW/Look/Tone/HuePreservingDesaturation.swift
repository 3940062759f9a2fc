internal import CHeadroomMath
internal import HeadroomColor
internal import HeadroomPixels

/// Desaturates bright light along lines of equal hue in OKLab.
///
/// OKLab's hue does not depend on the amount of light, so it is valid for HDR too. A colour is neutral where its three
/// cube roots are equal: moving them towards their lightness reduces chroma at constant hue.
struct HuePreservingDesaturation: Sendable {
  private let to: RowMatrix
  private let from: RowMatrix

  init(primaries: ColorPrimaries) {
    let cones = OKLabCones.matrix(of: primaries)
    to = RowMatrix(cones)
    from = RowMatrix(cones.inverse ?? .identity)
  }

  /// The colour with the share `keep` of its chroma, scaled so that its largest channel is `top`.
  ///
  /// - Parameter scale: the reciprocal of the colour's largest channel.
  @inline(__always)
  func color(
    _ r: Float, _ g: Float, _ b: Float, scale: Float, keep: Float, top: Float
  ) -> (r: Float, g: Float, b: Float) {
    let (x, y, z) = to.apply(r * scale, g * scale, b * scale)
    let (l, m, s) = (cbrtFast(x), cbrtFast(y), cbrtFast(z))
    let lightness = OKLabCones.lightness(l, m, s)
    let (l1, m1, s1) = (
      lightness + (l - lightness) * keep, lightness + (m - lightness) * keep, lightness + (s - lightness) * keep
    )
    let (red, green, blue) = from.apply(l1 * l1 * l1, m1 * m1 * m1, s1 * s1 * s1)
    let gain = top / headroom_max(largest(red, green, blue), 1e-6)
    return (red * gain, green * gain, blue * gain)
  }
}
