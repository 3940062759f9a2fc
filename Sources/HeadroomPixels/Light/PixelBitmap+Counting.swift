extension PixelBitmap {
  /// Samples that lie outside a range; 0 for integers. A component without a meaning (`rgbx`) does not count.
  package func count(outside range: SampleRange) -> Int {
    guard format.isFloatingPoint, format.planeCount == 1, range != .everything else { return 0 }
    let total = SharedAccumulator(0)
    let (count, step) = (width * format.channelCount, format.layout == .rgbx ? 4 : 0)
    ThreadPool.shared.concurrentPerform(height) { row in
      let found: Int
      if format.component == .half {
        let samples = unsafe rowAddress(row).assumingMemoryBound(to: UInt16.self)
        found = unsafe SampleCounts.outside(samples, count, limit: range.halfBits, ignoring: step)
      } else {
        let samples = unsafe rowAddress(row).assumingMemoryBound(to: Float.self)
        found = unsafe SampleCounts.outside(samples, count, limit: range.limit, ignoring: step)
      }
      if found > 0 { total.update { $0 += found } }
    }
    return total.value
  }

  /// Samples other than 0 that become 0 as halves.
  package var countBelowHalves: Int {
    guard format.component == .float, format.planeCount == 1 else { return 0 }
    let total = SharedAccumulator(0)
    let count = width * format.channelCount
    ThreadPool.shared.concurrentPerform(height) { row in
      let found = unsafe SampleCounts.belowHalves(rowAddress(row).assumingMemoryBound(to: Float.self), count)
      if found > 0 { total.update { $0 += found } }
    }
    return total.value
  }

  /// Colours that are infinite.
  package var infiniteColorCount: Int {
    guard count(outside: .finite) > 0 else { return 0 }
    let buffer = RowBuffer(capacity: width)
    var found = 0
    for row in 0..<height {
      unsafe RowCodec.unpack(self, row: row, x: 0, count: width, into: buffer.rows)
      for plane in 0..<(format.isGray ? 1 : 3) {
        let samples = unsafe buffer.rows.plane(plane)
        for x in 0..<width where unsafe samples[x].isInfinite { found += 1 }
      }
    }
    return found
  }
}

/// Loops over samples of floating point.
private enum SampleCounts {
  /// Half of the smallest half float: smaller magnitudes become 0, and so does this one, by rounding to even.
  private static let lost: Float = 0x1p-25

  static func belowHalves(_ row: UnsafePointer<Float>, _ count: Int) -> Int {
    var found: UInt32 = 0
    for i in 0..<count {
      let magnitude = unsafe abs(row[i])
      found &+= magnitude > 0 && magnitude <= lost ? 1 : 0
    }
    return Int(found)
  }

  /// - Parameter step: every such sample, beginning with the last of the first group, is left out; 0 takes all.
  static func outside(_ row: UnsafePointer<Float>, _ count: Int, limit: Float, ignoring step: Int) -> Int {
    var found: UInt32 = 0
    // NaN fails the comparison.
    for i in 0..<count { unsafe found &+= abs(row[i]) <= limit ? 0 : 1 }
    guard found > 0, step > 0 else { return Int(found) }
    for i in stride(from: step - 1, to: count, by: step) { unsafe found &-= abs(row[i]) <= limit ? 0 : 1 }
    return Int(found)
  }

  static func outside(_ row: UnsafePointer<UInt16>, _ count: Int, limit: UInt16, ignoring step: Int) -> Int {
    var found: UInt32 = 0
    for i in 0..<count { unsafe found &+= row[i] & 0x7FFF > limit ? 1 : 0 }
    guard found > 0, step > 0 else { return Int(found) }
    for i in stride(from: step - 1, to: count, by: step) { unsafe found &-= row[i] & 0x7FFF > limit ? 1 : 0 }
    return Int(found)
  }
}
