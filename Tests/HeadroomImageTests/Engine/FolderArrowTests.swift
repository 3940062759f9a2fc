import HeadroomTestSupport
import Testing

/// What may know what: recipes know no plan, plans no executor. Arrows run Recipe <- Planner <- Render <- Reference.
@Suite("Folders of the engine")
struct FolderArrowTests {
  private static let module = "HeadroomImage"

  @Test(
    "name nothing of the folders above them",
    arguments: [
      ("Recipe", ["Planner", "Render", "Reference"]), ("Planner", ["Render", "Reference"]), ("Render", ["Reference"]),
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
