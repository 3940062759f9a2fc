package import HeadroomColor
internal import Synchronization

/// A tone curve that is one gain per pixel, as a table: what brings rows of linear BT.2020 light under a headroom.
///
/// The table runs over the largest component in units of the content's peak, so that the curve's corner there falls
/// where two pieces of the table meet: the error is then below 2e-5 of the value instead of 7e-4.
package struct ToneGain: Sendable {
  private let table: CurveTable
  private let scale: Float
  private let limit: Float

  /// Nil for curves that are no single gain.
  package init?(_ curve: ToneCurve) {
    guard curve.isMaxRGBGain else { return nil }
    table = ToneGainTables.shared.table(for: curve)
    scale = Float(1 / curve.contentHeadroom)
    limit = Float(curve.targetHeadroom)
  }

  /// Maps `count` pixels in place.
  package func apply(
    _ r: UnsafeMutablePointer<Float>, _ g: UnsafeMutablePointer<Float>, _ b: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    unsafe GainRow.apply(table, scale: scale, limit: limit, r, g, b, count)
  }
}

/// Tables of the curves used last, kept for the next frame or slider step.
private final class ToneGainTables: Sendable {
  static let shared = ToneGainTables()
  private static let limit = 16
  private let tables = Mutex<[ToneCurve: CurveTable]>([:])

  func table(for curve: ToneCurve) -> CurveTable {
    tables.withLock { known in
      if let table = known[curve] { return table }
      if known.count >= Self.limit { known.removeAll() }
      // Gains run flat in the shadows, and far above the peak everything is at the target anyway.
      let peak = curve.contentHeadroom
      let table = CurveTable(exponents: -16...10, isMirrored: false) { curve.gain(at: $0 * peak) }
      known[curve] = table
      return table
    }
  }
}
