import HeadroomTestSupport
import Testing

/// What may know what: recipes know no plan, plans no executor, none of them an image or a filter. Arrows run Recipe <- Planner <-
/// Render <- Reference <- images, filters, kernels, contexts.
@Suite("Folders of the engine")
struct FolderArrowTests {
  private static let module = "HeadroomImage"
  /// What builds on the engine.
  private static let clients = [
    "AutoAdjustment", "Barcode", "Camera", "CIFilter", "Context", "Filters", "FilterXMP", "Image", "Kernel", "RAW",
    "RecipeData", "Text",
  ]

  @Test(
    "name nothing of the folders above them",
    arguments: [
      ("Recipe", ["Planner", "Render", "Reference"] + clients), ("Planner", ["Render", "Reference"] + clients),
      ("Render", ["Reference"] + clients), ("Reference", clients),
    ])
  func arrows(_ folder: String, _ above: [String]) throws {
    let lower = try SourceFolder(Self.module, folder)
    #expect(!lower.files.isEmpty)
    #expect(try lower.mentions(of: above.map { try SourceFolder(Self.module, $0) }).isEmpty)
  }

  @Test("recipes and plans hold no pointers", arguments: ["Recipe", "Planner"])
  func pointers(_ folder: String) throws {
    for file in try SourceFolder(Self.module, folder).files {
      let pointers = file.words.filter { $0.hasPrefix("Unsafe") || $0 == "RowPointers" }
      #expect(pointers.isEmpty, "\(file.name): \(pointers)")
    }
  }
}
