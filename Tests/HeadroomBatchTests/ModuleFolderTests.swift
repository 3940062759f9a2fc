import HeadroomTestSupport
import Testing

/// What may know what: batches are values without pixels, and their folders have an order.
@Suite("Folders of batches") struct ModuleFolderTests {
  private static let module = "HeadroomBatch"
  /// Lowest first.
  private static let order = FolderOrder(
    module,
    ["Errors", "Digests", "Lines", "Records", "Manifests", "Shards", "Claims", "Merging", "Simulation"])

  @Test("name nothing of the folders above them", arguments: order.indices)
  func arrows(_ index: Int) throws {
    #expect(try Self.order.mentionsAbove(index).isEmpty)
  }

  @Test("are all in the order")
  func complete() throws { #expect(try Self.order.strays().isEmpty) }

  @Test("know no pixels")
  func pixels() throws {
    for file in try SourceFolder(Self.module).files {
      #expect(file.imports.isDisjoint(with: ["HeadroomPixels", "HeadroomGraphics", "HeadroomImageIO"]), "\(file.name)")
    }
  }
}
