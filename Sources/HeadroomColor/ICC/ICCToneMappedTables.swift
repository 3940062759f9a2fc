/// A tone-mapped picture of PQ or HLG for readers of profiles that know neither.
///
/// Input curves take each signal to the sRGB signal of the gray it would be; so the colour table is the identity on
/// grays, and its coarse grid has to hold only what saturation changes.
struct ICCToneMappedTables {
  private static let curveEntries = 1024
  private static let gridPoints = 13

  private let encoding: ColorEncoding
  private let toneCurve = ToneCurve(
    operator: .bt2390, contentHeadroom: ReferenceWhite.defaultHeadroom, targetHeadroom: 1)

  init(_ encoding: ColorEncoding) { self.encoding = encoding }

  /// The `curv` tag for readers of matrix and curves: signal to tone-mapped light of a gray.
  var curve: [UInt8] { ICCTagData.table(signals.map(gray)) }

  /// The `A2B0` tag.
  var table: [UInt8] {
    // In this place XYZ 0...1.99997 is coded as 0...1.
    let matrix = encoding.primaries.toProfileConnectionSpace * (32768.0 / 65535)
    return ICCTagData.toConnectionSpace(
      input: ICCTagData.table(signals.map { TransferFunction.sRGB.encode(gray($0)) }), gridPoints: Self.gridPoints,
      grid: grid(), curve: ICCTagData.curve(.sRGB), matrix: matrix)
  }

  private var signals: [Double] {
    (0..<Self.curveEntries).map { Double($0) / Double(Self.curveEntries - 1) }
  }

  private func gray(_ signal: Double) -> Double {
    let light = encoding.decode(SIMD3(repeating: signal)).x
    return light * toneCurve.gain(at: light)
  }

  /// The colour table, blue changing fastest.
  private func grid() -> [SIMD3<Double>] {
    let nodes = (0..<Self.gridPoints).map { signal(ofGray: Double($0) / Double(Self.gridPoints - 1)) }
    var colors: [SIMD3<Double>] = []
    colors.reserveCapacity(nodes.count * nodes.count * nodes.count)
    for red in nodes {
      for green in nodes {
        for blue in nodes { colors.append(shown(SIMD3(red, green, blue))) }
      }
    }
    return colors
  }

  private func shown(_ signal: SIMD3<Double>) -> SIMD3<Double> {
    let light = encoding.decode(signal)
    return (light * toneCurve.gain(at: light.max())).mapped { TransferFunction.sRGB.encode(min(max($0, 0), 1)) }
  }

  /// The least signal whose gray is shown as an sRGB signal: bisection, as the curve is monotone.
  private func signal(ofGray coded: Double) -> Double {
    let wanted = TransferFunction.sRGB.decode(coded)
    var (low, high) = (0.0, 1.0)
    for _ in 0..<48 {
      let middle = (low + high) / 2
      if gray(middle) < wanted { low = middle } else { high = middle }
    }
    return high
  }
}
