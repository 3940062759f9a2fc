import HeadroomTestSupport
import Testing

/// What may know what: time knows no movie.
@Suite("Folders of video")
struct VideoFolderTests {
  /// Lowest first.
  private static let order = FolderOrder(
    "HeadroomVideo",
    [
      "Time", "Facts", "Media", "Reports", "Assets", "Samples", "Composition", "Rendering", "Export", "Reading",
      "Writing", "Images", "Playback", "Project",
    ])

  @Test("name nothing of the folders above them", arguments: order.indices)
  func arrows(_ index: Int) throws {
    #expect(try Self.order.mentionsAbove(index).isEmpty)
  }

  @Test("are all in the order")
  func complete() throws { #expect(try Self.order.strays().isEmpty) }
}
