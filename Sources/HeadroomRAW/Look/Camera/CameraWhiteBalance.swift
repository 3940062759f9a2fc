package import HeadroomColor

/// A camera's colours under one white.
///
/// The scale: the sensor's linear values are multiplied by ``multipliers``, the smallest of which is 1, before
/// demosaicing. A neutral surface then has three equal values, and one that brings the first saturating channel to its
/// white level has (1, 1, 1). ``balancedToXYZ`` maps (1, 1, 1) to D50 with Y = 1, and ``matrix(to:)`` maps it to (1,
/// 1, 1) of any primaries. Nothing is clipped: the other channels reach further up.
package struct CameraWhiteBalance: Hashable, Sendable {
  package let white: Chromaticity
  /// The camera's values of a neutral surface, largest value 1.
  package let neutral: SIMD3<Double>
  /// The matrix from unbalanced camera values to XYZ of D50.
  package let cameraToXYZ: Matrix3x3
  /// The weight of each light's tables (``CameraProfile/hueSatMaps``), with sum 1.
  package let lightWeights: [Double]

  /// Factors of the camera's channels, at least 1.
  package var multipliers: SIMD3<Double> { neutral.max() / neutral }

  /// The matrix from balanced camera values to XYZ of D50.
  package var balancedToXYZ: Matrix3x3 { cameraToXYZ * Matrix3x3(diagonal: neutral / neutral.max()) }

  /// The matrix from balanced camera values to linear light of other primaries, adapted with Bradford, as DNG
  /// specifies.
  ///
  /// LibRaw adapts in the camera's own colours: its matrix is that of D65, with rows scaled so that neutral is white.
  /// That is the only difference. With the same adaptation the numbers are equal (3e-7). Otherwise the median colour of
  /// a picture differs by 0.50 in CIEDE2000 under a white far from the matrix's light (Canon Kiss X4, one matrix, x =
  /// 0.338, y = 0.369), and by 0.26 under a usual one (GoPro Hero 6, x = 0.345, y = 0.359). Scaling XYZ would give 1.45
  /// and 0.74. DNG's method is kept, because profiles and Apple's temperatures are made for it.
  package func matrix(to primaries: ColorPrimaries) -> Matrix3x3 {
    let direct =
      primaries.fromXYZ * ChromaticAdaptation.matrix(from: Chromaticity.d50.xyz, to: primaries.whiteXYZ) * balancedToXYZ
    // A neutral below the limit of 0.001, or rounding, leaves an error: each row is scaled to the sum 1 that neutrality
    // requires.
    let sums = direct.apply(SIMD3(1, 1, 1))
    return sums.min() > 0.5 && sums.max() < 2 ? Matrix3x3(diagonal: 1 / sums) * direct : direct
  }
}
