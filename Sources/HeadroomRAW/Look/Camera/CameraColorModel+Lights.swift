package import HeadroomColor

// The weights of lights under another white (DNG 1.7.1, chapter 6: "Calibration illuminants").
extension CameraColorModel {
  /// The weight of each light's matrices and tables, with sum 1.
  ///
  /// Two lights are weighted by reciprocal temperature, three by closeness in temperature and tint. Lights without a
  /// temperature in the file are ignored; where fewer than two are known, only the first light counts.
  package func weights(for white: Chromaticity) -> [Double] {
    let known = lights.indices.filter { lights[$0].correlated != nil }
    var result = [Double](repeating: 0, count: lights.count)
    guard known.count > 1, let target = CorrelatedTemperature(white) else {
      result[0] = 1
      return result
    }
    let places = known.compactMap { lights[$0].correlated }
    let shares = known.count == 2 ? Self.shares(of: target, between: places) : Self.shares(of: target, among: places)
    for (index, share) in zip(known, shares) { result[index] = share }
    return result
  }

  private static func shares(of target: CorrelatedTemperature, between two: [CorrelatedTemperature]) -> [Double] {
    let first = 1 / two[0].temperature
    let second = 1 / two[1].temperature
    guard first != second else { return [1, 0] }
    let share = min(max((1 / target.temperature - second) / (first - second), 0), 1)
    return [share, 1 - share]
  }

  private static func shares(of target: CorrelatedTemperature, among three: [CorrelatedTemperature]) -> [Double] {
    func place(_ light: CorrelatedTemperature) -> SIMD2<Double> {
      SIMD2(min(1500 / light.temperature, 1), light.tint / 200)
    }
    let closeness = three.map { light in
      let way = place(light) - place(target)
      return 1 / ((way * way).sum() + 1e-8)
    }
    // The shares are eased, and lights that are far away are cut off.
    let eased = normalised(closeness).map { share in
      min(max((share * share * (3 - 2 * share) - 0.02) / 0.98, 0), 1)
    }
    return normalised(eased)
  }

  private static func normalised(_ shares: [Double]) -> [Double] {
    let sum = shares.reduce(0, +)
    return shares.map { $0 / sum }
  }

  func mixed(_ weights: [Double], _ matrix: (Light) -> Matrix3x3) -> Matrix3x3 {
    zip(lights, weights).reduce(Matrix3x3(diagonal: .zero)) { sum, part in
      let matrix = matrix(part.0) * part.1
      return Matrix3x3(rows: sum.row0 + matrix.row0, sum.row1 + matrix.row1, sum.row2 + matrix.row2)
    }
  }

  /// The forward matrix, interpolated between the lights that have one, or nil. A single one serves all whites.
  func forward(_ weights: [Double]) -> Matrix3x3? {
    let present = lights.indices.filter { lights[$0].forward != nil }
    guard !present.isEmpty else { return nil }
    let sum = present.reduce(0) { $0 + weights[$1] }
    let shares = lights.indices.map { index in
      present.contains(index) ? (sum > 0 ? weights[index] / sum : 1 / Double(present.count)) : 0
    }
    return mixed(shares) { $0.forward ?? Matrix3x3(diagonal: .zero) }
  }
}
