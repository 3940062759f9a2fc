import HeadroomTestSupport
import Testing

/// What may know what: curves know no space, tone curves no profile, spaces no metadata.
@Suite("Folders of colour")
struct ColorFolderTests {
  /// Lowest first.
  private static let order = FolderOrder(
    "HeadroomColor",
    [
      "Transfer", "Primaries", "Components", "Encoding", "GainMap", "ST2094", "ToneMapping", "ICC", "Metadata",
      "Perceptual", "Temperature",
    ])

  @Test("name nothing of the folders above them", arguments: order.indices)
  func arrows(_ index: Int) throws {
    #expect(try Self.order.mentionsAbove(index).isEmpty)
  }

  @Test("are all in the order")
  func complete() throws { #expect(try Self.order.strays().isEmpty) }
}
