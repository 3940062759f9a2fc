internal import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomPixels

/// Brings rows of linear BT.2020 light under a headroom.
enum LightTone: Sendable {
  case byHeadroom(LightToneMap)
  case byLuminance(LuminanceTone)

  /// Nil for a curve that changes nothing.
  init?(_ curve: ToneCurve) {
    guard let map = LightToneMap(curve) else { return nil }
    self = .byHeadroom(map)
  }

  func apply(_ rows: RowPointers, _ count: Int) {
    switch self {
    case .byHeadroom(let map): unsafe map.apply(rows, count)
    case .byLuminance(let tone): unsafe tone.apply(rows, count)
    }
  }
}

/// The EETF of BT.2390 where 1.0 is any luminance: it is a function of cd/m², which headrooms alone do not determine.
struct LuminanceTone: Sendable {
  private let table: CurveTable
  private let scale: Float
  private let smallest: Float
  private let limit: Float

  /// Nil if the target is not below the source.
  ///
  /// - Parameters:
  ///   - sourceNits: peak of the content in cd/m², above 0.
  ///   - targetNits: peak of the screen in cd/m², above 0.
  ///   - unit: the luminance of 1.0, above 0.
  init?(sourceNits: Double, targetNits: Double, unit: Double) {
    guard targetNits < sourceNits else { return nil }
    let eetf = BT2390(sourcePeakNits: sourceNits, targetPeakNits: targetNits)
    // In units of the peak, so that the curve's corner is where two pieces of the table meet.
    let first = -20
    table = CurveTable(exponents: first...1, isMirrored: false, isContinuous: true) {
      eetf.map(nits: $0 * sourceNits) / unit
    }
    scale = Float(unit / sourceNits)
    smallest = Float(sign: .plus, exponent: first, significand: 1)
    limit = Float(targetNits / unit)
  }

  func apply(_ rows: RowPointers, _ count: Int) {
    unsafe GainRow.apply(results: table, scale: scale, smallest: smallest, limit: limit, rows.r, rows.g, rows.b, count)
  }
}
