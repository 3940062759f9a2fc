package import HeadroomContainers

/// JPEG (ITU-T T.81) with EXIF, XMP, ICC, and gain maps of all three kinds.
package enum JPEGFormat: ImageFormat {
  package static let name = "jpeg"
  package static let uti = "public.jpeg"
  package static let extensions = ["jpg", "jpeg", "jpe", "jfif"]
  package static let mimeType = "image/jpeg"
  package static let abilities: ImageFormatAbilities = [
    .reading, .writing, .gainMap, .lossy, .chromaSubsampling, .orientation,
  ]
  package static let writableDepths: [SampleDepth] = [.bits8]

  package static func recognizes(_ bytes: FileBytes) -> Bool {
    bytes.hasBytes([0xFF, JPEGMarker.startOfImage, 0xFF], at: 0)
  }

  package static func open(_ bytes: FileBytes, limits: DecodeLimits) throws(ImageIOError) -> any ImageReader {
    try JPEGReader(bytes, limits: limits)
  }

  package static var encoder: (any ImageWriter)? { JPEGWriter() }
}
