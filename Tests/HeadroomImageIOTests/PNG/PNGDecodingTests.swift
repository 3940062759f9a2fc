import HeadroomColor
import HeadroomContainers
import HeadroomFilters
import HeadroomImageIO
import HeadroomPixels
import HeadroomRAW
import HeadroomTestSupport
import Testing

/// What a sample has to be: asymmetric in every direction and channel.
private func sample(_ x: Int, _ y: Int, _ channel: Int, depth: Int) -> UInt16 {
  UInt16(truncatingIfNeeded: (x * 2741 + y * 9973 + channel * 30011 + x * y * 17) % (1 << depth))
}

private func decode(_ file: [UInt8], allowPartial: Bool = false) throws -> StillImage {
  try ImageFormats.open(FileBytes(file)).decode(DecodeRequest(allowPartial: allowPartial))
}

@Suite struct PNGDecodingTests {
  struct Kind: CustomTestStringConvertible, Sendable {
    var colorType: Int
    var depth: Int
    var isInterlaced: Bool
    var testDescription: String { "type \(colorType), \(depth) bits\(isInterlaced ? ", interlaced" : "")" }
  }

  static let kinds: [Kind] = [(0, [1, 2, 4, 8, 16]), (2, [8, 16]), (4, [8, 16]), (6, [8, 16])].flatMap { type, depths in
    depths.flatMap { depth in [false, true].map { Kind(colorType: type, depth: depth, isInterlaced: $0) } }
  }

  @Test("Samples of every colour type and depth come out as stored", arguments: kinds)
  func everyKind(kind: Kind) throws {
    for (width, height) in [(13, 11), (1, 1), (3, 9), (33, 2)] {
      let builder = PNGBuilder(
        width: width, height: height, bitDepth: kind.depth, colorType: kind.colorType, isInterlaced: kind.isInterlaced,
        pictureChunkLength: 29)
      let picture = try decode(builder.file { sample($0, $1, $2, depth: kind.depth) })
      let scale = kind.depth < 8 ? 255 / ((1 << kind.depth) - 1) : 1
      let expected = (0..<width * height * builder.channels).map { index in
        let (pixel, channel) = index.quotientAndRemainder(dividingBy: builder.channels)
        return UInt16(scale) * sample(pixel % width, pixel / width, channel, depth: kind.depth)
      }
      #expect(samples(of: picture.base) == expected)
      #expect(picture.base.alpha == (kind.colorType >= 4 ? .straight : .opaque))
      #expect(!picture.isPartial)
      #expect(picture.warnings.isEmpty)
    }
  }

  @Test("A palette becomes RGB, with transparency RGBA", arguments: [1, 2, 4, 8])
  func palette(depth: Int) throws {
    let count = min(1 << depth, 5)
    let colors = (0..<count * 3).map { UInt8(truncatingIfNeeded: $0 * 47 + 3) }
    var builder = PNGBuilder(width: 9, height: 4, bitDepth: depth, colorType: 3)
    builder.chunks = [PNGBuilder.chunk("PLTE", colors)]
    let index: (Int, Int, Int) -> UInt16 = { x, y, _ in UInt16((x + 2 * y) % count) }
    let opaque = try decode(builder.file(index))
    #expect(opaque.base.format == .rgb8)
    #expect(samples(of: opaque.base)[3...5].map { UInt8($0) } == Array(colors[3...5]))
    builder.chunks.append(PNGBuilder.chunk("tRNS", [7, 200]))
    let transparent = try decode(builder.file(index))
    #expect(transparent.base.format == .rgba8)
    #expect(samples(of: transparent.base)[0...7].map { UInt8($0) } == [3, 50, 97, 7, 144, 191, 238, 200])
  }

  @Test("The transparent colour of gray and RGB pictures becomes alpha")
  func transparentColor() throws {
    var gray = PNGBuilder(width: 4, height: 1, bitDepth: 2, colorType: 0)
    gray.chunks = [PNGBuilder.chunk("tRNS", [0, 2])]
    let grayPicture = try decode(gray.file { x, _, _ in UInt16(x) })
    #expect(samples(of: grayPicture.base) == [0, 255, 85, 255, 170, 0, 255, 255])
    var deep = PNGBuilder(width: 2, height: 1, bitDepth: 16, colorType: 2)
    deep.chunks = [PNGBuilder.chunk("tRNS", [0x12, 0x34, 0x56, 0x78, 0x9A, 0xBC])]
    let colors: [[UInt16]] = [[0x1234, 0x5678, 0x9ABC], [0x1234, 0x5678, 0x9ABD]]
    let deepPicture = try decode(deep.file { x, _, channel in colors[x][channel] })
    #expect(samples(of: deepPicture.base) == colors[0] + [0] + colors[1] + [65535])
  }

  @Test("A palette index without a colour is black, not a read outside the palette")
  func indexOutsidePalette() throws {
    var builder = PNGBuilder(width: 3, height: 1, bitDepth: 8, colorType: 3)
    builder.chunks = [PNGBuilder.chunk("PLTE", [10, 20, 30])]
    let picture = try decode(builder.file { x, _, _ in UInt16(x * 100) })
    #expect(samples(of: picture.base) == [10, 20, 30, 0, 0, 0, 0, 0, 0])
  }

  @Test("Narrow-range codes are stretched to all codes")
  func narrowRange() throws {
    var builder = PNGBuilder(width: 3, height: 1, bitDepth: 16, colorType: 2)
    builder.chunks = [PNGBuilder.chunk("cICP", [9, 16, 0, 0])]
    let picture = try decode(builder.file { x, _, _ in [4096, 60160, 100][x] })
    #expect(samples(of: picture.base) == [0, 0, 0, 65535, 65535, 65535, 0, 0, 0])
    #expect(picture.warnings.contains { $0.hasPrefix("cICP: narrow-range") })
  }
}

@Suite struct PNGCutTests {
  private let file: [UInt8] = {
    var builder = PNGBuilder(width: 40, height: 30, bitDepth: 16, colorType: 2, pictureChunkLength: 1000)
    builder.trailer = [PNGBuilder.chunk("tEXt", Array("Comment\0at the end".utf8))]
    return builder.file { sample($0, $1, $2, depth: 16) }
  }()

  private var pictureEnd: Int {
    // IDAT chunks end where the trailer's text begins.
    file.count - 12 - (12 + 18)
  }

  @Test("A file cut inside its picture data is an error")
  func cutInside() throws {
    for end in stride(from: 60, to: pictureEnd - 20, by: 37) {
      #expect(throws: ImageIOError.self) { try decode(Array(file[..<end])) }
    }
    let reader = try ImageFormats.open(FileBytes(Array(file[..<3000])))
    #expect(reader.info.warnings.contains { $0.contains("ends inside the picture data") })
    #expect(throws: ImageIOError.incompletePicture(part: "IDAT", offset: 3000)) { try reader.decode(DecodeRequest()) }
  }

  @Test("With partial pictures allowed, the rows that are there are shown and the rest is cleared")
  func partial() throws {
    let whole = samples(of: try decode(file).base)
    for end in stride(from: 80, to: pictureEnd - 20, by: 111) {
      let picture = try decode(Array(file[..<end]), allowPartial: true)
      #expect(picture.isPartial)
      let found = samples(of: picture.base)
      // Stored deflate: each row is 241 bytes of the stream.
      let rows = found.indices.last { found[$0] != 0 }.map { $0 / 120 + 1 } ?? 0
      #expect(Array(found[..<(rows * 120)]) == Array(whole[..<(rows * 120)]))
      #expect(rows >= (end - 60) / 270)
    }
  }

  @Test("A file cut in its trailer is complete")
  func cutBehind() throws {
    let whole = samples(of: try decode(file).base)
    // The last four bytes of the stream are its checksum, then come CRC, text and IEND.
    for end in (pictureEnd - 8)..<file.count {
      let picture = try decode(Array(file[..<end]))
      #expect(!picture.isPartial)
      #expect(samples(of: picture.base) == whole)
    }
  }

  @Test("An interlaced file cut after some passes is an error, or shows its blocks")
  func interlaced() throws {
    let builder = PNGBuilder(width: 64, height: 64, bitDepth: 8, colorType: 0, isInterlaced: true)
    let file = builder.file { x, y, _ in UInt16(100 + x / 8 + y / 8) }
    #expect(throws: ImageIOError.self) { try decode(Array(file[..<700])) }
    let picture = try decode(Array(file[..<700]), allowPartial: true)
    #expect(picture.isPartial)
    #expect(samples(of: picture.base).allSatisfy { $0 >= 100 })
  }

  @Test("Damaged picture data names the chunk and its checksum")
  func damage() throws {
    var damaged = file
    damaged[500] ^= 0x40
    let error = #expect(throws: ImageIOError.self) { try decode(damaged) }
    #expect(error?.description.hasPrefix("IDAT: CRC is 0x") == true)
    let picture = try decode(damaged, allowPartial: true)
    #expect(picture.isPartial)
  }

  @Test("Frames of an animation are counted, the picture among them or beside them")
  func frames() throws {
    func count(_ chunks: [[UInt8]], behind trailer: [[UInt8]] = []) throws -> Int? {
      let builder = PNGBuilder(width: 2, height: 2, chunks: chunks, trailer: trailer)
      return try ImageFormats.open(FileBytes(builder.file { _, _, _ in 7 })).info.sequenceFrameCount
    }
    let control = PNGBuilder.chunk("fcTL", [UInt8](repeating: 0, count: 26))
    func animation(_ frames: UInt32) -> [UInt8] { PNGBuilder.chunk("acTL", PNGBuilder.u32(frames) + PNGBuilder.u32(0)) }
    #expect(try count([animation(5), control]) == 5)
    #expect(try count([animation(5)], behind: [control]) == 6)
    #expect(try count([]) == nil)
    #expect(try count([animation(0)]) == nil)
    #expect(try count([animation(UInt32.max), control]) == Int(UInt32.max))
  }
}
