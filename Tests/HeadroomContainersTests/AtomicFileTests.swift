import Foundation
import HeadroomContainers
import HeadroomTestSupport
import Testing

private func contents(_ path: String) -> [UInt8]? { FileManager.default.contents(atPath: path).map { [UInt8]($0) } }

@Suite struct AtomicFileTests {
  @Test("A file is not there before the commit and whole after it")
  func appears() throws {
    let folder = try TemporaryFolder()
    var file = try AtomicFile(path: folder.path("a"))
    try file.write([1, 2])
    #expect(contents(folder.path("a")) == nil)
    try file.write([3])
    try file.commit(isDurable: true)
    #expect(contents(folder.path("a")) == [1, 2, 3])
    #expect(folder.names == ["a"])
  }

  @Test("Without a commit nothing is left and the old file stays")
  func abandoned() throws {
    let folder = try TemporaryFolder()
    try AtomicFile.write([9], to: folder.path("a"))
    do {
      var file = try AtomicFile(path: folder.path("a"))
      try file.write([1, 2, 3])
    }
    #expect(contents(folder.path("a")) == [9])
    #expect(folder.names == ["a"])
  }

  @Test("Replacing keeps the file's rights and follows symbolic links")
  func replacing() throws {
    let folder = try TemporaryFolder()
    try AtomicFile.write([9], to: folder.path("real"))
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.path("real"))
    try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "real")
    try AtomicFile.write([1], to: folder.path("link"))
    #expect(contents(folder.path("real")) == [1])
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("real"))
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link")) == "real")
    #expect(folder.names == ["link", "real"])
  }

  @Test("A file that must not be replaced is not")
  func refusing() throws {
    let folder = try TemporaryFolder()
    try AtomicFile.write([9], to: folder.path("a"))
    #expect(throws: ImageIOError.unwritable(path: folder.path("a"), reason: "the file exists")) {
      try AtomicFile.write([1], to: folder.path("a"), replacing: false)
    }
    try AtomicFile.write([1], to: folder.path("b"), replacing: false)
    #expect(contents(folder.path("a")) == [9])
    #expect(folder.names == ["a", "b"])
  }

  @Test("A folder, and a place without a folder, are refused")
  func refused() throws {
    let folder = try TemporaryFolder()
    #expect(throws: ImageIOError.self) { try AtomicFile.write([1], to: folder.url.path) }
    let missing = folder.path("no/such")
    #expect(throws: ImageIOError.unwritable(path: missing, reason: "there is no such directory")) {
      try AtomicFile.write([1], to: missing)
    }
  }

  @Test("Devices are written directly")
  func device() throws { try AtomicFile.write([1, 2, 3], to: "/dev/null") }
}

@Suite struct SystemPathTests {
  @Test(
    arguments: [
      [], [0x61], [0xFF], [0x63, 0x61, 0x66, 0xE9], [0xC3, 0xA9, 0xC3], [0xED, 0xA0, 0x80], [0xF4, 0x8F, 0xBA, 0x80],
      [0xF4, 0x8F, 0xB9, 0xBF, 0x2F, 0xF4], [0xF0, 0x9F, 0x8E, 0x84, 0xC0, 0x80], [0xF5, 0x80, 0x80, 0x80],
    ] as [[UInt8]])
  func `Names of any bytes come back as they were`(_ name: [UInt8]) {
    #expect(SystemPath.bytes(SystemPath.string(name)) == name)
  }

  @Test func `Names that are UTF-8 are their text`() {
    #expect(SystemPath.string(Array("Ä/🎄.png".utf8)) == "Ä/🎄.png")
  }
}

@Suite struct MappedFileTests {
  @Test func `A mapped file that becomes shorter reads as zeros and is an error`() throws {
    let folder = try TemporaryFolder()
    try AtomicFile.write([UInt8](repeating: 7, count: 1 << 20), to: folder.path("a"))
    let bytes = try FileBytes(path: folder.path("a"), mapsFrom: 1) { _ in }
    try bytes.checkIntact()
    let handle = try FileHandle(forWritingTo: URL(filePath: folder.path("a")))
    try handle.truncate(atOffset: 10_000)
    #expect(bytes[5] == 7 && bytes[500_000] == 0)
    #expect(throws: ImageIOError.self) { try bytes.checkIntact() }
    // Also when it has its size again.
    try handle.truncate(atOffset: 1 << 20)
    #expect(throws: ImageIOError.self) { try bytes.checkIntact() }
    #expect(throws: ImageIOError.self) { try bytes.reading { 1 } }
  }

  @Test("A folder that takes no files is named as the reason")
  func noFiles() {
    #expect(throws: ImageIOError.unwritable(path: "/proc/a", reason: "no files can be made in /proc")) {
      _ = try AtomicFile(path: "/proc/a")
    }
    #expect(throws: ImageIOError.unwritable(path: "/no/such/a", reason: "there is no such directory")) {
      _ = try AtomicFile(path: "/no/such/a")
    }
  }
}
