import HeadroomTestSupport
import Testing

/// What may know what: looks know no file, files no recipe.
@Suite("Folders of sensors' files")
struct RAWFolderTests {
  /// Lowest first.
  private static let order = FolderOrder(
    "HeadroomRAW",
    [
      "Sensor", "Profile", "LosslessJPEG", "Look", "Develop", "DNG", "LibRaw", "Lensfun", "Match", "Recipe",
      "Unavailable",
    ])

  @Test("name nothing of the folders above them", arguments: order.indices)
  func arrows(_ index: Int) throws {
    #expect(try Self.order.mentionsAbove(index).isEmpty)
  }

  @Test("are all in the order")
  func complete() throws { #expect(try Self.order.strays().isEmpty) }
}
