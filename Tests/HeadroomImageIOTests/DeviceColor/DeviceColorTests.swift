import Foundation
import HeadroomColor
import HeadroomContainers
import HeadroomGraphics
import HeadroomImageIO
import HeadroomPixels
import Testing

@Suite("Profiles that have only tables")
struct DeviceColorTests {
  /// L*a*b* under D50 to linear BT.2020, in double precision.
  private static func light(lab: [Double]) -> SIMD3<Double> {
    let y = (lab[0] + 16) / 116
    let f = SIMD3(y + lab[1] / 500, y, y - lab[2] / 200)
    func relative(_ t: Double) -> Double { t > 6.0 / 29 ? t * t * t : 3 * 36.0 / 841 * (t - 4.0 / 29) }
    let white = ChromaticAdaptation.profileConnectionWhite
    let xyz = SIMD3(relative(f.x), relative(f.y), relative(f.z)) * white
    let primaries = ColorPrimaries.bt2020
    return primaries.fromXYZ.apply(ChromaticAdaptation.matrix(from: white, to: primaries.whiteXYZ).apply(xyz))
  }

  /// The components of a pixel as floats.
  private static func pixel(_ bitmap: PixelBitmap, _ x: Int, _ y: Int) -> SIMD4<Double> {
    let buffer = RowBuffer(capacity: 1)
    let rows = unsafe buffer.rows
    unsafe RowCodec.unpack(bitmap, row: y, x: x, count: 1, into: rows)
    return unsafe SIMD4(Double(rows.r[0]), Double(rows.g[0]), Double(rows.b[0]), Double(rows.a[0]))
  }

  private static func isClose(_ found: SIMD4<Double>, _ wanted: SIMD3<Double>, _ tolerance: Double) -> Bool {
    (0..<3).allSatisfy { abs(found[$0] - wanted[$0]) <= tolerance }
  }

  /// Corners of the device side by side, each `size` pixels.
  private static func corners(_ channels: Int, _ format: PixelFormat, size: Int) throws -> PixelBitmap {
    let count = 1 << channels
    return try JPEGFixture.bitmap(count * size, size, format) { x, _, channel in
      (x / size) >> (channels - 1 - channel) & 1 == 1 ? 255 : 0
    }
  }

  @Test(
    "RGB pictures of every container get the colours of the table, linear and unclamped",
    arguments: ["png", "tiff", "webp", "jpeg", "heic", "avif"])
  func containers(_ name: String) throws {
    let format = try #require(ImageFormats.named(name))
    let found = format.writer
    let writer = try #require(found)
    let profile = TableProfileFixture.rgb
    let size = 32
    let picture = StillImage(
      base: try Self.corners(3, .rgb8, size: size), encoding: .adobeRGB1998, iccProfile: profile.bytes)
    let options = EncodeOptions(quality: 100, chroma: .full, isLossless: format.abilities.contains(.lossless))
    let reader = try ImageFormats.open(FileBytes(try writer.encode(picture, options: options)))
    let info = reader.info
    #expect(info.encoding == ColorEncoding(primaries: .bt2020, transfer: .linear))
    #expect(info.kind == .sdr && info.contentHeadroom == 1 && info.iccProfile == nil)
    #expect(info.deviceColor?.summary == "RGB, by the table of 'A scanner'")
    #expect(info.warnings.isEmpty)
    let still = try reader.decode(DecodeRequest())
    #expect(still.base.format == .rgbHalf && still.iccProfile == nil)
    for corner in 0..<8 {
      let wanted = Self.light(lab: TableProfileFixture.exchanged([corner >> 2, corner >> 1 & 1, corner & 1]))
      let found = Self.pixel(still.base, corner * size + size / 2, size / 2)
      #expect(
        Self.isClose(found, wanted, name == "heic" || name == "jpeg" ? 0.02 : 0.001), "\(corner) \(found) \(wanted)")
    }
    // Red of the device is green.
    #expect(Self.pixel(still.base, 4 * size + size / 2, size / 2).x < 0.5)
  }

  @Test(
    "Rows, and the rows of a region, are the pixels of the whole picture", arguments: ["png", "jpeg", "avif"])
  func rows(_ name: String) throws {
    let format = try #require(ImageFormats.named(name))
    let found = format.writer
    let writer = try #require(found)
    let base = try JPEGFixture.bitmap(96, 70, .rgb8) { x, y, channel in 2 * x + y + 20 * channel }
    let picture = StillImage(base: base, encoding: .adobeRGB1998, iccProfile: TableProfileFixture.rgb.bytes)
    let reader = try ImageFormats.open(FileBytes(try writer.encode(picture, options: EncodeOptions())))
    let whole = try reader.decode(DecodeRequest()).base
    let rows = try #require(try reader.rows(DecodeRequest()))
    #expect(rows.format == whole.format && rows.alpha == whole.alpha && rows.encoding == reader.info.encoding)
    let read = try PixelBitmap(width: 96, height: 70, format: rows.format, alpha: rows.alpha)
    for first in stride(from: 0, to: 70, by: 23) { try rows.read(min(23, 70 - first), into: read, row: first) }
    let request = DecodeRequest(region: PixelRect(x: 10, y: 40, width: 20, height: 9))
    let part = try reader.decode(request)
    for y in [0, 22, 23, 41, 48, 69] {
      #expect(Self.pixel(read, 50, y) == Self.pixel(whole, 50, y))
      if part.decodedRegion.map({ $0.rows.contains(y) && $0.columns.contains(15) }) ?? true {
        #expect(Self.pixel(part.base, 15, y) == Self.pixel(whole, 15, y))
      }
    }
  }

  @Test("Alpha stays beside the colours of a table")
  func alpha() throws {
    let base = try JPEGFixture.bitmap(8, 4, .rgba8) { x, _, channel in channel == 3 ? 30 * x : 255 }
    let picture = StillImage(
      base: base.reading(alpha: .straight), encoding: .adobeRGB1998, iccProfile: TableProfileFixture.rgb.bytes)
    let found = PNGFormat.writer
    let file = try #require(found).encode(picture, options: EncodeOptions())
    let still = try ImageFormats.open(FileBytes(file)).decode(DecodeRequest())
    #expect(still.base.format == .rgbaHalf && still.base.alpha == .straight)
    let pixel = Self.pixel(still.base, 4, 1)
    #expect(Self.isClose(pixel, SIMD3(1, 1, 1), 0.001) && abs(pixel.w - 120.0 / 255) < 0.001)
  }

  @Test("Gray by a table can be tinted")
  func gray() throws {
    let base = try JPEGFixture.bitmap(8, 4, .gray8) { x, _, _ in x < 4 ? 0 : 255 }
    let picture = StillImage(
      base: base, encoding: ColorEncoding(model: .monochrome, primaries: .bt709, transfer: .gamma(1.9)),
      iccProfile: TableProfileFixture.gray.bytes)
    let found = PNGFormat.writer
    let file = try #require(found).encode(picture, options: EncodeOptions())
    let reader = try ImageFormats.open(FileBytes(file))
    #expect(reader.info.channels == 1)
    let still = try reader.decode(DecodeRequest())
    #expect(Self.isClose(Self.pixel(still.base, 1, 1), Self.light(lab: [20, 12, 20]), 0.001))
    #expect(Self.isClose(Self.pixel(still.base, 6, 1), SIMD3(1, 1, 1), 0.001))
  }

  // MARK: - Inks

  /// JPEG's bytes with a profile behind the start marker.
  private static func withProfile(_ jpeg: [UInt8], _ profile: [UInt8]) -> [UInt8] {
    let payload = Array("ICC_PROFILE\0".utf8) + [1, 1] + profile
    let length = payload.count + 2
    let segment = [0xFF, 0xE2, UInt8(length >> 8), UInt8(length & 255)] + payload
    return Array(jpeg.prefix(2)) + segment + jpeg.dropFirst(2)
  }

  /// Without the marker of Adobe.
  private static func withoutAdobe(_ jpeg: [UInt8]) throws -> [UInt8] {
    let place = try #require(jpeg.indices.dropLast(8).first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xEE })
    let length = Int(jpeg[place + 2]) << 8 | Int(jpeg[place + 3])
    return Array(jpeg[..<place] + jpeg[(place + 2 + length)...])
  }

  @Test("CMYK JPEGs get the colours of their table; without Adobe's marker their samples are inverted, too")
  func jpegInks() throws {
    let plain = try JPEGFixture.open(JPEGSamples.cmyk)
    #expect(plain.info.deviceColor?.usesTable == false && plain.info.encoding == .sRGB)
    let bare = try JPEGFixture.open(try Self.withoutAdobe(JPEGSamples.cmyk)).decode(DecodeRequest())
    let same = try plain.decode(DecodeRequest())
    #expect(JPEGFixture.pixel(bare.base, x: 7, y: 6) == JPEGFixture.pixel(same.base, x: 7, y: 6))

    for bytes in [JPEGSamples.cmyk, JPEGSamples.ycck] {
      let reader = try JPEGFixture.open(Self.withProfile(bytes, TableProfileFixture().bytes))
      #expect(reader.info.warnings.isEmpty && reader.info.channels == 4)
      let still = try reader.decode(DecodeRequest())
      let left = JPEGSamples.color(x: 7, y: 6)
      // Of the sample's four numbers all are what the ink leaves.
      let inks = [left.x, left.y, left.z, 215].map { 1 - $0 / 255 }
      let wanted = Self.light(lab: Self.interpolated(inks))
      #expect(Self.isClose(Self.pixel(still.base, 7, 6), wanted, 0.03))
    }
  }

  private static func interpolated(_ inks: [Double]) -> [Double] {
    var lab = [100.0, 0, 0]
    for (ink, pull) in zip(inks, TableProfileFixture.pulls) { for index in 0..<3 { lab[index] += ink * pull[index] } }
    return lab
  }

  struct InkCase: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var bits = 8
    var samples = 4
    var isPlanar = false
    var isTiled = false
    var hasProfile = true
    var extra = 0
  }

  static let inkCases = [
    InkCase(testDescription: "8 bits"), InkCase(testDescription: "16 bits", bits: 16),
    InkCase(testDescription: "planar", isPlanar: true),
    InkCase(testDescription: "tiles of 16 bits", bits: 16, isTiled: true),
    InkCase(testDescription: "without a profile", hasProfile: false),
    InkCase(testDescription: "16 bits without a profile", bits: 16, hasProfile: false),
    InkCase(testDescription: "alpha", samples: 5, extra: 2),
    InkCase(testDescription: "alpha that inks are multiplied by, planar", samples: 5, isPlanar: true, extra: 1),
    InkCase(testDescription: "a sample without a meaning", samples: 5),
  ]

  /// A TIFF whose pixels are the corners of four inks, alpha half.
  private static func inkFile(_ test: InkCase) -> [UInt8] {
    var builder = TIFFBuilder(width: 16, height: 6, bits: test.bits, samples: test.samples)
    builder.isPlanar = test.isPlanar
    if test.isTiled { builder.tile = (16, 16) } else { builder.rowsPerStrip = 4 }
    builder.fields = [(262, 3, [5]), (332, 3, [1])]
    if test.samples == 5 { builder.fields.append((338, 3, [test.extra])) }
    if test.hasProfile { builder.fields.append((34675, 7, TableProfileFixture().bytes.map { Int($0) })) }
    let top = UInt64(1) << UInt64(test.bits) - 1
    return builder.file { x, _, sample in
      if sample == 4 { return top / 2 }
      let ink = UInt64(x >> (3 - sample) & 1)
      return ink * (test.extra == 1 ? top / 2 : top)
    }
  }

  @Test("CMYK TIFFs of all forms are read", arguments: inkCases)
  func tiffInks(_ test: InkCase) throws {
    let reader = try ImageFormats.open(FileBytes(Self.inkFile(test)))
    let hasAlpha = test.extra > 0
    #expect(reader.info.bitDepth == test.bits && reader.info.channels == (hasAlpha ? 5 : 4))
    #expect(reader.info.deviceColor?.usesTable == test.hasProfile)
    let still = try reader.decode(DecodeRequest())
    let rows = try #require(try reader.rows(DecodeRequest()))
    let read = try PixelBitmap(width: 16, height: 6, format: rows.format, alpha: rows.alpha)
    try rows.read(6, into: read, row: 0)
    for corner in 0..<16 {
      let inks = (0..<4).map { corner >> (3 - $0) & 1 }
      let found = Self.pixel(still.base, corner, 5)
      #expect(found == Self.pixel(read, corner, 5))
      if test.hasProfile {
        #expect(Self.isClose(found, Self.light(lab: TableProfileFixture.inks(inks)), 0.001), "\(inks)")
      } else {
        let left = inks.map { Double(1 - $0) }
        #expect(Self.isClose(found, SIMD3(left[0], left[1], left[2]) * left[3], 0.001), "\(inks)")
      }
      #expect(abs(found.w - (hasAlpha ? 0.5 : 1)) < 0.003)
    }
  }

  @Test("Inks that are not cyan, magenta, yellow and black are refused in words")
  func otherInks() {
    var builder = TIFFBuilder(width: 4, height: 4, samples: 4)
    builder.fields = [(262, 3, [5]), (332, 3, [2])]
    let file = FileBytes(builder.file { _, _, _ in 0 })
    #expect { try TIFFFormat.open(file, limits: .standard) } throws: { "\($0)".contains("InkSet 2") }
  }

  // MARK: - What is broken

  @Test(
    "A table that claims more than it has, or is for other components, leaves the picture as it was, with a warning")
  func broken() throws {
    var cut = TableProfileFixture.rgb.bytes
    let grid = try #require(cut.indices.first { Array(cut[$0...].prefix(4)) == Array("mft2".utf8) }) + 10
    cut[grid] = 60
    for profile in [cut, TableProfileFixture().bytes] {
      let base = try JPEGFixture.bitmap(8, 4, .rgb8) { x, _, _ in 20 * x }
      let picture = StillImage(base: base, encoding: .sRGB, iccProfile: profile)
      let found = JPEGFormat.writer
      let file = try #require(found).encode(picture, options: EncodeOptions())
      let reader = try ImageFormats.open(FileBytes(file))
      #expect(reader.info.encoding == .sRGB && reader.info.deviceColor == nil)
      #expect(reader.info.warnings.contains { $0.hasSuffix("the picture is taken as sRGB") })
      #expect(try reader.decode(DecodeRequest()).base.format == .rgb8)
    }
    var inks = TableProfileFixture().bytes
    inks[try #require(inks.indices.first { Array(inks[$0...].prefix(4)) == Array("mft2".utf8) }) + 9] = 4
    let reader = try JPEGFixture.open(Self.withProfile(JPEGSamples.cmyk, inks))
    #expect(reader.info.deviceColor?.usesTable == false)
    #expect(reader.info.warnings.contains { $0.contains("device formula") })
  }

  @Test("Samples outside 0...1 and those that are no numbers end at the table's edge")
  func odd() throws {
    let bytes = TableProfileFixture.rgb.bytes
    let device = try DeviceColor.table(of: try ICCProfile(parsing: bytes), bytes, .rgb)
    let source = try PixelBitmap(width: 4, height: 1, format: .rgbFloat, alpha: .opaque)
    unsafe source.storage.withUnsafeMutableBytes { memory in
      let values: [Float] = [.nan, .nan, .nan, 9, 9, 9, -3, -.infinity, -1, .infinity, 1, 1]
      for (index, value) in values.enumerated() {
        unsafe memory.storeBytes(of: value, toByteOffset: source.offset + 4 * index, as: Float.self)
      }
    }
    let target = try PixelBitmap(
      width: 4, height: 1, format: device.format(of: source.format, hasAlpha: false), alpha: .opaque)
    device.convert(.init(source), row: 0, into: target, row: 0, scratch: DeviceColor.Scratch(width: 4))
    let black = Self.light(lab: [10, 0, 0])
    #expect(
      Self.isClose(Self.pixel(target, 0, 0), black, 0.001) && Self.isClose(Self.pixel(target, 2, 0), black, 0.001))
    for x in [1, 3] { #expect(Self.isClose(Self.pixel(target, x, 0), SIMD3(1, 1, 1), 0.001)) }
  }
}
