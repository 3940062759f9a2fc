import HeadroomTestSupport
import Testing

/// What may know what: text knows no tree, trees no types, the typed tree no instruction.
@Suite("Folders of the kernel language")
struct KernelLanguageFolderTests {
  /// Lowest first.
  private static let order = FolderOrder(
    "HeadroomKernelLanguage",
    [
      "Source", "Diagnostics", "Lexer", "Preprocessor", "Values", "Builtins", "Syntax", "TypedTree", "Evaluation",
      "Checker", "IR", "Regions",
    ])

  @Test("name nothing of the folders above them", arguments: order.indices)
  func arrows(_ index: Int) throws {
    #expect(try Self.order.mentionsAbove(index).isEmpty)
  }

  @Test("are all in the order")
  func complete() throws { #expect(try Self.order.strays().isEmpty) }
}
