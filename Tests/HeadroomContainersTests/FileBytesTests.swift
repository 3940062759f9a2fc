import Foundation
import HeadroomContainers
import Testing

@Suite struct FileBytesTests {
  @Test func `numbers are read in both byte orders`() throws {
    let bytes = FileBytes([0x01, 0x02, 0x03, 0x04, 0xFF, 0xFF, 0xFF, 0xFE, 0x61, 0x62, 0x63, 0x00])
    var reader = ByteReader(bytes, part: "test")
    #expect(try reader.u16() == 0x0102)
    reader.byteOrder = .little
    #expect(try reader.u16() == 0x0403)
    reader.byteOrder = .big
    #expect(try reader.s32() == -2)
    #expect(try reader.fourCC() == "abc?")
    #expect(reader.isAtEnd)
    try reader.seek(to: 0)
    #expect(try reader.u64() == 0x0102_0304_FFFF_FFFE)
  }

  @Test func `reads behind the end are errors that say where`() throws {
    let bytes = FileBytes([UInt8](0..<20))
    var reader = ByteReader(bytes, range: 4..<8, part: "box")
    #expect(reader.count == 4)
    _ = try reader.u8()
    #expect(throws: ImageIOError.truncated(part: "box", needed: 4, available: 3, offset: 5)) { try reader.u32() }
    #expect(throws: ImageIOError.self) { try reader.take(.max) }
    #expect(throws: ImageIOError.self) { try reader.skip(-1) }
    #expect(throws: ImageIOError.self) { try reader.seek(to: 5) }
    #expect(throws: ImageIOError.self) { try reader.seek(to: -1) }
    var inner = try reader.part(2, named: "box/inner")
    #expect(try inner.u16() == 0x0506)
    #expect(reader.rest == [7])
    #expect(bytes[20] == nil && bytes[-1] == nil && bytes[19] == 19)
    #expect(bytes.copy(18..<40) == [18, 19])
    #expect(!bytes.hasBytes([18, 19, 20], at: 18) && !bytes.hasBytes([1], at: .max))
    #expect(bytes.firstIndex(of: 9, in: 0..<100) == 9)
    #expect(bytes.firstIndex(of: 9, in: 10..<100) == nil)
  }

  @Test func `borrowed bytes are those of the array, and errors come through`() throws {
    let bytes = [UInt8](0..<200)
    let sum = FileBytes.borrowing(bytes) { file in (0..<file.count).reduce(0) { $0 + Int(file[$1] ?? 0) } }
    #expect(sum == 199 * 200 / 2)
    #expect(FileBytes.borrowing([]) { $0.count } == 0)
    #expect(throws: ImageIOError.self) {
      try FileBytes.borrowing(bytes) { (file) throws(ImageIOError) in
        var reader = ByteReader(file, part: "test")
        try reader.skip(201)
      }
    }
    var out = ByteWriter()
    let file = FileBytes(bytes)
    out.append(190..<300, of: file)
    out.append(-5..<2, of: file)
    #expect(out.bytes == [UInt8](190..<200) + [0, 1])
  }

  @Test func `an error is one line with part and offset`() {
    let error = ImageIOError.malformed(part: "meta/iprp/ipco", text: "box length 12 exceeds its parent", offset: 0x1F4)
    #expect(error.description == "meta/iprp/ipco: box length 12 exceeds its parent (offset 0x1f4)")
    #expect(ImageIOError.empty.description == "the file is empty")
  }

  @Test func `files and pipes are read whole`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "data").path
    let content = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0) })
    try content.write(to: URL(filePath: path))
    let bytes = try FileBytes(path: path) { _ in }
    #expect(bytes.count == content.count && bytes.path == path)
    #expect(bytes.copy(0..<bytes.count) == [UInt8](content))
    try Data().write(to: URL(filePath: path))
    #expect(try FileBytes(path: path) { _ in }.count == 0)
  }

  /// What is read of a pipe that `bytes` come through, and zeros behind them for ever.
  private func readEndless(_ bytes: [UInt8]) throws -> FileBytes {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (head, fifo) = (folder.appending(path: "head").path, folder.appending(path: "fifo").path)
    try Data(bytes).write(to: URL(filePath: head))
    let writer = Process()
    writer.executableURL = URL(filePath: "/bin/sh")
    writer.arguments = ["-c", "mkfifo '\(fifo)' && : > '\(head).made' && cat '\(head)' /dev/zero > '\(fifo)'"]
    writer.standardError = FileHandle.nullDevice
    try writer.run()
    defer { writer.waitUntilExit() }
    while !FileManager.default.fileExists(atPath: head + ".made"), writer.isRunning { usleep(10_000) }
    return try FileBytes(path: fifo, streamLimit: 1 << 20) { _ in }
  }

  private static let chunks: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + [0, 0, 0x20, 0] + Array("IDAT".utf8)
    + [UInt8](repeating: 7, count: 0x2004) + [0, 0, 0, 0] + Array("IEND".utf8) + [1, 2, 3, 4]
  private static let boxes: [UInt8] =
    [0, 0, 0, 16] + Array("ftypavif".utf8) + [0, 0, 0, 0] + [0, 0, 0, 1] + Array("mdat".utf8)
    + [0, 0, 0, 0, 0, 0, 0x30, 0] + [UInt8](repeating: 7, count: 0x3000 - 16) + [0, 0, 0, 8] + Array("free".utf8)
  private static let riff: [UInt8] =
    Array("RIFF".utf8) + [5, 0x20, 0, 0] + Array("WEBP".utf8) + [UInt8](repeating: 7, count: 0x2002)

  @Test(arguments: [Self.chunks, Self.boxes, Self.riff])
  func `of a pipe that does not end as much is read as its container says`(_ bytes: [UInt8]) throws {
    let found = try readEndless(bytes)
    #expect(found.copy(0..<found.count) == bytes)
  }

  @Test func `a pipe whose container does not say where it ends is refused beyond the limit`() throws {
    let error = try #require(throws: ImageIOError.self) { try readEndless(Array("II*\0".utf8)) }
    guard case .unreadable(_, let reason) = error else { throw error }
    #expect(reason == "1 MiB and more came through a pipe; larger pictures have to be files")
  }

  @Test func `declared sizes cannot overflow the limits`() {
    let limits = DecodeLimits()
    #expect(throws: ImageIOError.self) { try limits.check(width: .max, height: .max, part: "x") }
    #expect(throws: ImageIOError.self) { try limits.check(width: 0, height: 5, part: "x") }
    #expect(throws: ImageIOError.self) { try limits.check(width: 65_535, height: 65_535, part: "x") }
    #expect(throws: Never.self) { try limits.check(width: 16_384, height: 16_384, part: "x") }
    #expect(throws: ImageIOError.self) { try DecodeLimits(maxPixels: -1).check(width: 1, height: 1, part: "x") }
  }
}
