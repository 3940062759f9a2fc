import HeadroomTestSupport
import Testing

/// What may know what: recipes know no plan, plans no executor, none of them an image or a filter; kernels and text know no
/// filter, filters no context.
@Suite("Folders of the engine, and of what builds on it")
struct FolderArrowTests {
  private static let module = "HeadroomImage"
  /// Lowest first. The first four are the engine.
  private static let order = FolderOrder(
    module,
    [
      "Recipe", "Planner", "Render", "Reference", "Values", "Errors", "Barcode", "Camera", "Image", "Text", "Kernel",
      "CIFilter", "Filters", "Context", "AutoAdjustment", "FilterXMP", "RAW", "RecipeData",
    ])

  @Test("name nothing of the folders above them", arguments: order.indices)
  func arrows(_ index: Int) throws {
    #expect(try Self.order.mentionsAbove(index).isEmpty)
  }

  @Test("are all in the order")
  func complete() throws { #expect(try Self.order.strays().isEmpty) }

  @Test("recipes and plans hold no pointers", arguments: ["Recipe", "Planner"])
  func pointers(_ folder: String) throws {
    for file in try SourceFolder(Self.module, folder).files {
      let pointers = file.words.filter { $0.hasPrefix("Unsafe") || $0 == "RowPointers" }
      #expect(pointers.isEmpty, "\(file.name): \(pointers)")
    }
  }
}
