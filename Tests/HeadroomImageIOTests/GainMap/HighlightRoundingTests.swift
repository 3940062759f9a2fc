import Foundation
import HeadroomColor
import HeadroomContainers
import HeadroomImageIO
import HeadroomPixels
import HeadroomTestSupport
import Testing

/// Blocks of a gain map whose lights would not survive coarse steps.
@Suite struct HighlightRoundingTests {
  /// Lights of one to five pixels, of gains from two to five stops, at all places of a block.
  private static func light(_ x: Int, _ y: Int) -> UInt8 {
    let (column, row) = (x / 16, y / 16)
    let size = 1 + (column + row) % 5
    let (left, top) = (column * 3 % 9, row * 5 % 9)
    let isLight = (left..<left + size).contains(x % 16) && (top..<top + size).contains(y % 16)
    return isLight ? UInt8(105 + (column * 7 + row * 29) % 150) : UInt8(6 + (x * 5 + y * 3) % 9)
  }

  private func map(_ format: PixelFormat) throws -> GainMapImage {
    let bitmap = try PixelBitmap(width: 256, height: 128, format: format, alpha: .opaque)
    for y in 0..<bitmap.height {
      let row = unsafe bitmap.rowAddress(y).assumingMemoryBound(to: UInt8.self)
      for index in 0..<bitmap.width * format.channelCount {
        unsafe row[index] = Self.light(index / format.channelCount, y)
      }
    }
    let metadata = GainMapMetadata(
      baseHeadroom: 0, alternateHeadroom: 5, min: 0, max: 5, gamma: 1, baseOffset: 0, alternateOffset: 0)
    var map = GainMapImage(
      bitmap: bitmap,
      description: GainMapDescription(
        kinds: [.iso], formula: .iso(metadata), width: 256, height: 128, channels: format.channelCount))
    map.codingStep = 0.3
    return map
  }

  @Test(arguments: [PixelFormat.gray8, .rgb8], [75.0, 85, 95])
  func `lights of a map come back at every quality`(_ format: PixelFormat, _ quality: Double) throws {
    let map = try map(format)
    let base = try PixelBitmap(width: 256, height: 128, format: .rgb8, alpha: .opaque)
    for y in 0..<base.height { unsafe base.rowAddress(y).initializeMemory(as: UInt8.self, repeating: 128, count: 768) }
    var picture = StillImage(base: base, encoding: .displayP3)
    picture.gainMap = map
    let bytes = try JPEGWriter().encode(picture, options: EncodeOptions(quality: quality))
    let found = try #require(try ImageFormats.open(FileBytes(bytes)).decode(DecodeRequest()).gainMap)
    let channels = format.channelCount
    var errors: [Float] = []
    for top in stride(from: 0, to: 128, by: 8) {
      for left in stride(from: 0, to: 256, by: 8) {
        var (wanted, peak, sum, sumFound): (Float, Float, Float, Float) = (0, 0, 0, 0)
        for index in 0..<64 {
          let (x, y) = (left + index % 8, top + index / 8)
          let light = exp2(Float(Self.light(x, y)) * 5 / 255)
          let row = unsafe found.bitmap.rowAddress(y).assumingMemoryBound(to: UInt8.self)
          let back = unsafe exp2(Float(row[x * channels]) * 5 / 255)
          (wanted, peak) = (max(wanted, light), max(peak, back))
          (sum, sumFound) = (sum + light, sumFound + back)
        }
        guard wanted > 3 else { continue }
        errors.append(max((peak / wanted - 1).magnitude, 2 * (sumFound / sum - 1).magnitude))
      }
    }
    // Nothing helps where the last pixel of a light lies in the corner of a block.
    #expect(errors.count > 100)
    errors.sort()
    #expect(errors[errors.count * 4 / 5] < 0.1)
    #expect(errors[errors.count - 1] < 0.3)
  }
}
