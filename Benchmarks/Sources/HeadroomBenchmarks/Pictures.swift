import Foundation

/// Synthetic pictures with the statistics that matter here: smooth shades, some noise, all codes in use.
enum Pictures {
  static let width = 6000
  static let height = 4000

  /// 24 megapixels of interleaved 16-bit RGB, PQ codes up to about 1000 cd/m².
  static func pqCodes() -> [UInt16] {
    var noise: UInt32 = 1
    var codes = [UInt16](repeating: 0, count: width * height * 3)
    codes.withUnsafeMutableBufferPointer { codes in
      var index = 0
      for y in 0..<height {
        for x in 0..<width {
          noise = noise &* 1_664_525 &+ 1_013_904_223
          let shade = 8000 + x * 5 + y * 2 + Int(noise >> 22)
          codes[index] = UInt16(shade)
          codes[index + 1] = UInt16(shade * 15 / 16 + Int((noise >> 10) & 511))
          codes[index + 2] = UInt16(shade * 7 / 8)
          index += 3
        }
      }
    }
    return codes
  }

  /// The same picture as planes in the order G, B, R, as FFmpeg takes it.
  static func planar(_ codes: [UInt16]) -> [UInt16] {
    let pixels = width * height
    var planes = [UInt16](repeating: 0, count: codes.count)
    planes.withUnsafeMutableBufferPointer { planes in
      for pixel in 0..<pixels {
        planes[2 * pixels + pixel] = codes[3 * pixel]
        planes[pixel] = codes[3 * pixel + 1]
        planes[pixels + pixel] = codes[3 * pixel + 2]
      }
    }
    return planes
  }

  /// Linear float RGBA, 0 to 4.
  static func linear(_ codes: [UInt16]) -> [Float] {
    var values = [Float](repeating: 1, count: width * height * 4)
    values.withUnsafeMutableBufferPointer { values in
      for pixel in 0..<(width * height) {
        for channel in 0..<3 {
          let code = Float(codes[3 * pixel + channel]) / 40_000
          values[4 * pixel + channel] = 4 * code * code
        }
      }
    }
    return values
  }
}
