import HeadroomColor
import HeadroomImageIO
import HeadroomPixels
import Testing

/// Small pictures to write.
enum HEIFSamples {
  /// Smooth colour: red grows to the right, green downwards, blue in a wave, alpha to the bottom right.
  static func picture(
    _ width: Int, _ height: Int, _ format: PixelFormat = .rgb8, _ encoding: ColorEncoding = .displayP3
  ) throws -> StillImage {
    StillImage(base: try bitmap(width, height, format) { color($0, $1, width, height) }, encoding: encoding)
  }

  static func color(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> SIMD4<Float> {
    let (u, v) = (Float(x) / Float(width), Float(y) / Float(height))
    let wave = u * 2 + v - (u * 2 + v).rounded(.down)
    return SIMD4(u, v, abs(wave * 2 - 1), min(1, u + v))
  }

  static func bitmap(
    _ width: Int, _ height: Int, _ format: PixelFormat, _ color: (Int, Int) -> SIMD4<Float>
  ) throws -> PixelBitmap {
    let bitmap = try PixelBitmap(width: width, height: height, format: format, alpha: .straight)
    let buffer = RowBuffer(capacity: width)
    for y in 0..<height {
      for x in 0..<width {
        let value = color(x, y)
        unsafe buffer.rows.r[x] = value.x
        unsafe buffer.rows.g[x] = value.y
        unsafe buffer.rows.b[x] = value.z
        unsafe buffer.rows.a[x] = value.w
      }
      unsafe RowCodec.pack(buffer.rows, count: width, into: bitmap, row: y, x: 0)
    }
    return bitmap
  }

  /// A map that brightens to the right.
  static func map(
    _ width: Int, _ height: Int, _ format: PixelFormat = .gray8,
    _ metadata: GainMapMetadata = GainMapMetadata(alternateHeadroom: 2, max: 2)
  ) throws -> GainMapImage {
    let bitmap = try bitmap(width, height, format) { x, _ in
      let value = Float(x) / Float(width - 1)
      return SIMD4(value, value, value, 1)
    }
    return GainMapImage(
      bitmap: bitmap,
      description: GainMapDescription(
        kinds: [.iso], formula: .iso(metadata), width: width, height: height, channels: format.channelCount))
  }
}

/// The bytes of a file, which a failing test does not print.
struct WrittenFile: Equatable, CustomTestStringConvertible {
  let bytes: [UInt8]
  var testDescription: String { "a file of \(bytes.count) bytes" }

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Where a run of bytes starts.
  func position(of run: [UInt8]) -> Int? {
    guard bytes.count >= run.count else { return nil }
    return (0...bytes.count - run.count).first {
      bytes[$0] == run[0] && bytes[$0..<$0 + run.count].elementsEqual(run)
    }
  }

  /// Whether bytes, given as hexadecimal digits with spaces, are in the file.
  func contains(hex: String) -> Bool {
    let digits = hex.compactMap(\.hexDigitValue)
    return position(of: stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) })
      != nil
  }

  func contains(text: String) -> Bool { position(of: Array(text.utf8)) != nil }

  /// The bytes behind the first box of a type, as hexadecimal digits.
  func body(of box: String, _ length: Int) -> String? {
    guard let start = position(of: Array(box.utf8)), start + 4 + length <= bytes.count else { return nil }
    return bytes[start + 4..<start + 4 + length].map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
      .joined()
  }
}
