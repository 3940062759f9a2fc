import HeadroomColor
import HeadroomContainers
import HeadroomEngine
import HeadroomGraphics
import HeadroomImageIO
import HeadroomPixels
import Testing

@Suite struct JPEGDecodingTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var bytes: [UInt8]
    var chroma: String
    var tolerance: Double

    init(_ name: String, _ bytes: [UInt8], _ chroma: String, _ tolerance: Double) {
      testDescription = name
      self.bytes = bytes
      self.chroma = chroma
      self.tolerance = tolerance
    }
  }

  static let colorSamples = [
    Sample("4:4:4", JPEGSamples.full444, "444", 4), Sample("4:2:2", JPEGSamples.half422, "422", 8),
    Sample("4:2:0", JPEGSamples.quarter420, "420", 12), Sample("4:4:0", JPEGSamples.vertical440, "440", 12),
    Sample("4:1:1", JPEGSamples.horizontal411, "411", 16), Sample("progressive", JPEGSamples.progressive, "420", 12),
    Sample("arithmetic", JPEGSamples.arithmetic, "420", 12),
    Sample("arithmetic progressive", JPEGSamples.arithmeticProgressive, "420", 12),
    Sample("RGB without conversion", JPEGSamples.plainRGB, "444", 4),
    Sample("restart markers", JPEGSamples.restart, "420", 12),
  ]

  @Test(arguments: colorSamples)
  func `colour pictures of every process decode to RGB8`(_ sample: Sample) throws {
    let reader = try JPEGFixture.open(sample.bytes)
    #expect(reader.info.chroma == sample.chroma)
    #expect(reader.info.warnings.isEmpty)
    #expect(reader.info.encoding == .sRGB)
    let still = try reader.decode(DecodeRequest())
    #expect(still.base.format == .rgb8)
    #expect(!still.isPartial)
    for y in 0..<JPEGSamples.height {
      for x in 0..<JPEGSamples.width {
        let pixel = JPEGFixture.pixel(still.base, x: x, y: y)
        let wanted = JPEGSamples.color(x: x, y: y)
        for channel in 0..<3 { #expect((Double(pixel[channel]) - wanted[channel]).magnitude <= sample.tolerance) }
      }
    }
  }

  @Test func `gray decodes to one component`() throws {
    let still = try JPEGFixture.open(JPEGSamples.gray).decode(DecodeRequest())
    #expect(still.base.format == .gray8)
    #expect((JPEGFixture.pixel(still.base, x: 9, y: 4)[0] - 110).magnitude <= 2)
  }

  @Test(arguments: [JPEGSamples.cmyk, JPEGSamples.ycck])
  func `CMYK and YCCK become RGB by the device formula with a warning`(_ bytes: [UInt8]) throws {
    let still = try JPEGFixture.open(bytes).decode(DecodeRequest())
    #expect(still.base.format == .rgb8)
    #expect(still.warnings.contains { $0.contains("CMYK") })
    let pixel = JPEGFixture.pixel(still.base, x: 7, y: 6)
    let wanted = JPEGSamples.color(x: 7, y: 6) * 215 / 255
    for channel in 0..<3 { #expect((Double(pixel[channel]) - wanted[channel]).magnitude <= 4) }
  }

  @Test(arguments: [(1, 48, 32), (2, 24, 16), (3, 24, 16), (4, 12, 8), (8, 6, 4), (100, 6, 4)])
  func `the base can be decoded smaller`(_ denominator: Int, _ width: Int, _ height: Int) throws {
    let still = try JPEGFixture.open(JPEGFixture.file()).decode(DecodeRequest(scaleDenominator: denominator))
    #expect(still.base.width == width)
    #expect(still.base.height == height)
    #expect(still.gainMap?.bitmap.width == 24)
  }

  @Test(arguments: [(1, 24, 16), (2, 12, 8), (8, 3, 2)])
  func `the gain map can be decoded smaller, by its own factor`(_ denominator: Int, _ width: Int, _ height: Int) throws
  {
    let reader = try JPEGFixture.open(JPEGFixture.file())
    let still = try reader.decode(DecodeRequest(gainMapScaleDenominator: denominator))
    #expect(still.base.width == 48)
    #expect(still.gainMap?.bitmap.width == width)
    #expect(still.gainMap?.bitmap.height == height)
    // What the file says stays.
    #expect(still.gainMap?.description.width == 24)
  }

  @Test func `a gain map is decoded no smaller than it has to be`() throws {
    let reader = try JPEGFixture.open(JPEGFixture.file())
    let map = try #require(reader.info.gainMap)
    for scale in [1, 2, 4, 8] {
      var request = DecodeRequest(scaleDenominator: scale)
      request.matchGainMap(map, toBaseOf: reader)
      let (base, times) = (reader.decodedSize(request), request.gainMapScaleDenominator)
      #expect(times == 1 || (map.width / times >= base.width && map.height / times >= base.height))
      #expect(times == 8 || map.width / times / 2 < base.width || map.height / times / 2 < base.height)
    }
  }

  @Test func `limits are checked before anything is decoded`() throws {
    let bytes = try JPEGFixture.file()
    #expect(throws: ImageIOError.self) { try JPEGFixture.open(bytes, limits: DecodeLimits(maxPixels: 48 * 32 - 1)) }
    #expect(throws: ImageIOError.self) { try JPEGFixture.open(bytes, limits: DecodeLimits(maxDimension: 47)) }
    #expect(throws: ImageIOError.self) { try JPEGFixture.open(bytes, limits: DecodeLimits(maxMetadataBytes: 100)) }
    let reader = try JPEGFixture.open(bytes)
    #expect(throws: ImageIOError.self) {
      try reader.decode(DecodeRequest(limits: DecodeLimits(maxPixels: 10)))
    }
  }

  @Test func `a gigantic declared size costs nothing`() throws {
    for sample in [JPEGSamples.full444, JPEGSamples.progressive, JPEGSamples.arithmeticProgressive] {
      var bytes = sample
      let frame = try #require(
        JPEGFixture.segments(bytes).first { (0xC0...0xCA).contains($0.marker) && $0.marker != 0xC4 })
      bytes.replaceSubrange(frame.offset + 5..<frame.offset + 9, with: [0xFF, 0xDC, 0xFF, 0xDC])
      #expect(throws: ImageIOError.self) { try JPEGFixture.open(bytes) }
      bytes.replaceSubrange(frame.offset + 5..<frame.offset + 9, with: [0x0F, 0xFF, 0xFF, 0xDC])
      let reader = try JPEGFixture.open(bytes)
      #expect(reader.info.height == 4095)
      #expect(throws: ImageIOError.self) { try reader.decode(DecodeRequest()) }
    }
  }

  @Test func `lossless and 12-bit JPEG are refused by name`() throws {
    var bytes = JPEGSamples.full444
    let frame = try #require(JPEGFixture.segments(bytes).first { $0.marker == 0xC0 })
    bytes[frame.offset + 4] = 12
    let deep = try JPEGFixture.open(bytes)
    #expect(deep.info.bitDepth == 12)
    #expect(throws: ImageIOError.unsupported(part: "SOF0", text: "JPEG of this process and 12 bits is not supported")) {
      try deep.decode(DecodeRequest())
    }
    bytes[frame.offset + 4] = 8
    bytes[frame.offset + 1] = 0xC3
    let lossless = try JPEGFixture.open(bytes)
    #expect(throws: ImageIOError.unsupported(part: "SOF3", text: "JPEG of this process and 8 bits is not supported")) {
      try lossless.decode(DecodeRequest())
    }
  }
}
