internal import HeadroomEngine
import HeadroomPixels

/// How many values of four channels fell into each bin.
///
/// Each channel is counted in four lanes in turn: neighbouring pixels are often alike, and incrementing a count that
/// has just been written would stall.
struct BinCounts: Sendable {
  private static let lanes = 4
  /// The number of bins of a channel.
  let count: Int
  /// Counts by channel, lane and bin.
  private var recent: [UInt32]
  /// Merged counts by channel and bin.
  private var older: [UInt64]

  init(count: Int) {
    self.count = count
    recent = [UInt32](repeating: 0, count: 4 * Self.lanes * count)
    older = [UInt64](repeating: 0, count: 4 * count)
  }

  /// Counts the bins of a row of pixels. Positions before the first bin count in the first, positions beyond the last
  /// in the last; NaN counts in the first.
  ///
  /// - Parameter position: the position in bins of a pixel of the row. Inlined with the loop around it.
  @inline(__always)
  mutating func add(channel: Int, pixels: Int, position: (Int) -> Float) {
    let last = Float(count - 1)
    let first = channel * Self.lanes * count
    unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: 256) { bins in
      guard let bins = bins.baseAddress else { return }
      for start in stride(from: 0, to: pixels, by: 256) {
        let length = min(256, pixels - start)
        for i in 0..<length {
          let inRange = smaller(larger(position(start &+ i), 0), last).rounded(.down)
          // The sum leaves the integer in the mantissa, without a trapping conversion.
          unsafe bins[i] = Int32(bitPattern: (inRange + 8_388_608).bitPattern & 0x7F_FFFF)
        }
        unsafe count(bins, length, first)
      }
    }
  }

  private mutating func count(_ bins: UnsafePointer<Int32>, _ length: Int, _ first: Int) {
    unsafe recent.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      let lane0 = unsafe base + first
      let (lane1, lane2, lane3) = unsafe (lane0 + count, lane0 + 2 * count, lane0 + 3 * count)
      var i = 0
      while i &+ 4 <= length {
        unsafe lane0[Int(bins[i])] &+= 1
        unsafe lane1[Int(bins[i &+ 1])] &+= 1
        unsafe lane2[Int(bins[i &+ 2])] &+= 1
        unsafe lane3[Int(bins[i &+ 3])] &+= 1
        i &+= 4
      }
      while i < length {
        unsafe lane0[Int(bins[i])] &+= 1
        i &+= 1
      }
    }
  }

  mutating func merge(_ other: BinCounts) {
    for channel in 0..<4 {
      for bin in 0..<count { older[channel * count + bin] += other.total(channel, bin) }
    }
  }

  /// How many values of a channel, numbered as in a pixel, fell into a bin.
  func total(_ channel: Int, _ bin: Int) -> UInt64 {
    (0..<Self.lanes).reduce(older[channel * count + bin]) { sum, lane in
      sum + UInt64(recent[(channel * Self.lanes + lane) * count + bin])
    }
  }
}
