/// Von Kries adaptation of tristimulus values from one white to another, in a sharpened cone space.
public enum ChromaticAdaptation {
  /// The white of the ICC profile connection space, XYZ (0.9642, 1, 0.8249) (ICC.1:2022, 7.2.16).
  public static let profileConnectionWhite = SIMD3<Double>(0.9642, 1, 0.8249)

  /// XYZ to cones of the Bradford transform (ICC.1:2022, annex E).
  public static let bradfordCones = Matrix3x3(
    rows: [0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296])

  /// XYZ to cones of CAT16 (Li et al. 2017).
  ///
  /// Some players adapt with it; here it serves comparison with them only.
  public static let cat16Cones = Matrix3x3(
    rows: [0.401288, 0.650173, -0.051461], [-0.250268, 1.204414, 0.045854], [-0.002079, 0.048952, 0.953127])

  /// The matrix that takes XYZ seen under white `source` to XYZ of the same appearance under white `destination`.
  ///
  /// Both whites are XYZ at Y = 1. The identity when they are equal or the white has no cone response.
  public static func matrix(
    from source: SIMD3<Double>, to destination: SIMD3<Double>, cones: Matrix3x3 = bradfordCones
  ) -> Matrix3x3 {
    guard source != destination, let inverse = cones.inverse else { return .identity }
    let gain = cones.apply(destination) / cones.apply(source)
    guard gain.sum().isFinite else { return .identity }
    return inverse * Matrix3x3(diagonal: gain) * cones
  }
}
