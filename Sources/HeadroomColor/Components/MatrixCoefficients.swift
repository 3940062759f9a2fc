/// The conversion of three components that an H.273 matrix code stands for.
public enum MatrixCoefficients: Hashable, Sendable {
  /// The samples are G'B'R' in plane order, or R'G'B' where the container states so. Code 0.
  case identity
  /// Y'CbCr of non-constant luminance. Codes 1, 4, 5, 6, 7, 9 and 12.
  case ycbcr(YCbCrMatrix)
  /// YCgCo. Code 8.
  case yCgCo
  /// BT.2020 constant luminance. Code 10.
  case bt2020ConstantLuminance
  /// Y'CbCr of constant luminance with weights that are derived from the primaries. Code 13.
  case constantLuminance(YCbCrMatrix)
  /// ICtCp with PQ or HLG, whichever is the transfer. Code 14.
  case ictcp

  /// The meaning of a code; nil for reserved and unspecified ones and for kinds no still or video file here uses.
  ///
  /// `primaries` are those of the picture; codes 12 and 13 derive their weights from them (H.273, equations 39 to 44).
  public init?(cicpCode code: UInt8, primaries: ColorPrimaries? = nil) {
    switch code {
    case 0: self = .identity
    case 1: self = .ycbcr(.bt709)
    case 4: self = .ycbcr(.fcc)
    case 5, 6: self = .ycbcr(.bt601)
    case 7: self = .ycbcr(.smpte240)
    case 8: self = .yCgCo
    case 9: self = .ycbcr(.bt2020)
    case 10: self = .bt2020ConstantLuminance
    case 12:
      guard let derived = primaries.flatMap({ YCbCrMatrix(derivedFrom: $0) }) else { return nil }
      self = .ycbcr(derived)
    case 13:
      guard let derived = primaries.flatMap({ YCbCrMatrix(derivedFrom: $0) }) else { return nil }
      self = .constantLuminance(derived)
    case 14: self = .ictcp
    default: return nil
    }
  }
}
