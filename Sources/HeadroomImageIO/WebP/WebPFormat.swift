package import HeadroomContainers

/// WebP: 8-bit SDR, lossy and lossless, with transparency; the pictures of animations one by one.
package enum WebPFormat: ImageFormat {
  package static let name = "webp"
  package static let uti = "org.webmproject.webp"
  package static let extensions = ["webp"]
  package static let mimeType = "image/webp"
  /// Lossy pictures always have 4:2:0, so there is no choice of chroma. Browsers do not turn pictures by
  /// EXIF, so pixels are turned.
  package static let abilities: ImageFormatAbilities = [.reading, .writing, .alpha, .lossless, .lossy]
  package static let writableDepths: [SampleDepth] = [.bits8]

  package static func recognizes(_ bytes: FileBytes) -> Bool {
    bytes.hasBytes(WebP.riff, at: 0) && bytes.hasBytes(WebP.form, at: 8)
  }

  package static func open(_ bytes: FileBytes, limits: DecodeLimits) throws(ImageIOError) -> any ImageReader {
    try WebPReader(bytes, limits: limits)
  }

  package static var encoder: (any ImageWriter)? { WebPWriter() }
}
