package import HeadroomColor
package import HeadroomPixels
internal import Synchronization

/// Maximum content light level and frame-average light level of a 16-bit PQ picture, as CTA-861.3 counts them. The
/// picture may arrive in bands.
package struct LightLevelMeter {
  private let nits: [Float]
  private var peak: UInt16 = 0
  private var total = 0.0
  private var pixels = 0

  package init(_ encoding: ColorEncoding) {
    nits = (0..<65_536).map { Float(encoding.transfer.decode(Double($0) / 65_535) * ReferenceWhite.nits) }
  }

  package static func measure(_ bitmap: PixelBitmap, _ encoding: ColorEncoding) -> ContentLightLevel? {
    guard bitmap.format.component == .uint16 else { return nil }
    var meter = LightLevelMeter(encoding)
    meter.add(bitmap)
    return meter.lightLevel
  }

  /// Counts the pixels of a 16-bit bitmap.
  package mutating func add(_ bitmap: PixelBitmap) {
    let channels = bitmap.format.channelCount
    let nits = nits
    let rows = Mutex([(peak: UInt16, sum: Double)](repeating: (0, 0), count: bitmap.height))
    ThreadPool.shared.concurrentPerform(bitmap.height) { row in
      let codes = unsafe bitmap.rowAddress(row).assumingMemoryBound(to: UInt16.self)
      var peak: UInt16 = 0
      var sum = 0.0
      for x in 0..<bitmap.width {
        // The curve rises, so the largest code is the brightest component.
        let largest = unsafe max(codes[x * channels], codes[x * channels + 1], codes[x * channels + 2])
        peak = max(peak, largest)
        sum += Double(nits[Int(largest)])
      }
      let measured = (peak, sum)
      rows.withLock { $0[row] = measured }
    }
    // Row by row, so that the sum depends neither on workers nor on bands.
    for row in rows.withLock({ $0 }) {
      peak = max(peak, row.peak)
      total += row.sum
    }
    pixels += bitmap.width * bitmap.height
  }

  package var lightLevel: ContentLightLevel {
    ContentLightLevel(
      maxCLL: Double(nits[Int(peak)]).rounded(.up), maxFALL: (total / Double(max(pixels, 1))).rounded(.up))
  }
}

extension PixelBitmap {
  /// Whether a pixel of linear light in halves is brighter than white, beyond rounding.
  package var isBrighterThanWhite: Bool {
    guard format == .rgbaHalf || format == .rgbxHalf else { return true }
    // Half of 1.0 is 0x3C00; positive half floats are ordered as their bits.
    for row in 0..<height {
      let values = unsafe rowAddress(row).assumingMemoryBound(to: UInt16.self)
      for index in 0..<width * 4 {
        let bits = unsafe values[index]
        if bits > 0x3C10, bits < 0x7C00 { return true }
      }
    }
    return false
  }
}
