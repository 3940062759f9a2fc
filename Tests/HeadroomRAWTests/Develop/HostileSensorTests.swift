import HeadroomContainers
import HeadroomPixels
import HeadroomRAW
import Testing

@Suite struct HostileSensorTests {
  @Test(arguments: SyntheticSensor.patterns)
  func `Tiny sensors are developed`(pattern: ColorFilterArray) throws {
    for (width, height) in [(1, 1), (2, 1), (1, 2), (2, 3), (3, 2), (5, 4), (7, 7), (13, 2)] {
      let image = try SyntheticSensor.mosaic(width: width, height: height, pattern: pattern) { _, _, _ in 0.5 }
      for value in try SyntheticSensor.developed(image) { #expect(abs(value - 0.5) < 1e-5) }
      for value in try SyntheticSensor.halved(image) { #expect(abs(value - 0.5) < 1e-5) }
    }
  }

  @Test(arguments: SyntheticSensor.patterns)
  func `Samples that are no numbers harm nothing around them`(pattern: ColorFilterArray) throws {
    let image = try SyntheticSensor.mosaic(width: 60, height: 48, pattern: pattern) { x, y, _ in
      switch (x, y) {
      case (20, 20): .nan
      case (40, 20): .infinity
      case (20, 40): -.infinity
      case (40, 40): .greatestFiniteMagnitude
      default: 0.25
      }
    }
    for quality in [SensorDevelopment.Quality.full, .draft] {
      let result = try SyntheticSensor.developed(image, quality: quality)
      #expect(result.allSatisfy { $0.isFinite && abs($0) <= 70_000 })
      for y in 0..<6 { #expect(result[y * 60..<y * 60 + 60].allSatisfy { abs($0 - 0.25) < 1e-5 }) }
    }
  }

  @Test func `Levels that cannot be are refused`() throws {
    func developed(_ levels: SensorLevels) throws {
      let image = try SyntheticSensor.codes(width: 4, height: 4, pattern: nil, levels: levels) { _, _ in 7 }
      _ = try SyntheticSensor.developed(image)
    }
    for levels in [
      SensorLevels(black: [100], white: [100]), SensorLevels(black: [0], white: [.nan]), SensorLevels(white: []),
      SensorLevels(black: [], white: [1]), SensorLevels(black: [0, 1], blackRows: 1, blackColumns: 1, white: [9]),
      SensorLevels(black: [0], blackRows: 0, blackColumns: 1, white: [9]),
      SensorLevels(black: [0], blackDeltaH: [.infinity], white: [9]), SensorLevels(black: [0], white: [1e300]),
    ] {
      #expect(throws: ImageIOError.self) { try developed(levels) }
    }
  }

  @Test func `Areas and multipliers that cannot be are refused`() throws {
    let good = try SyntheticSensor.mosaic(width: 8, height: 8, pattern: SyntheticSensor.bayer[0]) { _, _, _ in 0.5 }
    for rect in [
      PixelRect(x: 0, y: 0, width: 9, height: 8), PixelRect(x: -1, y: 0, width: 3, height: 3), .empty, .infinite,
    ] {
      var image = good
      image.crop = rect
      #expect(throws: ImageIOError.self) { try SyntheticSensor.developed(image) }
      image.activeArea = rect
      #expect(throws: ImageIOError.self) { try SyntheticSensor.developed(image) }
    }
    for multiplier in [Double.nan, 0, -1, 0.5, .infinity, 1e9] {
      let options = SensorDevelopment.Options(whiteBalance: SIMD3(1, 1, multiplier))
      #expect(throws: ImageIOError.self) { try SyntheticSensor.developed(good, options) }
    }
  }
}
