internal import CHeadroomMath
package import HeadroomPixels

/// Applies a curve to rows of linear ProPhoto light as DNG profiles have it: to the largest and the smallest channel, with
/// the middle one at the same place between them, which keeps the hue of HSV.
package struct ProfileToneRows: Sendable {
  private let table: CurveTable?
  private let isEncoded: Bool

  /// - Parameters:
  ///   - curve: the profile's.
  ///   - exposure: stops; negative ones darken as the DNG SDK does it (``ExposureDarkening``), positive ones do not count.
  package init(_ curve: ProfileToneCurve, exposure: Double = 0) {
    let darkening = ExposureDarkening(exposure: curve.isHDR ? 0 : exposure)
    isEncoded = curve.isHDR
    let isNeutral = curve.isLinear && (curve.isHDR || exposure >= 0)
    table =
      isNeutral
      ? nil
      : CurveTable(exponents: -20...20, isMirrored: false, isContinuous: true) { curve.signal(darkening.value($0)) }
  }

  /// Applies it to a span, in place. Negative light counts as none.
  package func apply(_ rows: RowPointers, _ count: Int) {
    guard let table else { return }
    unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: 4 * lookChunk) { scratch in
      guard let ends = scratch.baseAddress else { return }
      let gaps = unsafe ends + 2 * lookChunk
      forEachChunk(of: count) { start, length in
        let part = unsafe rows.advanced(by: start)
        if isEncoded { unsafe encode(part, length) }
        unsafe measure(part, ends, gaps, length)
        unsafe table.apply(ends, length)
        unsafe table.apply(ends + lookChunk, length)
        unsafe place(part, ends, gaps, length)
        if isEncoded { unsafe decode(part, length) }
      }
    }
  }

  private func encode(_ rows: RowPointers, _ count: Int) {
    for plane in 0..<3 {
      let row = unsafe rows.plane(plane)
      for i in 0..<count { unsafe row[i] = HDRProfileEncoding.encode(headroom_max(tamed(unsafe row[i]), 0)) }
    }
  }

  private func decode(_ rows: RowPointers, _ count: Int) {
    for plane in 0..<3 {
      let row = unsafe rows.plane(plane)
      for i in 0..<count { unsafe row[i] = HDRProfileEncoding.decode(headroom_max(unsafe row[i], 0)) }
    }
  }

  /// The smallest and the largest channel, the smallest once more and one over their distance; the channels without
  /// negative light.
  private func measure(
    _ rows: RowPointers, _ ends: UnsafeMutablePointer<Float>, _ gaps: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    let highs = unsafe ends + lookChunk
    let shares = unsafe gaps + lookChunk
    for i in 0..<count {
      let (red, green, blue) = unsafe (tamed(rows.r[i]), tamed(rows.g[i]), tamed(rows.b[i]))
      let (r, g, b) = (headroom_max(red, 0), headroom_max(green, 0), headroom_max(blue, 0))
      let low = smallest(r, g, b)
      let high = largest(r, g, b)
      unsafe ends[i] = low
      unsafe highs[i] = high
      unsafe gaps[i] = low
      let gap = high - low
      unsafe shares[i] = gap > 1e-12 ? 1 / gap : 0
      unsafe rows.r[i] = r
      unsafe rows.g[i] = g
      unsafe rows.b[i] = b
    }
  }

  private func place(
    _ rows: RowPointers, _ ends: UnsafeMutablePointer<Float>, _ gaps: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    let highs = unsafe ends + lookChunk
    let shares = unsafe gaps + lookChunk
    for i in 0..<count {
      let low = unsafe ends[i]
      let scale = unsafe (highs[i] - low) * shares[i]
      let base = unsafe gaps[i]
      unsafe rows.r[i] = low + (rows.r[i] - base) * scale
      unsafe rows.g[i] = low + (rows.g[i] - base) * scale
      unsafe rows.b[i] = low + (rows.b[i] - base) * scale
    }
  }
}
