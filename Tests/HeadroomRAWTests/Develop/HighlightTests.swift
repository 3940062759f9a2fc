import HeadroomPixels
import HeadroomRAW
import Testing

@Suite struct HighlightTests {
  private static let balance = SIMD3<Double>(2, 1, 1.5)
  private static let width = 160
  private static let height = 128

  /// A bright spot of one colour on a dim ground of the same: what the sensor would see if it did not clip.
  private static func scene(_ x: Int, _ y: Int, _ plane: Int, peak: Float) -> Float {
    let (dx, dy) = (Float(x) - 80, Float(y) - 64)
    let light = 0.15 + peak * max(0, 1 - (dx * dx + dy * dy) / 2500)
    return light * [0.9, 0.8, 0.6][plane]
  }

  private static func image(peak: Float, pattern: ColorFilterArray = SyntheticSensor.bayer[0]) throws -> SensorImage {
    try SyntheticSensor.mosaic(width: width, height: height, pattern: pattern) { x, y, plane in
      min(scene(x, y, plane, peak: peak) / Float(balance[plane]), 1)
    }
  }

  private static func developed(_ image: SensorImage, recovers: Bool = true) throws -> [Float] {
    var options = SensorDevelopment.Options(whiteBalance: balance)
    options.recoversHighlights = recovers
    return try SyntheticSensor.developed(image, options)
  }

  /// Relative, among pixels of which the sensor saw green clipped.
  private static func largestError(_ result: [Float], peak: Float) -> Float {
    var error: Float = 0
    for plane in 0..<3 {
      for y in 4..<height - 4 {
        for x in 4..<width - 4 where scene(x, y, 1, peak: peak) > 1 {
          let truth = scene(x, y, plane, peak: peak)
          error = max(error, abs(result[(plane * height + y) * width + x] - truth) / truth)
        }
      }
    }
    return error
  }

  @Test(arguments: SyntheticSensor.bayer)
  func `Green that is clipped follows from red and blue`(pattern: ColorFilterArray) throws {
    let image = try Self.image(peak: 1.4, pattern: pattern)
    #expect(try Self.largestError(Self.developed(image, recovers: false), peak: 1.4) > 0.18)
    #expect(try Self.largestError(Self.developed(image), peak: 1.4) < 0.035)
  }

  @Test(arguments: [SyntheticSensor.xTrans, SyntheticSensor.quad])
  func `So it does in other patterns`(pattern: ColorFilterArray) throws {
    let image = try Self.image(peak: 1.4, pattern: pattern)
    #expect(try Self.largestError(Self.developed(image, recovers: false), peak: 1.4) > 0.18)
    let error = try Self.largestError(Self.developed(image), peak: 1.4)
    #expect(error < 0.05, "\(error)")
  }

  @Test func `Nothing changes where nothing is clipped`() throws {
    let image = try Self.image(peak: 0.9)
    #expect(try Self.developed(image) == Self.developed(image, recovers: false))
  }

  @Test func `A spot that is clipped in all colours is no magenta and has no steps`() throws {
    let result = try Self.developed(Self.image(peak: 6))
    let area = Self.width * Self.height
    let middle = 64 * Self.width + 80
    let (red, green, blue) = (result[middle], result[area + middle], result[2 * area + middle])
    #expect(red >= 1.99 && green > 0.85 * red && blue > 0.7 * red)
    #expect(result.allSatisfy { $0 < 2.5 })
    for plane in 0..<3 {
      let row = result[plane * area + 64 * Self.width..<plane * area + 65 * Self.width].map { $0 }
      for (left, right) in zip(row, row.dropFirst()) { #expect(abs(left - right) < 0.3) }
    }
  }

  @Test func `Clipped colours do not depend on the rectangle they are asked with`() throws {
    let image = try Self.image(peak: 3)
    var options = SensorDevelopment.Options(whiteBalance: Self.balance)
    options.recoversHighlights = true
    let whole = try SyntheticSensor.developed(image, options)
    let rect = PixelRect(x: 61, y: 33, width: 50, height: 40)
    let part = try SyntheticSensor.developed(image, options, rect: rect)
    for plane in 0..<3 {
      for y in 0..<rect.height {
        let start = (plane * Self.height + rect.minY + y) * Self.width + rect.minX
        let row = (plane * rect.height + y) * rect.width
        #expect(Array(whole[start..<start + rect.width]) == Array(part[row..<row + rect.width]))
      }
    }
  }

  @Test func `Pixels with all colours are rebuilt too`() throws {
    let levels = SensorLevels(white: [60_000])
    let image = try SyntheticSensor.codes(
      width: Self.width, height: Self.height, planes: 3, pattern: nil, levels: levels
    ) { sample, y in
      let plane = sample % 3
      let light = Self.scene(sample / 3, y, plane, peak: 1.4) / Float(Self.balance[plane])
      return UInt16(min(light, 1) * 60_000)
    }
    #expect(try Self.largestError(Self.developed(image, recovers: false), peak: 1.4) > 0.18)
    #expect(try Self.largestError(Self.developed(image), peak: 1.4) < 0.035)
  }
}
