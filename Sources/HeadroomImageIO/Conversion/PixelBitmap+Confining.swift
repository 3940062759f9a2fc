package import HeadroomContainers
package import HeadroomPixels

extension PixelBitmap {
  /// The picture with every sample of floating point within a range, and how many were not; itself where all are.
  package func confined(to range: SampleRange) throws(ImageIOError) -> (bitmap: PixelBitmap, changed: Int) {
    let changed = count(outside: range)
    guard changed > 0 else { return (self, 0) }
    let out: PixelBitmap
    do throws(PixelError) {
      out = try PixelBitmap(width: width, height: height, format: format, alpha: alpha)
    } catch {
      throw ImageIOError(error)
    }
    let samples = width * format.channelCount
    try ThreadPool.shared.forEachPiece(height) { row in
      let (from, to) = unsafe (rowAddress(row), out.rowAddress(row))
      if format.component == .half {
        unsafe SampleRows.confine(
          from.assumingMemoryBound(to: UInt16.self), to.assumingMemoryBound(to: UInt16.self), samples,
          limit: SampleRows.halfBits(range.limit))
      } else {
        unsafe SampleRows.confine(
          from.assumingMemoryBound(to: Float.self), to.assumingMemoryBound(to: Float.self), samples, to: range)
      }
    }
    return (out, changed)
  }

  /// Samples that lie outside a range; 0 for integers. A component that means nothing (`rgbx`) does not count.
  package func count(outside range: SampleRange) -> Int {
    guard format.isFloatingPoint, format.planeCount == 1, range != .everything else { return 0 }
    let total = Gathered(0)
    let (count, step) = (width * format.channelCount, format.layout == .rgbx ? 4 : 0)
    ThreadPool.shared.concurrentPerform(height) { row in
      let found: Int
      if format.component == .half {
        let samples = unsafe rowAddress(row).assumingMemoryBound(to: UInt16.self)
        found = unsafe SampleRows.outside(samples, count, limit: SampleRows.halfBits(range.limit), ignoring: step)
      } else {
        let samples = unsafe rowAddress(row).assumingMemoryBound(to: Float.self)
        found = unsafe SampleRows.outside(samples, count, limit: range.limit, ignoring: step)
      }
      if found > 0 { total.update { $0 += found } }
    }
    return total.value
  }

  /// Samples that halves do not tell from 0, though they are something else.
  package var countBelowHalves: Int {
    guard format.component == .float, format.planeCount == 1 else { return 0 }
    let total = Gathered(0)
    let count = width * format.channelCount
    ThreadPool.shared.concurrentPerform(height) { row in
      let found = unsafe SampleRows.belowHalves(rowAddress(row).assumingMemoryBound(to: Float.self), count)
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
private enum SampleRows {
  /// The bits of the largest half that is not above a limit, which is positive.
  static func halfBits(_ limit: Float) -> UInt16 {
    guard limit < 65504 else { return 0x7BFF }
    let nearest = Float16(limit)
    return Float(nearest) > limit ? nearest.nextDown.bitPattern : nearest.bitPattern
  }

  /// Half of the smallest half float: what is nearer to 0 becomes 0, and so does this, to even.
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

  static func confine(
    _ from: UnsafePointer<Float>, _ to: UnsafeMutablePointer<Float>, _ count: Int, to range: SampleRange
  ) {
    let (limit, infinite) = (range.limit, range.infiniteLight)
    for i in 0..<count {
      let value = unsafe from[i]
      let most = abs(value) == .infinity ? infinite : limit
      let bounded = max(-most, min(most, value))
      unsafe to[i] = value == value ? bounded : 0
    }
  }

  static func confine(
    _ from: UnsafePointer<UInt16>, _ to: UnsafeMutablePointer<UInt16>, _ count: Int, limit: UInt16
  ) {
    for i in 0..<count {
      let bits = unsafe from[i]
      let magnitude = bits & 0x7FFF
      // Above the infinity are the patterns of NaN.
      unsafe to[i] = magnitude > 0x7C00 ? 0 : bits & 0x8000 | min(magnitude, limit)
    }
  }
}
