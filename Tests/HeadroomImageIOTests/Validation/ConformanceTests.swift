import HeadroomColor
import HeadroomContainers
import HeadroomImageIO
import HeadroomTestSupport
import Testing

/// Rule by rule: a file that breaks it, and that good files break none.
@Suite struct ConformanceTests {
  static func findings(_ bytes: [UInt8], measured: ContentLightLevel? = nil) throws -> [ConformanceFinding] {
    try ConformanceChecker.findings(of: ImageFormats.open(FileBytes(bytes)), measured: measured)
  }

  static func rules(_ bytes: [UInt8], measured: ContentLightLevel? = nil) throws -> Set<String> {
    Set(try findings(bytes, measured: measured).map(\.rule))
  }

  private static func png(bitDepth: Int = 16, _ chunks: [[UInt8]], trailer: [[UInt8]] = []) -> [UInt8] {
    var builder = PNGBuilder(width: 4, height: 4)
    builder.bitDepth = bitDepth
    builder.chunks = chunks
    builder.trailer = trailer
    return builder.file { x, y, _ in UInt16(x * 10 + y) }
  }

  private static func chunk(_ type: String, _ body: [UInt8]) -> [UInt8] { PNGBuilder.chunk(type, body) }
  private static let pq = chunk("cICP", [9, 16, 0, 1])
  private static func lightLevel(_ max: UInt32, _ average: UInt32) -> [UInt8] {
    chunk("cLLI", PNGBuilder.u32(max * 10_000) + PNGBuilder.u32(average * 10_000))
  }
  private static func mastering(
    _ points: [(Double, Double)], max: Double = 1000, min: Double = 0.005
  ) -> [UInt8] {
    let codes = points.flatMap { point in
      [point.0, point.1].flatMap { value -> [UInt8] in
        let code = UInt16((value * 50_000).rounded())
        return [UInt8(code >> 8), UInt8(code & 0xFF)]
      }
    }
    return chunk("mDCV", codes + PNGBuilder.u32(UInt32(max * 10_000)) + PNGBuilder.u32(UInt32(min * 10_000)))
  }
  private static let bt2020 = [(0.708, 0.292), (0.170, 0.797), (0.131, 0.046), (0.3127, 0.3290)]

  @Test func `a file as it should be has no finding`() throws {
    let good = Self.png([Self.pq, Self.lightLevel(1000, 200), Self.mastering(Self.bt2020)])
    #expect(try Self.findings(good).isEmpty)
    #expect(try Self.findings(JPEGFixture.file()).isEmpty)
  }

  @Test func `what HEIF readers forgive is found`() throws {
    #expect(try !Self.rules(HEIFBuilder.picture().build()).contains { $0.hasPrefix("heif.primary") })
    var builder = HEIFBuilder.picture()
    builder.statesPrimary = false
    #expect(try Self.rules(builder.build()).contains("heif.primary-missing"))
    builder = HEIFBuilder.picture()
    builder.items[0].properties.append("nclx")
    #expect(try Self.rules(builder.build()).contains("heif.color-repeated"))
    builder = HEIFBuilder.picture()
    builder.items[0].properties[0] = "av1C"
    #expect(try Self.rules(builder.build()).contains("heif.configuration-optional"))
  }

  @Test func `PQ in 8 bits is an error with its place`() throws {
    let finding = try #require(Self.findings(Self.png(bitDepth: 8, [Self.pq])).first)
    #expect(finding.rule == "cicp.bit-depth")
    #expect(finding.severity == .error)
    #expect(finding.part == "cICP")
    // Signature 8, IHDR 25.
    #expect(finding.offset == 33)
  }

  @Test func `light levels are checked against each other and against the pixels`() throws {
    #expect(try Self.rules(Self.png([Self.pq, Self.lightLevel(100, 200)])).contains("light-level.order"))
    #expect(try Self.rules(Self.png([Self.pq])).contains("light-level.missing"))
    let tagged = Self.png([Self.pq, Self.lightLevel(4000, 200)])
    let wrong = ContentLightLevel(maxCLL: 600, maxFALL: 190)
    #expect(try Self.rules(tagged, measured: wrong) == ["light-level.measured"])
    #expect(try Self.rules(tagged, measured: ContentLightLevel(maxCLL: 3900, maxFALL: 195)).isEmpty)
  }

  @Test func `mastering displays that cannot be are found`() throws {
    let swapped = [Self.bt2020[1], Self.bt2020[2], Self.bt2020[0], Self.bt2020[3]]
    #expect(try Self.rules(Self.png([Self.pq, Self.mastering(swapped)])).contains("mastering.order"))
    let inverted = Self.mastering(Self.bt2020, max: 0.001, min: 5)
    #expect(try Self.rules(Self.png([Self.pq, inverted])).contains("mastering.luminance"))
    let outside = [(0.9, 0.4)] + Self.bt2020.dropFirst()
    #expect(try Self.rules(Self.png([Self.pq, Self.mastering(outside)])).contains("mastering.primaries"))
    #expect(try Self.rules(Self.png([Self.mastering(Self.bt2020)])).contains("png.mastering-without-cicp"))
  }

  @Test func `code points that mean nothing, and chunks out of order, are found`() throws {
    #expect(try Self.rules(Self.png([Self.chunk("cICP", [2, 2, 0, 1])])).contains("file.reader-warning"))
    #expect(try Self.rules(Self.png([Self.chunk("cICP", [9, 16, 0, 0])])).contains("cicp.narrow-range"))
    #expect(try Self.rules(Self.png([Self.chunk("cICP", [12, 16, 0, 1])])).contains("cicp.hdr-primaries"))
    #expect(try Self.rules(Self.png([], trailer: [Self.pq])).contains("png.chunk-order"))
    #expect(try Self.rules(Self.png([Self.pq, Self.lightLevel(9, 1)]) + [1, 2, 3]).contains("png.trailer"))
  }

  @Test func `a profile that contradicts the code points is found`() throws {
    let profile = try #require(ICCProfile.data(for: .displayP3))
    var exactly = try StillImageFixture.sRGB
    exactly.iccProfile = profile
    let bytes = try #require(PNGFormat.writer).encode(exactly, options: EncodeOptions())
    // The code points go between IHDR and what follows.
    let both = Array(bytes[..<33]) + Self.chunk("cICP", [9, 16, 0, 1]) + Array(bytes[33...])
    let rules = try Self.rules(both)
    #expect(rules.contains("icc.cicp-primaries"))
    #expect(rules.contains("icc.cicp-tag"))
  }

  @Test func `stale multi-picture blocks and directories are found`() throws {
    #expect(try Self.rules(JPEGLocatingTests.patched([0x32 + 24: [0, 0, 3, 0xA0]])).contains("jpeg.mpf-offset"))
    #expect(try Self.rules(JPEGLocatingTests.patched([0x32 + 4: [0, 0, 1, 0]])).contains("jpeg.mpf-size"))
    #expect(try Self.rules(JPEGLocatingTests.patched([-4: [0x58]])).contains("jpeg.mpf-missing"))
    #expect(try Self.rules(JPEGFixture.file() + [0, 1, 2]) == ["jpeg.trailer"])
  }

  @Test(arguments: [
    (GainMapMetadata(baseHeadroom: 1, alternateHeadroom: 1, max: 2), "gain-map.headroom-equal"),
    (GainMapMetadata(alternateHeadroom: 7, max: 7), "gain-map.headroom-range"),
    (GainMapMetadata(alternateHeadroom: 2, min: -1, max: 12), "gain-map.gain-range"),
    (GainMapMetadata(alternateHeadroom: 2, max: 2, gamma: 20), "gain-map.gamma"),
    (GainMapMetadata(alternateHeadroom: 2, max: 2, baseOffset: -0.1), "gain-map.offset"),
    (GainMapMetadata(alternateHeadroom: 2, min: 1, max: 1), "gain-map.gain-constant"),
    (GainMapMetadata(alternateHeadroom: 2, max: 2, useBaseColorSpace: false), "gain-map.alternate-color"),
  ])
  func `odd gain map parameters are found`(_ metadata: GainMapMetadata, _ rule: String) throws {
    let bytes = try JPEGWriter().encode(JPEGFixture.picture(metadata: metadata), options: EncodeOptions())
    #expect(try Self.rules(bytes).contains(rule))
  }

  @Test func `descriptions that contradict each other are found`() throws {
    let bytes = try JPEGFixture.file()
    let text = Array("hdrgm:GainMapMax=\"2.25\"".utf8)
    let place = try #require(bytes.firstRange(of: text))
    let changed = bytes.replacing(text, with: Array("hdrgm:GainMapMax=\"1.75\"".utf8))
    #expect(changed.count == bytes.count)
    let finding = try #require(Self.findings(changed).first { $0.rule == "gain-map.descriptions" })
    #expect(finding.message.contains("largest gain"))
    #expect(place.lowerBound > 0)
  }

  @Test(
    .enabled(if: TestData.isAvailable),
    arguments: [
      ("ultrahdr/ultrahdr.jpg", "gain-map.unusable"), ("ultrahdr/test_uhdr_hlg.jpg", "gain-map.reach"),
    ])
  func `odd real files are found`(_ file: String, _ rule: String) throws {
    #expect(try Self.rules(TestData.stillBytes(file)).contains(rule))
  }
}
