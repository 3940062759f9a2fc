package import HeadroomContainers

/// JPEG XL (ISO/IEC 18181): lossy and lossless, 8 to 16 bits and floating point, PQ and HLG, gain maps.
package enum JPEGXLFormat: ImageFormat {
  package static let name = "jxl"
  package static let uti = "public.jpeg-xl"
  package static let extensions = ["jxl"]
  package static let mimeType = "image/jxl"
  package static let abilities: ImageFormatAbilities = [
    .reading, .writing, .isoHDR, .gainMap, .deepColor, .alpha, .lossless, .float,
    .lossy, .orientation,
  ]
  package static let writableDepths: [SampleDepth] = [.bits8, .bits10, .bits12, .bits16, .half, .float]

  package static func recognizes(_ bytes: FileBytes) -> Bool {
    if bytes.hasBytes(JPEGXL.codestreamSignature, at: 0) { return true }
    // A file cut inside the signature is still recognised as JPEG XL, for a helpful error message.
    return bytes.count >= 8 && bytes.hasBytes(JPEGXL.signature.prefix(min(bytes.count, JPEGXL.signature.count)), at: 0)
  }

  package static func open(_ bytes: FileBytes, limits: DecodeLimits) throws(ImageIOError) -> any ImageReader {
    try JPEGXLReader(bytes, limits: limits)
  }

  package static var encoder: (any ImageWriter)? { JPEGXLWriter() }
}
