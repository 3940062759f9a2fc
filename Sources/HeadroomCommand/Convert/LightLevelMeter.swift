internal import Headroom
internal import Synchronization

/// Maximum content light level and frame-average light level of a 16-bit PQ picture, as CTA-861.3 counts them.
enum LightLevelMeter {
  static func measure(_ bitmap: PixelBitmap, _ encoding: ColorEncoding) -> ContentLightLevel? {
    guard bitmap.format.component == .uint16 else { return nil }
    let channels = bitmap.format.channelCount
    let nits = (0..<65_536).map { Float(encoding.transfer.decode(Double($0) / 65_535) * ReferenceWhite.nits) }
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
    let measured = rows.withLock { $0 }
    let peak = measured.map(\.peak).max() ?? 0
    let total = measured.reduce(0) { $0 + $1.sum }
    return ContentLightLevel(
      maxCLL: Double(nits[Int(peak)]).rounded(.up),
      maxFALL: (total / Double(bitmap.width * bitmap.height)).rounded(.up))
  }
}
