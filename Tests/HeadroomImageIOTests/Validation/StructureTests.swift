import HeadroomContainers
import HeadroomImageIO
import HeadroomRAW
import Testing

@Suite struct StructureTests {
  /// Parts lie one behind the other, without holes or overlaps, and children inside their parents.
  static func expectSeamless(_ parts: [FilePart], in range: Range<Int>) {
    var position = range.lowerBound
    for part in parts {
      #expect(part.offset == position, "\(part.name)")
      position += part.byteCount
    }
    #expect(position == range.upperBound)
  }

  @Test func `a JPEG's pictures and segments cover the file`() throws {
    let bytes = try JPEGFixture.file()
    let parts = try JPEGFixture.open(bytes).structure()
    Self.expectSeamless(parts, in: 0..<bytes.count)
    #expect(parts.map(\.name) == ["picture", "picture"])
    for part in parts { Self.expectSeamless(part.children, in: part.offset..<part.offset + part.byteCount) }
    let block = try #require(parts[0].children.first { $0.summary.hasPrefix("multi-picture") })
    #expect(block.children.map(\.offset) == parts.map(\.offset))
    #expect(block.children.map(\.byteCount) == parts.map(\.byteCount))
    #expect(parts[1].children.contains { $0.summary.hasPrefix("ISO 21496-1, metadata") })
  }

  @Test func `a PNG's chunks cover the file`() throws {
    var builder = PNGBuilder(width: 5, height: 4)
    builder.chunks = [PNGBuilder.chunk("cICP", [9, 16, 0, 1])]
    builder.pictureChunkLength = 11
    let bytes = builder.file { _, _, _ in 7 }
    let parts = try JPEGFixture.open(bytes + [9, 9]).structure()
    Self.expectSeamless(parts, in: 0..<bytes.count + 2)
    #expect(parts.map(\.name) == ["signature", "IHDR", "cICP", "IDAT", "IEND", "trailer"])
    #expect(parts[1].summary == "5x4, 8 bit, colour type 2")
    #expect(parts[2].summary == "CICP 9/16/0, range 1")
  }

  @Test func `taking the map out leaves the picture's bytes alone`() throws {
    let bytes = try JPEGFixture.file()
    let reader = try #require(JPEGFixture.open(bytes) as? any CodedEditing)
    let stripped = try reader.edited(by: CodedEdit(removesGainMap: true)).bytes
    let (before, after) = (try JPEGFixture.open(bytes), try JPEGFixture.open(stripped))
    #expect(after.info.gainMap == nil)
    #expect(after.info.warnings.isEmpty)
    #expect(after.info.orientation == before.info.orientation)
    #expect(after.info.iccProfile == before.info.iccProfile)
    let tables = try #require(bytes.firstRange(of: [0xFF, 0xDB]))
    let map = try JPEGFixture.mapOffset(bytes)
    #expect(stripped.suffix(map - tables.lowerBound) == bytes[tables.lowerBound..<map])
    #expect(stripped.firstRange(of: Array("21496".utf8)) == nil)
    #expect(stripped.firstRange(of: Array("hdrgm".utf8)) == nil)
  }
}
