import HeadroomTestSupport
import Testing

/// What may know what: requests know no file, files no answer, filters not who asks for them.
@Suite("Folders of the viewer")
struct ViewerFolderTests {
  /// Lowest first.
  private static let order = FolderOrder(
    "HeadroomViewer",
    [
      "Requests", "Access", "Library", "Work", "Rendering", "Pictures", "Editing", "Answers", "Live",
    ])

  @Test("name nothing of the folders above them", arguments: order.indices)
  func arrows(_ index: Int) throws {
    #expect(try Self.order.mentionsAbove(index).isEmpty)
  }

  @Test("are all in the order, but for the page, which is no Swift")
  func complete() throws { #expect(try Self.order.strays().isEmpty) }
}
