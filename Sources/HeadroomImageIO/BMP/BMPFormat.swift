package import HeadroomContainers

/// BMP: 1 to 32 bits, alpha where the file declares it, with colour profiles in version 5.
package enum BMPFormat: ImageFormat {
  package static let name = "bmp"
  package static let uti = "com.microsoft.bmp"
  package static let extensions = ["bmp", "dib"]
  package static let mimeType = "image/bmp"
  package static let abilities: ImageFormatAbilities = [.reading, .alpha, .lossless]
  package static let writableDepths: [SampleDepth] = []

  /// Largest plausible header: two letters alone begin too many other files.
  private static let largestHeader = 1024

  package static func recognizes(_ bytes: FileBytes) -> Bool {
    guard bytes.hasBytes(Array("BM".utf8), at: 0) else { return false }
    var reader = ByteReader(bytes, range: 14..<18, part: "header", byteOrder: .little)
    guard let size = try? reader.u32() else { return true }
    return (12...UInt32(largestHeader)).contains(size)
  }

  package static func open(_ bytes: FileBytes, limits: DecodeLimits) throws(ImageIOError) -> any ImageReader {
    try BMPReader(bytes, limits: limits)
  }

  package static var encoder: (any ImageWriter)? { nil }
}
