import HeadroomRAW
import Testing

@Suite struct ProfileToneTests {
  @Test(arguments: [(1.0, 0.50195), (2, 0.67188), (4, 0.8125), (8, 0.91667), (16, 1)])
  func `HDR profiles see light on their axis`(light: Double, signal: Double) {
    #expect(abs(HDRProfileEncoding.encode(light) - signal) < 6e-6)
    #expect(abs(HDRProfileEncoding.decode(HDRProfileEncoding.encode(light)) - light) < 1e-12 * light)
  }

  @Test func `The axis goes on above four stops`() {
    for light in [20.0, 100, 1000, 1e5] {
      #expect(abs(HDRProfileEncoding.decode(HDRProfileEncoding.encode(light)) / light - 1) < 1e-12)
    }
  }

  // The DNG SDK's sample 14: grey steps of one stop from 1.0 down, BaselineExposure +2.
  @Test func `The linear HDR profile of the SDK's sample renders four times white`() throws {
    let curve = try ProfileToneCurve(points: [], isHDR: true)
    let ramp = ExposureRamp(exposure: 2, shadows: 0, isOpenEnded: true)
    let steps = (0..<10).map { SIMD3<Float>(repeating: 1 / Float(1 << $0)) }
    let rendered = unsafe through(steps) { rows, count in
      unsafe ramp.apply(rows, count)
      unsafe ProfileToneRows(curve).apply(rows, count)
    }
    for (step, pixel) in rendered.enumerated() {
      #expect(abs(pixel.x / (4 / Float(1 << step)) - 1) < 1e-6)
    }
  }

  @Test func `The tone-mapped HDR profile of the SDK's sample renders 2, 1 and 0.8`() throws {
    let f = HDRProfileEncoding.encode(_:) as (Double) -> Double
    // As the sample's text says; the curve itself stands in SampleCurveTests.
    let curve = try ProfileToneCurve(
      points: [SIMD2(0, 0), SIMD2(f(1), 0.44583), SIMD2(f(2), f(1)), SIMD2(f(4), f(2)), SIMD2(1, 0.8)], isHDR: true)
    let steps: [SIMD3<Float>] = [SIMD3(repeating: 4), SIMD3(repeating: 2), SIMD3(repeating: 1)]
    let rendered = unsafe through(steps) { rows, count in unsafe ProfileToneRows(curve).apply(rows, count) }
    #expect(abs(rendered[0].x - 2) < 1e-3)
    #expect(abs(rendered[1].x - 1) < 1e-3)
    #expect(abs(rendered[2].x - 0.8) < 1e-3)
  }

  @Test(arguments: [
    (0.01, 0.0083), (0.02, 0.0210), (0.05, 0.0771), (0.1, 0.1949), (0.18, 0.3881), (0.25, 0.5207), (0.3, 0.5972),
    (0.4, 0.7168), (0.5, 0.8049), (0.6, 0.8708), (0.7, 0.9202), (0.8, 0.9566), (0.9, 0.9827), (1, 1),
  ])
  func `The default curve has the known values`(x: Double, y: Double) {
    #expect(abs(ProfileToneCurve.standard.value(x) - y) < 1e-9)
    let row = unsafe through([SIMD3(repeating: Float(x))]) { rows, count in
      unsafe ProfileToneRows(.standard).apply(rows, count)
    }
    #expect(abs(Double(row[0].x) - y) < 1e-5)
  }
}
