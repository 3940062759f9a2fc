import HeadroomPixels
import HeadroomRAW
import Testing

@Suite struct DespeckleTests {
  private static let levels = SensorLevels(black: [100], white: [4100])

  /// A soft scene with a sensor's noise, before anything is wrong with it.
  private static func scene(_ x: Int, _ y: Int) -> UInt16 {
    let wave = 900 + 500 * (Double(x) / 64) + 200 * (Double(y) / 48)
    let noise = Double((x &* 7919 ^ y &* 104_729) % 17) - 8
    return UInt16(wave + noise)
  }

  private static func developed(
    _ pattern: ColorFilterArray?, _ amount: Double, _ code: (Int, Int) -> UInt16
  ) throws -> [Float] {
    var image = try SyntheticSensor.codes(width: 64, height: 48, pattern: pattern, levels: levels) { code($0, $1) }
    image.noise = [NoiseModel(scale: 2e-5, offset: 1e-6)]
    var options = SensorDevelopment.Options(whiteBalance: SIMD3(1, 1, 1))
    options.despeckle = amount
    return try SyntheticSensor.developed(image, options)
  }

  private static func largest(_ a: [Float], _ b: [Float]) -> Float { zip(a, b).map { abs($0 - $1) }.max() ?? .infinity }

  @Test(arguments: SyntheticSensor.patterns.map(Optional.some) + [nil])
  func `Hot and dead pixels go, whatever lies over them`(pattern: ColorFilterArray?) throws {
    func damaged(_ x: Int, _ y: Int) -> UInt16 {
      switch (x, y) {
      case (20, 20), (41, 9), (0, 0), (63, 30): 4000
      case (33, 31), (12, 40): 110
      default: Self.scene(x, y)
      }
    }
    let truth = try Self.developed(pattern, 0, Self.scene)
    #expect(Self.largest(try Self.developed(pattern, 0, damaged), truth) > 0.3)
    #expect(Self.largest(try Self.developed(pattern, 1, damaged), truth) < 0.03)
  }

  @Test(arguments: SyntheticSensor.bayer)
  func `Points of light, edges and noise stay as they are`(pattern: ColorFilterArray) throws {
    func drawn(_ x: Int, _ y: Int) -> UInt16 {
      // A star as a lens draws it, an edge, and a line of one pixel.
      let (dx, dy) = (x - 15, y - 15)
      switch dx * dx + dy * dy {
      case 0: return 3800
      case 1: return 2700
      case 2: return 1900
      default: return x >= 50 || x == 40 ? 3000 : Self.scene(x, y)
      }
    }
    #expect(try Self.developed(pattern, 1, drawn) == Self.developed(pattern, 0, drawn))
  }

  @Test func `Less of it leaves what stands out less`() throws {
    func faint(_ x: Int, _ y: Int) -> UInt16 { (x, y) == (20, 20) ? Self.scene(x, y) + 90 : Self.scene(x, y) }
    let untouched = try Self.developed(SyntheticSensor.bayer[0], 0, faint)
    #expect(try Self.developed(SyntheticSensor.bayer[0], 0.1, faint) == untouched)
    #expect(try Self.developed(SyntheticSensor.bayer[0], 1, faint) != untouched)
  }
}
