import HeadroomEngine
import HeadroomTestSupport
import Testing

/// What may know what: the interfaces know no container, a container nothing of the table that lists it.
@Suite("Folders of Image I/O")
struct FormatFolderTests {
  /// Lowest first.
  private static let order = FolderOrder(
    "HeadroomImageIO",
    [
      "Threads", "YCbCr", "DeviceColor", "Interfaces", "Renditions", "Conversion", "Properties", "Rows", "Validation",
      "GainMap",
      "Metadata", "PNG", "Netpbm", "TIFF", "JPEG", "HEIF", "JPEGXL", "OpenEXR", "Radiance", "WebP", "GIF", "BMP",
      "Formats", "Source", "Types", "Destination",
    ])

  @Test("name nothing of the folders above them", arguments: order.indices)
  func arrows(_ index: Int) throws {
    #expect(try Self.order.mentionsAbove(index).isEmpty)
  }

  @Test("are all in the order")
  func complete() throws { #expect(try Self.order.strays().isEmpty) }
}
