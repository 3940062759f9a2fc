import HeadroomColor
import HeadroomPixels
import HeadroomRAW
import Testing

@Suite struct RAWToneCurveTests {
  private static let lights: [Double] = (0...400).map { Libm.exp2(Double($0 - 280) / 20) }

  @Test func `The curve has the values it was designed with`() {
    let designed: [(amount: Double, lights: [Double], values: [Double])] = [
      (0, [0.18, 0.5], [0.3845, 0.807]), (1, [0.18, 0.5, 1, 2, 4], [0.3845, 0.965, 1.520, 2.045, 2.416]),
      (2, [0.18, 0.5, 1, 2, 4], [0.3845, 1.037, 1.894, 3.140, 4.590]),
    ]
    for (amount, lights, values) in designed {
      let curve = RAWToneCurve(RAWToneSettings(dynamicRange: amount))
      for (light, value) in zip(lights, values) { #expect(abs(curve.value(light) - value) < 6e-4) }
    }
  }

  @Test func `No range peaks at exactly 1, one at 2.83, two at 8`() {
    #expect(RAWToneCurve(RAWToneSettings()).peak == 1)
    #expect(RAWToneCurve(RAWToneSettings()).value(1000) == 1)
    #expect(abs(RAWToneCurve(RAWToneSettings(dynamicRange: 1)).peak - 2.828427) < 1e-6)
    #expect(RAWToneCurve(RAWToneSettings(dynamicRange: 2)).peak == 8)
    let bright = unsafe through([SIMD3(5000, 5000, 5000), SIMD3(300, 200, 1)]) { rows, count in
      unsafe RAWToneRows(RAWToneCurve(RAWToneSettings()), primaries: .bt2020).apply(rows, count)
    }
    for component in [bright[0].x, bright[0].y, bright[0].z, bright[1].x] {
      #expect(component <= 1 && component > 1 - 1e-6)
    }
  }

  @Test func `Curves rise whatever is set, with any profile`() throws {
    for profile in [
      nil, ProfileToneCurve.standard, .linear, try steep(), try ProfileToneCurve(points: [], isHDR: true),
    ] {
      for amount in [0, 0.1, 0.5, 1, 2] {
        for boost in [0, 0.5, 1] {
          for shadows in [0, 0.5, 1, 1.5, 2] {
            for bias in [-0.05, 0, 0.002, 0.05] {
              let settings = RAWToneSettings(dynamicRange: amount, boost: boost, shadows: shadows, shadowBias: bias)
              let curve = RAWToneCurve(settings, profile: profile)
              let values = Self.lights.map(curve.value)
              let falls = zip(values, values.dropFirst()).contains { $0 > $1 + 1e-12 }
              #expect(!falls, "\(settings)")
              #expect(values.allSatisfy { $0 <= curve.peak })
            }
          }
        }
      }
    }
  }

  private func steep() throws -> ProfileToneCurve {
    try ProfileToneCurve(points: [SIMD2(0, 0), SIMD2(0.18, 0.122), SIMD2(0.5, 0.505), SIMD2(1, 1)], isHDR: false)
  }

  @Test func `Small steps of every parameter are small steps of light`() throws {
    for profile in [nil, ProfileToneCurve.standard, try steep()] {
      func check(_ settings: (Double) -> RAWToneSettings, _ range: ClosedRange<Double>, factor: Double) {
        let steps = 400
        let width = (range.upperBound - range.lowerBound) / Double(steps)
        let curves = (0...steps).map {
          RAWToneCurve(settings(range.lowerBound + width * Double($0)), profile: profile)
        }
        for (a, b) in zip(curves, curves.dropFirst()) {
          for light in Self.lights where light < 16 {
            let change = abs(a.value(light) - b.value(light))
            #expect(change <= factor * width * max(a.value(light), 0.05), "\(a.settings) \(light) \(change)")
          }
        }
      }
      check({ RAWToneSettings(dynamicRange: $0) }, 0...2, factor: 2.5)
      check({ RAWToneSettings(dynamicRange: 0.7, boost: $0) }, 0...1, factor: 8)
      check({ RAWToneSettings(dynamicRange: 1, shadows: $0) }, 0...2, factor: 1.1)
      check({ RAWToneSettings(shadowBias: $0) }, -0.05...0.05, factor: 60)
    }
  }

  @Test func `Boost 0 is linear and knows no shadows`() {
    for shadows in [0.0, 1, 2] {
      let settings = RAWToneSettings(dynamicRange: 2, boost: 0, shadows: shadows)
      let colors = lookColors(500, from: -0.2, to: 7.9)
      let rendered = unsafe through(colors) { rows, count in
        unsafe RAWToneRows(RAWToneCurve(settings), primaries: .bt2020).apply(rows, count)
      }
      #expect(rendered == colors)
    }
  }

  @Test func `Linear light has a bound only where one is asked for`() {
    let settings = RAWToneSettings(boost: 0.25)
    let (bounded, open) = (RAWToneCurve(settings), RAWToneCurve(settings, isBounded: false))
    for light in Self.lights {
      #expect(bounded.value(light) == min(open.value(light), 1))
      #expect(abs(open.value(light) - light - (open.look(light) - light) * 0.25) < 1e-12 * max(light, 1))
    }
    #expect(open.value(40) > 30)
    let colors = lookColors(300, from: -1, to: 30)
    for curve in [RAWToneCurve(RAWToneSettings(boost: 0), isBounded: false), RAWToneCurve(RAWToneSettings(boost: 0))] {
      let rendered = unsafe through(colors) { rows, count in
        unsafe RAWToneRows(curve, primaries: .bt2020).apply(rows, count)
      }
      let limit: Float = curve.isBounded ? 1 : .infinity
      #expect(rendered == colors.map { SIMD3(min($0.x, limit), min($0.y, limit), min($0.z, limit)) })
    }
    // With all of the curve there is nothing to bound.
    #expect(RAWToneCurve(RAWToneSettings(), isBounded: false).value(1e5) == 1)
  }

  @Test func `Boost mixes linear light and the curve`() {
    let (linear, full) = (0.3, RAWToneCurve(RAWToneSettings()).value(0.3))
    let half = RAWToneCurve(RAWToneSettings(boost: 0.5)).value(0.3)
    #expect(abs(half - (linear + full) / 2) < 1e-12)
  }

  @Test func `Shadows get lighter above 1 and darker below, mid-grey stays`() {
    let plain = RAWToneCurve(RAWToneSettings())
    let lighter = RAWToneCurve(RAWToneSettings(shadows: 2))
    let darker = RAWToneCurve(RAWToneSettings(shadows: 0))
    #expect(abs(Libm.log2(lighter.value(0.01) / plain.value(0.01)) - 1.27) < 0.02)
    #expect(abs(Libm.log2(darker.value(0.01) / plain.value(0.01)) + 1.27) < 0.02)
    #expect(abs(lighter.value(0.18) / plain.value(0.18) - 1) < 0.01)
    #expect(lighter.value(0.3) == plain.value(0.3))
  }

  @Test func `Shadow bias makes its light black and keeps white`() {
    let curve = RAWToneCurve(RAWToneSettings(dynamicRange: 2, boost: 0, shadowBias: 0.02))
    #expect(curve.value(0.01) == 0)
    #expect(abs(curve.value(1) - 1) < 1e-12)
    #expect(abs(curve.value(0.51) - 0.5) < 1e-3)
    #expect(RAWToneCurve(RAWToneSettings(dynamicRange: 2, boost: 0, shadowBias: -0.02)).value(0) > 0.019)
  }

  @Test func `What is no number counts as neutral`() {
    let settings = RAWToneSettings(dynamicRange: .nan, boost: .nan, shadows: .nan, shadowBias: .nan)
    #expect(settings == RAWToneSettings())
    #expect(
      RAWToneSettings(dynamicRange: .infinity, boost: -5, shadows: 9, shadowBias: 3)
        == RAWToneSettings(dynamicRange: 2, boost: 0, shadows: 2, shadowBias: 0.5))
  }

  // MARK: A profile's own curve

  @Test func `A profile's curve renders SDR as it is`() throws {
    for profile in [ProfileToneCurve.standard, try steep(), .linear] {
      let curve = RAWToneCurve(RAWToneSettings(), profile: profile)
      for light in Self.lights { #expect(curve.value(light) == min(profile.value(light), 1)) }
    }
  }

  @Test func `More range keeps a profile's look up to the knee and opens its top`() throws {
    // The knees: where contrast falls to 3/4.
    for (profile, knee) in [(ProfileToneCurve.standard, 0.27), (try steep(), 0.9), (.linear, 1)] {
      let open = RAWToneCurve(RAWToneSettings(dynamicRange: 1), profile: profile)
      for light in Self.lights where light < knee { #expect(open.value(light) == profile.value(light)) }
      #expect(open.value(2) > 1.25)
      #expect(open.value(1000) > 2.5 && open.value(1000) < open.peak)
      for light in Self.lights { #expect(open.value(light) >= min(profile.value(light), 1)) }
      let wider = RAWToneCurve(RAWToneSettings(dynamicRange: 2), profile: profile)
      for light in Self.lights where light > 1 { #expect(wider.value(light) > open.value(light)) }
    }
  }

  @Test func `Negative exposure darkens a profile's curve and keeps its white`() {
    let darkening = ExposureDarkening(exposure: -0.8)
    let curve = RAWToneCurve(RAWToneSettings(), profile: .standard, darkening: -0.8)
    for light in Self.lights where light <= 1 {
      #expect(curve.value(light) == ProfileToneCurve.standard.value(darkening.value(light)))
    }
    #expect(curve.value(1) == 1)
    let open = RAWToneCurve(RAWToneSettings(dynamicRange: 1), profile: .standard, darkening: -0.8)
    #expect(open.value(0.3) == curve.value(0.3))
    #expect(open.value(2) > 1.2)
    let values = Self.lights.map(open.value)
    #expect(zip(values, values.dropFirst()).allSatisfy { $0 <= $1 })
  }
}
