import HeadroomColor
import HeadroomContainers
import HeadroomPixels
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
    // ProfileToneCurve of the sample's profile "HDR Tone Map".
    let curve = try ProfileToneCurve(
      points: [
        SIMD2(0, 0), SIMD2(0.501953125, 0.44583332538604736), SIMD2(0.671875, 0.501953125), SIMD2(0.8125, 0.671875),
        SIMD2(1, 0.8125),
      ], isHDR: true)
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

  @Test func `The spline is scipy's natural one`() throws {
    let curve = try ProfileToneCurve(
      points: [SIMD2(0, 0), SIMD2(0.03, 0.01), SIMD2(0.18, 0.122), SIMD2(0.5, 0.505), SIMD2(0.72, 0.8), SIMD2(1, 1)],
      isHDR: false)
    for row in curvesVectors { #expect(abs(curve.value(row[0]) - row[1]) < 1e-8) }
  }

  @Test func `The SDR profile of the SDK's sample has its curve`() throws {
    let points = sampleCurveVectors.prefix(64).map { SIMD2($0[0], $0[1]) }
    let curve = try ProfileToneCurve(points: points, isHDR: false)
    for row in sampleCurveVectors { #expect(abs(curve.value(row[0]) - row[1]) < 2e-7) }
    // BaselineExposure 2 and the profile's offset of -2: the brightest step stays 1.
    let ramp = ExposureRamp(exposure: 2 - 2, shadows: 0, isOpenEnded: false)
    let steps = [Float(1), 0.5, 0.25].map { SIMD3(repeating: $0) }
    let rendered = unsafe through(steps) { rows, count in
      unsafe ramp.apply(rows, count)
      unsafe ProfileToneRows(curve).apply(rows, count)
    }
    #expect(abs(rendered[0].x - 1) < 1e-5)
    for (step, pixel) in zip(steps, rendered) { #expect(abs(Double(pixel.y) - curve.value(Double(step.x))) < 2e-5) }
  }

  @Test func `HDR curves go on with their last slope`() throws {
    let f = HDRProfileEncoding.encode(_:) as (Double) -> Double
    let curve = try ProfileToneCurve(points: [SIMD2(0, 0), SIMD2(0.5, 0.4), SIMD2(1, 0.9)], isHDR: true)
    // Encoded, the curve ends with a straight line.
    let (a, b, c) = (f(curve.value(17)), f(curve.value(40)), f(curve.value(100)))
    #expect(abs((b - a) / (f(40) - f(17)) - (c - b) / (f(100) - f(40))) < 1e-9)
    #expect(curve.value(100) > curve.value(40) && curve.value(17) > curve.value(16))
  }

  @Test func `Points that are no curve fail`() {
    let odd: [[SIMD2<Double>]] = [
      [SIMD2(0, 0)], [SIMD2(0, 0), SIMD2(0, 1)], [SIMD2(1, 0), SIMD2(0, 1)], [SIMD2(0, .nan), SIMD2(1, 1)],
      [SIMD2(0, 0), SIMD2(1, 1e300)], [SIMD2(0, 0), SIMD2(.infinity, 1)],
    ]
    for points in odd {
      #expect(throws: ImageIOError.self) { _ = try ProfileToneCurve(points: points, isHDR: false) }
    }
  }

  @Test func `The ramp is a line with a toe`() {
    // Black 0.005 and one stop: slope 1 / 0.495, toe within 0.0025 of black.
    let ramp = ExposureRamp(exposure: 1, shadows: 0.005, isOpenEnded: false)
    #expect(ramp.value(0.0024) == 0)
    #expect(abs(ramp.value(0.005) - 0.0025 / 4 / 0.495) < 1e-12)
    #expect(abs(ramp.value(0.0075) - 0.0025 / 0.495) < 1e-12)
    #expect(abs(ramp.value(0.25) - 0.245 / 0.495) < 1e-12)
    #expect(ramp.value(0.7) == 1)
    #expect(ExposureRamp(exposure: 1, shadows: 0.005, isOpenEnded: true).value(0.7) > 1.4)
    #expect(ExposureRamp(exposure: 1, shadows: 5, isOpenEnded: false).black == 0.495)
    for ramp in [ramp, ExposureRamp(exposure: 2, shadows: 0, isOpenEnded: true)] {
      let greys = (0...500).map { SIMD3(repeating: Float($0) / 4000) } + lookColors(100, from: -1, to: 2)
      let rendered = unsafe through(greys) { rows, count in unsafe ramp.apply(rows, count) }
      for (grey, pixel) in zip(greys, rendered) {
        #expect(abs(Double(pixel.x) - ramp.value(Double(grey.x))) < 1e-6)
        #expect(abs(Double(pixel.z) - ramp.value(Double(grey.z))) < 1e-6)
      }
    }
    let odd = unsafe through(oddColors) { rows, count in unsafe ramp.apply(rows, count) }
    #expect(odd.allSatisfy { $0.isFinite })
  }

  @Test func `Negative exposure keeps white`() {
    let darker = ExposureDarkening(exposure: -1)
    // a = 8/9, b = 1/18, c = 1/18.
    #expect(abs(darker.value(0.25) - 0.125) < 1e-12)
    #expect(abs(darker.value(0.5) - (8.0 / 9 * 0.25 + 0.5 / 18 + 1.0 / 18)) < 1e-12)
    #expect(abs(darker.value(1) - 1) < 1e-12)
    #expect(darker.value(0.2500001) - darker.value(0.25) < 1e-6)
    #expect(ExposureDarkening(exposure: 1).value(0.7) == 0.7)
    let rendered = unsafe through([SIMD3(0.5, 0.5, 0.5)]) { rows, count in
      unsafe ProfileToneRows(.linear, exposure: -1).apply(rows, count)
    }
    #expect(abs(Double(rendered[0].x) - darker.value(0.5)) < 1e-5)
  }

  @Test func `Hue-preserving application keeps the middle channel's place`() {
    let colors = lookColors(2000)
    let rendered = unsafe through(colors) { rows, count in unsafe ProfileToneRows(.standard).apply(rows, count) }
    for (a, b) in zip(colors, rendered) {
      let (low, high) = (Double(a.min()), Double(a.max()))
      let middle = (Double(a.x + a.y + a.z) - low - high - low) / (high - low)
      let (lowest, highest) = (ProfileToneCurve.standard.value(low), ProfileToneCurve.standard.value(high))
      #expect(abs(Double(b.min()) - lowest) < 3e-5 && abs(Double(b.max()) - highest) < 3e-5)
      let expected = lowest + (highest - lowest) * middle
      #expect(abs(Double(b.x + b.y + b.z) - lowest - highest - expected) < 1e-4)
    }
  }

  @Test func `Odd numbers in, numbers out; pieces have the same bits`() throws {
    for curve in [ProfileToneCurve.standard, try ProfileToneCurve(points: [SIMD2(0, 0), SIMD2(1, 0.7)], isHDR: true)] {
      let kernel = ProfileToneRows(curve, exposure: -0.5)
      let odd = unsafe through(oddColors) { rows, count in unsafe kernel.apply(rows, count) }
      #expect(odd.allSatisfy { $0.isFinite })
      #expect(
        unsafe givesSameBitsInPieces(lookColors(500, from: -0.2, to: 5) + oddColors) { rows, count, _ in
          unsafe kernel.apply(rows, count)
        })
    }
  }

  @Test func `Ramps and matrices come fast`() {
    let colors = lookColors(4096)
    let ramp = ExposureRamp(exposure: 1, shadows: 0.005, isOpenEnded: true)
    let matrix = RowMatrix(ColorPrimaries.romm.matrix(to: .bt2020))
    let speeds = unsafe [
      megapixelsPerSecond(colors) { rows, count in unsafe ramp.apply(rows, count) },
      megapixelsPerSecond(colors) { rows, count in unsafe matrix.apply(rows, count) },
    ]
    print("ramp and matrix: \(speeds) Mpx/s")
    #expect(speeds.min()! > 50)
  }
}
