import Foundation
import HeadroomColor
import HeadroomContainers
import HeadroomFilters
import HeadroomGraphics
import HeadroomImageIO
import HeadroomPixels
import HeadroomRAW
import HeadroomTestSupport
import Testing

@Suite struct AppleGainMapWritingTests {
  private static let apple = AppleGainMap(headroom: 4)

  /// A picture whose map has Apple's formula and every code.
  private func applePicture(headroom: Double = 4) throws -> StillImage {
    var picture = try JPEGFixture.picture()
    let map = try JPEGFixture.bitmap(64, 8, .gray8) { x, y, _ in min(x * 4 + y, 255) }
    picture.gainMap = GainMapImage(
      bitmap: map,
      description: GainMapDescription(
        kinds: [.apple], formula: .apple(AppleGainMap(headroom: headroom)), width: 64, height: 8, channels: 1,
        appleHeadroom: headroom))
    return picture
  }

  private func isoMap(_ metadata: GainMapMetadata) throws -> GainMapImage {
    let map = try JPEGFixture.bitmap(256, 1, .gray8) { x, _, _ in x }
    return GainMapImage(
      bitmap: map,
      description: GainMapDescription(kinds: [.iso], formula: .iso(metadata), width: 256, height: 1, channels: 1))
  }

  @Test func `Apple alone writes only Apple's description`() throws {
    var picture = try applePicture()
    picture.base = try JPEGFixture.bitmap(128, 16, .rgb8) { x, y, channel in 40 + x + 2 * y - 20 * channel }
    let bytes = try JPEGWriter().encode(picture, options: EncodeOptions(gainMapQuality: 100, gainMapKinds: [.apple]))
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(!text.contains("urn:iso:std:iso:ts:21496"))
    #expect(!text.contains("hdr-gain-map"))
    #expect(text.contains("<HDRGainMap:HDRGainMapVersion>131072</HDRGainMap:HDRGainMapVersion>"))
    #expect(text.contains("<apdi:NativeFormat>1278226488</apdi:NativeFormat>"))
    let reader = try JPEGFixture.open(bytes)
    #expect(reader.info.warnings.isEmpty)
    let found = try #require(reader.info.gainMap)
    #expect(found.kinds == [.apple])
    #expect(found.formula == .apple(Self.apple))
    #expect(found.channels == 1)
    // The codes are Apple's own, not another encoding of the same gains.
    let decoded = try #require(try reader.decode(DecodeRequest()).gainMap).bitmap
    for x in [0, 17, 40, 63] {
      #expect(abs(JPEGFixture.pixel(decoded, x: x, y: 3)[0] - min(x * 4 + 3, 255)) <= 3)
    }
  }

  @Test func `Apple beside ISO shares one map, as new phones write it`() throws {
    var picture = try applePicture()
    picture.base = try JPEGFixture.bitmap(128, 16, .rgb8) { x, y, channel in 40 + x + 2 * y - 20 * channel }
    let all = Set(GainMapDescription.Kind.allCases)
    let info = try JPEGFixture.open(JPEGWriter().encode(picture, options: EncodeOptions(gainMapKinds: all))).info
    #expect(info.warnings.isEmpty)
    let found = try #require(info.gainMap)
    #expect(found.kinds == [.iso, .ultraHDR, .apple])
    #expect(found.appleHeadroom == 4)
    #expect(info.contentHeadroom == 4)
    guard case .iso(let metadata) = found.formula else { throw ImageIOError.internalError("no ISO formula") }
    #expect((metadata.gamma.x - Self.apple.fittedGamma().gamma).magnitude < 1e-6)
    #expect(metadata.max.x == 2 && metadata.alternateHeadroom == 2)

    let two = try JPEGFixture.open(JPEGWriter().encode(picture, options: EncodeOptions(gainMapKinds: [.iso, .apple])))
      .info
    #expect(two.gainMap?.kinds == [.iso, .apple])
  }

  /// Linear headroom, and the largest difference in stops between both readings of a code of a shared map.
  static let statedErrors: [(headroom: Double, stops: Double)] = [
    (1.5, 0.0063), (2, 0.0179), (3, 0.0433), (4, 0.0671), (4.66, 0.0816), (6.9, 0.124), (8, 0.142),
  ]

  @Test(arguments: statedErrors)
  func `both descriptions of a shared map agree within the stated error`(_ row: (headroom: Double, stops: Double))
    throws
  {
    let shared = try #require(applePicture(headroom: row.headroom).gainMap).sharedWithApple()
    let metadata = try #require(shared.image.metadata)
    let worst =
      (0...255).map { code in
        let value = Double(code) / 255
        return (metadata.logGain(value, channel: 0) - shared.apple.logGain(value)).magnitude
      }.max() ?? 0
    #expect(worst <= row.stops)
    // The statement is no wider than it has to be.
    #expect(worst >= 0.95 * row.stops)
  }

  @Test(arguments: [
    GainMapMetadata(alternateHeadroom: 2, max: 2, baseOffset: 0, alternateOffset: 0),
    GainMapMetadata(alternateHeadroom: 3, min: -1, max: 2.5, gamma: 0.7),
    GainMapMetadata(alternateHeadroom: 1, max: 1.5, gamma: 1.4),
  ])
  func `gains of ISO maps survive in Apple's codes to the rounding of a code`(_ metadata: GainMapMetadata) throws {
    let map = try isoMap(metadata)
    let converted = try map.reencodedAsApple()
    guard case .apple(let apple) = converted.formula else { throw ImageIOError.internalError("no Apple formula") }
    #expect((apple.headroomStops - max(metadata.alternateHeadroom, metadata.max.x)).magnitude < 1e-12)
    let shared = try map.sharedWithApple()
    let fitted = try #require(shared.image.metadata)
    #expect(fitted.baseOffset == metadata.baseOffset)
    for code in 0...255 {
      let wanted = max(metadata.logGain(Double(code) / 255, channel: 0), 0)
      let own = Double(JPEGFixture.pixel(converted.bitmap, x: code, y: 0)[0])
      let bounds = (apple.logGain(max(own - 0.5, 0) / 255), apple.logGain(min(own + 0.5, 255) / 255))
      #expect(bounds.0 - 1e-9 <= wanted && wanted <= bounds.1 + 1e-9)
      let both = Double(JPEGFixture.pixel(shared.image.bitmap, x: code, y: 0)[0])
      let low = fitted.logGain(max(both - 0.5, 0) / 255, channel: 0)
      let high = fitted.logGain(min(both + 0.5, 255) / 255, channel: 0)
      #expect(low - 1e-9 <= wanted && wanted <= high + 1e-9)
    }
  }

  @Test func `a map that its file describes both ways stays as it is`() throws {
    var map = try isoMap(GainMapMetadata(alternateHeadroom: 2.787109, max: 2.787109, gamma: 0.896973))
    map.description.kinds = [.iso, .apple]
    map.description.appleHeadroom = 6.9024
    let shared = try map.sharedWithApple()
    #expect(shared.image.bitmap.storage === map.bitmap.storage)
    #expect(shared.image.metadata == map.metadata)
    #expect(shared.apple.headroom == 6.9024)
  }

  @Test func `colour maps and HDR bases are refused for Apple's formula`() throws {
    let colour = try JPEGFixture.picture(mapChannels: 3)
    let hdrBase = try JPEGFixture.picture(
      metadata: GainMapMetadata(baseHeadroom: 2, alternateHeadroom: 0, min: 0, max: 2))
    for picture in [colour, hdrBase] {
      #expect(picture.gainMap?.fitsApple == false)
      #expect(throws: ImageIOError.self) {
        try JPEGWriter().encode(picture, options: EncodeOptions(gainMapKinds: [.apple]))
      }
      #expect(throws: ImageIOError.self) {
        try JPEGWriter().encode(picture, options: EncodeOptions(gainMapKinds: [.iso, .apple]))
      }
    }
  }

  @Test func `one description can be written without the others`() throws {
    let picture = try JPEGFixture.picture()
    for kind in [GainMapDescription.Kind.iso, .ultraHDR] {
      let bytes = try JPEGWriter().encode(picture, options: EncodeOptions(gainMapKinds: [kind]))
      #expect(try JPEGFixture.open(bytes).info.gainMap?.kinds == [kind])
    }
    #expect(throws: ImageIOError.self) { try JPEGWriter().encode(picture, options: EncodeOptions(gainMapKinds: [])) }
  }

  @Test(
    .enabled(if: TestData.isAvailable, "the real photos are not here"),
    arguments: ["jpeg-apple-gainmap/apple_gainmap_new.jpg", "jpeg-apple-gainmap/HDR.jpg"])
  func `a phone's file is written again as it was`(_ file: String) throws {
    let source = try ImageFormats.open(FileBytes(path: TestData.still(file).path))
    let still = try source.decode(DecodeRequest())
    let bytes = try JPEGWriter().encode(still, options: EncodeOptions(gainMapQuality: 100, gainMapKinds: [.apple]))
    let info = try JPEGFixture.open(bytes).info
    #expect(info.warnings.isEmpty)
    #expect(info.gainMap?.kinds == [.apple])
    #expect(info.gainMap?.formula == source.info.gainMap?.formula)
    let note = try EXIFBlock(parsing: source.info.metadata.exif ?? EXIFBlock().serialized()).appleMakerNote
    #expect(try EXIFBlock(parsing: info.metadata.exif ?? EXIFBlock().serialized()).appleMakerNote == note)
  }
}
