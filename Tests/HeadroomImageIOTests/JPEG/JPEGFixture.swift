import HeadroomColor
import HeadroomContainers
import HeadroomGraphics
import HeadroomImageIO
import HeadroomPixels

/// Pictures and files for the tests.
enum JPEGFixture {
  /// A bitmap whose bytes come from `value(x, y, channel)`.
  static func bitmap(
    _ width: Int, _ height: Int, _ format: PixelFormat, _ value: (Int, Int, Int) -> Int
  ) throws -> PixelBitmap {
    let bitmap = try PixelBitmap(width: width, height: height, format: format, alpha: .opaque)
    let channels = format.channelCount
    unsafe bitmap.storage.withUnsafeMutableBytes { bytes in
      for y in 0..<height {
        for x in 0..<width {
          for channel in 0..<channels {
            let place = bitmap.offset + y * bitmap.rowBytes + x * channels + channel
            unsafe bytes[place] = UInt8(min(max(value(x, y, channel), 0), 255))
          }
        }
      }
    }
    return bitmap
  }

  /// The bytes of a pixel of an 8-bit bitmap.
  static func pixel(_ bitmap: PixelBitmap, x: Int, y: Int) -> [Int] {
    let channels = bitmap.format.channelCount
    return unsafe bitmap.storage.withUnsafeMutableBytes { bytes in
      (0..<channels).map { unsafe Int(bytes[bitmap.offset + y * bitmap.rowBytes + x * channels + $0]) }
    }
  }

  static let metadata = GainMapMetadata(alternateHeadroom: 2, min: -0.25, max: 2.25)

  /// A smooth picture with a smooth map of half its size.
  static func picture(
    width: Int = 48, height: Int = 32, mapChannels: Int = 1, metadata: GainMapMetadata = metadata
  ) throws -> StillImage {
    let base = try bitmap(width, height, .rgb8) { x, y, channel in 40 + 3 * x + 2 * y - 20 * channel }
    let map = try bitmap(width / 2, height / 2, mapChannels == 1 ? .gray8 : .rgb8) { x, y, channel in
      30 + 5 * x + 4 * y + 10 * channel
    }
    let description = GainMapDescription(
      kinds: [.iso], formula: .iso(metadata), width: map.width, height: map.height, channels: mapChannels)
    return StillImage(
      base: base, encoding: .displayP3, gainMap: GainMapImage(bitmap: map, description: description))
  }

  /// The bytes of a file with base, map and metadata of every kind.
  static func file(options: EncodeOptions = EncodeOptions()) throws -> [UInt8] {
    var picture = try picture()
    var exif = EXIFBlock()
    exif.image[EXIFBlock.Tag.make] = .ascii("Maker")
    exif.image[EXIFBlock.Tag.model] = .ascii("Model 1")
    picture.metadata.exif = exif.serialized()
    picture.orientation = .right
    return try JPEGWriter().encode(picture, options: options)
  }

  static func open(_ bytes: [UInt8], limits: DecodeLimits = .standard) throws -> any ImageReader {
    try ImageFormats.open(FileBytes(bytes), limits: limits)
  }

  /// The marker segments of a file's first picture: marker, offset, payload.
  static func segments(_ bytes: [UInt8]) -> [(marker: UInt8, offset: Int, payload: [UInt8])] {
    var result: [(marker: UInt8, offset: Int, payload: [UInt8])] = []
    var position = 2
    while position + 4 <= bytes.count, bytes[position] == 0xFF {
      let length = Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
      result.append((bytes[position + 1], position, Array(bytes[position + 4..<position + 2 + length])))
      if bytes[position + 1] == 0xDA { break }
      position += 2 + length
    }
    return result
  }

  static func number(_ bytes: [UInt8], at offset: Int) -> Int {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
  }

  /// The offset of the map's SOI in a file of ``file(options:)``, as the multi-picture block says.
  static func mapOffset(_ bytes: [UInt8]) throws -> Int {
    guard let block = segments(bytes).first(where: { $0.payload.starts(with: Array("MPF".utf8)) }) else { return -1 }
    return block.offset + 8 + number(block.payload, at: 4 + 0x32 + 16 + 8)
  }
}
