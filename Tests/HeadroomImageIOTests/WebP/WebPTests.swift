import Foundation
import HeadroomColor
import HeadroomContainers
import HeadroomGraphics
import HeadroomImageIO
import HeadroomPixels
import HeadroomRAW
import HeadroomTestSupport
import Testing

@Suite struct WebPTests {
  static func encode(_ picture: StillImage, _ options: EncodeOptions = EncodeOptions()) throws -> [UInt8] {
    try #require(WebPFormat.writer).encode(picture, options: options)
  }

  static func samples(_ bitmap: PixelBitmap) -> [UInt8] {
    (0..<bitmap.height).flatMap { row in
      unsafe [UInt8](
        UnsafeRawBufferPointer(start: bitmap.rowAddress(row), count: bitmap.width * bitmap.format.bytesPerPixel))
    }
  }

  @Test("Without loss every code comes back, under transparent pixels too", arguments: [PixelFormat.rgb8, .rgba8])
  func lossless(_ format: PixelFormat) throws {
    let base = try makeBitmap(61, 37, format) { x, y, c in UInt16((x * 31 + y * 57 + c * 79) & 255) }
    let file = try Self.encode(StillImage(base: base, encoding: .sRGB), EncodeOptions(isLossless: true))
    let reader = try ImageFormats.open(FileBytes(file))
    #expect(reader.info.format == "webp" && reader.info.chroma == nil && reader.info.encoding == .sRGB)
    #expect(reader.info.channels == format.channelCount)
    let back = try reader.decode(DecodeRequest()).base
    #expect(back.format == format && Self.samples(back) == Self.samples(base))
    #expect(reader.conformanceFindings().isEmpty)
  }

  @Test("Quality and speed reach the codec, and alpha stays exact")
  func lossy() throws {
    let picture = try HEIFSamples.picture(160, 120, .rgba8)
    let sizes = try [30.0, 60, 95].map { try Self.encode(picture, EncodeOptions(quality: $0)).count }
    #expect(sizes[0] < sizes[1] && sizes[1] < sizes[2])
    let slow = try Self.encode(picture, EncodeOptions(quality: 80, speed: 0))
    #expect(try slow.count < Self.encode(picture, EncodeOptions(quality: 80, speed: 10)).count)
    let back = try ImageFormats.open(FileBytes(slow)).decode(DecodeRequest()).base
    let (old, new) = (Self.samples(picture.base), Self.samples(back))
    #expect(stride(from: 3, to: old.count, by: 4).allSatisfy { old[$0] == new[$0] })
    let errors = (0..<old.count).filter { $0 % 4 != 3 && old[$0 / 4 * 4 + 3] > 128 }
      .map { abs(Int(old[$0]) - Int(new[$0])) }
    #expect(Double(errors.reduce(0, +)) / Double(errors.count) < 4)
  }

  @Test("Deep, gray and premultiplied pictures become 8-bit RGB")
  func otherFormats() throws {
    for format in [PixelFormat.gray8, .rgb16, .rgba16, .rgbaHalf] {
      let picture = StillImage(
        base: try HEIFSamples.bitmap(40, 30, format) { HEIFSamples.color($0, $1, 40, 30) },
        encoding: format.isGray ? .genericGrayGamma22 : .displayP3)
      let file = try Self.encode(picture, EncodeOptions(isLossless: true))
      let back = try ImageFormats.open(FileBytes(file)).decode(DecodeRequest())
      #expect(back.base.format == (format.hasAlpha ? .rgba8 : .rgb8) && back.encoding.primaries != .bt2020)
    }
  }

  @Test("Profile, EXIF, XMP and orientation come along, and can be stripped")
  func metadata() throws {
    var picture = try HEIFSamples.picture(40, 31)
    picture.orientation = .right
    var block = EXIFBlock()
    block.image[EXIFBlock.Tag.model] = .ascii("Model")
    picture.metadata = StillMetadata(
      exif: block.serialized(),
      xmp: Array(XMPPacket.wrapped("<rdf:Description rdf:about=\"\" xmlns:a=\"urn:a\" a:b=\"c\"/>").utf8))
    let reader = try ImageFormats.open(FileBytes(Self.encode(picture)))
    #expect(reader.info.encoding == .displayP3 && reader.info.orientation == .right)
    #expect(reader.info.cameraModel == "Model")
    #expect(try XMPPacket(parsing: #require(reader.info.metadata.xmp))["urn:a", "b"]?.text == "c")
    #expect(reader.structure().map(\.name) == ["RIFF", "VP8X", "ICCP", "VP8 ", "EXIF", "XMP "])
    #expect(reader.conformanceFindings().isEmpty)
    let stripped = try ImageFormats.open(FileBytes(Self.encode(picture, EncodeOptions(stripsMetadata: true)))).info
    #expect(stripped.metadata.xmp == nil && stripped.cameraModel == nil && stripped.orientation == .right)
  }

  @Test("What does not fit is refused with the reason")
  func refusals() throws {
    let pq = try HEIFSamples.picture(20, 20, .rgb16, .itur2100PQ)
    #expect(throws: ImageIOError.notEncodable(format: "WebP", text: "8 bits cannot hold PQ or HLG")) {
      try Self.encode(pq)
    }
    let plain = try HEIFSamples.picture(20, 20)
    #expect(throws: ImageIOError.notEncodable(format: "WebP", text: "has 8 bits, not 10")) {
      try Self.encode(plain, EncodeOptions(bitDepth: 10))
    }
    let wide = try HEIFSamples.picture(16_384, 2)
    #expect(throws: ImageIOError.notEncodable(format: "WebP", text: "16384x2 pixels; 16383 a side is the most")) {
      try Self.encode(wide)
    }
  }

  @Test("The bytes depend neither on time nor on workers")
  func determinism() throws {
    let picture = try HEIFSamples.picture(200, 150, .rgba8)
    #expect(try WrittenFile(Self.encode(picture)) == WrittenFile(Self.encode(picture)))
  }

  // MARK: Animations

  /// `ALPH`, `VP8 ` or `VP8L` of a file.
  private static func bitstream(_ file: [UInt8]) throws -> [UInt8] {
    let parts = try ImageFormats.open(FileBytes(file)).structure().filter {
      ["ALPH", "VP8 ", "VP8L"].contains($0.name)
    }
    return parts.flatMap { part in
      Array(file[part.offset..<part.offset + part.byteCount]) + (part.byteCount % 2 == 1 ? [0] : [])
    }
  }

  private static func u24(_ value: Int) -> [UInt8] { (0..<3).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }

  static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let length = (0..<4).map { UInt8(truncatingIfNeeded: content.count >> (8 * $0)) }
    return Array(name.utf8) + length + content + (content.count % 2 == 1 ? [0] : [])
  }

  static func file(_ chunks: [UInt8]) -> [UInt8] {
    let length = (0..<4).map { UInt8(truncatingIfNeeded: (chunks.count + 4) >> (8 * $0)) }
    return Array("RIFF".utf8) + length + Array("WEBP".utf8) + chunks
  }

  struct Frame {
    var x = 0
    var y = 0
    var width: Int
    var height: Int
    var color: [UInt16]
    var flags: UInt8
  }

  static func animation(_ width: Int, _ height: Int, _ frames: [Frame]) throws -> [UInt8] {
    let head = chunk("VP8X", [0x12, 0, 0, 0] + u24(width - 1) + u24(height - 1)) + chunk("ANIM", [9, 9, 9, 9, 0, 0])
    return file(
      try frames.reduce(head) { all, frame in
        let bitmap = try makeBitmap(frame.width, frame.height, .rgba8) { _, _, c in frame.color[c] }
        let coded = try bitstream(encode(StillImage(base: bitmap, encoding: .sRGB), EncodeOptions(isLossless: true)))
        return all
          + chunk(
            "ANMF",
            u24(frame.x / 2) + u24(frame.y / 2) + u24(frame.width - 1) + u24(frame.height - 1) + u24(100) + [
              frame.flags
            ]
              + coded)
      })
  }

  @Test("Frames are laid over one another, blended or not, and disposed of")
  func animation() throws {
    let file = try Self.animation(
      8, 4,
      [
        Frame(width: 8, height: 4, color: [200, 100, 0, 255], flags: 0),
        Frame(x: 2, y: 0, width: 2, height: 2, color: [0, 0, 255, 128], flags: 1),
        Frame(x: 4, y: 2, width: 2, height: 2, color: [9, 9, 9, 0], flags: 2),
      ])
    let reader = try ImageFormats.open(FileBytes(file))
    #expect(reader.info.frameCount == 3 && reader.info.width == 8 && reader.info.channels == 4)
    func pixel(_ index: Int, _ x: Int, _ y: Int) throws -> [UInt8] {
      let all = Self.samples(try reader.decode(DecodeRequest(index: index)).base)
      return Array(all[(y * 8 + x) * 4..<(y * 8 + x) * 4 + 4])
    }
    #expect(try pixel(0, 2, 0) == [200, 100, 0, 255])
    // 128 of 255 over an opaque colour.
    #expect(try pixel(1, 2, 0) == [100, 50, 128, 255] && pixel(1, 0, 0) == [200, 100, 0, 255])
    // The second frame's place is transparent then; the third takes its own place, transparent as it is.
    #expect(try pixel(2, 2, 0) == [0, 0, 0, 0] && pixel(2, 4, 2)[3] == 0 && pixel(2, 7, 3) == [200, 100, 0, 255])
    #expect(throws: ImageIOError.unsupported(part: "index", text: "the file has 3 pictures, not 4")) {
      try reader.decode(DecodeRequest(index: 3))
    }
  }

  // MARK: Files that are not right

  @Test("Malformed files fail with the place")
  func malformed() throws {
    let frame = Frame(width: 4, height: 4, color: [1, 2, 3, 255], flags: 0)
    var outside = frame
    outside.x = 6
    let cases: [([UInt8], String)] = [
      (Self.file([]), "the file holds no picture"),
      (Self.file(Self.chunk("VP8 ", [0, 0, 0, 1, 2, 3, 1, 0, 1, 0])), "does not start with a key frame"),
      (Self.file(Self.chunk("VP8 ", [0, 0, 0, 0x9D, 1, 0x2A, 0, 0, 9, 0])), "picture size 0x9 is empty"),
      (Self.file(Self.chunk("VP8L", [0x2F, 0, 0, 0, 0xE0])), "no lossless bitstream of version 0"),
      (Self.file(Self.chunk("VP8L", [0x2F, 0, 0])), "needs 4 bytes, only 2 are left"),
      (Self.file(Self.chunk("VP8X", [2, 0])), "VP8X"),
      (try Self.animation(8, 4, [outside]), "does not fit"),
      (try Self.animation(8, 4, []), "the file holds no picture"),
    ]
    for (bytes, text) in cases {
      let error = #expect(throws: ImageIOError.self) { try ImageFormats.open(FileBytes(bytes)) }
      #expect(error?.description.contains(text) == true, "\(error?.description ?? "") instead of \(text)")
    }
  }

  @Test("Limits come before memory")
  func limits() throws {
    let canvas = try Self.animation(16_000_000, 2, [Frame(width: 4, height: 2, color: [1, 2, 3, 255], flags: 0)])
    #expect(throws: ImageIOError.self) { try ImageFormats.open(FileBytes(canvas)) }
    let file = try Self.encode(HEIFSamples.picture(100, 50))
    #expect(throws: ImageIOError.self) {
      try ImageFormats.open(FileBytes(file)).decode(DecodeRequest(limits: DecodeLimits(maxPixels: 4999)))
    }
    let frame = Frame(width: 8, height: 4, color: [1, 2, 3, 100], flags: 0)
    let long = try Self.animation(8, 4, [Frame](repeating: frame, count: 6))
    let few = DecodeLimits(maxPixels: 32)
    let reader = try ImageFormats.open(FileBytes(long), limits: few)
    _ = try reader.decode(DecodeRequest(index: 3, limits: few))
    #expect(throws: ImageIOError.self) { try reader.decode(DecodeRequest(index: 5, limits: few)) }
    #expect(throws: ImageIOError.self) { try ImageFormats.open(FileBytes(long), limits: DecodeLimits(maxFrames: 5)) }
  }

  @Test(
    "Every prefix gives an error, or what there is of the picture where that was asked for", arguments: [false, true])
  func prefixes(isLossless: Bool) throws {
    var picture = try HEIFSamples.picture(64, 48, .rgba8)
    picture.metadata.xmp = Array(XMPPacket.wrapped("").utf8)
    let file = try Self.encode(picture, EncodeOptions(quality: 60, isLossless: isLossless))
    expectPictureOrError(ofPrefixesOf: file)
    let frame = Frame(width: 8, height: 4, color: [1, 2, 3, 100], flags: 0)
    expectPictureOrError(ofPrefixesOf: try Self.animation(8, 4, [frame, frame]))
    let opaque = try Self.encode(HEIFSamples.picture(200, 150), EncodeOptions(quality: 60))
    let half = try ImageFormats.open(FileBytes(opaque[..<(opaque.count / 2)]))
    #expect(half.info.isPictureCut)
    #expect(try half.decode(DecodeRequest(allowPartial: true)).isPartial)
    #expect(half.conformanceFindings().map(\.rule) == ["webp.riff-size"])
  }

  @Test("Mutated files give a picture or an error")
  func mutations() throws {
    var picture = try HEIFSamples.picture(48, 32, .rgba8)
    picture.orientation = .left
    let frame = Frame(width: 8, height: 4, color: [1, 2, 3, 100], flags: 0)
    let files = [
      try Self.encode(picture), try Self.encode(picture, EncodeOptions(isLossless: true)),
      try Self.animation(8, 4, [frame, frame]),
    ]
    var generator = SeededGenerator(seed: 11)
    let limits = DecodeLimits(maxPixels: 1 << 20, maxDimension: 4096)
    for file in files {
      for _ in 0..<400 {
        var mutated = file
        for _ in 0..<Int.random(in: 1...6, using: &generator) {
          mutated[Int.random(in: 0..<mutated.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
        }
        do {
          let reader = try ImageFormats.open(FileBytes(mutated), limits: limits)
          _ = reader.structure()
          _ = reader.conformanceFindings()
          _ = try reader.decode(DecodeRequest(index: reader.info.frameCount - 1, allowPartial: true, limits: limits))
        } catch {
          #expect(!error.description.hasPrefix("internal error"))
        }
      }
    }
  }

  @Test("Broken rules are found")
  func findings() throws {
    var picture = try HEIFSamples.picture(40, 30)
    picture.orientation = .right
    let file = try Self.encode(picture)
    func rules(_ bytes: [UInt8]) throws -> [String] {
      try ImageFormats.open(FileBytes(bytes)).conformanceFindings().map(\.rule)
    }
    var flags = file
    flags[20] = 0x10
    #expect(try rules(flags) == ["webp.flags", "webp.flags"])
    var canvas = file
    canvas[24] = 99
    #expect(try rules(canvas) == ["webp.canvas-size"])
    #expect(try rules(file + [1, 2, 3]) == ["webp.trailer"])
    let parts = try ImageFormats.open(FileBytes(file)).structure()
    let chunks = Dictionary(
      uniqueKeysWithValues: parts.dropFirst().map {
        ($0.name, Array(file[$0.offset..<min($0.offset + $0.byteCount + $0.byteCount % 2, file.count)]))
      })
    let late = ["VP8X", "VP8 ", "ICCP", "EXIF"].flatMap { chunks[$0] ?? [] }
    #expect(try rules(Self.file(late)) == ["webp.chunk-order"])
    #expect(try rules(Self.file((chunks["VP8 "] ?? []) + (chunks["EXIF"] ?? []))) == ["webp.vp8x-missing"])
  }
}
