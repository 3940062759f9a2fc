package import HeadroomColor
package import HeadroomContainers

/// PFM, the float map of the Netpbm family: linear light without alpha.
package enum PFMFormat: ImageFormat {
  package static let name = "pfm"
  package static let uti = "org.netpbm.pfm"
  package static let extensions = ["pfm"]
  package static let mimeType = "image/x-portable-floatmap"
  package static let abilities: ImageFormatAbilities = [.reading, .writing, .deepColor, .lossless, .float]
  package static let writableDepths: [SampleDepth] = [.float]
  package static let onlyEncoding: ColorEncoding? = .extendedLinearSRGB

  package static func recognizes(_ bytes: FileBytes) -> Bool { Netpbm.kind(of: bytes)?.isFloat ?? false }

  package static func open(_ bytes: FileBytes, limits: DecodeLimits) throws(ImageIOError) -> any ImageReader {
    try NetpbmReader(bytes, limits: limits)
  }

  package static var encoder: (any ImageWriter)? { PFMWriter() }
}

/// PPM, PGM and PBM: 1 to 16 bits without alpha and without stated colour, taken as sRGB.
package enum PPMFormat: ImageFormat {
  package static let name = "ppm"
  package static let uti = "public.pbm"
  package static let extensions = ["ppm", "pgm", "pbm", "pnm"]
  package static let mimeType = "image/x-portable-anymap"
  package static let abilities: ImageFormatAbilities = [.reading, .writing, .deepColor, .lossless]
  package static let writableDepths: [SampleDepth] = [.bits8, .bits10, .bits12, .bits16]
  package static let onlyEncoding: ColorEncoding? = .sRGB

  package static func recognizes(_ bytes: FileBytes) -> Bool {
    Netpbm.kind(of: bytes).map { !$0.isFloat && $0 != .anyMap } ?? false
  }

  package static func open(_ bytes: FileBytes, limits: DecodeLimits) throws(ImageIOError) -> any ImageReader {
    try NetpbmReader(bytes, limits: limits)
  }

  package static var encoder: (any ImageWriter)? { PPMWriter(form: .ordinary) }
  /// A `.pgm` is gray. A `.pbm` has only black and white, and no code here can choose between them.
  package static var encodersOfForms: [String: (any ImageWriter)?] { ["pgm": PPMWriter(form: .gray), "pbm": nil] }
}

/// PAM, the only one of the family with a place for alpha: readers of the others do not support it.
package enum PAMFormat: ImageFormat {
  package static let name = "pam"
  package static let uti = "org.netpbm.pam"
  package static let extensions = ["pam"]
  package static let mimeType = "image/x-portable-arbitrarymap"
  package static let abilities: ImageFormatAbilities = [.reading, .writing, .deepColor, .alpha, .lossless]
  package static let writableDepths = PPMFormat.writableDepths
  package static let onlyEncoding = PPMFormat.onlyEncoding

  package static func recognizes(_ bytes: FileBytes) -> Bool { Netpbm.kind(of: bytes) == .anyMap }

  package static func open(_ bytes: FileBytes, limits: DecodeLimits) throws(ImageIOError) -> any ImageReader {
    try NetpbmReader(bytes, limits: limits)
  }

  package static var encoder: (any ImageWriter)? { PPMWriter(form: .anyMap) }
}
