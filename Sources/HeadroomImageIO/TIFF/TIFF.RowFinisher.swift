internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomPixels

extension TIFF {
  /// The last steps when all components of a row are present.
  enum RowFinisher {
    /// Radiance's primaries with equal-energy white, to which LogLuv's XYZ is relative.
    static let radiancePrimaries = ColorPrimaries(
      red: Chromaticity(x: 0.64, y: 0.33), green: Chromaticity(x: 0.29, y: 0.60), blue: Chromaticity(x: 0.15, y: 0.06),
      white: .illuminantE)

    /// Divides colour by alpha; where alpha is 0, colour becomes 0.
    static func unpremultiply(_ bitmap: PixelBitmap, row: Int) {
      let address = unsafe bitmap.rowAddress(row)
      let (count, channels) = (bitmap.width, bitmap.format.channelCount)
      switch bitmap.format.component {
      case .uint8: unsafe divide(address.assumingMemoryBound(to: UInt8.self), count, channels)
      case .uint16: unsafe divide(address.assumingMemoryBound(to: UInt16.self), count, channels)
      case .half: unsafe divide(address.assumingMemoryBound(to: Float16.self), count, channels)
      default: unsafe divide(address.assumingMemoryBound(to: Float.self), count, channels)
      }
    }

    private static func divide<Sample: FixedWidthInteger>(
      _ samples: UnsafeMutablePointer<Sample>, _ count: Int, _ channels: Int
    ) {
      for pixel in 0..<count {
        let start = pixel * channels
        let alpha = unsafe Int(samples[start + channels - 1])
        for index in start..<start + channels - 1 {
          let value = unsafe Int(samples[index]) * Int(Sample.max)
          unsafe samples[index] = alpha == 0 ? 0 : Sample(clamping: (value + alpha / 2) / alpha)
        }
      }
    }

    private static func divide<Sample: BinaryFloatingPoint>(
      _ samples: UnsafeMutablePointer<Sample>, _ count: Int, _ channels: Int
    ) {
      for pixel in 0..<count {
        let start = pixel * channels
        let alpha = unsafe samples[start + channels - 1]
        for index in start..<start + channels - 1 { unsafe samples[index] = alpha == 0 ? 0 : samples[index] / alpha }
      }
    }

    /// CIE XYZ to linear RGB of ``radiancePrimaries``.
    static func toRGB(_ bitmap: PixelBitmap, row: Int) {
      let matrix = radiancePrimaries.fromXYZ.rows.map { SIMD3<Float>($0) }
      let samples = unsafe bitmap.rowAddress(row).assumingMemoryBound(to: Float.self)
      let channels = bitmap.format.channelCount
      for pixel in 0..<bitmap.width {
        let out = unsafe samples + pixel * channels
        let xyz = unsafe SIMD3(out[0], out[1], out[2])
        for component in 0..<3 { unsafe out[component] = (matrix[component] * xyz).sum() }
      }
    }
  }
}
