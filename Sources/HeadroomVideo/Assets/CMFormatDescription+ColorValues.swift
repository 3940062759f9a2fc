public import HeadroomGraphics

extension CMFormatDescription.Extensions.Value {
  /// Primaries as an extension.
  public static func colorPrimaries(_ primaries: ColorPrimaries) -> Self { .string(primaries.rawValue) }
  /// A curve as an extension.
  public static func transferFunction(_ function: TransferFunction) -> Self { .string(function.rawValue) }
  /// A matrix as an extension.
  public static func yCbCrMatrix(_ matrix: YCbCrMatrix) -> Self { .string(matrix.rawValue) }

  /// Names of primaries.
  public struct ColorPrimaries: RawRepresentable, Hashable, Sendable {
    public let rawValue: CFString
    public init(rawValue: CFString) { self.rawValue = rawValue }

    public static let itu_R_709_2 = Self(rawValue: kCMFormatDescriptionColorPrimaries_ITU_R_709_2)
    public static let ebu_3213 = Self(rawValue: kCMFormatDescriptionColorPrimaries_EBU_3213)
    public static let smpte_C = Self(rawValue: kCMFormatDescriptionColorPrimaries_SMPTE_C)
    public static let dci_P3 = Self(rawValue: kCMFormatDescriptionColorPrimaries_DCI_P3)
    public static let p3_D65 = Self(rawValue: kCMFormatDescriptionColorPrimaries_P3_D65)
    public static let itu_R_2020 = Self(rawValue: kCMFormatDescriptionColorPrimaries_ITU_R_2020)
    public static let p22 = Self(rawValue: kCMFormatDescriptionColorPrimaries_P22)
  }

  /// Names of curves.
  public struct TransferFunction: RawRepresentable, Hashable, Sendable {
    public let rawValue: CFString
    public init(rawValue: CFString) { self.rawValue = rawValue }

    public static let itu_R_709_2 = Self(rawValue: kCMFormatDescriptionTransferFunction_ITU_R_709_2)
    public static let smpte_240M_1995 = Self(rawValue: kCMFormatDescriptionTransferFunction_SMPTE_240M_1995)
    public static let useGamma = Self(rawValue: kCMFormatDescriptionTransferFunction_UseGamma)
    public static let itu_R_2020 = Self(rawValue: kCMFormatDescriptionTransferFunction_ITU_R_2020)
    public static let smpte_ST_428_1 = Self(rawValue: kCMFormatDescriptionTransferFunction_SMPTE_ST_428_1)
    public static let smpte_ST_2084_PQ = Self(rawValue: kCMFormatDescriptionTransferFunction_SMPTE_ST_2084_PQ)
    public static let itu_R_2100_HLG = Self(rawValue: kCMFormatDescriptionTransferFunction_ITU_R_2100_HLG)
    public static let linear = Self(rawValue: kCMFormatDescriptionTransferFunction_Linear)
    public static let sRGB = Self(rawValue: kCMFormatDescriptionTransferFunction_sRGB)
  }

  /// Names of matrices.
  public struct YCbCrMatrix: RawRepresentable, Hashable, Sendable {
    public let rawValue: CFString
    public init(rawValue: CFString) { self.rawValue = rawValue }

    public static let itu_R_709_2 = Self(rawValue: kCMFormatDescriptionYCbCrMatrix_ITU_R_709_2)
    public static let itu_R_601_4 = Self(rawValue: kCMFormatDescriptionYCbCrMatrix_ITU_R_601_4)
    public static let smpte_240M_1995 = Self(rawValue: kCMFormatDescriptionYCbCrMatrix_SMPTE_240M_1995)
    public static let itu_R_2020 = Self(rawValue: kCMFormatDescriptionYCbCrMatrix_ITU_R_2020)
  }
}
