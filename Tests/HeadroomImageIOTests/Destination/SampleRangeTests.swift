import HeadroomColor
import HeadroomContainers
import HeadroomGraphics
import HeadroomImageIO
import HeadroomPixels
import Testing

@Suite struct SampleRangeTests {
  private static let odd: [Float] = [.nan, .infinity, -.infinity, 1e20, -1e20, 0.25, 1, 4]

  private func picture(_ format: PixelFormat, _ encoding: ColorEncoding = .extendedLinearSRGB) throws -> StillImage {
    let base = try makeFloatBitmap(16, 16, format, alpha: .opaque) { x, row, channel in
      row == 3 && channel == 0 ? Self.odd[x % Self.odd.count] : 0.5
    }
    return StillImage(base: base, encoding: encoding)
  }

  private func encode(
    _ name: String, _ picture: StillImage, _ options: EncodeOptions = EncodeOptions()
  ) throws -> (samples: [Float], report: EncodingReport) {
    let writer = try #require(ImageFormats.named(name)?.writer)
    var options = options
    let report = EncodingReport()
    options.report = report
    let bytes = try writer.encode(picture, options: options)
    let decoded = try ImageFormats.open(FileBytes(bytes)).decode(DecodeRequest()).base
    return (decoded.format.isFloatingPoint ? floatSamples(of: decoded) : [], report)
  }

  @Test(arguments: [ColorEncoding.extendedLinearSRGB, .sRGB.extended, .itur2100PQ, .itur2100HLG])
  func jpegXLWithLossTakesNumbersThatItsCodecCannot(_ encoding: ColorEncoding) throws {
    for format in [PixelFormat.rgbFloat, .rgbHalf, .rgbaFloat] {
      var source = try picture(format, encoding)
      if format.hasAlpha {
        // Colours that leave the range only when they are divided by alpha.
        source.base = try makeFloatBitmap(16, 16, format, alpha: .premultiplied) { _, _, channel in
          channel == 3 ? 1e-30 : 1e10
        }
      }
      let (samples, report) = try encode("jxl", source)
      #expect(samples.allSatisfy { $0.isFinite })
      #expect(report.changedSamples >= (format.hasAlpha ? 0 : 10))
      #expect(report.warnings.count == (report.changedSamples > 0 ? 1 : 0))
    }
  }

  @Test func floatsAreKeptBitByBitWhereTheFormatStoresThem() throws {
    for (name, options) in [
      ("exr", EncodeOptions()), ("tiff", EncodeOptions()), ("pfm", EncodeOptions()),
      ("jxl", EncodeOptions(isLossless: true)),
    ] {
      let (samples, report) = try encode(name, picture(.rgbFloat), options)
      try #require(samples.count == 16 * 48, "\(name)")
      let row = samples[3 * 48..<4 * 48]
      #expect(row.contains { $0.isNaN } && row.contains(.infinity) && row.contains(-1e20), "\(name)")
      #expect(report.warnings.isEmpty, "\(name)")
    }
  }

  @Test(arguments: ["exr", "jxl"])
  func floatsThatBecomeHalvesAreBroughtIntoTheirRange(_ name: String) throws {
    let (samples, report) = try encode(name, picture(.rgbFloat), EncodeOptions(isLossless: true, bitDepth: 16))
    try #require(samples.count == 16 * 48)
    #expect(samples[3 * 48] == 0)
    #expect(samples[3 * 48 + 3] == 65504 && samples[3 * 48 + 6] == -65504 && samples[3 * 48 + 9] == 65504)
    // Five of every eight.
    #expect(report.changedSamples == 10)
    #expect(report.warnings.first?.hasPrefix("10 samples are NaN") == true)
  }

  @Test func integersCountWhatIsNoNumber() throws {
    for name in ["png", "avif", "ppm", "jpeg"] {
      var source = try picture(.rgbFloat, .sRGB)
      source.encoding = .sRGB
      let (_, report) = try encode(name, source)
      // NaN and infinities; 1e20 is merely bright.
      #expect(report.changedSamples == 6, "\(name)")
    }
    let (_, report) = try encode("hdr", picture(.rgbFloat))
    #expect(report.changedSamples == 6)
    for bitDepth in [8, 16] {
      let (samples, report) = try encode("tiff", picture(.rgbFloat), EncodeOptions(bitDepth: bitDepth))
      #expect(samples.isEmpty && report.changedSamples == 6, "\(bitDepth) bits")
    }
  }

  @Test func rowsAreBroughtIntoRangeToo() throws {
    let source = try picture(.rgbFloat)
    let report = EncodingReport()
    let output = MemoryByteSink()
    let writer = try #require(ImageFormats.named("tiff")?.writer)
    let options = EncodeOptions(bitDepth: 16, report: report)
    let sink = try #require(try writer.rowSink(for: source.header, options: options, to: output))
    try sink.write(source.base)
    try sink.finish()
    #expect(report.changedSamples == 6)
  }

  @Test func primariesThatSpanNothingAreRefused() throws {
    var source = StillImage(base: try picture(.rgbFloat).base, encoding: .extendedLinearSRGB)
    let line = Chromaticity(x: 0.3, y: 0.3)
    for point in [line, Chromaticity(x: .nan, y: .nan), Chromaticity(x: 0.3, y: 1e-115)] {
      source.encoding.primaries = ColorPrimaries(red: line, green: point, blue: line, white: .d65)
      for name in ["png", "jxl", "avif", "exr", "tiff", "pfm"] {
        #expect(throws: ImageIOError.self) { try encode(name, source) }
      }
    }
  }

  @Test func metadataThatIsNoNumberIsWrittenAsNumbers() throws {
    var encoding = ColorEncoding.itur2100PQ
    encoding.primaries = ColorPrimaries(
      red: Chromaticity(x: .nan, y: 0.3), green: .d65, blue: .d65, white: Chromaticity(x: .infinity, y: 0))
    // The profile is nonsense, but one that can be made.
    #expect(ICCProfile.data(for: encoding) != nil)
    let base = try makeBitmap(4, 4, .rgb16) { _, _, _ in 1000 }
    var picture = StillImage(base: base, encoding: .itur2100PQ)
    let point = Chromaticity(x: .nan, y: .infinity)
    picture.hdr.mastering = MasteringDisplayColorVolume(
      red: point, green: point, blue: point, white: point, maximumNits: .nan, minimumNits: -.infinity)
    picture.hdr.lightLevel = ContentLightLevel(maxCLL: .nan, maxFALL: 1e300)
    var block = EXIFBlock()
    block.image[EXIFBlock.Tag.xResolution] = .floats([.infinity])
    block.image[EXIFBlock.Tag.yResolution] = .doubles([1e300])
    picture.metadata.exif = block.serialized()
    for name in ["png", "avif", "heic", "jxl"] {
      let writer = try #require(ImageFormats.named(name)?.writer)
      let bytes = try writer.encode(picture, options: EncodeOptions())
      #expect(try ImageFormats.open(FileBytes(bytes)).info.width == 4)
    }
  }
}
