import Foundation
import HeadroomContainers
import HeadroomGraphics
import HeadroomImageIO
import HeadroomPixels
import HeadroomTestSupport
import Testing

@Suite struct GIFTests {
  private static func open(_ builder: GIFBuilder) throws -> any ImageReader {
    try ImageFormats.open(FileBytes(builder.build()))
  }

  private static func decode(_ builder: GIFBuilder, partial: Bool = false) throws -> StillImage {
    try open(builder).decode(DecodeRequest(allowPartial: partial))
  }

  private static func single(
    _ width: Int, _ height: Int, isInterlaced: Bool = false, _ pixel: (Int, Int) -> UInt8
  ) -> GIFBuilder {
    var builder = GIFBuilder(width: width, height: height)
    let pixels = (0..<height).flatMap { y in (0..<width).map { x in pixel(x, y) } }
    builder.frames = [.init(width: width, height: height, pixels: pixels, isInterlaced: isInterlaced)]
    return builder
  }

  private static func color(_ index: UInt8) -> [UInt16] {
    [UInt16(index), UInt16(255 - index), UInt16(index / 2)]
  }

  @Test("Noise, ramps and one colour come out as they went in: the table is filled, kept full and cleared")
  func pixels() throws {
    var generator = SeededGenerator(seed: 3)
    let noise = (0..<200 * 150).map { _ in UInt8.random(in: 0...255, using: &generator) }
    let pictures = [
      Self.single(200, 150) { x, y in noise[y * 200 + x] }, Self.single(200, 150) { x, y in UInt8((x + y) % 7) },
      Self.single(200, 150) { _, _ in 9 }, Self.single(1, 1) { _, _ in 255 },
    ]
    for builder in pictures {
      let reader = try Self.open(builder)
      #expect(reader.info.format == "gif" && reader.info.channels == 3 && reader.info.bitDepth == 8)
      #expect(reader.info.frameCount == 1 && reader.info.countedFrames == 1 && reader.info.warnings.isEmpty)
      let base = try reader.decode(DecodeRequest()).base
      #expect(samples(of: base) == builder.frames[0].pixels.flatMap(Self.color))
      #expect(reader.conformanceFindings().isEmpty)
    }
  }

  @Test("Codes of all sizes are read", arguments: 1...8)
  func codeSizes(_ size: Int) throws {
    let count = 1 << size
    var builder = Self.single(61, 47) { x, y in UInt8((x * x + 3 * y) % count) }
    builder.table = Array(GIFBuilder.grays.prefix(3 * count))
    builder.frames[0].codeSize = size
    #expect(samples(of: try Self.decode(builder).base) == builder.frames[0].pixels.flatMap(Self.color))
  }

  @Test("Interlaced rows come into their order", arguments: [1, 2, 3, 5, 8, 13, 40])
  func interlaced(_ height: Int) throws {
    let builder = Self.single(9, height, isInterlaced: true) { x, y in UInt8(5 * y + x) }
    #expect(samples(of: try Self.decode(builder).base) == builder.frames[0].pixels.flatMap(Self.color))
  }

  @Test("A transparent colour and what no picture covers is alpha; a picture's own colours count")
  func transparency() throws {
    var builder = Self.single(2, 1) { x, _ in UInt8(x) }
    builder.frames[0].transparent = 1
    let reader = try Self.open(builder)
    #expect(reader.info.hasAlpha && reader.info.channels == 4)
    #expect(samples(of: try reader.decode(DecodeRequest()).base) == [0, 255, 0, 255, 0, 0, 0, 0])
    builder.frames[0].transparent = nil
    (builder.width, builder.height) = (4, 2)
    (builder.frames[0].left, builder.frames[0].top) = (1, 1)
    builder.frames[0].table = [1, 2, 3, 4, 5, 6]
    let base = try Self.decode(builder).base
    #expect(samples(of: base) == [UInt16](repeating: 0, count: 20) + [1, 2, 3, 255, 4, 5, 6, 255, 0, 0, 0, 0])
  }

  @Test(
    "As in browsers the screen becomes as large as its first picture, which has the screen's size where it has none")
  func screens() throws {
    var builder = Self.single(3, 2) { x, y in UInt8(x + y) }
    (builder.width, builder.height) = (2, 1)
    builder.frames[0].left = 1
    let reader = try Self.open(builder)
    #expect(reader.info.width == 4 && reader.info.height == 2 && reader.info.warnings.count == 1)
    #expect(try reader.decode(DecodeRequest()).base.format == .rgba8)
    builder = Self.single(3, 2) { x, y in UInt8(x + y) }
    (builder.frames[0].width, builder.frames[0].height) = (0, 0)
    #expect(samples(of: try Self.decode(builder).base) == [0, 1, 2, 1, 2, 3].flatMap(Self.color))
  }

  @Test("Frames of an animation are counted, the first is shown")
  func animation() throws {
    var builder = Self.single(4, 4) { _, _ in 7 }
    builder.frames += [
      .init(width: 1, height: 1, pixels: [1], transparent: 1),
      .init(left: 9, width: 4, height: 1, pixels: [1, 2, 3, 4]),
    ]
    let bytes = builder.build()
    let info = try ImageFormats.open(FileBytes(bytes)).info
    #expect(info.frameCount == 1 && info.sequenceFrameCount == 3 && !info.hasAlpha && info.width == 4)
    let source = try #require(CGImageSourceCreateWithData(Data(bytes), nil))
    #expect(CGImageSourceGetCount(source) == 1)
    #expect(CGImageSourceGetType(source).map { $0 as String } == "com.compuserve.gif")
    let properties = try #require(CGImageSourceCopyPropertiesAtIndex(source, 0, nil))
    #expect(properties[kCGImagePropertyIsIndexed] as? Bool == true)
    #expect(throws: ImageIOError.self) { try Self.open(builder).decode(DecodeRequest(index: 1)) }
  }

  @Test("Comments are texts, an XMP packet is one, and the shape of pixels is told")
  func metadata() throws {
    var builder = Self.single(2, 2) { _, _ in 0 }
    let packet = Array(XMPPacket.wrapped("<rdf:Description xmlns:q='urn:q' q:a='1'/>").utf8)
    builder.extensions =
      GIFBuilder.comment(Array("caf\u{E9} ".utf8) + [UInt8](repeating: 65, count: 300)) + GIFBuilder.xmp(packet)
      + GIFBuilder.comment([0xE9]) + [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
    builder.shape = 113
    let info = try Self.open(builder).info
    #expect(info.metadata.texts.map(\.keyword) == ["Comment", "Comment"])
    #expect(info.metadata.texts[0].text.hasPrefix("café AAA") && info.metadata.texts[1].text == "é")
    #expect(info.metadata.xmp == packet && info.pixelAspect == 2 && info.warnings.isEmpty)
    let names = try Self.open(builder).structure().map(\.name)
    #expect(names == ["header", "comment", "application", "comment", "application", "image", "trailer"])
  }

  @Test("A file that is cut says where, or shows the rows that are there")
  func cut() throws {
    for isInterlaced in [false, true] {
      let builder = Self.single(50, 40, isInterlaced: isInterlaced) { x, y in UInt8((x * 7 + y * 13) % 251) }
      let bytes = Array(builder.build().dropLast(900))
      let reader = try ImageFormats.open(FileBytes(bytes))
      #expect(reader.info.isPictureCut && reader.conformanceFindings().isEmpty)
      #expect(throws: ImageIOError.incompletePicture(part: "image", offset: bytes.count)) {
        try reader.decode(DecodeRequest())
      }
      let still = try reader.decode(DecodeRequest(allowPartial: true))
      #expect(still.isPartial && !still.warnings.isEmpty)
      let found = samples(of: still.base)
      #expect(Array(found.prefix(150)) == builder.frames[0].pixels.prefix(50).flatMap(Self.color))
      #expect(found.suffix(150).allSatisfy { $0 == 0 })
    }
    expectPictureOrError(ofPrefixesOf: Self.single(60, 30, isInterlaced: true) { x, y in UInt8(x + y) }.build())
  }

  @Test("Codes without a meaning, data that ends, pictures without colours and other versions are refused")
  func damage() throws {
    var builder = Self.single(4, 4) { _, _ in 1 }
    // A clear code, then 300: the first code has to be a colour.
    builder.frames[0].data = [0x00, 0x59, 0x02]
    #expect(throws: ImageIOError.self) { try Self.decode(builder) }
    #expect(try Self.decode(builder, partial: true).isPartial)
    builder.frames[0].data = GIFBuilder.codes([1, 1, 1], size: 8)
    #expect(throws: ImageIOError.self) { try Self.decode(builder) }
    #expect(samples(of: try Self.decode(builder, partial: true).base).prefix(9) == [1, 254, 0, 1, 254, 0, 1, 254, 0])
    builder = Self.single(4, 4) { _, _ in 1 }
    builder.table = nil
    #expect(throws: ImageIOError.self) { try Self.open(builder) }
    builder.table = GIFBuilder.grays
    builder.version = "88a"
    #expect(throws: ImageIOError.self) { try Self.open(builder) }
    builder.version = "87a"
    builder.frames[0].codeSize = 12
    #expect(throws: ImageIOError.self) { try Self.open(builder) }
    builder.frames = []
    #expect(throws: ImageIOError.self) { try Self.open(builder) }
  }

  @Test("What is broken behind the picture is told, and so is what is missing there")
  func endings() throws {
    var builder = Self.single(4, 4) { _, _ in 1 }
    builder.trailer = [0x77, 1, 2]
    let reader = try Self.open(builder)
    #expect(try reader.info.warnings.count == 1 && !reader.decode(DecodeRequest()).isPartial)
    #expect(reader.structure().last?.name == "rest")
    builder.trailer = []
    #expect(try Self.open(builder).conformanceFindings().map(\.rule) == ["gif.trailer-missing"])
    #expect(try Self.open(builder).info.warnings.isEmpty)
    builder.trailer = [0x3B, 0, 0]
    #expect(try Self.open(builder).conformanceFindings().map(\.rule) == ["gif.trailing-bytes"])
  }

  @Test("Gigantic sizes are refused before memory is taken")
  func gigantic() throws {
    var builder = Self.single(4, 4) { _, _ in 1 }
    (builder.width, builder.height) = (65_535, 65_535)
    #expect(throws: ImageIOError.self) { try Self.open(builder) }
    (builder.width, builder.height) = (4, 4)
    (builder.frames[0].width, builder.frames[0].height) = (16_000, 16_000)
    #expect(throws: ImageIOError.self) { try Self.decode(builder) }
    (builder.frames[0].width, builder.frames[0].left) = (1000, 65_000)
    #expect(throws: ImageIOError.self) { try Self.open(builder) }
  }

  @Test("Mutated files give a picture or an error", arguments: 0..<2)
  func mutations(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var rich = Self.single(40, 30, isInterlaced: true) { x, y in UInt8((x * y) % 256) }
    rich.extensions = GIFBuilder.comment([65, 66]) + GIFBuilder.xmp(Array(XMPPacket.wrapped("").utf8))
    rich.frames[0].transparent = 3
    rich.frames.append(.init(width: 2, height: 1, pixels: [1, 0], table: [1, 2, 3, 4, 5, 6], codeSize: 2))
    let files = [rich.build(), Self.single(30, 20) { x, y in UInt8(x ^ y) }.build()]
    let limits = DecodeLimits(maxPixels: 1 << 20, maxDimension: 4096)
    for _ in 0..<1500 {
      var file = files[Int.random(in: 0..<files.count, using: &generator)]
      generator.mutate(&file)
      do {
        let reader = try ImageFormats.open(FileBytes(file), limits: limits)
        _ = reader.structure()
        _ = reader.conformanceFindings()
        _ = try reader.decode(DecodeRequest(allowPartial: Bool.random(using: &generator), limits: limits))
      } catch {
        #expect(!error.description.hasPrefix("internal error"), "\(error)")
      }
    }
  }
}
