internal import HeadroomColor

/// OKLab's cones for rows: their cube roots are equal for grey, and a line from equal roots to a colour's roots has
/// constant hue.
enum OKLabCones {
  /// The matrix from linear light of `primaries` to cone responses (CSS Color 4's matrix); white gives (1, 1, 1).
  static func matrix(of primaries: ColorPrimaries) -> Matrix3x3 {
    let fromXYZ = Matrix3x3(
      rows: [0.8190224379967030, 0.3619062600528904, -0.1288737815209879],
      [0.0329836539323885, 0.9292868615863434, 0.0361446663506424],
      [0.0481771893596242, 0.2642395317527308, 0.6335478284694309])
    let direct = fromXYZ * ColorPrimaries.bt709.toXYZ * primaries.matrix(to: .bt709)
    return Matrix3x3(diagonal: 1 / direct.apply(SIMD3(1, 1, 1))) * direct
  }

  /// OKLab's L of the three cube roots.
  @inline(__always) static func lightness(_ l: Float, _ m: Float, _ s: Float) -> Float {
    0.210_454_27 * l + 0.793_617_77 * m - 0.004_072_04 * s
  }
}
