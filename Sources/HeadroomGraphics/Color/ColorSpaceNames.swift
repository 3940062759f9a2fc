internal import HeadroomColor

/// Connects the constants of ``CGColorSpace``, with values such as `"kCGColorSpaceDisplayP3"`, with encodings.
enum ColorSpaceNames {
  /// The constants, aliases of older systems last.
  static let constants: [String] = [
    CGColorSpace.sRGB, CGColorSpace.extendedSRGB, CGColorSpace.linearSRGB, CGColorSpace.extendedLinearSRGB,
    CGColorSpace.genericRGBLinear,
    CGColorSpace.displayP3, CGColorSpace.extendedDisplayP3, CGColorSpace.linearDisplayP3,
    CGColorSpace.extendedLinearDisplayP3, CGColorSpace.displayP3_HLG, CGColorSpace.displayP3_PQ,
    CGColorSpace.itur_709, CGColorSpace.itur_709_HLG, CGColorSpace.itur_709_PQ, CGColorSpace.coreMedia709,
    CGColorSpace.itur_2020, CGColorSpace.extendedITUR_2020, CGColorSpace.linearITUR_2020,
    CGColorSpace.extendedLinearITUR_2020, CGColorSpace.itur_2020_sRGBGamma,
    CGColorSpace.itur_2100_HLG, CGColorSpace.itur_2100_PQ,
    CGColorSpace.dcip3, CGColorSpace.adobeRGB1998, CGColorSpace.rommrgb, CGColorSpace.acescgLinear,
    CGColorSpace.genericGrayGamma2_2, CGColorSpace.linearGray, CGColorSpace.extendedGray,
    CGColorSpace.extendedLinearGray, CGColorSpace.genericXYZ, CGColorSpace.genericLab, CGColorSpace.genericCMYK,
    CGColorSpace.displayP3_PQ_EOTF, CGColorSpace.itur_2020_HLG, CGColorSpace.itur_2020_PQ,
    CGColorSpace.itur_2020_PQ_EOTF,
  ]

  /// Constants by encoding; where several mean the same, the first.
  private static let constantsByEncoding: [ColorEncoding: String] = Dictionary(
    constants.compactMap { constant in ColorEncoding(name: constant).map { ($0, constant) } },
    uniquingKeysWith: { first, _ in first })

  /// The value of the constant for an encoding, nil where there is none.
  static func constant(of encoding: ColorEncoding) -> String? { constantsByEncoding[encoding] }

  /// A short human-readable text: the Swift name of a constant, or the model.
  static func description(of encoding: ColorEncoding) -> String {
    encoding.name ?? "unnamed \(encoding.model.rawValue)"
  }
}
