internal import CHeadroomMath
package import HeadroomPixels

/// Applies a profile's curve to rows of linear ProPhoto light as the DNG SDK does it (``ToneEnds``).
package struct ProfileToneRows: Sendable {
  private let ends: ToneEnds?
  private let isEncoded: Bool

  /// - Parameters:
  ///   - curve: the profile's.
  ///   - exposure: stops; negative ones darken an SDR profile's curve (``ExposureDarkening``), positive ones do not count.
  package init(_ curve: ProfileToneCurve, exposure: Double = 0) {
    let darkening = ExposureDarkening(exposure: curve.isHDR ? 0 : exposure)
    isEncoded = curve.isHDR
    let isNeutral = curve.isLinear && (curve.isHDR || exposure >= 0)
    ends = isNeutral ? nil : ToneEnds { curve.signal(darkening.value($0)) }
  }

  /// Applies it to a span, in place. Negative light counts as none.
  package func apply(_ rows: RowPointers, _ count: Int) {
    guard let ends else { return }
    unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: 4 * lookChunk) { scratch in
      guard let space = scratch.baseAddress else { return }
      forEachChunk(of: count) { start, length in
        let part = unsafe rows.advanced(by: start)
        if isEncoded { unsafe encode(part, length) }
        unsafe ends.apply(part, space, length)
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
}
