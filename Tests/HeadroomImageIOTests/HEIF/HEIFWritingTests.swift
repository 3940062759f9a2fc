import HeadroomColor
import HeadroomContainers
import HeadroomGraphics
import HeadroomImageIO
import HeadroomPixels
import Testing

@Suite struct HEIFWritingTests {
  private func heic(_ picture: StillImage, _ options: EncodeOptions = EncodeOptions()) throws -> WrittenFile {
    WrittenFile(try #require(HEICFormat.writer).encode(picture, options: options))
  }

  private func avif(_ picture: StillImage, _ options: EncodeOptions = EncodeOptions()) throws -> WrittenFile {
    WrittenFile(try #require(AVIFFormat.writer).encode(picture, options: options))
  }

  // MARK: - Boxes

  @Test func `HDR metadata is written in the boxes of the standard, byte for byte`() throws {
    var picture = try HEIFSamples.picture(64, 64, .rgb16, .itur2100PQ)
    picture.hdr = HDRMetadata(
      mastering: MasteringDisplayColorVolume(primaries: .p3D65, maximumNits: 1000, minimumNits: 0.005),
      lightLevel: ContentLightLevel(maxCLL: 1000, maxFALL: 400),
      ambient: AmbientViewingEnvironment(illuminanceLux: 314), diffuseWhite: NominalDiffuseWhite(nits: 203))
    for file in [try heic(picture), try avif(picture)] {
      #expect(file.contains(hex: "00000020 6d646376 33c286c4 1d4c0bb8 84d03e80 3d134042 00989680 00000032"))
      #expect(file.contains(hex: "0000000c 636c6c69 03e8 0190"))
      #expect(file.contains(hex: "00000013 636f6c72 6e636c78 0009 0010 0009 80"))
      #expect(file.contains(hex: "00000010 616d7665 002fe9a0 3d13 4042"))
      #expect(file.contains(hex: "00000010 6e647774 00000000 001ef9b0"))
      // The profile beside it has the code points too.
      #expect(file.contains(hex: "63696370 00000000 09100001"))
    }
    picture.encoding = .itur2100HLG
    #expect(try heic(picture).contains(hex: "00000013 636f6c72 6e636c78 0009 0012 0009 80"))
  }

  @Test func `the profile beside PQ and HLG is small, and left out where every byte counts`() throws {
    for encoding in [ColorEncoding.itur2100PQ, .itur2100HLG, .displayP3PQ] {
      let picture = try HEIFSamples.picture(64, 64, .rgb16, encoding)
      var options = EncodeOptions(quality: 50)
      for file in [try heic(picture, options), try avif(picture, options)] {
        #expect(file.contains(text: "colrprof"))
        #expect(file.bytes.count < 14_000)
      }
      options.omitsFallbacks = true
      for file in [try heic(picture, options), try avif(picture, options)] {
        #expect(!file.contains(text: "colrprof"))
        let info = try ImageFormats.open(FileBytes(file.bytes)).info
        #expect(info.encoding == encoding && info.kind == .isoHDR)
      }
    }
    // Readers of SDR go by the profile.
    var options = EncodeOptions()
    options.omitsFallbacks = true
    #expect(try avif(HEIFSamples.picture(64, 64, .rgb8, .displayP3), options).contains(text: "colrprof"))
  }

  @Test func `an SDR picture has no HDR metadata, and sRGB's code points`() throws {
    var picture = try HEIFSamples.picture(64, 64, .rgb8, .sRGB)
    picture.hdr.lightLevel = ContentLightLevel(maxCLL: 1000, maxFALL: 400)
    let file = try heic(picture)
    #expect(!file.contains(text: "clli"))
    #expect(file.contains(hex: "00000013 636f6c72 6e636c78 0001 000d 0006 80"))
    #expect(file.contains(text: "colrprof"))
    #expect(file.contains(hex: "0000001c 66747970 68656963 00000000 6d696631 6d696166 68656963"))
  }

  @Test(arguments: [
    (8, PixelFormat.rgb8, EncodeOptions.Chroma.quarter, "010160000000"), (10, .rgb16, .quarter, "010220000000"),
    (8, .gray8, .quarter, "010408000000"), (8, .rgb8, .full, "010408000000"),
  ])
  func `HEVC streams have the plainest profile`(
    depth: Int, format: PixelFormat, chroma: EncodeOptions.Chroma, start: String
  ) throws {
    let file = try heic(try HEIFSamples.picture(64, 64, format), EncodeOptions(chroma: chroma, bitDepth: depth))
    #expect(file.body(of: "hvcC", 6) == start)
    #expect(file.contains(text: start == "010160000000" ? "ftypheic" : "ftypheix"))
    // Encoders like to sign their streams.
    #expect(!file.contains(text: "x265"))
  }

  @Test(arguments: [
    (8, PixelFormat.gray8, EncodeOptions.Chroma.quarter, "81001c00"), (10, .gray16, .quarter, "81005c00"),
    (10, .rgb16, .quarter, "81004c00"), (10, .rgb16, .full, "81204000"), (12, .rgb16, .full, "81406000"),
    (8, .rgb8, .half, "81400800"),
  ])
  func `the AV1 configuration says profile, depth and chroma`(
    depth: Int, format: PixelFormat, chroma: EncodeOptions.Chroma, record: String
  ) throws {
    let file = try avif(try HEIFSamples.picture(64, 64, format), EncodeOptions(chroma: chroma, bitDepth: depth))
    #expect(file.body(of: "av1C", 4) == record)
    #expect(file.contains(text: "ftypavif"))
    #expect(file.contains(text: "MA1B") == (record.hasPrefix("8100")))
  }

  @Test(
    arguments: [
      (CGImagePropertyOrientation.up, nil, nil), (.upMirrored, nil, 1), (.down, 2, nil), (.downMirrored, nil, 0),
      (.leftMirrored, 1, 0), (.right, 3, nil), (.rightMirrored, 3, 0), (.left, 1, nil),
    ] as [(CGImagePropertyOrientation, Int?, Int?)])
  func `orientation becomes a turn and a flip`(
    orientation: CGImagePropertyOrientation, quarters: Int?, axis: Int?
  ) throws {
    var picture = try HEIFSamples.picture(32, 16)
    picture.orientation = orientation
    let file = try avif(picture)
    #expect(file.body(of: "irot", 1) == quarters.map { "0\($0)" })
    #expect(file.body(of: "imir", 1) == axis.map { "0\($0)" })
  }

  @Test func `EXIF and XMP follow the picture, EXIF with its orientation, unless stripped`() throws {
    var picture = try HEIFSamples.picture(32, 16)
    picture.orientation = .right
    var block = EXIFBlock()
    block.orientation = 1
    picture.metadata.exif = block.serialized()
    let description = "<rdf:Description rdf:about=\"\" xmlns:a=\"b:\" a:c=\"kept\"/>"
    picture.metadata.xmp = Array(XMPPacket.wrapped(description).utf8)
    let file = try heic(picture)
    #expect(file.contains(hex: "00000000 4d4d002a"))
    #expect(file.contains(hex: "0112 0003 00000001 0006 0000"))
    #expect(file.contains(text: "kept"))
    #expect(file.contains(text: "application/rdf+xml"))
    let stripped = try heic(picture, EncodeOptions(stripsMetadata: true))
    #expect(!stripped.contains(text: "kept"))
    #expect(!stripped.contains(text: "Exif"))
    #expect(stripped.body(of: "irot", 1) == "03")
  }

  @Test func `pictures beyond the size of one coded picture become grids`() throws {
    let picture = try HEIFSamples.picture(8300, 16, .gray8, .sRGB)
    for file in [try heic(picture, EncodeOptions(speed: 10)), try avif(picture, EncodeOptions(speed: 10))] {
      // u8 0, flags, rows - 1, columns - 1, width, height
      #expect(file.contains(hex: "00 00 00 04 206c 0010"))
      #expect(file.contains(text: "dimg"))
    }
  }

  @Test func `HEVC pictures of odd size are cut out of a larger one`() throws {
    let odd = try heic(try HEIFSamples.picture(131, 97))
    #expect(odd.contains(hex: "00 00 00 00 0083 0061"))
    #expect(!(try heic(try HEIFSamples.picture(130, 98))).contains(text: "grid"))
    #expect(!(try avif(try HEIFSamples.picture(131, 97))).contains(text: "grid"))
  }

  @Test func `the same picture gives the same bytes`() throws {
    var picture = try HEIFSamples.picture(160, 96, .rgba8)
    picture.gainMap = try HEIFSamples.map(80, 48)
    #expect(try heic(picture) == heic(picture))
    #expect(try avif(picture) == avif(picture))
  }

  // MARK: - Errors

  @Test func `what cannot be encoded is refused with a reason`() throws {
    let pq = try HEIFSamples.picture(16, 16, .rgb16, .itur2100PQ)
    #expect(throws: ImageIOError.notEncodable(format: "heic", text: "8 bits cannot hold PQ or HLG; 10 can")) {
      try heic(pq, EncodeOptions(bitDepth: 8))
    }
    #expect(throws: ImageIOError.notEncodable(format: "avif", text: "has 8, 10, 12 bits, not 16")) {
      try avif(pq, EncodeOptions(bitDepth: 16))
    }
    var lab = try HEIFSamples.picture(16, 16)
    lab.encoding = .genericLab
    #expect(throws: ImageIOError.notEncodable(format: "heic", text: "holds RGB and gray, not lab")) { try heic(lab) }
    let wide = try HEIFSamples.picture(300_000, 1, .gray8)
    let text = "300000x1 pixels need more than 64 tiles a side"
    #expect(throws: ImageIOError.notEncodable(format: "avif", text: text)) { try avif(wide) }
  }
}
