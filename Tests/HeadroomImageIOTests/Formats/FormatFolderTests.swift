import HeadroomTestSupport
import Testing

/// What may know what: the seams know no container, a container nothing of the table that lists it.
@Suite("Folders of Image I/O")
struct FormatFolderTests {
  private static let module = "HeadroomImageIO"
  /// Lowest first.
  private static let order = [
    "Threads", "YCbCr", "Seams", "Renditions", "Conversion", "Properties", "Rows", "Validation", "GainMap", "Metadata",
    "PNG",
    "Netpbm",
    "TIFF", "HEIF", "JPEG", "JPEGXL", "OpenEXR", "Radiance", "WebP", "Formats", "Source", "Types", "Destination",
  ]

  @Test("name nothing of the folders above them", arguments: order.indices)
  func arrows(_ index: Int) throws {
    let above = try Self.order[(index + 1)...].map { try SourceFolder(Self.module, $0) }
    #expect(try SourceFolder(Self.module, Self.order[index]).mentions(of: above).isEmpty)
  }

  @Test("are all in the order")
  func complete() throws { #expect(try SourceFolder.names(in: Self.module) == Set(Self.order)) }
}
