import HeadroomColor
import HeadroomContainers
import HeadroomImageIO
import HeadroomPixels
import HeadroomTestSupport
import Testing

private func openAndDecode(_ file: [UInt8], allowPartial: Bool, limits: DecodeLimits = .standard) throws {
  let reader = try ImageFormats.open(FileBytes(file), limits: limits)
  _ = try reader.decode(DecodeRequest(allowPartial: allowPartial, limits: limits))
}

/// Files with every chunk the reader knows.
private func fixtures() -> [[UInt8]] {
  let xmp = Array("XML:com.adobe.xmp\0\0\0\0\0<x:xmpmeta xmlns:x='adobe:ns:meta/'/>".utf8)
  let exif: [UInt8] = [
    0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0,
  ]
  let profile = Array("p\0\0".utf8) + PNGBuilder.zlibStored([UInt8](repeating: 7, count: 200))
  let inner = PNGBuilder(
    width: 3, height: 2, bitDepth: 8, colorType: 0, chunks: [PNGBuilder.chunk("gmAP", [UInt8](repeating: 0, count: 61))]
  ).file { x, _, _ in UInt16(x) }
  var rich = PNGBuilder(width: 6, height: 5, bitDepth: 16, colorType: 2, pictureChunkLength: 50)
  rich.chunks = [
    PNGBuilder.chunk("cICP", [9, 16, 0, 1]), PNGBuilder.chunk("mDCV", [UInt8](repeating: 9, count: 24)),
    PNGBuilder.chunk("cLLI", [0, 1, 0, 0, 0, 0, 1, 0]), PNGBuilder.chunk("iCCP", profile),
    PNGBuilder.chunk("sRGB", [0]), PNGBuilder.chunk("gAMA", [0, 0, 0xB1, 0x8F]),
    PNGBuilder.chunk("cHRM", [UInt8](repeating: 1, count: 32)), PNGBuilder.chunk("sBIT", [10, 10, 10]),
    PNGBuilder.chunk("pHYs", [0, 0, 0x0B, 0x13, 0, 0, 0x0B, 0x13, 1]), PNGBuilder.chunk("eXIf", exif),
    PNGBuilder.chunk("iTXt", xmp), PNGBuilder.chunk("gmAP", [0, 0, 0, 0]), PNGBuilder.chunk("gdAT", inner),
  ]
  rich.trailer = [PNGBuilder.chunk("tIME", [7, 0xE7, 1, 2, 3, 4, 5])]
  var palette = PNGBuilder(width: 17, height: 9, bitDepth: 4, colorType: 3, isInterlaced: true)
  palette.chunks = [PNGBuilder.chunk("PLTE", [UInt8](0..<24)), PNGBuilder.chunk("tRNS", [1, 2, 3])]
  return [
    rich.file { x, y, c in UInt16(x * 9000 + y * 500 + c) },
    palette.file { x, y, _ in UInt16((x + y) % 8) },
  ]
}

@Suite struct PNGBadInputTests {
  @Test("Every prefix throws, or shows what there is when asked to")
  func prefixes() {
    for file in fixtures() { expectPictureOrError(ofPrefixesOf: file) }
  }

  @Test("Seeded mutations never trap and never reach an internal error", arguments: 0..<4)
  func mutations(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let files = fixtures()
    for _ in 0..<1500 {
      var file = files[Int.random(in: 0..<files.count, using: &generator)]
      generator.mutate(&file)
      if Bool.random(using: &generator) { file = withCorrectChecksums(file) }
      do {
        try openAndDecode(file, allowPartial: Bool.random(using: &generator), limits: DecodeLimits(maxPixels: 1 << 20))
      } catch let error as ImageIOError {
        #expect(!error.description.hasPrefix("internal error"), "\(error)")
      }
    }
  }

  /// The file with the CRC of every chunk made right, so that mutations reach the parsers behind the check.
  private func withCorrectChecksums(_ file: [UInt8]) -> [UInt8] {
    var fixed = file
    var position = 8
    while position + 12 <= fixed.count {
      let length = fixed[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
      guard length <= fixed.count - position - 12 else { break }
      let crc = PNGBuilder.crc32(Array(fixed[position + 4..<position + 8 + length]))
      fixed.replaceSubrange(position + 8 + length..<position + 12 + length, with: PNGBuilder.u32(crc))
      position += 12 + length
    }
    return fixed
  }

  @Test("Gigantic sizes are refused before memory is taken")
  func gigantic() throws {
    for (width, height) in [(0x7FFF_FFFF, 0x7FFF_FFFF), (65_536, 1), (1, 70_000), (40_000, 40_000)] {
      let builder = PNGBuilder(width: width, height: height, bitDepth: 16, colorType: 6)
      let file = PNGBuilder.signature + PNGBuilder.chunk("IHDR", builder.header) + PNGBuilder.chunk("IDAT", [1, 2, 3])
      let error = #expect(throws: ImageIOError.self) { try ImageFormats.open(FileBytes(file)) }
      #expect(error?.description.contains("over the limit") == true)
    }
    // Inside the limits, but no deflate stream of this length can hold it.
    let builder = PNGBuilder(width: 16_000, height: 16_000, bitDepth: 16, colorType: 6)
    let file =
      PNGBuilder.signature + PNGBuilder.chunk("IHDR", builder.header)
      + PNGBuilder.chunk("IDAT", [UInt8](repeating: 0, count: 1000)) + PNGBuilder.chunk("IEND", [])
    let error = #expect(throws: ImageIOError.self) { try openAndDecode(file, allowPartial: false) }
    #expect(error?.description.contains("cannot hold the declared picture") == true)
  }

  struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    var file: [UInt8]
    var message: String
    var testDescription: String { name }
  }

  static let cases: [Case] = {
    let plain = PNGBuilder(width: 2, height: 2)
    let good = plain.file { _, _, _ in 1 }
    let end = PNGBuilder.chunk("IEND", [])
    var wrongCRC = good
    wrongCRC[29] ^= 1
    var deep = plain
    deep.bitDepth = 4
    var late = plain
    late.trailer = [PNGBuilder.chunk("PLTE", [1, 2, 3])]
    var unknown = plain
    unknown.chunks = [PNGBuilder.chunk("CgBI", [0x50, 0, 0x20, 2])]
    var palette = plain
    palette.colorType = 3
    let header = PNGBuilder.signature + PNGBuilder.chunk("IHDR", plain.header)
    return [
      Case(name: "empty", file: [], message: "the file is empty"),
      Case(name: "other", file: Array("hello there".utf8), message: "not an image of a known format"),
      Case(
        name: "signature only", file: PNGBuilder.signature,
        message: "IHDR: needs 25 bytes, only 0 are left (offset 0x8)"),
      Case(
        name: "half a signature", file: Array(PNGBuilder.signature[..<5]), message: "signature: needs 8 bytes, only 5"),
      Case(name: "header CRC", file: wrongCRC, message: "IHDR: CRC is 0x"),
      Case(
        name: "depth", file: deep.file { _, _, _ in 1 },
        message: "IHDR: colour type 2 with 4 bits does not exist (offset 0x18)"),
      Case(name: "no data", file: header + end, message: "IDAT: the file has no picture data"),
      Case(name: "palette behind", file: late.file { _, _, _ in 1 }, message: "PLTE: the chunk is in the wrong place"),
      Case(
        name: "unknown critical chunk", file: unknown.file { _, _, _ in 1 }, message: "CgBI: a chunk that is needed"),
      Case(
        name: "no palette", file: palette.file { _, _, _ in 0 },
        message: "PLTE: a picture of palette colours has no palette"),
      Case(
        name: "length over 2^31", file: header + [0xFF, 0xFF, 0xFF, 0xFF] + Array("IDAT".utf8),
        message: "IDAT: length 4294967295 is over 2147483647 (offset 0x21)"),
      Case(
        name: "length over the file", file: header + [0, 0, 0xFF, 0xFF] + Array("iCCPabc".utf8),
        message: "iCCP: needs 65539 bytes, only 3 are left (offset 0x21)"),
      Case(
        name: "no letters", file: header + [0, 0, 0, 0, 1, 2, 3, 4, 0, 0, 0, 0],
        message: "chunk header: chunk type 0x1020304"),
      Case(
        name: "zero width",
        file: PNGBuilder.signature + PNGBuilder.chunk("IHDR", PNGBuilder(width: 0, height: 3).header),
        message: "IHDR: picture size 0x3 is empty (offset 0x10)"),
    ]
  }()

  @Test("Broken files give one clear line", arguments: cases)
  func messages(example: Case) throws {
    let error = #expect(throws: ImageIOError.self) { try openAndDecode(example.file, allowPartial: true) }
    #expect(error?.description.hasPrefix(example.message) == true, "\(error.map { "\($0)" } ?? "none")")
  }

  @Test("Damaged side information is left out with a warning, the picture is shown")
  func warnings() throws {
    var builder = PNGBuilder(width: 2, height: 2)
    var badCRC = PNGBuilder.chunk("gAMA", [0, 1, 0x86, 0xA0])
    badCRC[11] ^= 1
    builder.chunks = [
      badCRC, PNGBuilder.chunk("cICP", [9, 16, 1, 1]), PNGBuilder.chunk("mDCV", [1, 2]),
      PNGBuilder.chunk("iCCP", Array("x\0\0garbage".utf8)),
    ]
    let info = try ImageFormats.open(FileBytes(builder.file { _, _, _ in 9 })).info
    #expect(info.encoding == .sRGB)
    #expect(info.warnings.count == 4)
    #expect(info.warnings.allSatisfy { $0.hasPrefix("ignored: ") })
  }

  @Test("A profile that unpacks to more than the limit is left out")
  func decompressionBomb() throws {
    var builder = PNGBuilder(width: 2, height: 2)
    let zeros = [UInt8](repeating: 0, count: 1 << 20)
    builder.chunks = [PNGBuilder.chunk("iCCP", Array("x\0\0".utf8) + PNGBuilder.zlibStored(zeros))]
    let file = builder.file { _, _, _ in 9 }
    let limits = DecodeLimits(maxDecompressedMetadataBytes: 1 << 16)
    let info = try ImageFormats.open(FileBytes(file), limits: limits).info
    #expect(info.warnings.contains { $0.contains("decompressed size") })
  }

  @Test("Compressed texts that are each within the limit share it, and many bad chunks give few warnings")
  func manyDecompressionBombs() throws {
    var builder = PNGBuilder(width: 2, height: 2)
    let text = [UInt8](repeating: 0x20, count: 20_000)
    let one = PNGBuilder.chunk(
      "zTXt", Array("Raw profile type exif\0\0".utf8) + PNGBuilder.zlibStored(text))
    builder.chunks = [[UInt8]](repeating: one, count: 200)
    let limits = DecodeLimits(maxDecompressedMetadataBytes: 1 << 16)
    let reader = try ImageFormats.open(FileBytes(builder.file { _, _, _ in 9 }), limits: limits)
    #expect(reader.info.warnings.count == 1)
    // Three texts of 20,000 bytes share the limit of 65,536; one of the others is quoted.
    let warning = try #require(reader.info.warnings.first)
    #expect(warning.contains("decompressed size") && warning.hasSuffix("(and 196 more like it)"), "\(warning)")
    _ = try reader.decode(DecodeRequest())
  }
}
