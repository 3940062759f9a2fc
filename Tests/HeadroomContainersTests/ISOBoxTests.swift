import HeadroomContainers
import Testing

/// Boxes that are written come back, those inside boxes too: films have the same as stills.
@Suite struct ISOBoxTests {
  private let movie = BoxBytes.box(
    "moov",
    BoxBytes.fullBox("mvhd", version: 1, flags: 3, [1, 2, 3, 4])
      + BoxBytes.box("trak", BoxBytes.box("mdia", BoxBytes.box("hdlr", BoxBytes.text("vide")))))

  @Test func `boxes inside boxes have a path and a place`() throws {
    let bytes = FileBytes(BoxBytes.box("free", []) + movie)
    let file = ISOBoxList(of: bytes, limits: .standard)
    let top = try file.boxes()
    #expect(top.map(\.type) == ["free", "moov"] && top[1].start == 8 && top[1].byteCount == movie.count)
    let inside = try file.inside(top[1])
    let parts = try inside.boxes()
    var header = inside.reader(of: parts[0])
    let versionAndFlags = try header.fullBoxHeader()
    #expect(versionAndFlags.version == 1 && versionAndFlags.flags == 3)
    #expect(header.rest == [1, 2, 3, 4])
    let media = try inside.inside(parts[1])
    let handlers = try media.inside(try media.boxes()[0])
    let handler = try handlers.boxes()[0]
    #expect(handler.path == "moov/trak/mdia/hdlr")
    var text = handlers.reader(of: handler)
    #expect(try text.text() == "vide")
  }

  @Test func `sizes of 64 bits, and to the end of the file, are read`() throws {
    let large: [UInt8] = [0, 0, 0, 1] + Array("mdat".utf8) + [0, 0, 0, 0, 0, 0, 0, 18] + [7, 8]
    let last: [UInt8] = [0, 0, 0, 0] + Array("mdat".utf8) + [9]
    let boxes = try ISOBoxList(of: FileBytes(large + last), limits: .standard).boxes()
    #expect(boxes.map(\.payload) == [16..<18, 26..<27])
    #expect(boxes.allSatisfy { !$0.isCut })
  }

  @Test(arguments: [UInt64(0), 0xFFFF_FFF7, 0xFFFF_FFF8, 5 << 32])
  func `a size beyond 32 bits is written as one of 64`(_ count: UInt64) throws {
    let header = BoxBytes.header("mdat", bodyCount: count)
    #expect(header.count == (count + 8 > UInt64(UInt32.max) ? 16 : 8))
    // The rest of the box is not there: nobody has that much memory.
    let file = header + [UInt8](repeating: 0, count: min(Int(count), 4))
    let box = try #require(ISOBoxList(of: FileBytes(file), limits: .standard).boxes().first)
    #expect(box.type == "mdat" && box.payload.lowerBound == header.count && box.isCut == (count > 4))
    var reader = ByteReader(FileBytes(header), range: 0..<header.count, part: "header")
    let small = UInt64(try reader.u32())
    _ = try reader.type()
    #expect(try (small == 1 ? reader.u64() : small) == count + UInt64(header.count))
  }

  @Test func `a box that is longer than its parent, and one that is cut, say so`() throws {
    var broken = movie
    broken[11] = 200
    let list = ISOBoxList(of: FileBytes(broken), limits: .standard)
    let outer = try list.boxes()
    #expect(throws: ImageIOError.malformed(part: "moov/mvhd", text: "box length 200 exceeds its parent", offset: 8)) {
      try list.inside(outer[0]).boxes()
    }
    let cut = try ISOBoxList(of: FileBytes(movie.dropLast()), limits: .standard).boxes()
    #expect(cut[0].isCut)
  }
}
