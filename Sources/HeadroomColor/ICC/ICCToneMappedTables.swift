/// A tone-mapped picture of PQ or HLG for profile readers that support neither.
///
/// The colour table works on signals: it moves each component to the signal whose gray is shown as bright as the
/// component should be. So it is the identity on grays, which the curves after it then show exactly, and it is smooth
/// enough for a coarse grid, because one gain on light is nearly one step on such signals.
struct ICCToneMappedTables {
  // Files of a few kilobytes carry these tables. Curves of 256 points follow PQ to less than a thousandth; the grid is as fine
  // as Skia's, for the same purpose.
  private static let curveEntries = 256
  private static let gridPoints = 11

  private let encoding: ColorEncoding
  private let toneCurve = ToneCurve(
    operator: .bt2390, contentHeadroom: ReferenceWhite.defaultHeadroom, targetHeadroom: 1)
  /// The signal of a gray at the content's peak; the table's last point.
  private let peakSignal: Double

  init(_ encoding: ColorEncoding) {
    self.encoding = encoding
    peakSignal = min(encoding.encode(SIMD3(repeating: ReferenceWhite.defaultHeadroom)).x, 1)
  }

  /// The `curv` tag for readers of matrix and curves: signal to tone-mapped light of a gray.
  var curve: [UInt8] { ICCTagData.table(steps.map(gray)) }

  /// The `A2B0` tag.
  var table: [UInt8] {
    // In this place XYZ 0...1.99997 is coded as 0...1.
    let matrix = encoding.primaries.toProfileConnectionSpace * (32768.0 / 65535)
    return ICCTagData.toConnectionSpace(
      input: ICCTagData.gain(1 / peakSignal), gridPoints: Self.gridPoints, grid: grid(),
      curve: ICCTagData.table(steps.map { gray($0 * peakSignal) }), matrix: matrix)
  }

  private var steps: [Double] {
    (0..<Self.curveEntries).map { Double($0) / Double(Self.curveEntries - 1) }
  }

  private func gray(_ signal: Double) -> Double {
    let light = encoding.decode(SIMD3(repeating: signal)).x
    return light * toneCurve.gain(at: light)
  }

  /// The colour table, blue changing fastest.
  private func grid() -> [SIMD3<Double>] {
    let nodes = (0..<Self.gridPoints).map { Double($0) / Double(Self.gridPoints - 1) * peakSignal }
    // The inverse gives, for a light, the signal whose gray is shown with that light, as a share of the peak's signal.
    let shown = SampledCurve(samples: (0...4096).map { gray(Double($0) / 4096 * peakSignal) })
    var colors: [SIMD3<Double>] = []
    colors.reserveCapacity(nodes.count * nodes.count * nodes.count)
    for red in nodes {
      for green in nodes {
        for blue in nodes {
          let signal = SIMD3(red, green, blue)
          colors.append(shown.map { node(signal, $0) } ?? signal)
        }
      }
    }
    return colors
  }

  private func node(_ signal: SIMD3<Double>, _ shown: SampledCurve) -> SIMD3<Double> {
    if signal.min() == signal.max() { return signal / peakSignal }
    let light = encoding.decode(signal)
    return (light * toneCurve.gain(at: light.max())).mapped(shown.encode)
  }
}
