import Foundation
import HeadroomColor
import HeadroomContainers
import HeadroomImageIO
import HeadroomPixels
import HeadroomTestSupport
import Testing

@Suite struct JPEGXLGainMapTests {
  static let metadata = GainMapMetadata(alternateHeadroom: 2, max: 2)

  static func adaptive(
    channels: Int = 1, metadata: GainMapMetadata = metadata, alternate: ColorEncoding? = nil
  ) throws -> StillImage {
    var picture = try JPEGXLWritingTests.smooth(.displayP3, .rgb8)
    let map = try JPEGXLWritingTests.smooth(.sRGB, channels == 1 ? .gray8 : .rgb8, size: 48).base
    picture.gainMap = GainMapImage(
      bitmap: map,
      description: GainMapDescription(
        kinds: [.iso], formula: .iso(metadata), width: 48, height: 48, channels: channels, alternateEncoding: alternate)
    )
    return picture
  }

  @Test(arguments: [1, 3], [true, false])
  func `a gain map comes back`(_ channels: Int, _ isLossless: Bool) throws {
    let picture = try Self.adaptive(channels: channels, alternate: .itur2100PQ)
    let options = EncodeOptions(quality: 95, gainMapQuality: 95, isLossless: isLossless)
    let (info, still) = try JPEGXLWritingTests.roundTrip(picture, options)
    #expect(info.kind == .gainMap && info.contentHeadroom == 4)
    let map = try #require(still.gainMap)
    #expect(map.metadata == Self.metadata)
    #expect(map.description.alternateEncoding == .itur2100PQ)
    #expect(map.bitmap.format == (channels == 1 ? .gray8 : .rgb8))
    #expect(map.description == info.gainMap)
    let original = try #require(picture.gainMap).bitmap
    let difference = JPEGXLSamples.difference(JPEGXLSamples.values(map.bitmap), JPEGXLSamples.values(original))
    #expect(isLossless ? difference.peak == 0 : difference.peak < 0.03, "\(difference)")
  }

  @Test func `a map of 10 bits in 16 and a working space of its own come back`() throws {
    var metadata = Self.metadata
    metadata.useBaseColorSpace = false
    var picture = try Self.adaptive(metadata: metadata, alternate: .displayP3PQ)
    let deep = try JPEGXLWritingTests.picture(.gray16, bits: 16, width: 40, height: 30).base
    picture.gainMap?.bitmap = deep
    let (_, still) = try JPEGXLWritingTests.roundTrip(picture, EncodeOptions(isLossless: true))
    #expect(still.gainMap?.metadata == metadata)
    #expect(still.gainMap.map { JPEGXLWritingTests.bytes($0.bitmap) } == JPEGXLWritingTests.bytes(deep))
  }

  @Test func `the map is made from the base that readers will see`() throws {
    let picture = try JPEGXLWritingTests.smooth(.sRGB, .rgb8)
    let map = try JPEGXLWritingTests.smooth(.sRGB, .gray8, size: 48).base
    let description = GainMapDescription(
      kinds: [.iso], formula: .iso(Self.metadata), width: 48, height: 48, channels: 1)
    var seen: PixelBitmap?
    let file = try #require(JPEGXLFormat.writer).encode(picture, options: EncodeOptions(quality: 50)) {
      base throws(ImageIOError) in
      seen = base
      return GainMapImage(bitmap: map, description: description)
    }
    let still = try ImageFormats.open(FileBytes(file)).decode(DecodeRequest())
    #expect(seen.map { JPEGXLWritingTests.bytes($0) } == JPEGXLWritingTests.bytes(still.base))
    #expect(still.gainMap?.description == description)
    #expect(JPEGXLWritingTests.bytes(still.base) != JPEGXLWritingTests.bytes(picture.base))
  }

  @Test func `Ultra HDR pictures can be written as JPEG XL`() throws {
    guard TestData.isAvailable, let name = ReferenceData.gainMapFiles.first(where: { $0.hasPrefix("jpeg-apple") })
    else {
      return
    }
    let source = try ImageFormats.open(FileBytes(path: TestData.still(name).path)).decode(DecodeRequest())
    let file = try JPEGXLWritingTests.encode(source, EncodeOptions(speed: 8))
    let still = try ImageFormats.open(FileBytes(file)).decode(DecodeRequest())
    #expect(still.gainMap?.description.kinds == [.iso])
    #expect((still.contentHeadroom / source.contentHeadroom - 1).magnitude < 1e-6)
  }

  /// Linear sRGB is `50 B4 00` in libjxl's own gain map files; the others by hand from 18181-1.
  static let bundles: [(ColorEncoding, [UInt8])] = [
    (.linearSRGB, [0x50, 0xB4, 0x00]), (.sRGB, [0x01]),
  ]

  @Test(arguments: bundles)
  func `colour bundles are those of the standard`(_ encoding: ColorEncoding, _ bytes: [UInt8]) throws {
    let picture = try Self.adaptive(alternate: encoding)
    let box = try Self.box(of: JPEGXLWritingTests.encode(picture, EncodeOptions(isLossless: true)))
    #expect(Array(box[64..<65 + bytes.count]) == [UInt8(bytes.count)] + bytes)
  }

  /// The codestream's own header holds the same bundle, written by libjxl: at some bit of its first bytes.
  @Test(arguments: [
    ColorEncoding.itur2100PQ, .itur2100HLG, .displayP3, .linearITUR2020, .adobeRGB1998, .dciP3, .acescgLinear,
    ColorEncoding(primaries: .bt709, transfer: .gamma(1.8)),
  ])
  func `colour bundles are what libjxl writes`(_ encoding: ColorEncoding) throws {
    var picture = try Self.adaptive(alternate: encoding.standardRange)
    picture.encoding = encoding.standardRange
    let file = try JPEGXLWritingTests.encode(picture, EncodeOptions(isLossless: true))
    let box = try Self.box(of: file)
    let bundle = Self.bits(Array(box[65..<65 + Int(box[64])]))
    let reader = try ImageFormats.open(FileBytes(file))
    #expect(reader.info.gainMap?.alternateEncoding == encoding.standardRange)
    let stream = try #require(reader.structure().first { $0.name == "jxlc" })
    let header = Self.bits(Array(file[stream.offset + 8..<stream.offset + 120]))
    // Up to seven zeros fill the last byte.
    let meant = bundle.dropLast(7)
    let found = (0..<header.count - meant.count).contains { header[$0..<$0 + meant.count].elementsEqual(meant) }
    #expect(found)
  }

  private static func bits(_ bytes: [UInt8]) -> [UInt8] { bytes.flatMap { byte in (0..<8).map { byte >> $0 & 1 } } }

  /// The content of the `jhgm` box, the last of the file.
  private static func box(of file: [UInt8]) throws -> [UInt8] {
    let part = try #require(try ImageFormats.open(FileBytes(file)).structure().last)
    #expect(part.name == "jhgm")
    return Array(file[part.offset + 8..<part.offset + part.byteCount])
  }

  @Test func `a damaged gain map leaves the base picture`() throws {
    let file = try JPEGXLWritingTests.encode(try Self.adaptive(), EncodeOptions(isLossless: true))
    let part = try #require(try ImageFormats.open(FileBytes(file)).structure().last)
    for count in stride(from: part.offset + 9, to: file.count, by: 23) {
      let still = try ImageFormats.open(FileBytes(file[..<count])).decode(DecodeRequest())
      #expect(still.gainMap == nil && still.contentHeadroom == 1)
      #expect(still.warnings.contains { $0.hasPrefix("jhgm/") })
    }
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<60 {
      var changed = file
      changed[Int.random(in: part.offset + 8..<part.offset + 140, using: &generator)] ^=
        UInt8.random(in: 1...255, using: &generator)
      let reader = try ImageFormats.open(FileBytes(changed))
      #expect(try reader.decode(DecodeRequest()).base.width == 96)
    }
  }

  @Test func `a description that the format does not have is refused`() throws {
    #expect(throws: ImageIOError.self) {
      try JPEGXLWritingTests.encode(try Self.adaptive(), EncodeOptions(gainMapKinds: [.apple]))
    }
  }
}
