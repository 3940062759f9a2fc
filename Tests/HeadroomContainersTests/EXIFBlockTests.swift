import HeadroomContainers
import HeadroomTestSupport
import Testing

@Suite struct EXIFBlockTests {
  private func example() -> EXIFBlock {
    var block = EXIFBlock()
    block.image[EXIFBlock.Tag.make] = .ascii("Maker")
    block.image[EXIFBlock.Tag.model] = .ascii("A rather long model name")
    block.image[EXIFBlock.Tag.orientation] = .shorts([6])
    block.image[EXIFBlock.Tag.xResolution] = .rationals([.init(300, 1)])
    block.exif[0x829A] = .rationals([.init(1, 125)])
    block.exif[0x9204] = .signedRationals([.init(-2, 3)])
    block.exif[0x9000] = .undefined(Array("0232".utf8))
    block.exif[EXIFBlock.Tag.makerNote] = .undefined([UInt8](0..<77))
    block.gps[2] = .rationals([.init(52, 1), .init(30, 1), .init(1234, 100)])
    block.interoperability[1] = .ascii("R98")
    block.preview[0x0103] = .shorts([6])
    block.previewBytes = [0xFF, 0xD8, 0xFF, 0xD9]
    return block
  }

  @Test("A block comes back from its bytes")
  func roundTrip() throws {
    let block = example()
    #expect(try EXIFBlock(parsing: block.serialized()) == block)
    #expect(try EXIFBlock(parsing: EXIFBlock().serialized()).isEmpty)
  }

  @Test("Fields that share a long value take no memory without limit")
  func overlappingValues() throws {
    func little(_ number: Int, _ size: Int) -> [UInt8] {
      (0..<size).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    var bytes: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0] + little(2000, 2)
    for tag in 0..<2000 { bytes += little(0x1000 + tag, 2) + little(7, 2) + little(20_000, 4) + little(100, 4) }
    bytes += little(0, 4)
    let block = try EXIFBlock(parsing: bytes)
    #expect(block.image.count == 4 * bytes.count / 20_000)
    #expect(block.image[0x1000]?.opaqueBytes?.count == 20_000)
  }

  @Test("A little-endian block is read")
  func littleEndian() throws {
    let bytes: [UInt8] = [
      0x49, 0x49, 42, 0, 8, 0, 0, 0, 2, 0,
      0x12, 0x01, 3, 0, 1, 0, 0, 0, 8, 0, 0, 0,
      0x1A, 0x01, 5, 0, 1, 0, 0, 0, 38, 0, 0, 0,
      0, 0, 0, 0, 72, 0, 0, 0, 1, 0, 0, 0,
    ]
    let block = try EXIFBlock(parsing: bytes)
    #expect(block.orientation == 8)
    #expect(block.image[EXIFBlock.Tag.xResolution]?.numbers == [72])
    let turned = EXIFBlock.settingOrientation(3, in: bytes)
    #expect(turned.count == bytes.count)
    #expect(zip(turned, bytes).filter { $0 != $1 }.count == 1)
    #expect(try EXIFBlock(parsing: turned).orientation == 3)
  }

  @Test("Setting the orientation changes nothing else")
  func orientation() throws {
    let block = example()
    let bytes = block.serialized()
    for value in UInt32(1)...8 {
      let turned = EXIFBlock.settingOrientation(value, in: bytes)
      #expect(turned.count == bytes.count)
      var expected = block
      expected.orientation = value
      #expect(try EXIFBlock(parsing: turned) == expected)
    }
    var without = block
    without.image[EXIFBlock.Tag.orientation] = nil
    #expect(EXIFBlock.settingOrientation(1, in: without.serialized()) == without.serialized())
    #expect(try EXIFBlock(parsing: EXIFBlock.settingOrientation(5, in: without.serialized())).orientation == 5)
    #expect(try EXIFBlock(parsing: EXIFBlock.settingOrientation(5, in: [])).orientation == 5)
  }

  @Test("Damaged fields are left out, loops end, nothing traps")
  func hostile() throws {
    // IFD 0 is its own next directory and its own EXIF directory.
    let loop: [UInt8] = [
      0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x87, 0x69, 0, 4, 0, 0, 0, 1, 0, 0, 0, 8, 0, 0, 0, 8,
    ]
    #expect(try EXIFBlock(parsing: loop).isEmpty)
    let bytes = example().serialized()
    for end in stride(from: 0, to: bytes.count, by: 7) { _ = try? EXIFBlock(parsing: Array(bytes[..<end])) }
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<3000 {
      var mutated = bytes
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        mutated[Int.random(in: 0..<mutated.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      _ = try? EXIFBlock(parsing: mutated).serialized()
      _ = EXIFBlock.settingOrientation(4, in: mutated)
    }
  }
}
