import Foundation
import HeadroomColor
import HeadroomContainers
import HeadroomGraphics
import HeadroomImageIO
import HeadroomPixels
import Testing

/// What is written is read again by our own reader.
@Suite struct HEIFRoundTripTests {
  enum Container: String, CaseIterable {
    case heic, avif

    var writer: any ImageWriter {
      get throws { try #require(self == .heic ? HEICFormat.writer : AVIFFormat.writer) }
    }

    func read(_ file: [UInt8]) throws -> (StillInfo, StillImage) {
      let bytes = FileBytes(file)
      #expect(try ImageFormats.recognize(bytes).name == rawValue)
      let reader = try ImageFormats.open(bytes)
      let picture = try reader.decode(DecodeRequest())
      #expect(picture.warnings.isEmpty)
      return (reader.info, picture)
    }

    func roundTrip(_ picture: StillImage, _ options: EncodeOptions = EncodeOptions()) throws -> StillImage {
      try read(writer.encode(picture, options: options)).1
    }
  }

  /// Values 0...1 of all components, row by row.
  private func values(_ bitmap: PixelBitmap) -> [SIMD4<Float>] {
    let buffer = RowBuffer(capacity: bitmap.width)
    return (0..<bitmap.height).flatMap { row in
      unsafe RowCodec.unpack(bitmap, row: row, x: 0, count: bitmap.width, into: buffer.rows)
      return (0..<bitmap.width).map { x in
        unsafe SIMD4(buffer.rows.r[x], buffer.rows.g[x], buffer.rows.b[x], buffer.rows.a[x])
      }
    }
  }

  private func psnr(_ one: PixelBitmap, _ other: PixelBitmap) -> Double {
    #expect(one.width == other.width && one.height == other.height)
    let squares = zip(values(one), values(other)).map { pair -> Double in
      let difference = pair.0 - pair.1
      return Double(difference.x * difference.x + difference.y * difference.y + difference.z * difference.z)
    }
    let mean = squares.reduce(0, +) / Double(3 * squares.count)
    return mean == 0 ? .infinity : -10 * log10(mean)
  }

  @Test(
    arguments: Container.allCases,
    [
      (PixelFormat.rgb8, ColorEncoding.sRGB), (.rgb8, .displayP3), (.rgb8, .adobeRGB1998), (.rgb16, .itur2100PQ),
      (.rgb16, .itur2100HLG), (.rgb16, .displayP3PQ), (.gray8, .genericGrayGamma22),
    ])
  func `colour comes back`(container: Container, kind: (PixelFormat, ColorEncoding)) throws {
    let picture = try HEIFSamples.picture(128, 96, kind.0, kind.1)
    let read = try container.roundTrip(picture, EncodeOptions(chroma: .full))
    #expect(read.encoding == kind.1)
    #expect(read.base.format == kind.0)
    #expect(psnr(read.base, picture.base) > 44)
  }

  @Test(arguments: Container.allCases, [EncodeOptions.Chroma.quarter, .half, .full])
  func `chroma is stored at the resolution asked for`(
    container: Container, chroma: EncodeOptions.Chroma
  ) throws {
    let picture = try HEIFSamples.picture(128, 96)
    let (info, read) = try container.read(
      container.writer.encode(picture, options: EncodeOptions(chroma: chroma)))
    #expect(info.chroma == chroma.rawValue)
    #expect(psnr(read.base, picture.base) > 40)
  }

  @Test(arguments: Container.allCases, [(1, 1), (3, 5), (63, 65), (131, 97)])
  func `odd sizes come back as they were`(container: Container, size: (Int, Int)) throws {
    let picture = try HEIFSamples.picture(size.0, size.1)
    let read = try container.roundTrip(picture, EncodeOptions(chroma: .quarter))
    // A picture of a few pixels is all edges.
    #expect(psnr(read.base, picture.base) > (size.0 < 16 ? 14 : 32))
  }

  @Test(arguments: Container.allCases, [8, 10, 12])
  func `without loss every code comes back`(container: Container, depth: Int) throws {
    for format in [PixelFormat.rgb8, .gray8] {
      let deep = PixelFormat(component: .uint16, layout: format.layout) ?? format
      let codes = Float((1 << depth) - 1)
      let bitmap = try HEIFSamples.bitmap(67, 65, depth == 8 ? format : deep) { x, y in
        (HEIFSamples.color(x, y, 67, 65) * codes).rounded(.toNearestOrEven) / codes
      }
      let picture = StillImage(base: bitmap, encoding: .sRGB)
      let read = try container.roundTrip(picture, EncodeOptions(isLossless: true, bitDepth: depth))
      func rounded(_ bitmap: PixelBitmap) -> [SIMD4<Float>] {
        values(bitmap).map { ($0 * codes).rounded(.toNearestOrEven) }
      }
      #expect(read.base.format == bitmap.format)
      #expect(rounded(read.base) == rounded(bitmap))
    }
  }

  @Test(arguments: Container.allCases)
  func `alpha comes back without loss`(container: Container) throws {
    let picture = try HEIFSamples.picture(100, 70, .rgba8)
    let read = try container.roundTrip(picture)
    #expect(read.base.format == .rgba8)
    #expect(values(read.base).map(\.w) == values(picture.base).map(\.w))
  }

  @Test(arguments: Container.allCases)
  func `large pictures come back from their tiles`(container: Container) throws {
    let picture = try HEIFSamples.picture(8300, 24)
    let read = try container.roundTrip(picture, EncodeOptions(chroma: .quarter, speed: 10))
    #expect(psnr(read.base, picture.base) > 38)
  }

  @Test(arguments: Container.allCases)
  func `metadata comes back`(container: Container) throws {
    var picture = try HEIFSamples.picture(64, 48, .rgb16, .itur2100PQ)
    picture.orientation = .leftMirrored
    picture.hdr = HDRMetadata(
      mastering: MasteringDisplayColorVolume(primaries: .bt2020, maximumNits: 1000, minimumNits: 0.005),
      lightLevel: ContentLightLevel(maxCLL: 900, maxFALL: 300),
      ambient: AmbientViewingEnvironment(illuminanceLux: 314), diffuseWhite: NominalDiffuseWhite(nits: 203),
      reference: ReferenceViewingEnvironment(
        surroundNits: 5, surroundLight: .d65, peripheryNits: 5, peripheryLight: .d65),
      colorVolume: ContentColorVolume(primaries: nil, minimumLuminance: 0, maximumLuminance: 0.1, averageLuminance: nil)
    )
    let read = try container.roundTrip(picture)
    #expect(read.orientation == .leftMirrored)
    #expect(read.hdr.lightLevel == picture.hdr.lightLevel)
    #expect(read.hdr.mastering?.seiBytes == picture.hdr.mastering?.seiBytes)
    #expect(read.hdr.ambient?.seiBytes == picture.hdr.ambient?.seiBytes)
    #expect(read.hdr.diffuseWhite == picture.hdr.diffuseWhite)
    #expect(read.hdr.reference?.boxBody == picture.hdr.reference?.boxBody)
    #expect(read.hdr.colorVolume?.boxBody == picture.hdr.colorVolume?.boxBody)
  }

  @Test(arguments: Container.allCases, [PixelFormat.gray8, .rgb8, .gray16, .rgb16])
  func `a gain map comes back with its description`(container: Container, format: PixelFormat) throws {
    var picture = try HEIFSamples.picture(96, 64)
    let map = try HEIFSamples.map(48, 32, format, GainMapMetadata(alternateHeadroom: 2.5, min: -0.5, max: 3))
    picture.gainMap = map
    let read = try #require(try container.roundTrip(picture).gainMap)
    #expect(read.metadata == map.metadata)
    #expect(read.description.kinds == [.iso])
    #expect(read.bitmap.format == format)
    #expect(read.description.alternateEncoding == .displayP3PQ)
    #expect(psnr(read.bitmap, map.bitmap) > 40)
  }

  @Test func `Apple's reading of a map is near that of ISO 21496-1`() throws {
    var picture = try HEIFSamples.picture(96, 64)
    let map = try HEIFSamples.map(48, 32)
    picture.gainMap = map
    let read = try #require(try Container.heic.roundTrip(picture).gainMap)
    #expect(read.description.kinds == [.iso, .apple])
    #expect(read.description.appleHeadroom == 4)
    let (iso, apple) = (try #require(read.metadata), AppleGainMap(headroom: 4))
    for (code, meant) in zip(values(read.bitmap), values(map.bitmap)) {
      let gain = iso.logGain(Double(code.x), channel: 0)
      // One code of the map, and its coding.
      #expect(abs(gain - 2 * Double(meant.x)) < 0.03)
      #expect(abs(gain - apple.logGain(Double(code.x))) < 0.075)
    }
  }

  @Test func `Apple's own map goes along as it is, beside one for readers of ISO 21496-1`() throws {
    var picture = try HEIFSamples.picture(96, 64)
    let apple = AppleGainMap(headroom: 4.66)
    picture.gainMap = GainMapImage(
      bitmap: try JPEGFixture.bitmap(48, 32, .gray8) { x, y, _ in min(x * 5 + y / 4, 255) },
      description: GainMapDescription(kinds: [.apple], formula: .apple(apple), width: 48, height: 32, channels: 1))
    let source = try #require(picture.gainMap)
    let options = EncodeOptions(gainMapQuality: 100)
    let file = try Container.heic.writer.encode(picture, options: options)
    let reader = try ImageFormats.open(FileBytes(file))
    let iso = try #require(try reader.decode(DecodeRequest()).gainMap)
    #expect(reader.info.auxiliary == ["gain map 48x32"])
    for (code, meant) in zip(values(iso.bitmap), values(source.bitmap)) {
      let gain = try #require(iso.metadata).logGain(Double(code.x), channel: 0)
      #expect(abs(gain - apple.logGain(Double(meant.x))) < 0.03)
    }
    #expect(String(decoding: file, as: UTF8.self).contains("HDRGainMap:HDRGainMapHeadroom"))
    // A reader that knows Apple's description alone gets Apple's codes.
    let alone = try Container.heic.writer.encode(
      picture, options: EncodeOptions(gainMapQuality: 100, gainMapKinds: [.apple]))
    let own = try #require(try ImageFormats.open(FileBytes(alone)).decode(DecodeRequest()).gainMap)
    #expect(own.formula == .apple(apple))
  }

  @Test(arguments: Container.allCases)
  func `the gain map is made from the base as readers decode it`(container: Container) throws {
    let picture = try HEIFSamples.picture(96, 64, .rgb8, .sRGB)
    let map = try HEIFSamples.map(48, 32)
    var seen: PixelBitmap?
    let file = try container.writer.encode(picture, options: EncodeOptions(quality: 50)) {
      (base) throws(ImageIOError) in
      seen = base
      return map
    }
    let (info, read) = try container.read(file)
    #expect(info.gainMap != nil)
    #expect(values(try #require(seen)) == values(read.base))
    #expect(psnr(read.base, picture.base) < 60)
  }
}
