package import HeadroomContainers

/// OpenEXR: linear light as half or float, with premultiplied alpha and any primaries.
package enum OpenEXRFormat: ImageFormat {
  package static let name = "exr"
  package static let uti = "com.ilm.openexr-image"
  package static let extensions = ["exr", "sxr", "mxr"]
  package static let mimeType = "image/x-exr"
  package static let abilities: ImageFormatAbilities = [
    .reading, .writing, .deepColor, .alpha, .premultipliedAlpha, .lossless, .float,
  ]
  package static let writableDepths: [SampleDepth] = [.half, .float]

  package static func recognizes(_ bytes: FileBytes) -> Bool { bytes.hasBytes(OpenEXR.magic, at: 0) }

  package static func open(_ bytes: FileBytes, limits: DecodeLimits) throws(ImageIOError) -> any ImageReader {
    try OpenEXRReader(bytes, limits: limits)
  }

  package static var encoder: (any ImageWriter)? { OpenEXRWriter() }
}
