internal import HeadroomColor
internal import Testing

@Suite struct ParametricAndSampledCurveTests {
  @Test func `The five function types follow the formulas of ICC table 68`() throws {
    let power = try #require(ParametricCurve(functionType: 0, parameters: [2.2]))
    #expect(isClose(power.decode(0.5), TransferFunction.gamma(2.2).decode(0.5), 1e-14))

    let offset = try #require(ParametricCurve(functionType: 1, parameters: [2, 2, -0.5]))
    #expect(offset.decode(0.2) == 0)
    #expect(isClose(offset.decode(0.75), 1, 1e-14))

    let lifted = try #require(ParametricCurve(functionType: 2, parameters: [2, 2, -0.5, 0.1]))
    #expect(isClose(lifted.decode(0.2), 0.1, 1e-14))
    #expect(isClose(lifted.decode(0.75), 1.1, 1e-14))

    let sRGB = try #require(
      ParametricCurve(functionType: 3, parameters: [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]))
    let full = try #require(
      ParametricCurve(functionType: 4, parameters: [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045, 0.25, 0.125]))
    for signal in stride(from: 0.0, through: 1.5, by: 0.01) {
      #expect(isClose(sRGB.decode(signal), TransferFunction.sRGB.decode(signal), 1e-13))
      let shift = signal >= 0.04045 ? 0.25 : 0.125
      #expect(isClose(full.decode(signal), TransferFunction.sRGB.decode(signal) + shift, 1e-13))
    }
  }

  @Test func `A parametric curve's inverse undoes it on both pieces`() throws {
    let curve = try #require(
      ParametricCurve(functionType: 4, parameters: [2.2, 0.9, 0.1, 0.2, 0.1, 0.01, 0]))
    for signal in stride(from: 0.0, through: 2, by: 0.01) {
      #expect(isClose(curve.encode(curve.decode(signal)), signal, 1e-9))
    }
  }

  @Test func `Numbers that give no curve are refused`() {
    #expect(ParametricCurve(functionType: 5, parameters: [1, 1, 1, 1, 1, 1, 1]) == nil)
    #expect(ParametricCurve(functionType: -1, parameters: [1]) == nil)
    #expect(ParametricCurve(functionType: 3, parameters: [2.4, 1]) == nil)
    #expect(ParametricCurve(functionType: 1, parameters: [2.4, 0, 0.1]) == nil)
    #expect(ParametricCurve(functionType: 0, parameters: [0]) == nil)
    #expect(ParametricCurve(functionType: 0, parameters: [.nan]) == nil)
    #expect(SampledCurve(samples: [1]) == nil)
    #expect(SampledCurve(samples: [0, .infinity]) == nil)
  }

  @Test func `A table is joined by straight lines and held at its ends`() throws {
    let curve = try #require(SampledCurve(samples: [0, 0.25, 1]))
    #expect(curve.decode(0.25) == 0.125)
    #expect(curve.decode(0.75) == 0.625)
    #expect(curve.decode(7) == 1)
    #expect(curve.decode(.infinity) == 1)
    #expect(curve.decode(-0.25) == -0.125)
    #expect(curve.encode(0.625) == 0.75)
    #expect(curve.encode(3) == 1)
    #expect(curve.encode(-0.125) == -0.25)
  }

  @Test func `Falling tables, flat stretches and tables that begin below zero have inverses`() throws {
    let falling = try #require(SampledCurve(samples: [1, 0.5, 0]))
    #expect(falling.decode(0.25) == 0.75)
    #expect(falling.encode(0.75) == 0.25)
    let flat = try #require(SampledCurve(samples: [0, 0.5, 0.5, 0.5, 1]))
    #expect(flat.encode(0.5) == 0.25)
    let below = try #require(SampledCurve(samples: [-0.5, 0.5]))
    #expect(below.encode(-0.25) == 0.25)
  }
}
