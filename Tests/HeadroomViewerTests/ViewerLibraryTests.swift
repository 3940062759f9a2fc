import Foundation
import HeadroomTestSupport
import HeadroomViewer
import Testing

struct ViewerLibraryTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: URL(filePath: folder.path(name)))
  }

  private func library(_ names: [String]) -> ViewerLibrary {
    let paths = names.map { folder.path($0) }
    return ViewerLibrary { paths.map { LibraryFile(path: $0) } }
  }

  @Test func `Ids stand for files and say nothing of their names`() throws {
    try write("secret-name.jpg", "x")
    try write("b.jpg", "y")
    let (entries, total, _) = library(["secret-name.jpg", "b.jpg"]).page(offset: 0, limit: 10)
    #expect(total == 2)
    #expect(Set(entries.map(\.id)).count == 2)
    #expect(entries.allSatisfy { $0.id.count == 32 && $0.id.allSatisfy(\.isHexDigit) })
    #expect(entries.map(\.name) == ["secret-name.jpg", "b.jpg"])
  }

  @Test func `A file keeps its id and gets another version when its bytes are others`() throws {
    try write("a.jpg", "one")
    let library = library(["a.jpg"])
    let before = try #require(library.page(offset: 0, limit: 1).entries.first)
    #expect(!library.refresh())
    try write("a.jpg", "three")
    #expect(library.refresh())
    let after = try #require(library[before.id])
    #expect(after.version != before.version)
    #expect(library.generation == 2)
  }

  @Test func `Links are resolved, and what they lead to is listed once`() throws {
    try write("a.jpg", "one")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link.jpg"), withDestinationPath: folder.path("a.jpg"))
    #expect(library(["a.jpg", "link.jpg"]).count == 1)
  }

  @Test func `What is not there is in the list, and its error where it is opened`() throws {
    let library = library(["missing.jpg"])
    let entry = try #require(library.page(offset: 0, limit: 1).entries.first)
    #expect(throws: (any Error).self) { try entry.open() }
  }

  @Test func `Parts of the list lie within it`() throws {
    for index in 0..<5 { try write("\(index).jpg", "x") }
    let library = library((0..<5).map { "\($0).jpg" })
    #expect(library.page(offset: 3, limit: 10).entries.map(\.name) == ["3.jpg", "4.jpg"])
    #expect(library.page(offset: 9, limit: 10).entries.isEmpty)
    #expect(library.page(offset: -1, limit: 1).entries.count == 1)
  }
}
