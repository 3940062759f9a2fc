/// The matrix between R'G'B' and Y'CbCr of non-constant luminance.
///
/// Y' has range 0...1, Cb and Cr have -0.5...0.5; see ``CodeRange`` for integer codes.
///
/// ## Formula
/// Y' = kr R' + (1 - kr - kb) G' + kb B'; Cb = (B' - Y') / (2 (1 - kb)); Cr = (R' - Y') / (2 (1 - kr)).
public struct YCbCrMatrix: Hashable, Sendable {
  /// The share of red in Y', 0..<1.
  public let kr: Double
  /// The share of blue in Y', 0..<1.
  public let kb: Double

  /// Makes a matrix from the shares of red and blue in Y'.
  public init(kr: Double, kb: Double) {
    self.kr = kr
    self.kb = kb
  }

  /// The shares that red and blue of these primaries have in their white's luminance; nil where a share is not between 0
  /// and 1, as in spaces that reach beyond the visible.
  public init?(derivedFrom primaries: ColorPrimaries) {
    let weights = primaries.luminanceWeights
    guard !primaries.isDegenerate, weights.min() > 0, weights.max() < 1 else { return nil }
    self.init(kr: weights.x, kb: weights.z)
  }

  /// BT.601, also JPEG. H.273 codes 5 and 6.
  public static let bt601 = YCbCrMatrix(kr: 0.299, kb: 0.114)
  /// BT.709. H.273 code 1.
  public static let bt709 = YCbCrMatrix(kr: 0.2126, kb: 0.0722)
  /// BT.2020 and BT.2100, non-constant luminance. H.273 code 9.
  public static let bt2020 = YCbCrMatrix(kr: 0.2627, kb: 0.0593)
  /// SMPTE ST 240. H.273 code 7.
  public static let smpte240 = YCbCrMatrix(kr: 0.212, kb: 0.087)
  /// The rules of the United States for television, 1953 to 2003 (FCC title 47). H.273 code 4.
  public static let fcc = YCbCrMatrix(kr: 0.30, kb: 0.11)

  /// R'G'B' to (Y', Cb, Cr) as a matrix.
  public var fromRGB: Matrix3x3 {
    let luma = SIMD3(kr, 1 - kr - kb, kb)
    return Matrix3x3(
      rows: luma, (SIMD3(0, 0, 1) - luma) / (2 * (1 - kb)), (SIMD3(1, 0, 0) - luma) / (2 * (1 - kr)))
  }

  /// (Y', Cb, Cr) to R'G'B' as a matrix.
  public var toRGB: Matrix3x3 {
    let kg = 1 - kr - kb
    return Matrix3x3(
      rows: [1, 0, 2 * (1 - kr)], [1, -2 * kb * (1 - kb) / kg, -2 * kr * (1 - kr) / kg], [1, 2 * (1 - kb), 0])
  }

  /// R'G'B' to (Y', Cb, Cr). Unclamped.
  public func encode(_ rgb: SIMD3<Double>) -> SIMD3<Double> { fromRGB.apply(rgb) }

  /// (Y', Cb, Cr) to R'G'B'. Unclamped.
  public func decode(_ ycbcr: SIMD3<Double>) -> SIMD3<Double> { toRGB.apply(ycbcr) }
}
