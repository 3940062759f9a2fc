import HeadroomColor
import HeadroomContainers
import HeadroomImageIO
import HeadroomPixels
import HeadroomTestSupport
import Testing

/// Files of every arrangement: own compressed ones, uncompressed ones of the builder.
private func fixtures() throws -> [[UInt8]] {
  var block = EXIFBlock()
  block.image = [0x010F: .ascii("Maker")]
  block.exif = [0x9000: .undefined(Array("0232".utf8))]
  block.gps = [1: .ascii("N")]
  var files: [[UInt8]] = []
  for format in [PixelFormat.rgb8, .grayAlpha16, .rgbHalf, .rgbaFloat] {
    var encoding: ColorEncoding = format.isFloatingPoint ? .extendedLinearSRGB : .itur2100PQ
    if format.isGray { encoding = .genericGrayGamma22 }
    var still = StillImage(base: try makePicture(23, 11, format), encoding: encoding)
    still.metadata.exif = block.serialized()
    still.metadata.xmp = Array("<x/>".utf8)
    files.append(try encodeTIFF(still))
  }
  var planar = TIFFBuilder(width: 20, height: 9, bits: 16, samples: 3)
  (planar.isPlanar, planar.isBig, planar.isBigEndian, planar.rowsPerStrip) = (true, true, true, 4)
  files.append(planar.file { x, y, c in UInt64(x * y + c) })
  var tiled = TIFFBuilder(width: 40, height: 20, bits: 4)
  (tiled.tile, tiled.fields) = ((16, 16), [(262, 3, [3]), (320, 3, (0..<48).map { $0 * 1000 })])
  files.append(tiled.file { x, y, _ in UInt64((x + y) % 16) })
  return files
}

@Suite struct TIFFBadInputTests {
  @Test("Every prefix throws, or shows what there is when asked to")
  func prefixes() throws {
    for file in try fixtures() { expectPictureOrError(ofPrefixesOf: file) }
  }

  @Test("Seeded mutations never trap and never reach an internal error", arguments: 0..<4)
  func mutations(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let files = try fixtures()
    for _ in 0..<1000 {
      var file = files[Int.random(in: 0..<files.count, using: &generator)]
      generator.mutate(&file)
      do {
        let limits = DecodeLimits(maxPixels: 1 << 18)
        let reader = try ImageFormats.open(FileBytes(file), limits: limits)
        _ = reader.structure()
        _ = reader.conformanceFindings()
        _ = try reader.decode(
          DecodeRequest(allowPartial: Bool.random(using: &generator), scaleDenominator: 2, limits: limits))
      } catch {
        #expect(!error.description.hasPrefix("internal error"), "\(error)")
      }
    }
  }

  @Test("Sizes over the limits are refused before memory is taken")
  func limits() throws {
    func error(_ fields: [(tag: Int, type: Int, values: [Int])], limits: DecodeLimits = .standard) throws -> String {
      var builder = TIFFBuilder(width: 4, height: 4)
      builder.fields = fields
      do {
        _ = try ImageFormats.open(FileBytes(builder.file { _, _, _ in 0 }), limits: limits).decode(DecodeRequest())
        return "decoded"
      } catch { return "\(error)" }
    }
    #expect(try error([(256, 4, [70000])]).contains("picture side 70000 is over the limit"))
    #expect(try error([(256, 4, [60000]), (257, 4, [60000])]).contains("pixel count"))
    #expect(
      try error([(256, 4, [40000]), (257, 4, [2000]), (278, 4, [2000])]).contains("ends inside the picture data"))
    #expect(try error([(322, 4, [60000]), (323, 4, [4000]), (324, 4, [8])]).contains("tile bytes"))
    #expect(try error([(277, 3, [60000]), (258, 3, [16])]).contains("ends inside") == true)
    #expect(try error([(258, 3, [64]), (339, 3, [1])]).contains("integers of 64 bits"))
    #expect(try error([(339, 3, [2])]).contains("signed"))
    #expect(try error([(259, 3, [6])]).contains("old-style JPEG compression is not read"))
    #expect(try error([(278, 4, [0])]).contains("no rows"))
  }

  @Test("A chain that leads back to itself ends")
  func loop() throws {
    var file = TIFFBuilder(width: 4, height: 4).file { _, _, _ in 0 }
    let directory = Int(file[4]) | Int(file[5]) << 8
    let link = directory + 2 + 12 * Int(file[directory])
    file.replaceSubrange(link..<link + 4, with: [UInt8(directory & 255), UInt8(directory >> 8), 0, 0])
    let reader = try ImageFormats.open(FileBytes(file))
    #expect(reader.info.frameCount == 1)
    #expect(reader.info.warnings.contains { $0.contains("leads back") })
  }

  @Test("Damaged strips are an error, or what there is with a warning")
  func damage() throws {
    let bitmap = try makePicture(300, 600, .rgb16)
    var file = try encodeTIFF(StillImage(base: bitmap, encoding: .sRGB))
    for index in 20..<60 { file[index] = 0xFF }
    #expect(throws: ImageIOError.self) { try decodeTIFF(file) }
    let picture = try decodeTIFF(file, DecodeRequest(allowPartial: true))
    #expect(picture.isPartial && !picture.warnings.isEmpty)
    #expect(samples(of: picture.base).suffix(900) == samples(of: bitmap).suffix(900))
  }
}
