import HeadroomColor
import HeadroomPixels

/// Row code for a tone curve on linear BT.2020 light.
enum ToneMapStage {
  static func make(_ curve: ToneCurve) -> RowStage {
    guard curve.isMaxRGBGain else { return wholeOperator(curve) }
    let table = CurveTables.shared.gainTable(of: curve)
    let target = Float(curve.targetHeadroom)
    return unsafe RowStage { rows, count, _, _ in
      unsafe GainRow.apply(table, rows, count: count, limit: target)
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
