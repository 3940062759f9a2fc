internal import HeadroomPixels

/// Counts of pixels for the scopes, by light and colour.
///
/// `@unchecked Sendable`: one thread fills it, and it is read and merged when that thread is done.
@safe package final class ScopeCounts: @unchecked Sendable {
  /// Edge of the waveform, the chromaticity diagram and the vectorscope.
  package static var edge: Int { 256 }
  /// Bins of the histogram: eighths of a stop from 2^-12 to 2^12.
  package static var binCount: Int { 192 }
  /// Ends of the axes: x and y of the chromaticity, Ct and Cp of the vectorscope to both sides.
  package static let (largestX, largestY, largestCt): (Float, Float, Float) = (0.8, 0.9, 0.5)

  /// Four histograms of 256 slots, four waveforms, the chromaticities, the vectors. Planes are columns of the waveform with row 0
  /// at PQ signal 0, and rows from the least y and the least Cp.
  private let counts: UnsafeMutablePointer<UInt32>

  private static var planeCount: Int { edge * edge }
  private static var levelCount: Int { 4 * HalfFloatBins.slotCount }
  /// One more than needed: the last entry takes pixels that are not counted anywhere.
  private static var count: Int { levelCount + 6 * planeCount + 1 }
  /// The place after the last plane, relative to a colour plane.
  package static var nowhereOfChromaticity: UInt32 { UInt32(2 * planeCount) }
  package static var nowhereOfVectors: UInt32 { UInt32(planeCount) }

  package init() {
    unsafe counts = .allocate(capacity: Self.count)
    unsafe counts.initialize(repeating: 0, count: Self.count)
  }

  deinit { unsafe counts.deallocate() }

  /// Red, green, blue, luminance.
  package func histogram(_ channel: Int) -> UnsafeMutablePointer<UInt32> {
    unsafe counts + channel * HalfFloatBins.slotCount
  }

  package func waveform(_ channel: Int) -> UnsafeMutablePointer<UInt32> { unsafe plane(channel) }
  package var chromaticity: UnsafeMutablePointer<UInt32> { unsafe plane(4) }
  package var vectors: UnsafeMutablePointer<UInt32> { unsafe plane(5) }

  private func plane(_ index: Int) -> UnsafeMutablePointer<UInt32> {
    unsafe counts + Self.levelCount + index * Self.planeCount
  }

  package func merge(_ other: ScopeCounts) {
    for index in 0..<Self.count { unsafe counts[index] &+= other.counts[index] }
  }

  /// The cell of a position along an edge; positions outside and NaN go to the first or the last one. In a float from
  /// 256 to 512 the mantissa's upper eight bits are the cell: there is no conversion that could trap, so that it
  /// vectorises.
  @inline(__always) package static func cell(_ position: Float) -> UInt32 {
    let clamped = Swift.min(position > 0 ? position : 0, Float(edge - 1))
    return (clamped + Float(edge)).bitPattern >> 15 & 255
  }

  /// The row of the waveform, counted from the bottom.
  @inline(__always) package static func row(ofSignal signal: Float) -> UInt32 { cell(signal * Float(edge - 1) + 0.5) }
}

// MARK: As bytes

extension ScopeCounts {
  /// The counts in the page's format, little-endian. In 32 bits: 192 bins of red, green, blue and luminance in
  /// sequence, then the components below 0 and those that are 0. In 16 bits, clamped to 65,535: the waveforms of the
  /// four, the chromaticities and the vectors, rows from the top.
  package var bytes: [UInt8] {
    let words = 4 * Self.binCount + 2
    let total = words * 4 + 6 * Self.planeCount * 2
    return unsafe [UInt8](unsafeUninitializedCapacity: total) { target, count in
      let start = unsafe UnsafeMutableRawPointer(target.baseAddress.unsafelyUnwrapped)
      unsafe writeLevels(to: start)
      for index in 0..<6 {
        unsafe writePlane(index, to: start + words * 4 + index * Self.planeCount * 2)
      }
      count = total
    }
  }

  private func writeLevels(to target: UnsafeMutableRawPointer) {
    var words = (0..<4).flatMap { channel in
      (0..<Self.binCount).map { unsafe histogram(channel)[$0] }
    }
    for slot in [HalfFloatBins.belowSlot, HalfFloatBins.zeroSlot] {
      words.append((0..<3).reduce(0) { unsafe $0 &+ histogram($1)[slot] })
    }
    for (index, word) in words.enumerated() {
      unsafe target.storeBytes(of: word.littleEndian, toByteOffset: 4 * index, as: UInt32.self)
    }
  }

  private func writePlane(_ index: Int, to target: UnsafeMutableRawPointer) {
    let (source, edge) = unsafe (plane(index), Self.edge)
    let (down, right) = index < 4 ? (1, edge) : (edge, 1)
    for row in 0..<edge {
      for column in 0..<edge {
        let count = unsafe UInt16(truncatingIfNeeded: min(source[(edge - 1 - row) * down + column * right], 65_535))
        unsafe target.storeBytes(
          of: count.littleEndian, toByteOffset: 2 * (row * edge + column), as: UInt16.self)
      }
    }
  }
}
