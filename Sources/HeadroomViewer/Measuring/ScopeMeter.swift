internal import Foundation
internal import HeadroomColor
internal import HeadroomPixels

/// Counts the light of a picture for the scopes, every pixel of it. Rows are shared between the threads; sums of whole numbers do
/// not depend on how.
struct ScopeMeter: Sendable {
  /// What light is multiplied by before it is counted.
  let gain: Float
  private let curve = ScopeMeter.signal
  private let bins = StopBins()

  /// PQ signal of light relative to white.
  private static let signal = CurveTable(exponents: -24...6, isMirrored: true) {
    PQCurve.signal(nits: $0 * ReferenceWhite.nits)
  }

  init(stops: Double) { gain = Float(exp2(stops)) }

  /// Adds the rows of a picture of half floats, which is a strip of one as wide.
  func add(_ bitmap: PixelBitmap, to counts: ScopeCounts, pool: ThreadPool = .shared) {
    let parts = min(pool.workerCount, bitmap.height)
    let results = Results<ScopeCounts>(count: parts)
    let makeRows: @Sendable () -> ScopeRows = { ScopeRows(width: bitmap.width) }
    pool.concurrentPerform(parts, scratch: makeRows) { part, rows in
      let own = ScopeCounts()
      for row in bitmap.height * part / parts..<bitmap.height * (part + 1) / parts {
        rows.read(bitmap, row: row, gain: gain)
        rows.encode(with: curve)
        count(rows, in: own)
      }
      results[part] = own
    }
    for result in results.all { if let result { counts.merge(result) } }
  }

  private func count(_ rows: borrowing ScopeRows, in counts: ScopeCounts) {
    for channel in 0..<4 {
      unsafe countLevels(rows.light(channel), rows.width, channel, counts)
      unsafe countSignals(rows.signal(channel), rows.width, channel, counts)
    }
    countColours(rows, counts)
  }

  private func countLevels(
    _ light: UnsafePointer<Float>, _ width: Int, _ channel: Int, _ counts: ScopeCounts
  ) {
    let histogram = unsafe counts.histogram + channel * ScopeCounts.binCount
    var (below, zero) = (0, 0)
    for x in 0..<width {
      let value = unsafe light[x]
      if value > 0 {
        unsafe histogram[bins.bin(of: value)] &+= 1
      } else {
        if value == 0 { zero &+= 1 } else { below &+= 1 }
      }
    }
    guard channel < 3 else { return }
    counts.belowZero += below
    counts.zero += zero
  }

  private func countSignals(
    _ signals: UnsafePointer<Float>, _ width: Int, _ channel: Int, _ counts: ScopeCounts
  ) {
    let edge = ScopeCounts.edge
    let plane = unsafe counts.waveform + channel * edge * edge
    for x in 0..<width {
      let column = x &* edge / width
      unsafe plane[column &* edge &+ Self.place(signals[x] * Float(edge - 1) + 0.5)] &+= 1
    }
  }

  /// Chromaticity and vector of each pixel that is not as good as black.
  private func countColours(_ rows: borrowing ScopeRows, _ counts: ScopeCounts) {
    let edge = ScopeCounts.edge
    let across = Float(edge) / ScopeCounts.largestX
    let up = Float(edge) / ScopeCounts.largestY
    let side = Float(edge) / (2 * ScopeCounts.largestCt)
    for x in 0..<rows.width where unsafe rows.light(3)[x] > ScopeRows.darkest {
      let (cx, cy) = unsafe (rows.chromaticityX[x], rows.chromaticityY[x])
      unsafe counts.chromaticity[Self.place(cy * up) &* edge &+ Self.place(cx * across)] &+= 1
      let (ct, cp) = unsafe (rows.ct[x], rows.cp[x])
      let middle = Float(edge / 2)
      unsafe counts.vectors[Self.place(cp * side + middle) &* edge &+ Self.place(ct * side + middle)] &+= 1
    }
  }

  /// The cell of a position; what is outside, or no number, lies in the first or the last one.
  @inline(__always) private static func place(_ position: Float) -> Int {
    guard position > 0 else { return 0 }
    return Int(Swift.min(position, Float(ScopeCounts.edge - 1)))
  }
}

/// Eighths of a stop: where a number lies between powers of 2^(1/8).
private struct StopBins: Sendable {
  /// Bits of the mantissas at which the eighths begin, and one beyond all.
  private let starts: [UInt32]

  init() { starts = (0..<8).map { Float(exp2(Double($0) / 8)).bitPattern & 0x7F_FFFF } + [0x80_0000] }

  @inline(__always) func bin(of value: Float) -> Int {
    let bits = value.bitPattern
    let octave = Int(bits >> 23) - 127 + 12
    if octave < 0 { return 0 }
    if octave >= 24 { return ScopeCounts.binCount - 1 }
    let mantissa = bits & 0x7F_FFFF
    return unsafe starts.withUnsafeBufferPointer { starts in
      var eighth = unsafe mantissa >= starts[4] ? 4 : 0
      eighth += unsafe mantissa >= starts[eighth + 2] ? 2 : 0
      eighth += unsafe mantissa >= starts[eighth + 1] ? 1 : 0
      return octave * 8 + eighth
    }
  }
}
