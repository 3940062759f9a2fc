import HeadroomColor
import HeadroomContainers
import HeadroomImageIO
import HeadroomPixels
import Testing

/// Pictures in which libjxl 0.7 ends the process where it is used without care (`Fuzz/jxl-sweep --bare`).
@Suite struct JPEGXLFaultTests {
  /// What is seen beside each border of the region: inside, and one pixel outside.
  @Test(arguments: [(1, 2049), (8, 2056), (9, 2049), (17, 2048), (17, 2049), (24, 4104), (24, 4105), (25, 2049)])
  func narrowTallPicturesAreWrittenAtLowQuality(_ size: (width: Int, height: Int)) throws {
    let picture = try JPEGXLWritingTests.picture(.rgb8, bits: 8, width: size.width, height: size.height)
    for (quality, speed) in [(51.2, 5), (51, 4), (0, 0)] {
      var options = EncodeOptions()
      (options.quality, options.speed) = (quality, speed)
      let (info, decoded) = try JPEGXLWritingTests.roundTrip(picture, options)
      #expect([info.width, info.height] == [size.width, size.height])
      #expect([decoded.base.width, decoded.base.height] == [size.width, size.height])
    }
  }

  /// The gain map of a picture is coded with a quality of its own.
  @Test func narrowTallGainMapsAreWrittenAtLowQuality() throws {
    var picture = try JPEGXLWritingTests.picture(.rgb8, bits: 8, width: 17, height: 2060)
    let map = try JPEGXLWritingTests.picture(.gray8, bits: 8, width: 17, height: 2060).base
    let description = GainMapDescription(
      kinds: [.iso], formula: .iso(GainMapMetadata(alternateHeadroom: 2, max: 2)), width: 17, height: 2060, channels: 1)
    picture.gainMap = GainMapImage(bitmap: map, description: description)
    var options = EncodeOptions()
    (options.quality, options.gainMapQuality) = (30, 30)
    let (_, decoded) = try JPEGXLWritingTests.roundTrip(picture, options)
    #expect(decoded.gainMap?.bitmap.height == 2060)
  }

  @Test(arguments: [PixelFormat.gray8, .rgb8, .rgba8, .rgb16, .rgbHalf, .rgbFloat, .grayAlphaFloat])
  func picturesOfOneColourKeepEveryBitAtEverySpeed(_ format: PixelFormat) throws {
    for (width, height) in [(1, 1), (2, 1), (9, 9), (17, 16), (257, 16)] {
      let picture = try flat(format, width, height)
      for speed in [0, 1, 2] {
        var options = EncodeOptions()
        (options.isLossless, options.speed) = (true, speed)
        let (_, decoded) = try JPEGXLWritingTests.roundTrip(picture, options)
        #expect(JPEGXLWritingTests.bytes(decoded.base) == JPEGXLWritingTests.bytes(picture.base), "\(width)x\(height)")
      }
    }
  }

  /// Found by trying: a pattern that repeats, which the library describes once, and fails to count the cost of.
  @Test func patternsThatRepeatKeepEveryBitAtEverySpeed() throws {
    for seed in 0..<24 {
      let picture = try repeated(seed)
      for speed in [0, 2, 4] {
        var options = EncodeOptions()
        (options.isLossless, options.speed) = (true, speed)
        let (_, decoded) = try JPEGXLWritingTests.roundTrip(picture, options)
        #expect(JPEGXLWritingTests.bytes(decoded.base) == JPEGXLWritingTests.bytes(picture.base), "seed \(seed)")
      }
    }
  }

  private func flat(_ format: PixelFormat, _ width: Int, _ height: Int) throws -> StillImage {
    try filled(format, width, height) { _, _ in 0.7 }
  }

  private func repeated(_ seed: Int) throws -> StillImage {
    let period = 2 + seed % 5
    return try filled(.grayHalf, 5 + seed % 3, 64) { x, y in
      Float(((x + y * 3) % period * 37 + seed * 11) % 97) / 97
    }
  }

  private func filled(
    _ format: PixelFormat, _ width: Int, _ height: Int, _ value: (Int, Int) -> Float
  ) throws -> StillImage {
    let bitmap = try PixelBitmap(
      width: width, height: height, format: format, alpha: format.hasAlpha ? .straight : .opaque)
    for y in 0..<height {
      let row = unsafe bitmap.rowAddress(y)
      for index in 0..<width * format.channelCount {
        let value = value(index / format.channelCount, y)
        switch format.component {
        case .uint8: unsafe row.storeBytes(of: UInt8(value * 255), toByteOffset: index, as: UInt8.self)
        case .uint16: unsafe row.storeBytes(of: UInt16(value * 65535), toByteOffset: 2 * index, as: UInt16.self)
        case .half: unsafe row.storeBytes(of: Float16(value), toByteOffset: 2 * index, as: Float16.self)
        default: unsafe row.storeBytes(of: value, toByteOffset: 4 * index, as: Float.self)
        }
      }
    }
    return StillImage(base: bitmap, encoding: format.isFloatingPoint ? ColorEncoding.sRGB.extended : .sRGB)
  }
}
