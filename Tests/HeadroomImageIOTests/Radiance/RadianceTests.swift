import Foundation
import HeadroomColor
import HeadroomContainers
import HeadroomGraphics
import HeadroomImageIO
import HeadroomPixels
import HeadroomTestSupport
import Testing

@Suite struct RadianceTests {
  private func decode(_ bytes: [UInt8], partial: Bool = false) throws -> StillImage {
    try ImageFormats.open(FileBytes(bytes)).decode(DecodeRequest(allowPartial: partial))
  }

  private func file(_ fields: String = "", _ resolution: String, _ raster: [UInt8]) -> [UInt8] {
    Array("#?RADIANCE\n\(fields)FORMAT=32-bit_rle_rgbe\n\n\(resolution)\n".utf8) + raster
  }

  @Test("Mantissas are multiplied with 2^(exponent - 136), exponent 0 is black")
  func values() throws {
    let picture = try decode(file("", "-Y 1 +X 2", [128, 64, 3, 129, 9, 9, 9, 0]))
    #expect(floatSamples(of: picture.base) == [1, 0.5, 0.0234375, 0, 0, 0])
    #expect(picture.encoding == .extendedLinearSRGB && picture.contentHeadroomSource == .unknown)
  }

  @Test("Old run lengths repeat the pixel before, counts of several marks together")
  func oldRunLengths() throws {
    let pixel: [UInt8] = [128, 0, 0, 129]
    let picture = try decode(file("", "-Y 1 +X 300", pixel + [1, 1, 1, 43] + [1, 1, 1, 1]))
    #expect(floatSamples(of: picture.base) == Array(repeating: [1, 0, 0], count: 300).flatMap { $0 })
    #expect(throws: ImageIOError.self) { try decode(file("", "-Y 1 +X 2", [1, 1, 1, 2])) }
  }

  @Test(
    "All eight orders of the resolution line become an orientation",
    arguments: [
      ("-Y 2 +X 1", CGImagePropertyOrientation.up), ("-Y 2 -X 1", .upMirrored), ("+Y 2 -X 1", .down),
      ("+Y 2 +X 1", .downMirrored), ("+X 2 -Y 1", .leftMirrored), ("-X 2 -Y 1", .right), ("-X 2 +Y 1", .rightMirrored),
      ("+X 2 +Y 1", .left),
    ])
  func orientations(_ line: String, _ orientation: CGImagePropertyOrientation) throws {
    let picture = try decode(file("", line, [128, 0, 0, 129, 0, 128, 0, 129]))
    #expect(picture.orientation == orientation)
    #expect(picture.base.width == 1 && picture.base.height == 2)
  }

  @Test("Primaries make the encoding; exposure is told, not applied; XYZE is read")
  func headerFields() throws {
    let fields = "EXPOSURE=2\nEXPOSURE=4\nPRIMARIES= .68 .32 .265 .69 .15 .06 .3127 .329\n# PRIMARIES=\n"
    let reader = try ImageFormats.open(FileBytes(file(fields, "-Y 1 +X 1", [128, 0, 0, 129])))
    #expect(reader.info.encoding == .extendedLinearDisplayP3)
    #expect(reader.structure()[0].summary.contains("EXPOSURE 8.0"))
    #expect(reader.info.lightScale?.exposure == 8 && reader.info.lightScale?.colors == SIMD3(1, 1, 1))
    #expect(floatSamples(of: try reader.decode(DecodeRequest()).base) == [1, 0, 0])
    let xyze = Array("#?RGBE\nFORMAT=32-bit_rle_xyze\r\n\r\n-Y 1 +X 1\n".utf8) + [128, 0, 0, 129]
    #expect(try decode(xyze).encoding.primaries == .xyzAxes)
    let odd = try ImageFormats.open(FileBytes(file("PRIMARIES=1 1 1\nEXPOSURE=x\n", "-Y 1 +X 1", [0, 0, 0, 0])))
    #expect(odd.info.warnings.count == 2 && odd.info.encoding == .extendedLinearSRGB && odd.info.lightScale == nil)
    let corrections = "COLORCORR=1 2 .5\nCOLORCORR= 2 2 2\nCOLORCORR=0 1 1\nEXPOSURE=1e300\nEXPOSURE=1e300\n"
    let scaled = try ImageFormats.open(FileBytes(file(corrections, "-Y 1 +X 1", [0, 0, 0, 0]))).info
    #expect(scaled.lightScale?.exposure == 1e300 && scaled.lightScale?.colors == SIMD3(2, 4, 1))
    #expect(scaled.warnings.count == 2)
  }

  @Test("Written pictures are within half a step, and written again they keep every bit")
  func roundTrip() throws {
    for width in [3, 8, 200] {
      let base = try makeFloatBitmap(width, 5, .rgbFloat) { x, y, c in
        y == 4 ? 0.25 : Float(x * x + 1) * Float(y + 1) * Float(c + 1) * 0.0137
      }
      let writer = try #require(RadianceFormat.writer)
      let still = StillImage(base: base, encoding: .extendedLinearDisplayP3)
      let bytes = try writer.encode(still, options: EncodeOptions())
      let read = try decode(bytes)
      #expect(read.encoding == .extendedLinearDisplayP3)
      let (old, new) = (floatSamples(of: base), floatSamples(of: read.base))
      for pixel in 0..<width * 5 {
        let peak = (0..<3).map { old[pixel * 3 + $0] }.max() ?? 0
        for c in 0..<3 { #expect(abs(old[pixel * 3 + c] - new[pixel * 3 + c]) <= peak / 256) }
      }
      #expect(try writer.encode(read, options: EncodeOptions()) == bytes)
    }
  }

  @Test("Negative, tiny, huge and undefined values are brought into the format's range")
  func extremes() throws {
    let values: [Float] = [-1, 0.5, .nan, .infinity, 0, 0, 1e-37, 0, 0, 0.999_9, 0.1, 0]
    let base = try makeFloatBitmap(4, 1, .rgbFloat) { x, _, c in values[x * 3 + c] }
    let writer = try #require(RadianceFormat.writer)
    let still = StillImage(base: base, encoding: .extendedLinearSRGB)
    let read = floatSamples(of: try decode(try writer.encode(still, options: EncodeOptions())).base)
    // Infinity is taken for 65504, the largest half float; one shared exponent leaves eight bits of it.
    #expect(read == [0, 0.5, 0, 65_536, 0, 0, 0, 0, 0, 1, 0.1015625, 0])
  }

  @Test("Cut files fail, or give their first scanlines where that is allowed")
  func cutFiles() throws {
    let bytes = file("", "-Y 2 +X 1", [128, 128, 128, 129, 1])
    #expect(throws: ImageIOError.incompletePicture(part: "scanline", offset: bytes.count)) { try decode(bytes) }
    let partial = try decode(bytes, partial: true)
    #expect(partial.isPartial && floatSamples(of: partial.base) == [1, 1, 1, 0, 0, 0])
  }

  @Test("Every prefix and every damaged byte gives a picture or a typed error")
  func damage() throws {
    let base = try makeFloatBitmap(40, 6, .rgbFloat) { x, y, c in Float(x / 7 + y * c) }
    let writer = try #require(RadianceFormat.writer)
    let bytes = try writer.encode(StillImage(base: base, encoding: .extendedLinearSRGB), options: EncodeOptions())
    for length in 0..<bytes.count { #expect(decodesOrFails(Array(bytes[..<length]))) }
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<1000 {
      var damaged = bytes
      damaged[Int.random(in: 0..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator)
      #expect(decodesOrFails(damaged))
    }
  }

  /// Hashes of what OpenImageIO 3.2.2 decodes (old-rle.hdr: tifffile 2026.3.3 from the float TIFF beside it); see
  /// Tests/peers/float-samples.
  static let hashes: [String: UInt64] = [
    "image1.hdr": 0x0366_2d7e_cba7_5925,
    "memorial.hdr": 0x99f2_da5e_42f5_2325,
    "old-rle.hdr": 0x861d_3491_10fb_0675,
    "orientation1.hdr": 0x2834_ba10_62b2_7325,
    "orientation6.hdr": 0x9a9a_8498_bb5e_7325,
    "rgb-landscape.hdr": 0x0f13_4688_5b6c_0325,
    "rgbr4x4.hdr": 0xb323_14d1_d9a8_d6e5,
  ]

  @Test("Real files decode to the peers' bits", .enabled(if: TestData.isAvailable), arguments: hashes.keys.sorted())
  func realFiles(_ name: String) throws {
    let picture = try decode(try TestData.stillBytes("hdr/\(name)"))
    #expect(bitHash(of: floatSamples(of: picture.base)) == Self.hashes[name])
  }

  @Test("Two orders of scanlines show the same picture", .enabled(if: TestData.isAvailable))
  func realOrientation() throws {
    let upright = try decode(try TestData.stillBytes("hdr/orientation1.hdr"))
    let turned = try decode(try TestData.stillBytes("hdr/orientation6.hdr"))
    #expect(upright.orientation == .up && turned.orientation == .right)
    let writer = try #require(RadianceFormat.writer)
    let wanted = try writer.encode(upright, options: EncodeOptions())
    #expect(try writer.encode(turned, options: EncodeOptions()) == wanted)
  }

  @Test("Malformed files of the data set fail", .enabled(if: TestData.isAvailable))
  func malformed() throws {
    for name in ["bomb-40000.hdr", "crash-res.hdr"] {
      let bytes = try TestData.stillBytes("malformed/hdr/\(name)")
      #expect(throws: ImageIOError.self) { try decode(bytes) }
      #expect(decodesOrFails(bytes, limits: .standard))
    }
  }
}
