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

  @Test func `declared sizes cannot overflow the limits`() {
    let limits = DecodeLimits()
    #expect(throws: ImageIOError.self) { try limits.check(width: .max, height: .max, part: "x") }
    #expect(throws: ImageIOError.self) { try limits.check(width: 0, height: 5, part: "x") }
    #expect(throws: ImageIOError.self) { try limits.check(width: 65_535, height: 65_535, part: "x") }
    #expect(throws: Never.self) { try limits.check(width: 16_384, height: 16_384, part: "x") }
    #expect(throws: ImageIOError.self) { try DecodeLimits(maxPixels: -1).check(width: 1, height: 1, part: "x") }
  }
}
