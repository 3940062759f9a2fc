/// Coding-independent code points: four numbers that describe the colour of a coded picture (ITU-T H.273).
///
/// Any code is accepted, because files carry any; ``encoding`` is nil for codes without a meaning here.
public struct CICP: Hashable, Sendable {
  /// Colour primaries code.
  public var primaries: UInt8
  /// Transfer characteristics code.
  public var transfer: UInt8
  /// Matrix coefficients code; 0 for RGB.
  public var matrix: UInt8
  /// Whether codes use all values, or leave room below black and above white.
  public var fullRange: Bool

  /// The code that means "not stated" in all three fields.
  public static let unspecified: UInt8 = 2

  /// Makes a set of code points.
  public init(primaries: UInt8, transfer: UInt8, matrix: UInt8 = 0, fullRange: Bool = true) {
    self.primaries = primaries
    self.transfer = transfer
    self.matrix = matrix
    self.fullRange = fullRange
  }

  /// sRGB as RGB, full range.
  public static let sRGB = CICP(primaries: 1, transfer: 13)
  /// Display P3 as RGB, full range.
  public static let displayP3 = CICP(primaries: 12, transfer: 13)
  /// BT.2100 PQ as RGB, full range.
  public static let bt2100PQ = CICP(primaries: 9, transfer: 16)
  /// BT.2100 HLG as RGB, full range.
  public static let bt2100HLG = CICP(primaries: 9, transfer: 18)
  /// BT.709 video: Y'CbCr, narrow range.
  public static let bt709Video = CICP(primaries: 1, transfer: 1, matrix: 1, fullRange: false)
  /// MIAF's default for an untagged picture: sRGB in the BT.601 matrix, full range.
  public static let untaggedStill = CICP(primaries: 1, transfer: 13, matrix: 6)

  /// The code points of an encoding as RGB, full range; nil when H.273 has no codes for it.
  public init?(encoding: ColorEncoding) {
    guard encoding.model == .rgb || encoding.model == .monochrome,
      let primaries = encoding.primaries.cicpCode, let transfer = encoding.transfer.cicpCode
    else { return nil }
    self.init(primaries: primaries, transfer: transfer)
  }

  /// The encoding these code points mean for R'G'B' values; nil when primaries or transfer is reserved or unspecified.
  ///
  /// The encoding is display-referred, as in browsers: the BT.709 and BT.2020 codes decode with
  /// ``TransferFunction/bt1886``, not with the inverse camera curve that ``ColorEncoding/itur709`` has.
  public var encoding: ColorEncoding? {
    guard let primaries = ColorPrimaries(cicpCode: primaries), let transfer = TransferFunction(cicpCode: transfer)
    else {
      return nil
    }
    return ColorEncoding(primaries: primaries, transfer: transfer)
  }

  /// The conversion that ``matrix`` stands for; nil for reserved and unspecified codes.
  public var matrixCoefficients: MatrixCoefficients? {
    MatrixCoefficients(cicpCode: matrix, primaries: ColorPrimaries(cicpCode: primaries))
  }
}
