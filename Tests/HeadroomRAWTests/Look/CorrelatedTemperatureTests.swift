import HeadroomColor
import HeadroomRAW
import Testing

@Suite struct CorrelatedTemperatureTests {
  // Measured with the DNG SDK's algorithm.
  @Test(arguments: [
    (0.44757, 0.40745, 2855.8, 0.0), (0.34567, 0.35850, 5001.8, 9.6), (0.33242, 0.34743, 5501.5, 10.0),
    (0.31271, 0.32902, 6503.0, 9.8), (0.29902, 0.31485, 7506.0, 9.6), (1.0 / 3, 1.0 / 3, 5454.03, -12.99),
    (0.37208, 0.37529, 4224.5, 5.9),
  ])
  func `Known lights have the temperatures of Adobe's and Apple's programs`(
    x: Double, y: Double, kelvins: Double, tint: Double
  ) throws {
    let light = try #require(CorrelatedTemperature(Chromaticity(x: x, y: y)))
    #expect(abs(light.temperature - kelvins) < 1)
    #expect(abs(light.tint - tint) < 0.051)
  }

  @Test func `A monochrome DNG's neutral is that of the equal-energy light`() throws {
    // From a log of Apple's filter: 5454.0088 and -12.99351.
    let light = try #require(CorrelatedTemperature(.illuminantE))
    #expect(abs(light.temperature - 5454.0088) < 0.1)
    #expect(abs(light.tint + 12.99351) < 1e-4)
  }

  @Test func `Temperatures and tints come back from their whites`() throws {
    var worst = (mireds: 0.0, tint: 0.0)
    for kelvins in stride(from: 2000.0, through: 50000, by: 250) {
      for tint in stride(from: -150.0, through: 150, by: 10) {
        let back = try #require(
          CorrelatedTemperature(CorrelatedTemperature(temperature: kelvins, tint: tint).chromaticity))
        worst.mireds = max(worst.mireds, abs(1e6 / back.temperature - 1e6 / kelvins))
        worst.tint = max(worst.tint, abs(back.tint - tint))
      }
    }
    // Isotherms between those of the table are not the same in both directions of Robertson's method.
    #expect(worst.mireds < 0.05)
    #expect(worst.tint < 0.002)
  }

  @Test func `Whites on the locus come back closely`() throws {
    var worst = (part: 0.0, tint: 0.0)
    for kelvins in stride(from: 2000.0, through: 50000, by: 50) {
      let back = try #require(CorrelatedTemperature(CorrelatedTemperature(temperature: kelvins, tint: 0).chromaticity))
      worst.part = max(worst.part, abs(back.temperature / kelvins - 1))
      worst.tint = max(worst.tint, abs(back.tint))
    }
    #expect(worst.part < 1e-4)
    #expect(worst.tint < 1e-3)
  }

  @Test func `What is no white has no temperature`() {
    for (x, y) in [(Double.nan, 0.3), (0.3, .nan), (.infinity, 0.3), (0.3, 0), (0.3, -1), (5, 0.1), (-1e308, 1e308)] {
      let light = CorrelatedTemperature(Chromaticity(x: x, y: y))
      #expect(light == nil || light!.temperature.isFinite && light!.tint.isFinite)
    }
    #expect(CorrelatedTemperature(Chromaticity(x: .nan, y: 0.3)) == nil)
    #expect(CorrelatedTemperature(Chromaticity(x: 0.3, y: 0)) == nil)
  }

  @Test func `Every number names a white`() {
    for kelvins in [-Double.infinity, -1, 0, 1, 1666, 1e5, 1e300, .infinity, .nan] {
      for tint in [-Double.infinity, -1e300, 0, 1e300, .infinity, .nan] {
        let white = CorrelatedTemperature(temperature: kelvins, tint: tint).chromaticity
        #expect(white.x > 0 && white.y > 0 && white.x + white.y < 1.5, "\(kelvins) \(tint) \(white)")
      }
    }
  }
}
