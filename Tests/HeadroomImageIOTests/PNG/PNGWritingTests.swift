import HeadroomColor
import HeadroomContainers
import HeadroomGraphics
import HeadroomImageIO
import HeadroomPixels
import HeadroomTestSupport
import Testing

private func write(_ picture: StillImage, _ options: EncodeOptions = EncodeOptions()) throws -> [UInt8] {
  try #require(PNGFormat.writer).encode(picture, options: options)
}

private func read(_ file: [UInt8]) throws -> StillImage {
  try ImageFormats.open(FileBytes(file)).decode(DecodeRequest())
}

/// Where `part` lies in `whole`.
private func contains(_ whole: [UInt8], _ part: String) -> Bool {
  let digits = part.filter { !$0.isWhitespace }
  let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { offset in
    UInt8(digits.dropFirst(offset).prefix(2), radix: 16)
  }
  return whole.indices.contains { whole[$0...].starts(with: bytes) }
}

@Suite struct PNGWritingTests {
  @Test("Chunks have the bytes of the reference vectors")
  func vectors() throws {
    let bitmap = try makeBitmap(2, 2, .rgb16) { x, y, c in UInt16(x + y + c) }
    var picture = StillImage(base: bitmap, encoding: .itur2100PQ)
    picture.hdr.mastering = MasteringDisplayColorVolume(primaries: .p3D65, maximumNits: 1000, minimumNits: 0.005)
    picture.hdr.lightLevel = ContentLightLevel(maxCLL: 1000, maxFALL: 400)
    let pq = try write(picture)
    #expect(contains(pq, "00000004 63494350 09100001 4d2323fe"))
    #expect(contains(pq, "6d444356 84d03e80 33c286c4 1d4c0bb8 3d134042 00989680 00000032"))
    #expect(contains(pq, "634c4c49 00989680 003d0900"))
    picture.hdr.mastering = MasteringDisplayColorVolume(primaries: .bt2020, maximumNits: 1000, minimumNits: 0.005)
    #expect(contains(try write(picture), "6d444356 8a483908 21349baa 199608fc 3d134042 00989680 00000032"))
    let hlg = try write(StillImage(base: bitmap, encoding: .itur2100HLG))
    #expect(contains(hlg, "00000004 63494350 09120001 4ea7f790"))
    let p3 = try write(StillImage(base: bitmap, encoding: .displayP3))
    #expect(contains(p3, "00000004 63494350 0c0d0001 6e03e3ef"))
    let order = PNGBuilder.chunks(of: pq).map(\.type)
    #expect(order == ["IHDR", "cICP", "mDCV", "cLLI", "iCCP", "IDAT", "IEND"])
  }

  struct Example: CustomTestStringConvertible, Sendable {
    var format: PixelFormat
    var encoding: ColorEncoding
    var speed: Int?
    var testDescription: String { "\(format) \(encoding.name ?? "") speed \(speed.map { "\($0)" } ?? "by sample")" }
  }

  static let examples: [Example] = [nil, 10, 6, 0].flatMap { speed in
    [
      Example(format: .rgb16, encoding: .itur2100PQ, speed: speed),
      Example(format: .rgb16, encoding: .itur2100HLG, speed: speed),
      Example(format: .rgba16, encoding: .displayP3PQ, speed: speed),
      Example(format: .gray16, encoding: .sRGB, speed: speed),
      Example(format: .rgb8, encoding: .displayP3, speed: speed),
      Example(format: .rgba8, encoding: .sRGB, speed: speed),
      Example(format: .grayAlpha8, encoding: .sRGB, speed: speed),
    ]
  }

  @Test("Every code comes back after writing and reading", arguments: examples)
  func roundTrip(example: Example) throws {
    // Noise, a gradient and flat rows, so that every filter and strategy has something to do.
    var generator = SeededGenerator(seed: 7)
    let noise = (0..<4096).map { _ in UInt16.random(in: 0...65535, using: &generator) }
    for (width, height) in [(257, 131), (1, 1), (2, 700)] {
      let bitmap = try makeBitmap(width, height, example.format) { x, y, channel in
        switch y % 3 {
        case 0: noise[(x * 7 + y * 131 + channel) % 4096]
        case 1: UInt16(truncatingIfNeeded: x * 255 + y * 3 + channel * 1000)
        default: 0x1234
        }
      }
      let file = try write(
        StillImage(base: bitmap, encoding: example.encoding), EncodeOptions(speed: example.speed))
      let back = try read(file)
      #expect(samples(of: back.base) == samples(of: bitmap))
      #expect(back.base.format == example.format)
      #expect(back.warnings.isEmpty)
      var expected = example.encoding
      if example.format.isGray { expected.model = .monochrome }
      #expect(back.encoding == expected)
    }
  }

  @Test("A picture of several batches comes back, and its bytes do not depend on the number of workers")
  func batches() throws {
    let bitmap = try makeBitmap(1801, 1500, .rgb16) { x, y, c in
      UInt16(truncatingIfNeeded: (x * x + y * 31 + c * 977) >> (y / 300))
    }
    let picture = StillImage(base: bitmap, encoding: .itur2100PQ)
    let file = try write(picture)
    #expect(PNGBuilder.chunks(of: file).filter { $0.type == "IDAT" }.count > 16)
    #expect(samples(of: try read(file).base) == samples(of: bitmap))
    let workers = ThreadPool.shared.workerCount
    ThreadPool.shared.workerCount = 1
    defer { ThreadPool.shared.workerCount = workers }
    #expect(try write(picture) == file)
  }

  @Test("EXIF, XMP, orientation and profile survive")
  func metadata() throws {
    let bitmap = try makeBitmap(3, 2, .rgb8) { x, y, c in UInt16(x * 50 + y * 20 + c) }
    var block = EXIFBlock()
    block.image[EXIFBlock.Tag.make] = .ascii("Maker")
    block.image[EXIFBlock.Tag.xResolution] = .rationals([.init(300, 1)])
    block.image[EXIFBlock.Tag.yResolution] = .rationals([.init(300, 1)])
    block.orientation = 3
    let profile = try #require(ICCProfile.data(for: .adobeRGB1998, description: "mine"))
    let xmp = Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>".utf8)
    let picture = StillImage(
      base: bitmap, encoding: .adobeRGB1998, iccProfile: profile, orientation: .right,
      metadata: StillMetadata(exif: block.serialized(), xmp: xmp))
    let back = try read(try write(picture))
    #expect(back.orientation == .right)
    #expect(back.iccProfile == profile)
    #expect(back.encoding == .adobeRGB1998)
    #expect(back.metadata.xmp == xmp)
    let exif = try EXIFBlock(parsing: try #require(back.metadata.exif))
    #expect(exif.image[EXIFBlock.Tag.make]?.text == "Maker")
    #expect(exif.orientation == 6)
    let density = PNGBuilder.chunks(of: try write(picture)).first { $0.type == "pHYs" }?.data
    #expect(density == PNGBuilder.u32(11811) + PNGBuilder.u32(11811) + [1])
    let stripped = try read(try write(picture, EncodeOptions(stripsMetadata: true)))
    #expect(stripped.metadata.xmp == nil)
    #expect(stripped.orientation == .right)
  }

  @Test("Ten significant bits are scaled, not shifted, and stated")
  func significantBits() throws {
    let bitmap = try makeBitmap(1024, 1, .rgb16) { x, _, _ in UInt16((Double(x) / 1023 * 65535).rounded()) }
    let file = try write(StillImage(base: bitmap, encoding: .itur2100PQ), EncodeOptions(bitDepth: 10))
    let chunks = PNGBuilder.chunks(of: file)
    #expect(chunks.first { $0.type == "sBIT" }?.data == [10, 10, 10])
    #expect(samples(of: try read(file).base) == samples(of: bitmap))
  }

  @Test("Other layouts are written as RGB with straight alpha")
  func layouts() throws {
    let bgra = try makeBitmap(2, 1, .bgra8, alpha: .straight) { x, _, c in [10, 20, 30, 40][c] + UInt16(x) }
    let fromBGRA = try read(try write(StillImage(base: bgra, encoding: .sRGB))).base
    #expect(fromBGRA.format == .rgba8)
    #expect(samples(of: fromBGRA) == [30, 20, 10, 40, 31, 21, 11, 41])
    let ignored = try makeBitmap(1, 1, .bgra8, alpha: .opaque) { _, _, c in [10, 20, 30, 40][c] }
    #expect(samples(of: try read(try write(StillImage(base: ignored, encoding: .sRGB))).base) == [30, 20, 10])
    let premultiplied = try makeBitmap(2, 1, .rgba16, alpha: .premultiplied) { x, _, c in
      x == 0 ? [1000, 2000, 3000, 32768][c] : 0
    }
    let straight = samples(of: try read(try write(StillImage(base: premultiplied, encoding: .sRGB))).base)
    #expect(straight == [2000, 4000, 6000, 32768, 0, 0, 0, 0])
  }

  @Test("What PNG cannot hold is refused")
  func refusals() throws {
    let bitmap = try makeBitmap(1, 1, .rgb8) { _, _, _ in 0 }
    #expect(throws: ImageIOError.self) { try write(StillImage(base: bitmap, encoding: .genericLab)) }
    #expect(throws: ImageIOError.self) {
      try write(StillImage(base: bitmap, encoding: .sRGB), EncodeOptions(bitDepth: 32))
    }
  }
}
