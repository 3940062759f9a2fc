import HeadroomTestSupport
import Testing

/// What may know what: devices know no screen, screens no layer, layers no view.
@Suite("Folders of displays")
struct DisplayFolderTests {
  /// Lowest first.
  private static let order = FolderOrder(
    "HeadroomDisplay",
    ["Devices", "Screens", "Drawing", "Images", "Metal", "Layers", "Views", "Windows", "Unavailable"])

  @Test("name nothing of the folders above them", arguments: order.indices)
  func arrows(_ index: Int) throws {
    #expect(try Self.order.mentionsAbove(index).isEmpty)
  }

  @Test("are all in the order")
  func complete() throws { #expect(try Self.order.strays().isEmpty) }
}
