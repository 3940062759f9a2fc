internal import CHeadroomMath
internal import HeadroomColor
internal import HeadroomPixels

/// The line from a grey through a colour at constant OKLab hue and lightness, and its intersection with the border of a
/// gamut.
///
/// Along it the three cube roots of the cones are `L (1 + k d)`, so each of the target's components is `L^3` times a cubic of
/// `k`, 1 at the grey. The border is the first zero of the three.
struct GamutLine: Sendable {
  struct Way {
    var lightness: Float
    /// The colour's cube roots minus lightness, divided by lightness.
    var l: Float
    var m: Float
    var s: Float
    /// The colour's distance from grey relative to the border's: 1 / k there.
    var chroma: Float
  }

  let source: ColorPrimaries
  private let cones: RowMatrix
  private let target: RowMatrix

  init(from source: ColorPrimaries, into target: ColorPrimaries) {
    self.source = source
    cones = RowMatrix(OKLabCones.matrix(of: source))
    self.target = RowMatrix(OKLabCones.matrix(of: target).inverse ?? .identity)
  }

  /// The chroma of a colour relative to that of the border.
  func chroma(_ r: Float, _ g: Float, _ b: Float) -> Float { way(r, g, b).chroma }

  @inline(__always) func way(_ r: Float, _ g: Float, _ b: Float) -> Way {
    let (x, y, z) = cones.apply(r, g, b)
    let (l, m, s) = (cbrtFast(x), cbrtFast(y), cbrtFast(z))
    let lightness = OKLabCones.lightness(l, m, s)
    let inverse = 1 / headroom_max(lightness, 1e-9)
    // Only unusual numbers, not light, lie beyond these limits.
    let (p, q, t) = (
      headroom_clamp((l - lightness) * inverse, -8, 8), headroom_clamp((m - lightness) * inverse, -8, 8),
      headroom_clamp((s - lightness) * inverse, -8, 8)
    )
    let linear = target.apply(p, q, t)
    let square = target.apply(p * p, q * q, t * t)
    let cubic = target.apply(p * p * p, q * q * q, t * t * t)
    let first = smallest(
      Self.zero(3 * linear.0, 3 * square.0, cubic.0), Self.zero(3 * linear.1, 3 * square.1, cubic.1),
      Self.zero(3 * linear.2, 3 * square.2, cubic.2))
    return Way(lightness: lightness, l: p, m: q, s: t, chroma: 1 / first)
  }

  /// The smallest zero above 0 of `1 + a k + b k^2 + c k^3`, at most 8, by Laguerre's method: it finds clustered zeros,
  /// such as those of cubed roots, as fast as single ones. Three steps are within 1.4e-6 of it for a million colours of
  /// BT.2020 and ProPhoto; the first of them begins at 0.
  @inline(__always) private static func zero(_ a: Float, _ b: Float, _ c: Float) -> Float {
    let root = headroom_max(4 * a * a - 12 * b, 0).squareRoot()
    let first = headroom_clamp(-3 / headroom_min(a - root, -1e-3), 1e-3, 8)
    return step(step(first, a, b, c), a, b, c)
  }

  @inline(__always) private static func step(_ k: Float, _ a: Float, _ b: Float, _ c: Float) -> Float {
    let value = 1 + k * (a + k * (b + k * c))
    let slope = a + k * (2 * b + 3 * k * c)
    let bend = 2 * b + 6 * k * c
    let root = headroom_max(4 * slope * slope - 6 * value * bend, 0).squareRoot()
    return headroom_clamp(k - 3 * value / headroom_min(slope - root, -1e-3), 1e-3, 8)
  }

  /// The target's components with a share of the chroma.
  @inline(__always) func target(_ way: Way, share: Float) -> (r: Float, g: Float, b: Float) {
    let (l, m, s) = (
      way.lightness * (1 + way.l * share), way.lightness * (1 + way.m * share), way.lightness * (1 + way.s * share)
    )
    let color = target.apply(l * l * l, m * m * m, s * s * s)
    return (color.0, color.1, color.2)
  }
}
