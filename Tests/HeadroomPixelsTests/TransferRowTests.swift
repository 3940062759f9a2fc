import Foundation
import HeadroomColor
import HeadroomPixels
import HeadroomTestSupport
import Testing

@Suite struct TransferRowTests {
  static let functions: [TransferFunction] =
    [
      .linear, .sRGB, .bt709, .bt1886, .gamma(1.8), .gamma(2.2), .gamma(2.6), .adobeRGB, .romm, .pq, .hlg, .smpte240,
      .log100, .log316, .bt1361, .smpte428,
    ] + parametric + [SampledCurve(samples: [0, 0.1, 0.5, 1])].compactMap { $0 }.map { .sampled($0) }

  static let parametric: [TransferFunction] = [
    ParametricCurve(g: 2.4, a: 1 / 1.055, b: 0.055 / 1.055, c: 1 / 12.92, d: 0.04045),
    ParametricCurve(g: 1.8), ParametricCurve(g: 2, a: 0.9, b: 0.1, c: 0.5, d: 0.2, e: 0.05, f: 0.02),
  ].compactMap { $0 }.map { .parametric($0) }

  /// The largest relative error, not counting differences below `floor`.
  private func worst(
    _ values: [Float], _ found: [Float], floor: Double, _ exact: (Double) -> Double
  ) -> (error: Double, at: Float) {
    var worst = (error: 0.0, at: Float(0))
    for (value, result) in zip(values, found) {
      let expected = exact(Double(value))
      let difference = abs(Double(result) - expected)
      if difference.isNaN { return (.infinity, value) }
      guard difference > floor, difference / abs(expected) > worst.error else { continue }
      worst = (difference / abs(expected), value)
    }
    return worst
  }

  @Test(arguments: functions)
  func decodingAgreesWithTheFormula(_ function: TransferFunction) {
    // Signals from 1e-4 to 1.1, both signs, and far beyond for curves that go there.
    let isSteep = [.pq, .hlg, .log100, .log316].contains(function)
    let top: Float = isSteep ? 1.1 : 12
    var signals = (0...20000).map { Float($0) / 20000 * 1.1 }
    signals += (0...4000).map { 1e-4 + (top - 1e-4) * Float($0) / 4000 }
    signals += signals.dropFirst().map { -$0 }
    let found = RowOperation.decode(function)(signals)
    // A float signal near zero stands for an interval of light; PQ packs six decades into the first percent.
    let floor = function == .pq ? 1e-13 : 1e-9
    let result = worst(signals, found, floor: floor) { function.decode($0) }
    #expect(result.error < 2e-6, "at \(result.at)")
  }

  @Test(arguments: functions)
  func encodingAgreesWithTheFormula(_ function: TransferFunction) {
    var generator = SeededGenerator(seed: 2)
    var light = (0..<20000).map { _ in Float(pow(2, Double.random(in: -40...7, using: &generator))) }
    light += (0...20000).map { Float($0) / 20000 }
    light += light.map { -max($0, 1e-30) }
    let found = RowOperation.encode(function)(light)
    let floor = function == .log100 || function == .log316 ? 2e-7 : 1e-9
    let result = worst(light, found, floor: floor) { function.encode($0) }
    #expect(result.error < 2e-6, "at \(result.at)")
  }

  @Test(arguments: functions)
  func zeroStaysZeroAndRowsMayBeSplitAnywhere(_ function: TransferFunction) {
    let values = extremeRows(count: 67, seed: 4).r.map { $0.isInfinite ? 2 : $0 }
    #expect(RowOperation.decode(function).cutsThatShow(values) == [])
    #expect(RowOperation.encode(function).cutsThatShow(values) == [])
    #expect(RowOperation.decode(function)([0]) == [Float(function.decode(0))])
    #expect(RowOperation.encode(function)([0]) == [Float(function.encode(0))])
  }

  @Test func numbersThatAreNoneStayNone() {
    for function in Self.functions {
      #expect(RowOperation.decode(function)([.nan])[0].isNaN, "\(function)")
      #expect(RowOperation.encode(function)([.nan])[0].isNaN, "\(function)")
    }
  }

  @Test func matricesMultiplyColumns() {
    let matrix = ColorPrimaries.bt2020.matrix(to: .bt709)
    var rows = extremeRows(count: 101, seed: 6)
    for x in 0..<101
    where !(rows.r[x] + rows.g[x] + rows.b[x]).isFinite || abs(rows.r[x]) > 10 || abs(rows.g[x]) > 10
      || abs(rows.b[x]) > 10
    {
      (rows.r[x], rows.g[x], rows.b[x]) = (1, 2, 3)
    }
    let before = rows
    unsafe rows.withPointers { unsafe MatrixRow.apply(matrix, $0.r, $0.g, $0.b, 101) }
    for x in 0..<101 {
      let meant = matrix.apply([Double(before.r[x]), Double(before.g[x]), Double(before.b[x])])
      let found = SIMD3(Double(rows.r[x]), Double(rows.g[x]), Double(rows.b[x]))
      let error = meant - found
      #expect(max(abs(error.x), abs(error.y), abs(error.z)) < 2e-6)
    }
  }

  @Test(arguments: [HLGSystem.reference, HLGSystem(displayPeakNits: 400), HLGSystem(peakNits: 200, gamma: 0.9)])
  func hlgLightFollowsTheSystemBothWays(_ system: HLGSystem) {
    var generator = SeededGenerator(seed: 12)
    var rows = TestRows(count: 200)
    for x in 0..<200 {
      rows.r[x] = Float.random(in: 0...1, using: &generator)
      rows.g[x] = Float.random(in: 0...1, using: &generator)
      rows.b[x] = Float.random(in: -0.1...1, using: &generator)
    }
    (rows.r[0], rows.g[0], rows.b[0]) = (0, 0, 0)
    let scene = rows
    unsafe rows.withPointers { unsafe HLGSystemRow.displayFromScene(system, $0.r, $0.g, $0.b, 200) }
    for x in 0..<200 {
      let meant = system.display(fromScene: [Double(scene.r[x]), Double(scene.g[x]), Double(scene.b[x])])
      #expect(abs(Double(rows.g[x]) - meant.y) <= 2e-6 * abs(meant.y))
    }
    unsafe rows.withPointers { unsafe HLGSystemRow.sceneFromDisplay(system, $0.r, $0.g, $0.b, 200) }
    for x in 0..<200 { #expect(abs(rows.r[x] - scene.r[x]) <= 3e-6 * max(abs(scene.r[x]), 0.1)) }
    #expect(rows.r[0] == 0 && rows.g[0] == 0 && rows.b[0] == 0)
  }

  @Test func kernelsOverPixelsGiveTheSameBitsForAnySplitOfARow() {
    let values = extremeRows(count: 61, seed: 15)
    let gain = CurveTable(exponents: -14...6, isMirrored: false) { $0 / (1 + $0) }
    let matrix = ColorPrimaries.bt709.matrix(to: .bt2020)
    expectNoCutShows(values) { unsafe MatrixRow.apply(matrix, $0.r, $0.g, $0.b, $1) }
    expectNoCutShows(values) { unsafe HLGSystemRow.displayFromScene(.reference, $0.r, $0.g, $0.b, $1) }
    expectNoCutShows(values) { unsafe HLGSystemRow.sceneFromDisplay(.reference, $0.r, $0.g, $0.b, $1) }
    expectNoCutShows(values) { unsafe GainRow.apply(results: gain, smallest: 0x1p-14, limit: 1, $0.r, $0.g, $0.b, $1) }
    expectNoCutShows(values) { unsafe AlphaRow.premultiply($0, $1) }
    expectNoCutShows(values) { unsafe AlphaRow.unpremultiply($0, $1) }
  }

  @safe private func expectNoCutShows(
    _ values: TestRows, _ body: (RowPointers, Int) -> Void, location: SourceLocation = #_sourceLocation
  ) {
    var whole = values
    unsafe whole.withPointers { unsafe body($0, values.r.count) }
    let showing = (1..<values.r.count).filter { cut in
      var parts = values
      unsafe parts.withPointers { unsafe body($0, cut) }
      unsafe parts.withPointers(from: cut) { unsafe body($0, values.r.count - cut) }
      return !parts.isIdentical(to: whole)
    }
    #expect(showing == [], sourceLocation: location)
  }

  @Test func alphaComesAndGoes() {
    var rows = TestRows(count: 50)
    for x in 0..<50 { (rows.r[x], rows.g[x], rows.b[x], rows.a[x]) = (1, 0.3, -0.5, Float(x) / 49) }
    let straight = rows
    unsafe rows.withPointers { unsafe AlphaRow.premultiply($0, 50) }
    #expect(rows.r == straight.a)
    unsafe rows.withPointers { unsafe AlphaRow.unpremultiply($0, 50) }
    #expect(rows.r[0] == 0 && rows.g[0] == 0)
    for x in 1..<50 {
      #expect(rows.r[x] == 1 && abs(rows.g[x] - 0.3) < 1e-7 && abs(rows.b[x] + 0.5) < 1e-7)
    }
  }
}
