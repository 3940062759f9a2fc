import Foundation
import HeadroomColor
import HeadroomContainers
import HeadroomGraphics
import HeadroomImageIO
import HeadroomPixels
import HeadroomTestSupport
import Testing

@Suite(.enabled(if: TestData.isAvailable, "the real files are not here"))
struct JPEGXLDecodingTests {
  /// Size, bits, channels and encoding of a file.
  struct Expectation: Sendable {
    var path: String
    var size: [Int]
    var bits: Int
    var channels = 3
    var encoding = ColorEncoding.sRGB
    var format: PixelFormat
    var kind = HDRKind.sdr
  }

  static let expectations: [Expectation] = [
    .init(path: "jxl/TestHDR.jxl", size: [600, 420], bits: 16, encoding: .itur2100PQ, format: .rgb16, kind: .isoHDR),
    .init(
      path: "jxl/candle.jxl", size: [1000, 810], bits: 16, channels: 4, encoding: .extendedLinearSRGB,
      format: .rgbaHalf, kind: .float),
    .init(
      path: "jxl/hdr_hlg_test.jxl", size: [1024, 1024], bits: 10, encoding: .itur2100HLG, format: .rgb16, kind: .isoHDR),
    .init(
      path: "jxl/pq_gradient.jxl", size: [1088, 64], bits: 16, channels: 1,
      encoding: ColorEncoding(model: .monochrome, primaries: .bt709, transfer: .pq), format: .gray16, kind: .isoHDR),
    .init(path: "jxl/intensity_target_1000nits.jxl", size: [2268, 1512], bits: 8, format: .rgb8),
    .init(
      path: "jxl/testcard_rgb_fp16.jxl", size: [256, 256], bits: 16, encoding: .extendedSRGB, format: .rgbHalf,
      kind: .float),
    .init(
      path: "jxl-conformance/lossless_pfm/input.jxl", size: [500, 500], bits: 32, encoding: .extendedSRGB,
      format: .rgbFloat, kind: .float),
    .init(
      path: "jxl-conformance/lz77_flower/input.jxl", size: [834, 244], bits: 8,
      encoding: ColorEncoding(primaries: .bt709, transfer: .gamma(2.2)), format: .rgb8),
    .init(
      path: "jxl-conformance/alpha_premultiplied/input.jxl", size: [1024, 1024], bits: 12, channels: 4,
      format: .rgba16),
    .init(
      path: "jxl-conformance/cmyk_layers/input.jxl", size: [512, 512], bits: 8, channels: 5,
      encoding: ColorEncoding(primaries: .bt2020, transfer: .linear), format: .rgbaHalf),
    .init(path: "parity/test_srgb.jxl", size: [640, 320], bits: 16, format: .rgb16),
  ]

  @Test(arguments: expectations)
  func `headers say what the manifest says`(_ expected: Expectation) throws {
    let info = try JPEGXLSamples.reader(expected.path).info
    #expect(info.format == "jxl")
    #expect([info.width, info.height] == expected.size)
    #expect(info.bitDepth == expected.bits)
    #expect(info.channels == expected.channels)
    #expect(info.encoding == expected.encoding)
    #expect(info.kind == expected.kind)
    #expect(info.orientation == .up)
    #expect(info.frameCount == 1)
    #expect(!info.isPictureCut)
    let format = try JPEGXLSamples.decode(expected.path).base.format
    // Inks become light by their profile's table, in floats of the precision that they had.
    if expected.channels == 5 { #expect(format.isFloatingPoint) } else { #expect(format == expected.format) }
  }

  @Test(arguments: [("lz77_flower", 0.0), ("spot", 1.0), ("opsin_inverse", 1.0), ("upsampling", 1.0)])
  func `decoded codes are those of the conformance set`(_ name: String, _ codes: Double) throws {
    let found = try JPEGXLSamples.decode("jxl-conformance/\(name)/input.jxl").base
    let reference = try JPEGXLSamples.decode("jxl-conformance/\(name)/ref.png").base
    let top = reference.format.component == .uint16 ? 65535.0 : 255
    #expect(found.format == reference.format)
    let (peak, rms) = JPEGXLSamples.difference(JPEGXLSamples.values(found), JPEGXLSamples.values(reference))
    #expect(peak * top <= codes + 0.01, "\(name): peak \(peak * top) codes, RMS \(rms * top)")
  }

  @Test func `floats without loss are those of the reference bit by bit`() throws {
    let found = try JPEGXLSamples.decode("jxl-conformance/lossless_pfm/input.jxl").base
    let file = try TestData.stillBytes("jxl-conformance/lossless_pfm/ref.pfm")
    // PF, size and scale in three lines, then rows from the bottom; a negative scale means little-endian.
    var lines = 0
    let start = try #require(
      file.firstIndex { byte in
        lines += byte == 10 ? 1 : 0
        return lines == 3
      })
    let header = String(decoding: file[..<start], as: UTF8.self)
    #expect(header == "PF\n500 500\n-1.0" || header == "PF\n500 500\n-1.000000", "\(header)")
    for row in 0..<500 {
      let samples = unsafe found.rowAddress(499 - row).assumingMemoryBound(to: UInt32.self)
      let wrong = (0..<1500).filter { index in
        let place = start + 1 + (row * 1500 + index) * 4
        let bits = (0..<4).reduce(UInt32(0)) { $0 | UInt32(file[place + $1]) << UInt32(8 * $1) }
        return unsafe samples[index] != bits
      }
      guard wrong.isEmpty else {
        Issue.record("row \(row): \(wrong.count) samples differ")
        return
      }
    }
  }

  /// Chromium blends with alpha before it measures, gives NaN for light without cover (candle.jxl), black for gray PQ, and
  /// uses the tables of CMYK profiles.
  static let chromiumFiles = JPEGXLSamples.files.filter { path in
    let others = [
      "candle", "pq_gradient", "cmyk", "spot", "blendmodes", "alpha_premultiplied", "upsampling",
    ]
    return !others.contains { path.contains($0) }
  }

  @Test(arguments: chromiumFiles)
  func `light is what Chromium shows`(_ path: String) throws {
    let still = try JPEGXLSamples.decode(path)
    let target = ColorEncoding.extendedLinearSRGB
    let light = try PictureConverter(from: still.encoding, to: target).convert(still.base, to: .rgbaFloat)
    let expected = try #require(try ReferenceData.chromiumBlocks(path, stops: "6"))
    var worst = 0.0
    for (one, other) in zip(ReferenceData.blocks(light, target), expected) {
      for channel in 0..<3 {
        worst = max(worst, (one[channel] - other[channel]).magnitude / (0.02 * other[channel].magnitude + 0.003))
      }
    }
    #expect(worst <= 1, "\(path): \(worst) of the tolerance")
  }

  @Test func `the intensity target of PQ is a light level, those of other curves say nothing`() throws {
    let hdr = try JPEGXLSamples.reader("jxl/TestHDR.jxl").info
    #expect(hdr.hdr.lightLevel == ContentLightLevel(maxCLL: 2182, maxFALL: 0))
    #expect((hdr.contentHeadroom - 2182 / 203).magnitude < 1e-9)
    #expect(hdr.cicp == .bt2100PQ)
    let unknown = try JPEGXLSamples.reader("jxl/hdr_pq_test.jxl").info
    #expect(unknown.hdr.isEmpty && unknown.contentHeadroomSource == .assumed)
    let standard = try JPEGXLSamples.reader("jxl/intensity_target_1000nits.jxl").info
    #expect(standard.hdr.isEmpty && standard.contentHeadroom == 1)
  }

  @Test func `metadata boxes are found, compressed ones too`() throws {
    let packed = try JPEGXLSamples.reader("jxl/intensity_target_1000nits.jxl").info
    #expect(packed.metadata.exif?.isEmpty == false && packed.warnings.isEmpty)
    #expect(packed.cameraMake != nil)
    let plain = try JPEGXLSamples.reader("jxl-conformance/patches/input.jxl").info
    #expect(plain.metadata.exif != nil && plain.metadata.xmp?.count == 450)
  }

  @Test func `premultiplied floats stay as they are, integers come out straight`() throws {
    for (path, alpha) in [
      ("jxl/candle.jxl", AlphaMode.premultiplied), ("jxl-conformance/alpha_premultiplied/input.jxl", .straight),
    ] {
      let reader = try JPEGXLSamples.reader(path)
      #expect(try reader.decode(DecodeRequest()).base.alpha == alpha)
      // What is planned before anything is decoded.
      #expect(reader.info.isAlphaPremultiplied == (alpha == .premultiplied))
    }
  }

  @Test func `the boxes are listed with their places`() throws {
    let path = "jxl-conformance/patches/input.jxl"
    let parts = try JPEGXLSamples.reader(path).structure()
    #expect(parts.map(\.name).prefix(2) == ["JXL ", "ftyp"])
    #expect(parts.contains { $0.name == "Exif" } && parts.contains { $0.name == "xml " })
    #expect(parts.last.map { $0.offset + $0.byteCount } == (try TestData.stillBytes(path)).count)
    var position = 0
    for part in parts {
      #expect(part.offset == position)
      position += part.byteCount
    }
    #expect(try JPEGXLSamples.reader("jxl-conformance/upsampling/input.jxl").structure().map(\.name) == ["codestream"])
  }
}
