import HeadroomPixels
import HeadroomRAW
import Testing

@Suite struct SensorAreaTests {
  /// The code of a sample says where it is stored.
  private static func code(_ sample: Int, _ y: Int) -> UInt16 { UInt16(1000 * y + sample) }

  @Test func `Pixels with three planes come from the crop`() throws {
    var image = try SyntheticSensor.codes(
      width: 12, height: 9, planes: 3, pattern: nil, levels: SensorLevels(black: [0, 1, 2], white: [20_000]), Self.code)
    image.activeArea = PixelRect(x: 2, y: 1, width: 9, height: 8)
    image.crop = PixelRect(x: 4, y: 3, width: 5, height: 4)
    let options = SensorDevelopment.Options(whiteBalance: SIMD3(2, 1, 1.5))
    let result = try SyntheticSensor.developed(image, options)
    let gains: [Float] = [2, 1, 1.5]
    for plane in 0..<3 {
      for y in 0..<4 {
        for x in 0..<5 {
          // Codes less the plane's black, over white less that black.
          let stored = Float(1000 * (y + 3) + 3 * (x + 4))
          let truth = stored / Float(20_000 - plane) * gains[plane]
          #expect(abs(result[(plane * 4 + y) * 5 + x] - truth) < 1e-6)
        }
      }
    }
    let half = try SyntheticSensor.halved(image, options)
    #expect(half.count == 3 * 3 * 2)
    // The last column averages with what lies right of the crop.
    let mean = Float(1000 * 7 / 2 + 3 * 8) + 1.5
    #expect(abs(half[2] - mean / 20_000 * 2) < 1e-6)
  }

  @Test func `Brightness alone is not balanced`() throws {
    let image = try SyntheticSensor.codes(
      width: 3, height: 2, pattern: nil, levels: SensorLevels(white: [2000]), Self.code)
    let result = try SyntheticSensor.developed(image, .init(whiteBalance: SIMD3(2, 1, 1.5)))
    for plane in 0..<3 { #expect(result[plane * 6 + 4] == Float(1001) / 2000) }
  }

  @Test func `Black patterns and colours count from the active area, stored opcodes from the file's corner`() throws {
    let pattern = SyntheticSensor.bayer[0]
    let black: [Double] = [100, 200, 300, 400]
    // Flat light on a pattern of black, both from pixel (3, 1); one bad pixel.
    var image = try SyntheticSensor.codes(
      width: 24, height: 20, pattern: pattern,
      levels: SensorLevels(black: black, blackRows: 2, blackColumns: 2, white: [1400])
    ) { x, y in
      let place = ((y + 1) % 2) * 2 + (x + 1) % 2
      return x == 10 && y == 8 ? 0 : UInt16(black[place] + 500)
    }
    image.activeArea = PixelRect(x: 3, y: 1, width: 20, height: 18)
    image.crop = image.activeArea
    #expect(try SyntheticSensor.developed(image).contains { abs($0 - 0.5) > 0.1 })
    let bad = PixelRect(x: 10, y: 8, width: 1, height: 1)
    image.opcodes.stored = [DNGOpcode(.fixBadPixelsList(phase: 0, points: [bad], rects: []))]
    for value in try SyntheticSensor.developed(image) { #expect(abs(value - 0.5) < 1e-5) }
  }
}
