internal import HeadroomPixels

/// Counts of pixels for the scopes: where their light lies, and their colours.
///
/// `@unchecked Sendable`: one thread fills it, and it is read and merged when that thread is done.
@safe final class ScopeCounts: @unchecked Sendable {
  /// Edge of the waveform, the chromaticity diagram and the vectorscope.
  static let edge = 256
  /// Bins of the histogram: eighths of a stop from 2^-12 to 2^12.
  static let binCount = 192
  static let (firstStop, stopsPerBin) = (-12.0, 0.125)
  /// Ends of the axes: x and y of the chromaticity, Ct and Cp of the vectorscope to both sides.
  static let (largestX, largestY, largestCt): (Float, Float, Float) = (0.8, 0.9, 0.5)

  /// Red, green, blue, luminance behind one another.
  let histogram: UnsafeMutablePointer<UInt32>
  /// As ``histogram``; each column's 256 rows lie together, row 0 at PQ signal 0.
  let waveform: UnsafeMutablePointer<UInt32>
  /// Rows from the least y and the least Cp.
  let chromaticity: UnsafeMutablePointer<UInt32>
  let vectors: UnsafeMutablePointer<UInt32>
  /// Components below 0, and those that are 0.
  var belowZero = 0
  var zero = 0

  private static let planeCount = edge * edge

  init() {
    unsafe histogram = Self.zeros(4 * Self.binCount)
    unsafe waveform = Self.zeros(4 * Self.planeCount)
    unsafe chromaticity = Self.zeros(Self.planeCount)
    unsafe vectors = Self.zeros(Self.planeCount)
  }

  deinit {
    unsafe histogram.deallocate()
    unsafe waveform.deallocate()
    unsafe chromaticity.deallocate()
    unsafe vectors.deallocate()
  }

  private static func zeros(_ count: Int) -> UnsafeMutablePointer<UInt32> {
    let memory = UnsafeMutablePointer<UInt32>.allocate(capacity: count)
    unsafe memory.initialize(repeating: 0, count: count)
    return unsafe memory
  }

  func merge(_ other: ScopeCounts) {
    unsafe Self.add(other.histogram, to: histogram, 4 * Self.binCount)
    unsafe Self.add(other.waveform, to: waveform, 4 * Self.planeCount)
    unsafe Self.add(other.chromaticity, to: chromaticity, Self.planeCount)
    unsafe Self.add(other.vectors, to: vectors, Self.planeCount)
    belowZero += other.belowZero
    zero += other.zero
  }

  private static func add(_ source: UnsafePointer<UInt32>, to target: UnsafeMutablePointer<UInt32>, _ count: Int) {
    for index in 0..<count { unsafe target[index] &+= source[index] }
  }

  // MARK: Results

  func bins(ofChannel channel: Int) -> [Int] {
    (0..<Self.binCount).map { unsafe Int(histogram[channel * Self.binCount + $0]) }
  }

  /// A waveform by rows from the top (PQ signal 1), columns from the left.
  func waveform(ofChannel channel: Int) -> [UInt32] {
    Self.fromTop { row, column in
      unsafe waveform[channel * Self.planeCount + column * Self.edge + row]
    }
  }

  var chromaticityFromTop: [UInt32] { Self.fromTop { unsafe chromaticity[$0 * Self.edge + $1] } }
  var vectorsFromTop: [UInt32] { Self.fromTop { unsafe vectors[$0 * Self.edge + $1] } }

  private static func fromTop(_ value: (_ row: Int, _ column: Int) -> UInt32) -> [UInt32] {
    (0..<planeCount).map { value(edge - 1 - $0 / edge, $0 % edge) }
  }
}
