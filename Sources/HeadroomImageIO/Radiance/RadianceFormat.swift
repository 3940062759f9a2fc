package import HeadroomContainers

/// Radiance HDR: linear light as three mantissas with a common exponent, without alpha and without negative values.
package enum RadianceFormat: ImageFormat {
  package static let name = "hdr"
  package static let uti = "public.radiance"
  package static let extensions = ["hdr", "rgbe", "pic"]
  package static let mimeType = "image/vnd.radiance"
  package static let abilities: ImageFormatAbilities = [.reading, .writing, .deepColor, .float]
  package static let writableDepths: [SampleDepth] = [.float]

  package static func recognizes(_ bytes: FileBytes) -> Bool {
    Radiance.signatures.contains { bytes.hasBytes($0.utf8, at: 0) }
  }

  package static func open(_ bytes: FileBytes, limits: DecodeLimits) throws(ImageIOError) -> any ImageReader {
    try RadianceReader(bytes, limits: limits)
  }

  package static var encoder: (any ImageWriter)? { RadianceWriter() }
}
