import Foundation
import HeadroomContainers
import HeadroomTestSupport
import Testing

/// `.cube` files: every dialect of the test data, and what is said of broken ones.
@Suite struct CubeFileTests {
  private static func read(_ text: String) throws -> CubeFile { try CubeFile(Array(text.utf8)) }

  private static let two = "0 0 0\n1 0 0\n0 1 0\n1 1 0\n0 0 1\n1 0 1\n0 1 1\n1 1 1\n"

  @Test func `curves, table and domains are read`() throws {
    let file = try Self.read(
      "TITLE \"a name\"\nLUT_1D_SIZE 2\nLUT_3D_SIZE 2\nDOMAIN_MIN -1 0 0.5\nDOMAIN_MAX 1 2 3\n0 .5 1e-1\n1 1 1\n"
        + Self.two)
    #expect(file.title == "a name")
    #expect(file.curves?.values == [SIMD3(0, 0.5, 0.1), SIMD3(1, 1, 1)])
    #expect(file.curves?.domain == .init(low: [-1, 0, 0.5], high: [1, 2, 3]))
    #expect(file.cube?.size == 2)
    #expect(file.cube?.domain == .init())
    #expect(file.cube?.values[1] == SIMD3(1, 0, 0))
  }

  @Test func `white space, breaks, comments, marks and case of a file do not matter`() throws {
    let plain = try Self.read("LUT_3D_SIZE 2\n" + Self.two)
    for text in [
      "\u{FEFF}LUT_3D_SIZE 2\n" + Self.two, "\tLUT_3D_SIZE\t2 # two\r\n\r\n" + Self.two.replacing("\n", with: "\r\n"),
      "LUT_3D_SIZE 2\r" + Self.two.replacing("\n", with: "\r"),
      "# é\n LUT_3D_SIZE 2\n#\n" + Self.two.replacing("\n", with: " \n\n"),
      "LUT_3D_SIZE 2\nDOMAIN_MIN 0 0 0\nDOMAIN_MAX 1 1 1\n" + Self.two.dropLast(),
    ] {
      let file = try Self.read(text)
      #expect(file.cube == plain.cube)
    }
    // A comment need not be UTF-8.
    #expect(
      try CubeFile(Array("# ".utf8) + [0xE9, 10] + Array(("LUT_3D_SIZE 2\n" + Self.two).utf8)).cube == plain.cube)
  }

  @Test func `ranges of Resolve are domains`() throws {
    let both = try Self.read(
      "LUT_1D_SIZE 2\nLUT_1D_INPUT_RANGE -1 3\nLUT_3D_SIZE 2\nLUT_3D_INPUT_RANGE 0 2\n0 0 0\n1 1 1\n" + Self.two)
    #expect(both.curves?.domain == .init(low: [-1, -1, -1], high: [3, 3, 3]))
    #expect(both.cube?.domain == .init(low: [0, 0, 0], high: [2, 2, 2]))
    let table = try Self.read("LUT_3D_SIZE 2\nLUT_1D_INPUT_RANGE -1 3\n" + Self.two)
    #expect(table.cube?.domain == .init(low: [-1, -1, -1], high: [3, 3, 3]))
  }

  @Test(
    "broken files say what is wrong, and in which line",
    arguments: [
      ("", 1, "neither"), ("TITLE \"x\"\n", 1, "neither"), ("LUT_3D_SIZE 1\n", 1, "between 2 and 128"),
      ("LUT_3D_SIZE 129\n", 1, "between 2 and 128"), ("LUT_1D_SIZE 65537", 1, "65536"),
      ("LUT_3D_SIZE 99999999999999999999", 1, "whole number"), ("LUT_3D_SIZE -2", 1, "between"),
      ("LUT_3D_SIZE 2 2", 1, "one whole number"), ("LUT_3D_SIZE 2\nLUT_3D_SIZE 2", 2, "second"),
      ("LUT_1D_SIZE 2\n0 0 0\n", 2, "1 of 2"), ("LUT_1D_SIZE 2\n0 0 0\n1 1 1\n1 1 1\n", 4, "more than the 2"),
      ("LUT_1D_SIZE 2\n\n0 green 0\n", 3, "'green' is not a number"), ("LUT_1D_SIZE 2\n0 0 0 1\n", 2, "found 4"),
      ("LUT_1D_SIZE 2\nnan 0 0\n", 2, "'nan' is not"), ("LUT_1D_SIZE 2\n1e99 0 0\n", 2, "'1e99'"),
      ("0 0 0\n", 1, "before LUT_1D_SIZE"),
      ("LUT_1D_SIZE 2\nDOMAIN_MIN 1 1 1\nDOMAIN_MAX 0 0 0\n0 0 0\n1 1 1", 3, "below"),
      ("LUT_1D_SIZE 2\nDOMAIN_MIN 0 0\n", 2, "found 2"), ("LUT_1D_SIZE 2\nLUT_1D_INPUT_RANGE 3 1\n", 2, "not below"),
      ("LUT_1D_SIZE 2\nDOMAIN_MAXX 1 1 1\n", 2, "did you mean 'DOMAIN_MAX'"),
      ("LUT_1D_SIZE 2\n0 0 0\nDOMAIN_MIN 0 0 0\n", 3, "behind the first entry"),
    ])
  func broken(_ text: String, _ line: Int, _ words: String) throws {
    let error = try #require(throws: CubeFileError.self) { _ = try Self.read(text) }
    #expect(error.line == line, "\(error)")
    #expect(error.reason.contains(words), "\(error)")
  }

  /// Whole or not as the list beside them says.
  @Test(.enabled(if: TestData.cubes != nil, "no cubes in the test data"))
  func `files of other people's programs`() throws {
    struct Entry: Decodable {
      let file: String
      let size: String
      let broken: Bool
    }
    let folder = try #require(TestData.cubes)
    let list = try JSONDecoder().decode(
      [Entry].self, from: Data(contentsOf: folder.appending(path: "MANIFEST.json")))
    #expect(list.count >= 20)
    for entry in list {
      let bytes = [UInt8](try Data(contentsOf: folder.appending(path: entry.file)))
      #expect(CubeFile.isCube(bytes), "\(entry.file)")
      guard !entry.broken else {
        #expect(throws: CubeFileError.self, "\(entry.file)") { _ = try CubeFile(bytes) }
        continue
      }
      let file = try CubeFile(bytes)
      let sizes = [file.curves.map { "1D \($0.size)" }, file.cube.map { "3D \($0.size)" }].compactMap { $0 }
      #expect(sizes.joined(separator: " + ") == entry.size)
    }
  }

  @Test func `every prefix and every damaged byte gives a value or an error`() {
    let whole = Array("TITLE \"x\"\nLUT_1D_SIZE 2\nDOMAIN_MIN 0 0 0\nDOMAIN_MAX 1 2 3\n0 0 0\n1e-3 .5 1\n".utf8)
    for count in 0..<whole.count { _ = try? CubeFile(Array(whole[..<count])) }
    for index in whole.indices {
      for byte in [0, 10, 32, 35, 45, 57, 128, 255] as [UInt8] {
        var changed = whole
        changed[index] = byte
        _ = try? CubeFile(changed)
      }
    }
  }
}

extension CubeFileTests {
  @Test func `A comment of any length before the size is no table of numbers`() {
    let text =
      "# " + String(repeating: "x", count: 200_000) + "\nLUT_3D_SIZE 2\n" + String(repeating: "0 0 0\n", count: 8)
    #expect(CubeFile.isCube(Array(text.utf8)))
    #expect(!CubeFile.isCube(Array(String(repeating: "x", count: 200_000).utf8)))
  }
}
