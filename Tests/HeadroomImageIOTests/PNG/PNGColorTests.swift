import HeadroomColor
import HeadroomContainers
import HeadroomGraphics
import HeadroomImageIO
import HeadroomTestSupport
import Testing

private func info(_ chunks: [[UInt8]], colorType: Int = 2) throws -> StillInfo {
  let builder = PNGBuilder(width: 1, height: 1, bitDepth: 16, colorType: colorType, chunks: chunks)
  return try ImageFormats.open(FileBytes(builder.file { _, _, _ in 5 })).info
}

private func profile(_ encoding: ColorEncoding) throws -> [UInt8] {
  PNGBuilder.chunk("iCCP", Array("x\0\0".utf8) + PNGBuilder.zlibStored(try #require(ICCProfile.data(for: encoding))))
}

private func gamma(_ value: UInt32) -> [UInt8] { PNGBuilder.chunk("gAMA", PNGBuilder.u32(value)) }

private func chromaticities(_ values: [UInt32]) -> [UInt8] {
  PNGBuilder.chunk("cHRM", values.flatMap { PNGBuilder.u32($0) })
}

private let displayP3: [UInt32] = [31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000]

@Suite struct PNGColorTests {
  @Test("Code points win over the profile, the profile over sRGB, sRGB over gamma and primaries")
  func precedence() throws {
    let codePoints = PNGBuilder.chunk("cICP", [9, 16, 0, 1])
    let icc = try profile(.adobeRGB1998)
    let standard = PNGBuilder.chunk("sRGB", [0])
    let calibration = [gamma(100_000), chromaticities(displayP3)]
    #expect(try info([codePoints, icc, standard] + calibration).encoding == .itur2100PQ)
    #expect(try info([icc, standard] + calibration).encoding == .adobeRGB1998)
    #expect(try info([standard] + calibration).encoding == .sRGB)
    #expect(try info(calibration).encoding == .linearDisplayP3)
    #expect(try info([]).encoding == .sRGB)
  }

  @Test("Code points that mean nothing here leave the word to the next chunk")
  func unknownCodePoints() throws {
    let result = try info([PNGBuilder.chunk("cICP", [2, 2, 0, 1]), try profile(.displayP3)])
    #expect(result.encoding == .displayP3)
    #expect(result.warnings.contains { $0.hasPrefix("cICP: code points 2/2") })
  }

  // Read back from Chromium 156, see PNG.Directory+Color.swift.
  @Test("Gamma alone is read as browsers read it")
  func gammaAlone() throws {
    #expect(try info([gamma(45455)]).encoding == .sRGB)
    #expect(try info([gamma(100_000)]).encoding == .linearSRGB)
    let both = try info([gamma(45455), chromaticities([31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000])])
    #expect(both.encoding == ColorEncoding(primaries: .bt709, transfer: .gamma(2.2)))
    #expect(try info([gamma(0)]).encoding == .sRGB)
    #expect(try info([gamma(1)]).warnings.contains { $0.hasPrefix("gAMA") })
    #expect(try info([chromaticities([0, 0, 0, 0, 0, 0, 0, 0])]).warnings.contains { $0.hasPrefix("cHRM") })
  }

  @Test("W3C's profile for PQ is known by its name, whatever it holds")
  func namedPQ() throws {
    func named(_ name: String, _ profile: [UInt8]) -> [UInt8] {
      PNGBuilder.chunk("iCCP", Array("\(name)\0\0".utf8) + PNGBuilder.zlibStored(profile))
    }
    let sRGB = try #require(ICCProfile.data(for: .sRGB))
    let result = try info([named("ITUR_2100_PQ_FULL", sRGB)])
    #expect(result.encoding == .itur2100PQ && result.kind == .isoHDR)
    // It would say something else in a container without the name.
    #expect(result.iccProfile == nil && result.warnings.isEmpty)
    #expect(try info([named("itur 2100", sRGB)]).encoding == .sRGB)
    #expect(try info([named("ITUR_2100_PQ_FULL", [1, 2, 3])]).encoding == .itur2100PQ)
    #expect(try info([PNGBuilder.chunk("cICP", [1, 13, 0, 1]), named("ITUR_2100_PQ_FULL", sRGB)]).encoding == .sRGB)
    let gray = try info([named("ITUR_2100_PQ_FULL", sRGB)], colorType: 0)
    #expect(gray.encoding.transfer == .pq && gray.encoding.model == .monochrome)
  }

  @Test("A profile of the wrong kind of colour is left out")
  func wrongProfile() throws {
    let result = try info([try profile(.genericGrayGamma22)])
    #expect(result.encoding == .sRGB)
    #expect(result.warnings.contains { $0.hasPrefix("iCCP") })
    #expect(try info([try profile(.genericGrayGamma22)], colorType: 0).encoding == .genericGrayGamma22)
  }

  @Test("Both spellings of the light level chunks are read")
  func spellings() throws {
    let mastering = MasteringDisplayColorVolume(primaries: .p3D65, maximumNits: 600, minimumNits: 0.01)
    let light = ContentLightLevel(maxCLL: 500, maxFALL: 100)
    for (first, second) in [("mDCV", "cLLI"), ("mDCv", "cLLi")] {
      let result = try info([
        PNGBuilder.chunk("cICP", [9, 16, 0, 1]), PNGBuilder.chunk(first, mastering.pngBytes),
        PNGBuilder.chunk(second, light.pngBytes),
      ])
      #expect(result.hdr.mastering?.maximumNits == 600)
      #expect(result.hdr.lightLevel == light)
      #expect(result.contentHeadroom == 500.0 / 203)
      #expect(result.contentHeadroomSource == .contentLightLevel)
      #expect(result.kind == .isoHDR)
    }
  }

  @Test("Colour chunks behind the picture data are not used")
  func misplaced() throws {
    var builder = PNGBuilder(width: 1, height: 1)
    builder.trailer = [PNGBuilder.chunk("cICP", [9, 16, 0, 1])]
    let result = try ImageFormats.open(FileBytes(builder.file { _, _, _ in 5 })).info
    #expect(result.encoding == .sRGB)
    #expect(result.warnings.count == 1)
  }

  @Test("XMP and EXIF are found in every place writers have put them")
  func metadataPlaces() throws {
    let packet = Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'>é</x:xmpmeta>".utf8)
    let keyword = Array("XML:com.adobe.xmp\0".utf8)
    let packed = PNGBuilder.zlibStored(packet)
    let chunks = [
      PNGBuilder.chunk("iTXt", keyword + [0, 0, 0, 0] + packet),
      PNGBuilder.chunk("iTXt", keyword + [1, 0, 0, 0] + packed),
      PNGBuilder.chunk("zTXt", keyword + [0] + packed), PNGBuilder.chunk("tEXt", keyword + packet),
    ]
    for chunk in chunks { #expect(try info([chunk]).metadata.xmp == packet) }
    var block = EXIFBlock()
    block.orientation = 8
    let raw = Array("Exif\0\0".utf8) + block.serialized()
    let digits = raw.flatMap { byte in
      Array(String(byte >> 4, radix: 16).utf8) + Array(String(byte & 15, radix: 16).utf8)
    }
    let text = Array("Raw profile type exif\0\nexif\n      \(raw.count)\n".utf8) + digits + [10]
    #expect(try info([PNGBuilder.chunk("tEXt", text)]).orientation == .left)
  }
}

@Suite(.enabled(if: TestData.isAvailable)) struct PNGRealFileTests {
  struct Example: CustomTestStringConvertible, Sendable {
    var path: String
    var size: (Int, Int)
    var depth: Int
    var encoding: ColorEncoding
    var headroom: Double
    var testDescription: String { path }
  }

  static let examples: [Example] = [
    Example(path: "parity/test_pq.png", size: (640, 320), depth: 16, encoding: .itur2100PQ, headroom: 1000.0 / 203),
    Example(path: "parity/test_hlg.png", size: (640, 320), depth: 16, encoding: .itur2100HLG, headroom: 1000.0 / 203),
    Example(path: "parity/test_srgb.png", size: (640, 320), depth: 8, encoding: .sRGB, headroom: 1),
    Example(path: "png-hdr/hdr_room.png", size: (676, 449), depth: 16, encoding: .itur2100HLG, headroom: 1000.0 / 203),
    // Its light level chunks carry the CRC of their draft spelling; they do not count in Chromium either.
    Example(path: "png-hdr/cicp_pq.png", size: (8, 8), depth: 8, encoding: .itur2100PQ, headroom: 1000.0 / 203),
    Example(
      path: "png-hdr/cicp-display-p3_reencoded.png", size: (100, 50), depth: 8, encoding: .displayP3, headroom: 1),
    Example(path: "png-hdr/pngtest.png", size: (91, 69), depth: 8, encoding: .sRGB, headroom: 1),
    Example(path: "png-hdr/hdr_test_pq1000.png", size: (1920, 1080), depth: 16, encoding: .sRGB, headroom: 1),
    Example(path: "hdr/orientation_all.png", size: (480, 160), depth: 16, encoding: .linearSRGB, headroom: 1),
    Example(
      path: "jxl-conformance/spot/ref.png", size: (600, 400), depth: 16,
      encoding: ColorEncoding(primaries: .romm, transfer: .gamma(1.8)), headroom: 1),
  ]

  @Test("Real files say what their chunks say", arguments: examples)
  func realFiles(example: Example) throws {
    let reader = try ImageFormats.open(FileBytes(try TestData.stillBytes(example.path)))
    let info = reader.info
    #expect((info.width, info.height) == example.size)
    #expect(info.bitDepth == example.depth)
    #expect(info.encoding == example.encoding)
    #expect(abs(info.contentHeadroom - example.headroom) < 1e-9)
    let picture = try reader.decode(DecodeRequest())
    #expect(!picture.isPartial)
  }
}
