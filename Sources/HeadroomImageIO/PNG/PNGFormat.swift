package import HeadroomContainers

/// PNG, third edition: 1 to 16 bits, PQ and HLG by cICP, EXIF and XMP.
package enum PNGFormat: ImageFormat {
  package static let name = "png"
  package static let uti = "public.png"
  package static let extensions = ["png", "apng"]
  package static let mimeType = "image/png"
  /// Gain maps are read from Skia's experimental chunks but not written, because no standard defines them.
  package static let abilities: ImageFormatAbilities = [.reading, .writing, .isoHDR, .deepColor, .alpha, .lossless]
  package static let writableDepths: [SampleDepth] = [.bits8, .bits16]

  package static func recognizes(_ bytes: FileBytes) -> Bool {
    // A file cut inside the signature is still recognised as PNG, for a helpful error message.
    bytes.count >= 4 && bytes.hasBytes(PNG.signature.prefix(min(bytes.count, 8)), at: 0)
  }

  package static func open(_ bytes: FileBytes, limits: DecodeLimits) throws(ImageIOError) -> any ImageReader {
    try PNGReader(bytes, limits: limits)
  }

  package static var encoder: (any ImageWriter)? { PNGWriter() }
}
