import HeadroomTestSupport
import Testing

/// What may know what: requests and their writer know nobody who makes requests.
@Suite("Folders of HeadroomPictures")
struct PictureFolderTests {
  /// Lowest first.
  private static let order = FolderOrder(
    "HeadroomPictures",
    [
      "Settings", "Running", "Errors", "Renditions", "Representations", "Destination", "Values", "Sources", "Measuring",
      "Comparison",
      "Edits", "Targets", "Jobs", "Requests", "Reports",
    ])

  @Test("name nothing of the folders above them", arguments: order.indices)
  func arrows(_ index: Int) throws {
    #expect(try Self.order.mentionsAbove(index).isEmpty)
  }

  @Test("are all in the order")
  func complete() throws { #expect(try Self.order.strays().isEmpty) }
}
