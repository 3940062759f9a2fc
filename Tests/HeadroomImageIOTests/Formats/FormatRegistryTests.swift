import HeadroomContainers
import HeadroomImageIO
import Testing

/// A container of a module above, whose files look like TIFF at the start.
private enum RawLikeFormat: ImageFormat {
  static let name = "rawlike"
  static let uti = "org.example.rawlike"
  static let extensions = ["rawl"]
  static let mimeType = "image/x-rawlike"
  static let abilities: ImageFormatAbilities = [.reading]
  static let writableDepths: [SampleDepth] = []
  static func recognizes(_ bytes: FileBytes) -> Bool { bytes.hasBytes(Array("II*\0RAWLIKE".utf8), at: 0) }
  static func open(_ bytes: FileBytes, limits: DecodeLimits) throws(ImageIOError) -> any ImageReader {
    throw .unsupported(part: "rawlike", text: "\(bytes.count) bytes, at most \(limits.maxFrames) frames")
  }
  static var encoder: (any ImageWriter)? { nil }
}

@Suite struct FormatRegistryTests {
  private let file = FileBytes(Array("II*\0RAWLIKE".utf8))
  private let registry = FormatRegistry(ImageFormats.all)

  @Test func `a container of a module above is asked before those that are there`() throws {
    #expect(try registry.recognize(file).name == "tiff")
    registry.register(RawLikeFormat.self)
    #expect(try registry.recognize(file).name == "rawlike")
    #expect(registry.named("RAWL")?.uti == "org.example.rawlike")
    #expect(throws: ImageIOError.unsupported(part: "rawlike", text: "11 bytes, at most 7 frames")) {
      try registry.open(file, limits: DecodeLimits(maxFrames: 7))
    }
    #expect(try registry.recognize(FileBytes([0xFF, 0xD8, 0xFF, 0xE0])).name == "jpeg")
  }

  @Test func `a container that is registered twice is in the table once`() {
    registry.register(RawLikeFormat.self)
    registry.register(RawLikeFormat.self)
    #expect(registry.all.count == ImageFormats.all.count + 1)
  }

  @Test func `files that nobody knows, and empty ones, say so`() {
    #expect(throws: ImageIOError.unknownFormat) { try registry.recognize(FileBytes([1, 2, 3])) }
    #expect(throws: ImageIOError.empty) { try registry.recognize(FileBytes([])) }
  }
}
