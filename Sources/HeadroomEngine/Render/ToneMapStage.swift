import HeadroomColor
import HeadroomPixels

/// Row code for a tone curve on linear BT.2020 light.
enum ToneMapStage {
  static func make(_ curve: ToneCurve) -> RowStage {
    guard let gain = ToneGain(curve) else { return wholeOperator(curve) }
    return unsafe RowStage { rows, _, count, _, _ in unsafe gain.apply(rows.r, rows.g, rows.b, count) }
  }

  /// Operators that change chromaticity are evaluated in Double; nobody picks them for speed.
  private static func wholeOperator(_ curve: ToneCurve) -> RowStage {
    unsafe RowStage { rows, _, count, _, _ in
      for i in 0..<count {
        let out = unsafe curve.map(SIMD3(Double(rows.r[i]), Double(rows.g[i]), Double(rows.b[i])))
        unsafe (rows.r[i], rows.g[i], rows.b[i]) = (Float(out.x), Float(out.y), Float(out.z))
      }
    }
  }
}
