import HeadroomColor
import HeadroomPixels
internal import Synchronization

/// Row code for a tone curve on linear BT.2020 light.
enum ToneMapStage {
  static func make(_ curve: ToneCurve) -> RowStage {
    guard curve.isMaxRGBGain else { return wholeOperator(curve) }
    let table = ToneGainTables.shared.table(for: curve)
    let target = Float(curve.targetHeadroom)
    return unsafe RowStage { rows, count, _, _ in
      unsafe GainRow.apply(table, limit: target, rows.r, rows.g, rows.b, count)
    }
  }

  /// Operators that change chromaticity are evaluated in Double; nobody picks them for speed.
  private static func wholeOperator(_ curve: ToneCurve) -> RowStage {
    unsafe RowStage { rows, count, _, _ in
      for i in 0..<count {
        let out = unsafe curve.map(SIMD3(Double(rows.r[i]), Double(rows.g[i]), Double(rows.b[i])))
        unsafe (rows.r[i], rows.g[i], rows.b[i]) = (Float(out.x), Float(out.y), Float(out.z))
      }
    }
  }
}

/// Gain tables of tone curves, kept for the next frame or slider step.
final class ToneGainTables: Sendable {
  static let shared = ToneGainTables()
  private static let limit = 16
  private let tables = Mutex<[ToneCurve: CurveTable]>([:])

  func table(for curve: ToneCurve) -> CurveTable {
    tables.withLock { known in
      if let table = known[curve] { return table }
      if known.count >= Self.limit { known.removeAll() }
      // Gains run flat in the shadows; above 2^12 times white everything is at the target anyway.
      let table = CurveTable(exponents: -12...12, isMirrored: false) { curve.gain(at: $0) }
      known[curve] = table
      return table
    }
  }
}
