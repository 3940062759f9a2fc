package import HeadroomContainers

/// GIF: up to 256 colours of sRGB, with transparency; of animations the first frame.
package enum GIFFormat: ImageFormat {
  package static let name = "gif"
  package static let uti = "com.compuserve.gif"
  package static let extensions = ["gif"]
  package static let mimeType = "image/gif"
  package static let abilities: ImageFormatAbilities = [.reading, .alpha, .lossless]
  package static let writableDepths: [SampleDepth] = []

  package static func recognizes(_ bytes: FileBytes) -> Bool { bytes.hasBytes(Array("GIF8".utf8), at: 0) }

  package static func open(_ bytes: FileBytes, limits: DecodeLimits) throws(ImageIOError) -> any ImageReader {
    try GIFReader(bytes, limits: limits)
  }

  package static var encoder: (any ImageWriter)? { nil }
}
