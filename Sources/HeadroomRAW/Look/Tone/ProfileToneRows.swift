package import HeadroomPixels

/// Applies a profile's curve to rows of linear ProPhoto light as the DNG SDK does (``BaselineRGBTone``).
package struct ProfileToneRows: Sendable {
  private let ends: BaselineRGBTone?
  private let isEncoded: Bool

  /// - Parameters:
  ///   - curve: the profile's.
  ///   - exposure: stops; negative ones darken an SDR profile's curve (``ExposureDarkening``), positive ones are
  ///     ignored.
  package init(_ curve: ProfileToneCurve, exposure: Double = 0) {
    let darkening = ExposureDarkening(exposure: curve.isHDR ? 0 : exposure)
    isEncoded = curve.isHDR
    let isNeutral = curve.isLinear && (curve.isHDR || exposure >= 0)
    ends = isNeutral ? nil : BaselineRGBTone { curve.signal(darkening.value($0)) }
  }

  /// Applies it to a span, in place. Negative light counts as 0.
  package func apply(_ rows: RowPointers, _ count: Int) {
    guard let ends else { return }
    unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: 4 * lookChunk) { scratch in
      guard let space = scratch.baseAddress else { return }
      forEachChunk(of: count) { start, length in
        let part = unsafe rows.advanced(by: start)
        if isEncoded { unsafe HDRProfileEncoding.encode(part, length) }
        unsafe ends.apply(part, space, length)
        if isEncoded { unsafe HDRProfileEncoding.decode(part, length) }
      }
    }
  }
}
