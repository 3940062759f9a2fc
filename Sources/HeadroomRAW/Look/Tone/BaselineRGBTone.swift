internal import CHeadroomMath
internal import HeadroomPixels

/// Applies a curve to the largest and the smallest channel and keeps the middle one at the same relative position:
/// HSV's hue stays.
struct BaselineRGBTone: Sendable {
  private let table: CurveTable

  /// - Parameter curve: defined from 0 up, and called for values up to 2^20.
  init(_ curve: (Double) -> Double) {
    table = CurveTable(exponents: -20...20, isMirrored: false, isContinuous: true, function: curve)
  }

  /// Applies it to a chunk, in place. Negative light counts as 0.
  ///
  /// - Parameter space: work memory, four rows of a chunk.
  func apply(_ rows: RowPointers, _ space: UnsafeMutablePointer<Float>, _ count: Int) {
    let (lows, highs) = unsafe (space, space + lookChunk)
    let (bases, shares) = unsafe (space + 2 * lookChunk, space + 3 * lookChunk)
    unsafe measure(rows, lows, highs, bases, shares, count)
    unsafe table.apply(lows, count)
    unsafe table.apply(highs, count)
    for i in 0..<count {
      let low = unsafe lows[i]
      let scale = unsafe (highs[i] - low) * shares[i]
      let base = unsafe bases[i]
      unsafe rows.r[i] = low + (rows.r[i] - base) * scale
      unsafe rows.g[i] = low + (rows.g[i] - base) * scale
      unsafe rows.b[i] = low + (rows.b[i] - base) * scale
    }
  }

  /// Computes the smallest and the largest channel, a copy of the smallest, and the reciprocal of their distance;
  /// removes negative light from the channels.
  private func measure(
    _ rows: RowPointers, _ lows: UnsafeMutablePointer<Float>, _ highs: UnsafeMutablePointer<Float>,
    _ bases: UnsafeMutablePointer<Float>, _ shares: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    for i in 0..<count {
      let (red, green, blue) = unsafe (tamed(rows.r[i]), tamed(rows.g[i]), tamed(rows.b[i]))
      let (r, g, b) = (headroom_max(red, 0), headroom_max(green, 0), headroom_max(blue, 0))
      let low = smallest(r, g, b)
      let gap = largest(r, g, b) - low
      unsafe lows[i] = low
      unsafe highs[i] = low + gap
      unsafe bases[i] = low
      unsafe shares[i] = gap > 1e-12 ? 1 / gap : 0
      unsafe rows.r[i] = r
      unsafe rows.g[i] = g
      unsafe rows.b[i] = b
    }
  }
}
