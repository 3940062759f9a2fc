internal import HeadroomPixels

/// Limits light: loops over planar rows, in place.
enum LimitRow {
  /// Multiplies colour by a factor.
  static func scale(_ rows: RowPointers, _ count: Int, by factor: Float) {
    if factor == 1 { return }
    let (r, g, b) = unsafe (rows.r, rows.g, rows.b)
    for x in 0..<count {
      unsafe r[x] *= factor
      unsafe g[x] *= factor
      unsafe b[x] *= factor
    }
  }

  /// Clamps each component to a range. NaN becomes its lower end or 0, whichever is more.
  static func clip(_ rows: RowPointers, _ count: Int, to range: ClosedRange<Float>) {
    unsafe clip(rows.r, count, range)
    unsafe clip(rows.g, count, range)
    unsafe clip(rows.b, count, range)
  }

  private static func clip(_ row: UnsafeMutablePointer<Float>, _ count: Int, _ range: ClosedRange<Float>) {
    let (low, high) = (range.lowerBound, range.upperBound)
    for x in 0..<count {
      let value = unsafe row[x]
      let number: Float = value == value ? value : 0
      let above: Float = number > low ? number : low
      unsafe row[x] = above < high ? above : high
    }
  }

  /// Scales down the pixels whose largest component is above the peak, so that it becomes the peak.
  static func scaleToPeak(_ rows: RowPointers, _ count: Int, peak: Float) {
    let (r, g, b) = unsafe (rows.r, rows.g, rows.b)
    for i in 0..<count {
      let (x, y, z) = unsafe (r[i], g[i], b[i])
      let larger = x > y ? x : y
      let largest = larger > z ? larger : z
      let factor: Float = largest > peak ? peak / largest : 1
      unsafe r[i] = x * factor
      unsafe g[i] = y * factor
      unsafe b[i] = z * factor
    }
  }
}
