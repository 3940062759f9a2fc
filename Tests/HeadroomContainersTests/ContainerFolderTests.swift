import HeadroomTestSupport
import Testing

/// What may know what: containers know bytes, not pixels, and their folders have an order.
@Suite("Folders of the containers")
struct ContainerFolderTests {
  private static let module = "HeadroomContainers"
  /// Lowest first.
  private static let order = FolderOrder(
    module,
    [
      "Errors", "Reports", "Files", "Text", "Cube", "Bytes", "Bitstreams", "ISOBMFF", "Metadata", "JPEG", "PNG", "TIFF",
      "EXIF", "IPTC", "XMP", "Motion", "Removing", "Tags",
    ])

  @Test("name nothing of the folders above them", arguments: order.indices)
  func arrows(_ index: Int) throws {
    #expect(try Self.order.mentionsAbove(index).isEmpty)
  }

  @Test("are all in the order")
  func complete() throws { #expect(try Self.order.strays().isEmpty) }

  @Test("take the ledger of memory and the work that can be cancelled from the pixels, and nothing else")
  func pixels() throws {
    let taken: Set<Substring> = ["MemoryReservation", "MemoryLedger", "PixelError", "ByteAmount", "TaskContext"]
    let pixels = try SourceFolder("HeadroomPixels").types.subtracting(taken)
    for file in try SourceFolder(Self.module).files {
      #expect(file.imports.isDisjoint(with: ["HeadroomGraphics", "CHeadroomCodecs"]), "\(file.name)")
      guard file.imports.contains("HeadroomPixels") else { continue }
      #expect(file.words.isDisjoint(with: pixels), "\(file.name): \(file.words.intersection(pixels))")
    }
  }
}
