import Foundation
import HeadroomContainers
import Testing

@Suite struct FolderEntriesTests {
  /// Entries of the system are as long as their names, and many fill its buffer to the last byte: what lay behind that was read
  /// too, and sometimes was no memory.
  @Test func `All names of a large folder are read, long and short ones`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "entries-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let names = Set((0..<1200).map { "\($0)-" + String(repeating: "n", count: $0 % 250) })
    for name in names { try Data().write(to: folder.appending(path: name)) }
    let found = try #require(FolderEntries.names(in: folder.path) { !$0.hasPrefix(".") })
    #expect(found.count == names.count && Set(found) == names)
    #expect(FolderEntries.names(in: folder.path) { $0 == "7-nnnnnnn" } == ["7-nnnnnnn"])
    #expect(FolderEntries.names(in: folder.appending(path: "none").path) { _ in true } == nil)
  }
}
