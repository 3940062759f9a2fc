import HeadroomTestSupport
import Testing

/// What may know what: formats know no memory, threads no pixels, rows no picture in planes.
@Suite("Folders of the pixels")
struct PixelFolderTests {
  /// Lowest first.
  private static let order = FolderOrder(
    "HeadroomPixels",
    [
      "Formats", "Geometry", "Math", "Memory", "Threads", "Storage", "Curves", "Rows", "Transfer", "Planes", "Light",
      "Resampling", "GainMap",
    ])

  @Test("name nothing of the folders above them", arguments: order.indices)
  func arrows(_ index: Int) throws {
    #expect(try Self.order.mentionsAbove(index).isEmpty)
  }

  @Test("are all in the order")
  func complete() throws { #expect(try Self.order.strays().isEmpty) }
}
