package import HeadroomContainers

/// TIFF and BigTIFF: 1 to 16 bits, halves and floats; PQ and HLG by profile.
package enum TIFFFormat: ImageFormat {
  package static let name = "tiff"
  package static let uti = "public.tiff"
  package static let extensions = ["tiff", "tif"]
  package static let mimeType = "image/tiff"
  package static let abilities: ImageFormatAbilities = [
    .reading, .writing, .isoHDR, .deepColor, .alpha, .lossless, .float, .orientation,
  ]
  package static let writableDepths: [SampleDepth] = [.bits8, .bits16, .half, .float]

  package static func recognizes(_ bytes: FileBytes) -> Bool { TIFF.header(bytes) != nil }

  /// - Throws: `ImageIOError/unsupported(part:text:)` for DNG and the RAW files of cameras that are built like TIFF.
  package static func open(_ bytes: FileBytes, limits: DecodeLimits) throws(ImageIOError) -> any ImageReader {
    try TIFFReader(bytes, limits: limits)
  }

  package static var encoder: (any ImageWriter)? { TIFFWriter() }
}
