import HeadroomTestSupport
import Testing

/// What may know what: what verbs share knows no verb. Beside the folders lies the command as a whole, which knows all verbs; the
/// manual, the demo and the messages about wrong arguments look at it.
@Suite("Folders of the command")
struct CommandFolderTests {
  private static let module = "HeadroomCommand"
  /// Lowest first.
  private static let order = [
    "Errors", "Output", "Values", "Options", "Pictures", "FilterExpression", "Inputs", "Convert", "Kernel", "Pixels",
    "Thumbnail", "Info", "Display", "Compare", "GainMap", "Render", "Graph", "Demo", "Filters", "Arguments", "Manual",
    "View",
  ]

  @Test("name nothing of the folders above them", arguments: order.indices)
  func arrows(_ index: Int) throws {
    let above = try Self.order[(index + 1)...].map { try SourceFolder(Self.module, $0) }
    #expect(try SourceFolder(Self.module, Self.order[index]).mentions(of: above).isEmpty)
  }

  @Test("are all in the order")
  func complete() throws { #expect(try SourceFolder.names(in: Self.module) == Set(Self.order)) }
}
