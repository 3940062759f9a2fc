import HeadroomPixels
import HeadroomRAW
import Testing

/// Light so weak that noise is stronger: what is made of it has to be as much as there is, in every colour.
@Suite struct DeepShadowTests {
  private static let balance = SIMD3<Double>(2, 1, 1.5)
  private static let noise = NoiseModel(scale: 2e-4, offset: 1e-6)
  private static let size = 256

  /// Grey of one light under noise with a normal distribution; every second picture has the opposite of the noise before.
  private static func image(
    _ light: Double, isOpposite: Bool, isStated: Bool, _ pattern: ColorFilterArray
  ) throws -> SensorImage {
    var state: UInt64 = 7
    func uniform() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 40) / Double(1 << 24)
    }
    var image = try SyntheticSensor.mosaic(width: size, height: size, pattern: pattern) {
      _, _, plane in
      let seen = light / balance[plane]
      var normal = -6.0
      for _ in 0..<12 { normal += uniform() }
      let deviation = (noise.scale * seen + noise.offset).squareRoot() * (isOpposite ? -normal : normal)
      return Float(seen + deviation)
    }
    if isStated { image.noise = [noise] }
    return image
  }

  /// The mean of each colour of a picture of one light.
  private static func means(
    _ light: Double, isStated: Bool, _ pattern: ColorFilterArray = SyntheticSensor.bayer[0],
    quality: SensorDevelopment.Quality = .full
  ) throws -> [Double] {
    var sums = [0.0, 0, 0]
    for isOpposite in [false, true] {
      let image = try image(light, isOpposite: isOpposite, isStated: isStated, pattern)
      let result = try SyntheticSensor.developed(image, .init(whiteBalance: balance), quality: quality)
      for plane in 0..<3 {
        for value in result[plane * size * size..<(plane + 1) * size * size] { sums[plane] += Double(value) }
      }
    }
    return sums.map { $0 / Double(2 * size * size) }
  }

  @Test(arguments: [0.0005, 0.001, 0.002, 0.01, 0.1], [true, false])
  func `Shadows below the noise keep their light and their colour`(light: Double, isStated: Bool) throws {
    for mean in try Self.means(light, isStated: isStated) {
      #expect(abs(mean / light - 1) < 0.02, "\(mean) for \(light)")
    }
  }

  @Test(arguments: [0.0005, 0.001, 0.002, 0.01, 0.1], [SyntheticSensor.xTrans, SyntheticSensor.quad])
  func `So do those of other patterns`(light: Double, pattern: ColorFilterArray) throws {
    for isStated in [true, false] {
      for mean in try Self.means(light, isStated: isStated, pattern) {
        #expect(abs(mean / light - 1) < 0.02, "\(mean) for \(light), \(pattern.kind)")
      }
    }
  }

  @Test(arguments: [0.0005, 0.001, 0.002, 0.01, 0.1])
  func `So do those of drafts`(light: Double) throws {
    for isStated in [true, false] {
      for mean in try Self.means(light, isStated: isStated, quality: .draft) {
        #expect(abs(mean / light - 1) < 0.02, "\(mean) for \(light)")
      }
    }
  }

  @Test func `Where no number is below black nothing is taken for noise`() throws {
    let image = try SyntheticSensor.mosaic(width: 64, height: 64, pattern: SyntheticSensor.bayer[0]) { x, y, plane in
      Float(x * y % 7) * 0.1 + 0.05
    }
    var stated = image
    stated.noise = [NoiseModel(scale: 0, offset: 0)]
    #expect(try SyntheticSensor.developed(image) == SyntheticSensor.developed(stated))
  }
}
