import HeadroomContainers
import HeadroomTestSupport
import Testing

@Suite("EXIF blocks changed in place")
struct EXIFPatchTests {
  private typealias Tag = EXIFBlock.Tag

  private static func block() -> EXIFBlock {
    var block = EXIFBlock()
    block.image[Tag.make] = .ascii("Maker")
    block.image[0x013B] = .ascii("SECRET-ARTIST")
    block.exif[0x829A] = .rationals([.init(1, 125)])
    block.exif[Tag.makerNote] = .undefined(Array("NOTE".utf8) + [UInt8](0..<77))
    block.gps[1] = .ascii("N")
    block.gps[2] = .rationals([.init(52, 1), .init(30, 1), .init(1234, 100)])
    block.interoperability[1] = .ascii("R98")
    block.preview[0x0103] = .shorts([6])
    block.previewBytes = [0xFF, 0xD8, 0xFF, 0xD9]
    return block
  }

  /// The same block with the least significant byte first.
  private static func little() -> [UInt8] {
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
      number(tag, 2) + number(type, 2) + number(count, 4) + value
    }
    var bytes: [UInt8] = [0x49, 0x49, 42, 0] + number(8, 4)
    bytes += number(2, 2) + entry(0x013B, 2, 14, number(38, 4)) + entry(0x8769, 4, 1, number(52, 4)) + number(0, 4)
    bytes += Array("SECRET-ARTIST\0".utf8)
    bytes += number(2, 2) + entry(0x829A, 5, 1, number(82, 4)) + entry(0x927C, 7, 6, number(90, 4)) + number(0, 4)
    return bytes + number(1, 4) + number(125, 4) + Array("MAKER!".utf8)
  }

  private static func place(of text: String, in bytes: [UInt8]) -> Int? {
    let wanted = Array(text.utf8)
    return bytes.indices.first { bytes[$0...].starts(with: wanted) }
  }

  @Test func `what stays keeps its place, and what goes leaves no trace`() throws {
    let bytes = Self.block().serialized()
    var changed = try EXIFBlock(parsing: bytes)
    changed.image[0x013B] = .ascii("A longer name of another artist")
    changed.image[0x8298] = .ascii("(c) Somebody")
    changed.exif[0x829D] = .rationals([.init(28, 10)])
    changed.gps = [:]
    let result = changed.serialized(over: bytes)
    #expect(try EXIFBlock(parsing: result) == changed)
    #expect(Self.place(of: "NOTE", in: result) == Self.place(of: "NOTE", in: bytes))
    #expect(Self.place(of: "SECRET", in: result) == nil)
    #expect(result.count < bytes.count + 200)
    let place: [UInt8] = [0, 0, 0, 52, 0, 0, 0, 1, 0, 0, 0, 30]
    #expect(bytes.indices.contains { bytes[$0...].starts(with: place) })
    #expect(!result.indices.contains { result[$0...].starts(with: place) })
    // Nothing to change changes nothing.
    #expect(try EXIFBlock(parsing: bytes).serialized(over: bytes) == bytes)
  }

  @Test func `the order of bytes stays`() throws {
    let bytes = Self.little()
    var changed = try EXIFBlock(parsing: bytes)
    #expect(changed.image[0x013B]?.text == "SECRET-ARTIST")
    changed.image[0x013B] = nil
    changed.image[0x0112] = .shorts([6])
    changed.exif[0x9204] = .signedRationals([.init(-2, 3)])
    changed.gps[2] = .rationals([.init(52, 1), .init(30, 1), .init(0, 1)])
    let result = changed.serialized(over: bytes)
    #expect(result.starts(with: [0x49, 0x49]) && Self.place(of: "MAKER!", in: result) == 90)
    #expect(try EXIFBlock(parsing: result) == changed)
    #expect(Self.place(of: "SECRET", in: result) == nil)
  }

  @Test func `many changes come back, and damaged blocks are written anew`() throws {
    var generator = SeededGenerator(seed: 38)
    var bytes = Self.block().serialized()
    for _ in 0..<200 {
      var block = try EXIFBlock(parsing: bytes)
      let tag = UInt16.random(in: 0x9000...0x9010, using: &generator)
      let text = String(repeating: "x", count: Int.random(in: 0...20, using: &generator))
      switch Int.random(in: 0...3, using: &generator) {
      case 0: block.image[tag] = .ascii(text)
      case 1: block.exif[tag] = Bool.random(using: &generator) ? .ascii(text) : nil
      case 2: block.gps[tag] = Bool.random(using: &generator) ? .doubles([0.5]) : nil
      default: block.interoperability = Bool.random(using: &generator) ? [1: .ascii(text)] : [:]
      }
      bytes = block.serialized(over: bytes)
      #expect(try EXIFBlock(parsing: bytes) == block)
    }
    let whole = Self.block().serialized()
    for count in stride(from: 0, to: whole.count, by: 3) {
      let cut = Array(whole.prefix(count))
      var block = (try? EXIFBlock(parsing: cut)) ?? EXIFBlock()
      block.image[0x8298] = .ascii("(c)")
      // A preview without its bytes is none.
      if block.previewBytes == nil { block.preview = [:] }
      #expect(try EXIFBlock(parsing: block.serialized(over: cut)) == block)
    }
  }
}
