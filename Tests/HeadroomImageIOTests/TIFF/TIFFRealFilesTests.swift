import Foundation
import HeadroomColor
import HeadroomContainers
import HeadroomImageIO
import HeadroomPixels
import HeadroomTestSupport
import Testing

/// Real files decode to the numbers of tifffile 2026.3.3 (sum and maximum over all samples that are numbers); of LogLuv,
/// which it does not read, to those of OpenImageIO 3.2.2. Tests/peers/tiff-values compares every sample.
@Suite(.enabled(if: TestData.isAvailable)) struct TIFFRealFilesTests {
  struct Expected: Sendable {
    let file: String
    let format: PixelFormat
    let size: [Int]
    let first: [Float]
    let mean: Double
    let maximum: Float
    let kind: HDRKind
  }

  static let files: [Expected] = [
    Expected(
      file: "tiff/floatingpoint-16bit.tif", format: .rgbHalf, size: [151, 151],
      first: [0.28417969, 0.16894531, 0.03726196],
      mean: 0.46862598, maximum: 1, kind: .float),
    Expected(
      file: "tiff/floatingpoint-32bit.tif", format: .rgbFloat, size: [300, 100], first: [4.4107437e-06],
      mean: 0.38781164, maximum: 1.0000305, kind: .float),
    Expected(
      file: "tiff/shapes_lzw_predictor3.tif", format: .rgbFloat, size: [128, 72], first: [1, 1, 1], mean: 0.83713321,
      maximum: 1, kind: .float),
    Expected(
      file: "tiff/with_nans.tif", format: .rgbFloat, size: [256, 256], first: [0.52441305, 0.52441305, 0.9985339],
      mean: 0.66417841, maximum: 1.013642, kind: .float),
    Expected(
      file: "tiff/sample.tif", format: .rgb16, size: [290, 442], first: [49210, 41207, 29445], mean: 30498.1968,
      maximum: 65535, kind: .sdr),
    Expected(
      file: "tiff/flower-rgb-contig-16.tif", format: .rgb16, size: [73, 43], first: [22731, 22693, 18288],
      mean: 22496.26633, maximum: 65535, kind: .sdr),
    Expected(
      file: "tiff/flower-rgb-planar-16.tif", format: .rgb16, size: [73, 43], first: [22731, 22693, 18288],
      mean: 22496.26633, maximum: 65535, kind: .sdr),
    Expected(
      file: "hdr/image1.hdr.tiff", format: .rgbFloat, size: [128, 85], first: [0.51953125, 0.44140625, 0.43359375],
      mean: 0.43896926, maximum: 1.5625, kind: .float),
    Expected(
      file: "hdr/old-rle.hdr.tiff", format: .rgbFloat, size: [551, 276], first: [0.125, 0.25, 0.375], mean: 0.25,
      maximum: 0.375, kind: .float),
    Expected(
      file: "hdr/rgbr4x4.hdr.tiff", format: .rgbFloat, size: [4, 4], first: [0.00994873, 0, 0], mean: 1.01433818,
      maximum: 10, kind: .float),
  ]

  @Test("Samples are those of tifffile", arguments: files)
  func values(_ expected: Expected) throws {
    let reader = try ImageFormats.open(FileBytes(path: TestData.still(expected.file).path))
    let bitmap = try reader.decode(DecodeRequest()).base
    #expect(bitmap.format == expected.format)
    #expect([bitmap.width, bitmap.height] == expected.size)
    #expect(reader.info.kind == expected.kind)
    let numbers = bitmap.format.isFloatingPoint ? floats(of: bitmap) : samples(of: bitmap).map { Float($0) }
    for (ours, wanted) in zip(numbers, expected.first) { #expect(abs(ours - wanted) <= abs(wanted) * 1e-6) }
    let known = numbers.filter { !$0.isNaN }
    let mean = known.reduce(0.0) { $0 + Double($1) } / Double(known.count)
    #expect(abs(mean - expected.mean) < 1e-6 * expected.mean)
    #expect(known.max() == expected.maximum)
  }

  @Test("NaNs stay")
  func notNumbers() throws {
    let picture = try decodeTIFF(try TestData.stillBytes("tiff/with_nans.tif"))
    #expect(floats(of: picture.base).contains { $0.isNaN })
  }

  @Test("LogLuv becomes linear light in Radiance's primaries")
  func logLuv() throws {
    let picture = try decodeTIFF(try TestData.stillBytes("tiff/off_luv32.tif"))
    #expect(picture.base.format == .rgbFloat && picture.encoding.transfer == .linear)
    #expect(picture.encoding.primaries.white == .illuminantE)
    // OpenImageIO shows it as 8 bits of 256 times the square root: 66, 66, 65 at the top left, mean 0.4529.
    let numbers = floats(of: picture.base)
    let codes = numbers.map { min(max(256 * $0.squareRoot(), 0), 255).rounded(.down) }
    for (code, wanted) in zip(codes, [66, 66, 65] as [Float]) { #expect(abs(code - wanted) <= 1) }
    let mean = codes.reduce(0.0) { $0 + ($1.isNaN ? 0 : Double($1)) } / Double(codes.count) / 255
    #expect(abs(mean - 0.4529) < 0.004)
    #expect((numbers.max() ?? 0) > 1)
    // Three samples are colour here: none is missing from ExtraSamples.
    let reader = try ImageFormats.open(FileBytes(path: TestData.still("tiff/off_luv32.tif").path))
    let findings = try ConformanceChecker.findings(of: reader, index: 0, measured: nil)
    #expect(!findings.contains { $0.rule == "tiff.extra-samples" })
  }

  @Test("Profiles give the encoding, XMP and EXIF are carried")
  func metadata() throws {
    let half = try ImageFormats.open(FileBytes(path: TestData.still("tiff/floatingpoint-16bit.tif").path)).info
    #expect(half.encoding.primaries == .adobeRGB && half.encoding.transfer == .linear && half.encoding.isExtended)
    #expect(half.iccProfile != nil && half.metadata.xmp != nil)
    let block = try EXIFBlock(parsing: try #require(half.metadata.exif))
    #expect(block.image[0x0131]?.text?.contains("Photoshop") == true)
    let float = try ImageFormats.open(FileBytes(path: TestData.still("tiff/floatingpoint-32bit.tif").path)).info
    #expect(float.encoding.primaries == .romm && float.encoding.transfer == .linear)
  }

  @Test(
    "RAW files are named as such, cut or whole",
    arguments: [
      "malformed/raw/CanonRaw.cr2", "malformed/raw/DNG.dng", "malformed/raw/Nikon.nef", "malformed/raw/sample.arw",
      "malformed/raw/sample.cr2", "malformed/raw/sample.nef",
    ])
  func raw(file: String) throws {
    let bytes = FileBytes(try TestData.stillBytes(file))
    guard TIFFFormat.recognizes(bytes) else { return }
    do {
      _ = try TIFFFormat.open(bytes, limits: .standard).decode(DecodeRequest())
    } catch {
      #expect(!error.description.hasPrefix("internal error"))
    }
  }
}
