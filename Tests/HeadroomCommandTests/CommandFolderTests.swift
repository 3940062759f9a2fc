import HeadroomTestSupport
import Testing

/// What may know what: what verbs share knows no verb. Beside the folders lies the command as a whole, which knows all verbs; the
/// manual, the demo and the messages about wrong arguments look at it.
@Suite("Folders of the command")
struct CommandFolderTests {
  /// Lowest first.
  private static let order = FolderOrder(
    "HeadroomCommand",
    [
      "Errors", "Output", "Values", "Options", "Inputs", "Convert", "Kernel", "Pixels",
      "Thumbnail", "Info", "Metadata", "Display", "Compare", "GainMap", "Render", "Graph", "Batch", "Video", "Demo",
      "Filters",
      "Arguments", "Manual",
      "View",
    ])

  @Test("name nothing of the folders above them", arguments: order.indices)
  func arrows(_ index: Int) throws {
    #expect(try Self.order.mentionsAbove(index).isEmpty)
  }

  @Test("are all in the order")
  func complete() throws { #expect(try Self.order.strays().isEmpty) }
}
