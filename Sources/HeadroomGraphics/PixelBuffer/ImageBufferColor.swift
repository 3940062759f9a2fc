internal import HeadroomColor
package import HeadroomPixels

/// Attachment strings and the codes of H.273.
package enum ImageBufferColor {
  package static let primaries: [(name: String, code: UInt8)] = [
    (kCVImageBufferColorPrimaries_ITU_R_709_2, 1), (kCVImageBufferColorPrimaries_EBU_3213, 5),
    (kCVImageBufferColorPrimaries_SMPTE_C, 6), (kCVImageBufferColorPrimaries_ITU_R_2020, 9),
    (kCVImageBufferColorPrimaries_DCI_P3, 11), (kCVImageBufferColorPrimaries_P3_D65, 12),
    (kCVImageBufferColorPrimaries_P22, 22), (kCVImageBufferColorPrimaries_SMPTE_C, 7),
  ]

  /// Where a string or a code appears twice, the first row counts.
  package static let transfers: [(name: String, code: UInt8)] = [
    (kCVImageBufferTransferFunction_ITU_R_709_2, 1), (kCVImageBufferTransferFunction_SMPTE_240M_1995, 7),
    (kCVImageBufferTransferFunction_Linear, 8), (kCVImageBufferTransferFunction_sRGB, 13),
    (kCVImageBufferTransferFunction_ITU_R_709_2, 6), (kCVImageBufferTransferFunction_ITU_R_2020, 14),
    (kCVImageBufferTransferFunction_ITU_R_2020, 15), (kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ, 16),
    (kCVImageBufferTransferFunction_SMPTE_ST_428_1, 17), (kCVImageBufferTransferFunction_ITU_R_2100_HLG, 18),
  ]

  package static let matrices: [(name: String, code: UInt8)] = [
    (kCVImageBufferYCbCrMatrix_ITU_R_709_2, 1), (kCVImageBufferYCbCrMatrix_ITU_R_601_4, 6),
    (kCVImageBufferYCbCrMatrix_ITU_R_601_4, 5), (kCVImageBufferYCbCrMatrix_SMPTE_240M_1995, 7),
    (kCVImageBufferYCbCrMatrix_ITU_R_2020, 9),
  ]

  /// The code of a string; 2, "not stated", for unknown ones.
  static func matrixCode(of name: String) -> UInt8 { code(of: name, in: matrices) }

  /// 2, "not stated", for unknown strings.
  package static func code(of name: String, in table: [(name: String, code: UInt8)]) -> UInt8 {
    table.first { $0.name == name }?.code ?? CICP.unspecified
  }

  /// Nil where no string stands for a code.
  package static func name(of code: some BinaryInteger, in table: [(name: String, code: UInt8)]) -> String? {
    table.first { $0.code == code }?.name
  }

  /// The space that attachments name: the space itself, an ICC profile, or primaries and transfer function.
  static func colorSpace(of values: [String: Any]) -> CGColorSpace? {
    if let space = values[kCVImageBufferCGColorSpaceKey] as? CGColorSpace { return space }
    if let profile = values[kCVImageBufferICCProfileKey], let space = CGColorSpace(iccData: profile) { return space }
    return encoding(of: values).map { CGColorSpace(encoding: $0) }
  }

  /// The encoding that primaries and transfer function name.
  static func encoding(of values: [String: Any]) -> ColorEncoding? {
    guard let primariesName = values[kCVImageBufferColorPrimariesKey] as? String,
      let transferName = values[kCVImageBufferTransferFunctionKey] as? String,
      let primaries = ColorPrimaries(cicpCode: code(of: primariesName, in: primaries))
    else { return nil }
    if transferName == kCVImageBufferTransferFunction_UseGamma {
      guard let gamma = OptionValues.number(values[kCVImageBufferGammaLevelKey]), gamma > 0, gamma.isFinite else {
        return nil
      }
      return ColorEncoding(primaries: primaries, transfer: .gamma(gamma))
    }
    guard let transfer = TransferFunction(cicpCode: code(of: transferName, in: transfers)) else { return nil }
    return ColorEncoding(primaries: primaries, transfer: transfer)
  }

  /// The attachments that name an encoding: strings where there are some, otherwise the space itself.
  static func attachments(for space: CGColorSpace) -> [String: Any] {
    var values: [String: Any] = [:]
    if let cicp = CICP(encoding: space.encoding), !space.usesExtendedRange,
      let primaries = name(of: cicp.primaries, in: primaries), let transfer = name(of: cicp.transfer, in: transfers)
    {
      values[kCVImageBufferColorPrimariesKey] = primaries
      values[kCVImageBufferTransferFunctionKey] = transfer
    } else {
      values[kCVImageBufferCGColorSpaceKey] = space
    }
    return values
  }

  private static let locations: [(name: String, siting: YCbCrEncoding.Siting)] = [
    (kCVImageBufferChromaLocation_Left, .left), (kCVImageBufferChromaLocation_Center, .center),
    (kCVImageBufferChromaLocation_TopLeft, .topLeft), (kCVImageBufferChromaLocation_Top, .top),
    (kCVImageBufferChromaLocation_BottomLeft, .bottomLeft), (kCVImageBufferChromaLocation_Bottom, .bottom),
    // Cb and Cr lie on alternate rows, and their mean between two rows.
    (kCVImageBufferChromaLocation_DV420, .left),
  ]

  static func siting(of location: String?) -> YCbCrEncoding.Siting? {
    locations.first { $0.name == location }?.siting
  }

  package static func location(of siting: YCbCrEncoding.Siting) -> String? {
    locations.first { $0.siting == siting }?.name
  }
}
