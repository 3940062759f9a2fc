/// How Y'CbCr samples of a biplanar bitmap stand for R'G'B'.
public struct YCbCrEncoding: Hashable, Sendable {
  /// Where a chroma sample lies among the luma samples it belongs to. Only subsampled formats use it.
  public enum Siting: UInt8, Hashable, Sendable, CaseIterable {
    /// Horizontally on the even luma samples, vertically between two rows: MPEG-2, H.264 and most HEVC.
    case left
    /// Between luma samples both ways: JPEG.
    case center
    /// On the even luma samples both ways: BT.2020 and BT.2100.
    case topLeft
  }

  /// Weight of red in luma.
  public var kr: Double
  /// Weight of blue in luma.
  public var kb: Double
  /// Whether luma uses every code; otherwise codes 16...235 (times 4 at 10 bits) and chroma 16...240.
  public var isFullRange: Bool
  /// Where chroma samples lie.
  public var siting: Siting

  /// - Parameters:
  ///   - kr: weight of red in luma, 0..<1.
  ///   - kb: weight of blue in luma, 0..<1, with `kr + kb < 1`.
  public init(kr: Double, kb: Double, isFullRange: Bool, siting: Siting) {
    self.kr = kr
    self.kb = kb
    self.isFullRange = isFullRange
    self.siting = siting
  }

  /// BT.601, narrow range, left-sited.
  public static let bt601 = YCbCrEncoding(kr: 0.299, kb: 0.114, isFullRange: false, siting: .left)
  /// BT.709, narrow range, left-sited.
  public static let bt709 = YCbCrEncoding(kr: 0.2126, kb: 0.0722, isFullRange: false, siting: .left)
  /// BT.2020 with non-constant luminance, narrow range, sited at the top left.
  public static let bt2020 = YCbCrEncoding(kr: 0.2627, kb: 0.0593, isFullRange: false, siting: .topLeft)
  /// The encoding of JFIF files: BT.601, full range, centred chroma.
  public static let jpeg = YCbCrEncoding(kr: 0.299, kb: 0.114, isFullRange: true, siting: .center)

  /// The same matrix and siting with every code used for luma.
  public var fullRange: YCbCrEncoding { YCbCrEncoding(kr: kr, kb: kb, isFullRange: true, siting: siting) }
}
