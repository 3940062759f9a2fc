import Foundation
import HeadroomTestSupport
import Testing

@Suite struct MalformedInputTests {
  /// One line, exit code 3, nothing on standard output: what every bad input gets.
  private func expectRefusal(_ path: String, _ scratch: Scratch) throws {
    for arguments in [["info", path], ["pixels", path], ["convert", path, scratch.path("out.png")]] {
      let result = try Headroom.run(arguments)
      #expect(result.status == 3, "\(arguments)")
      #expect(result.output.isEmpty, "\(arguments)")
      #expect(result.errorLines.count == 1, "\(arguments)")
      #expect(result.errors.hasPrefix("headroom: \(path): "), "\(arguments)")
    }
    #expect(!scratch.contents.contains("out.png"))
  }

  @Test func `Missing, empty, foreign and mislabelled files`() throws {
    let scratch = try Scratch()
    try expectRefusal(scratch.path("missing.jpg"), scratch)
    try expectRefusal(scratch.write([], to: "empty.jpg"), scratch)
    try expectRefusal(scratch.write(Array("not a picture".utf8), to: "text.jpg"), scratch)
    try expectRefusal(scratch.write([0xFF, 0xD8, 0xFF], to: "short.jpg"), scratch)
    try expectRefusal(scratch.folder.path, scratch)
    // The content decides, not the name.
    let fixture = FixturePNG(width: 2, height: 2) { _, _ in (0, 0, 0) }
    #expect(try Headroom.run("info", try scratch.write(fixture.bytes, to: "wrong.jpg")).status == 0)
  }

  @Test func `A gigantic size is refused before anything is allocated`() throws {
    let scratch = try Scratch()
    var fixture = FixturePNG(width: 1, height: 1) { _, _ in (0, 0, 0) }
    fixture.width = 2_000_000_000
    fixture.height = 2_000_000_000
    fixture.codes = []
    try expectRefusal(scratch.write(fixture.headerOnly, to: "huge.png"), scratch)
  }

  @Test func `The limit on pixels is the user's`() throws {
    let scratch = try Scratch()
    let fixture = FixturePNG(width: 30, height: 20) { _, _ in (0, 0, 0) }
    let path = try scratch.write(fixture.bytes, to: "a.png")
    #expect(try Headroom.run("pixels", path, "--max-pixels", "599").status == 3)
    #expect(try Headroom.run("pixels", path, "--max-pixels", "600").status == 0)
  }

  @Test func `Every prefix of a picture fails cleanly or is complete`() throws {
    let scratch = try Scratch()
    let fixture = FixturePNG(width: 12, height: 9) { x, y in (UInt16(x * 5000), UInt16(y * 7000), 100) }.pq
    let bytes = fixture.bytes
    for length in stride(from: 0, to: bytes.count, by: 37) {
      let path = try scratch.write(Array(bytes[..<length]), to: "cut.png")
      let result = try Headroom.run("pixels", path)
      #expect(result.status == 3 || result.status == 0, "\(length) bytes")
      #expect(result.status == 0 || result.errorLines.count == 1, "\(length) bytes")
    }
  }

  @Test(.enabled(if: TestData.isAvailable))
  func `The corpus of broken files is refused, file by file`() throws {
    let folder = TestData.root.appending(path: "stills/malformed")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [.isRegularFileKey])
    for case let file as URL in files ?? .init()
    where (try? file.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true {
      let result = try Headroom.run("info", file.path)
      #expect([0, 3].contains(result.status), "\(file.lastPathComponent)")
      #expect(result.status == 0 || result.errorLines.count == 1, "\(file.lastPathComponent)")
    }
  }
}
