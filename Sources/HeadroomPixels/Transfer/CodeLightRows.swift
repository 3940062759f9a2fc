internal import CHeadroomMath
package import HeadroomColor

/// Signals that were codes to light, over rows in place: a transfer function, and for HLG the step to display light.
///
/// The light is off by less than a tenth of a code, in a fraction of the time that the exact ``TransferRow`` and
/// ``HLGSystemRow`` take. Mirrored through zero; NaN stays NaN.
@safe package struct CodeDecoder: Sendable {
  private let curve: PieceCurve
  private let gain: LuminanceGain?

  /// Nil where the exact functions are needed: for codes of more than 12 bits, and functions without such a curve.
  ///
  /// - Parameters:
  ///   - system: turns scene light into display light, as ``HLGSystemRow`` does; nil leaves it.
  ///   - bitDepth: of the codes.
  package init?(_ function: TransferFunction, system: HLGSystem?, bitDepth: Int, cache: CurveTableCache = .shared) {
    guard let curve = cache.pieceCurve(decoding: function, bitDepth: bitDepth) else { return nil }
    self.curve = curve
    gain = system.map { .displayFromScene($0) }
  }

  package func apply(_ rows: RowPointers, _ count: Int) {
    unsafe headroom_light_of_signals(curve.curve, rows.r, count)
    unsafe headroom_light_of_signals(curve.curve, rows.g, count)
    unsafe headroom_light_of_signals(curve.curve, rows.b, count)
    unsafe gain?.apply(rows, count)
  }
}

/// Light to signals that become codes of at most 16 bits: the opposite of ``CodeDecoder``.
package struct CodeEncoder: Sendable {
  private enum Curve {
    case hlg
    case table(CurveTable)
  }

  private let curve: Curve
  private let gain: LuminanceGain?

  /// Nil where the exact functions are needed.
  ///
  /// - Parameters:
  ///   - system: turns display light into scene light first; nil leaves it.
  ///   - bitDepth: of the codes.
  package init?(system: HLGSystem?, _ function: TransferFunction, bitDepth: Int, cache: CurveTableCache = .shared) {
    switch function {
    case .linear: return nil
    case .hlg where bitDepth <= 12: curve = .hlg
    case .hlg where system != nil: return nil
    default: curve = .table(cache.encodeTable(for: function))
    }
    gain = system.map { .sceneFromDisplay($0) }
  }

  package func apply(_ rows: RowPointers, _ count: Int) {
    unsafe gain?.apply(rows, count)
    for plane in 0..<3 {
      switch curve {
      case .hlg: unsafe headroom_hlg_signals_of_light(rows.plane(plane), count)
      case .table(let table): unsafe table.apply(rows.plane(plane), count)
      }
    }
  }
}

/// A gain for the three colours of a pixel by their luminance, as HLG's system has it: hue stays.
private struct LuminanceGain: Sendable {
  private let gain: headroom_gain

  private init(_ weights: SIMD3<Double>, exponent: Double, scale: Double) {
    let weights = SIMD3<Float>(weights)
    gain = headroom_gain(
      weights: (weights.x, weights.y, weights.z), exponent: Float(exponent), scale: Float(scale))
  }

  static func displayFromScene(_ system: HLGSystem) -> LuminanceGain {
    LuminanceGain(system.weights, exponent: system.gamma - 1, scale: system.peakNits / ReferenceWhite.nits)
  }

  static func sceneFromDisplay(_ system: HLGSystem) -> LuminanceGain {
    let scale = ReferenceWhite.nits / system.peakNits
    return LuminanceGain(system.weights * scale, exponent: (1 - system.gamma) / system.gamma, scale: scale)
  }

  func apply(_ rows: RowPointers, _ count: Int) {
    unsafe withUnsafePointer(to: gain) { unsafe headroom_apply_gain($0, rows.r, rows.g, rows.b, count) }
  }
}
