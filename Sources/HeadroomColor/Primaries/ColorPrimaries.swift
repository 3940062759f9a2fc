/// The three primaries and the white of an additive colour space.
///
/// The matrices are derived in double precision from the chromaticities when the value is made, never pasted:
/// the columns of ``toXYZ`` are the primaries, scaled so that RGB (1, 1, 1) is the white at Y = 1 (SMPTE RP 177).
public struct ColorPrimaries: Sendable {
  /// Chromaticity of the red primary.
  public let red: Chromaticity
  /// Chromaticity of the green primary.
  public let green: Chromaticity
  /// Chromaticity of the blue primary.
  public let blue: Chromaticity
  /// Chromaticity of RGB (1, 1, 1).
  public let white: Chromaticity
  /// Linear RGB to XYZ relative to this space's own white; the second row is ``luminanceWeights``.
  public let toXYZ: Matrix3x3
  /// XYZ relative to this space's own white to linear RGB.
  public let fromXYZ: Matrix3x3
  /// Whether the primaries do not span a colour space (collinear, or a white without luminance).
  ///
  /// The matrices are then the identity. Readers of files reject such primaries.
  public let isDegenerate: Bool

  /// Makes primaries from chromaticities; see ``isDegenerate`` for sets that span no space.
  public init(red: Chromaticity, green: Chromaticity, blue: Chromaticity, white: Chromaticity) {
    self.red = red
    self.green = green
    self.blue = blue
    self.white = white
    let directions = Matrix3x3(columns: red.barycentric, green.barycentric, blue.barycentric)
    let scales = directions.inverse?.apply(white.xyz) ?? .zero
    let matrix = directions * Matrix3x3(diagonal: scales)
    if let inverse = matrix.inverse, inverse.rows.allSatisfy({ $0.sum().isFinite }) {
      toXYZ = matrix
      fromXYZ = inverse
      isDegenerate = false
    } else {
      toXYZ = .identity
      fromXYZ = .identity
      isDegenerate = true
    }
  }

  /// Recovers primaries from a linear RGB to XYZ matrix, such as the columns of an ICC profile.
  ///
  /// Nil when the matrix spans no space. The overall scale is dropped: white gets Y = 1.
  public init?(rgbToXYZ matrix: Matrix3x3) {
    let columns = matrix.columns
    self.init(
      red: Chromaticity(xyz: columns[0]), green: Chromaticity(xyz: columns[1]), blue: Chromaticity(xyz: columns[2]),
      white: Chromaticity(xyz: matrix.apply(SIMD3(1, 1, 1))))
    guard !isDegenerate else { return nil }
  }

  /// The white as XYZ at Y = 1.
  public var whiteXYZ: SIMD3<Double> { white.xyz }

  /// The share of each primary in the luminance of linear RGB; sums to 1.
  public var luminanceWeights: SIMD3<Double> { toXYZ.row1 }

  /// Linear RGB of these primaries to linear RGB of `other`, unclamped.
  ///
  /// Adapts with Bradford where the whites differ, so that RGB (1, 1, 1) stays (1, 1, 1).
  public func matrix(to other: ColorPrimaries) -> Matrix3x3 {
    guard self != other else { return .identity }
    return other.fromXYZ * ChromaticAdaptation.matrix(from: whiteXYZ, to: other.whiteXYZ) * toXYZ
  }

  /// Linear RGB to XYZ adapted with Bradford to the ICC profile connection white: the columns of a profile.
  public var toProfileConnectionSpace: Matrix3x3 {
    ChromaticAdaptation.matrix(from: whiteXYZ, to: ChromaticAdaptation.profileConnectionWhite) * toXYZ
  }
}

// Two sets are the same when their chromaticities are; the rest is derived.
extension ColorPrimaries: Hashable {
  public static func == (lhs: ColorPrimaries, rhs: ColorPrimaries) -> Bool {
    lhs.red == rhs.red && lhs.green == rhs.green && lhs.blue == rhs.blue && lhs.white == rhs.white
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(red)
    hasher.combine(green)
    hasher.combine(blue)
    hasher.combine(white)
  }
}
