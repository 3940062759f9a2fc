import Foundation
import HeadroomTestSupport
import Testing

/// What may know what: recipes know no plan, plans no executor. Arrows run Recipe <- Planner <- Render <- Reference.
@Suite("Folders of the engine")
struct FolderArrowTests {
  private static let root = TestData.packageRoot.appending(path: "Sources/HeadroomImage")
  // Computed: a regular expression is not Sendable.
  private static var declaration: Regex<(Substring, Substring)> { /(?:struct|class|enum|protocol|typealias) (\w+)/ }
  private static var word: Regex<Substring> { /[A-Za-z_]\w*/ }

  private struct File {
    let name: String
    let code: [Substring]

    init(_ url: URL) throws {
      name = url.lastPathComponent
      let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
      code = lines.filter { !$0.drop(while: \.isWhitespace).hasPrefix("//") }
    }

    /// Types declared at the top level.
    var types: Set<Substring> {
      let top = code.filter { $0.first?.isWhitespace == false && !$0.hasPrefix("extension") }
      return Set(top.compactMap { $0.firstMatch(of: FolderArrowTests.declaration)?.1 })
    }

    var words: Set<Substring> { Set(code.flatMap { $0.matches(of: FolderArrowTests.word).map(\.0) }) }
  }

  private func files(in folder: String) throws -> [File] {
    let found =
      FileManager.default.enumerator(
        at: Self.root.appending(path: folder), includingPropertiesForKeys: nil)?.allObjects ?? []
    return try found.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.map(File.init)
  }

  @Test(
    "name nothing of the folders above them",
    arguments: [
      ("Recipe", ["Planner", "Render", "Reference"]), ("Planner", ["Render", "Reference"]), ("Render", ["Reference"]),
    ])
  func arrows(_ folder: String, _ above: [String]) throws {
    let lower = try files(in: folder)
    #expect(!lower.isEmpty)
    let names = try Set(above.flatMap { try files(in: $0) }.flatMap(\.types))
    for file in lower {
      #expect(file.words.isDisjoint(with: names), "\(file.name): \(file.words.intersection(names).sorted())")
    }
  }

  @Test("recipes and plans hold no pointers", arguments: ["Recipe", "Planner"])
  func pointers(_ folder: String) throws {
    for file in try files(in: folder) {
      let pointers = file.words.filter { $0.hasPrefix("Unsafe") || $0 == "RowPointers" }
      #expect(pointers.isEmpty, "\(file.name): \(pointers)")
    }
  }
}
