import HeadroomTestSupport
import Testing

/// What may know what: codes know no font, text no code.
@Suite("Folders of symbols")
struct SymbolFolderTests {
  /// Lowest first.
  private static let order = FolderOrder(
    "HeadroomSymbols",
    ["Barcode", "Text"])

  @Test("name nothing of the folders above them", arguments: order.indices)
  func arrows(_ index: Int) throws {
    #expect(try Self.order.mentionsAbove(index).isEmpty)
  }

  @Test("are all in the order")
  func complete() throws { #expect(try Self.order.strays().isEmpty) }
}
