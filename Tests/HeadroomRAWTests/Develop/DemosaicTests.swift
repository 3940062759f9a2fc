import HeadroomPixels
import HeadroomRAW
import Testing

@Suite struct DemosaicTests {
  @Test(arguments: SyntheticSensor.bayer)
  func `A flat colour stays flat to the borders`(pattern: ColorFilterArray) throws {
    let color: [Float] = [0.6, 0.25, 0.1]
    let image = try SyntheticSensor.mosaic(width: 21, height: 17, pattern: pattern) { _, _, plane in color[plane] }
    let result = try SyntheticSensor.developed(image)
    for plane in 0..<3 {
      for value in result[plane * 357..<(plane + 1) * 357] { #expect(abs(value - color[plane]) < 2e-6) }
    }
  }

  @Test func `A grey ramp stays grey`() throws {
    let image = try SyntheticSensor.mosaic(width: 64, height: 24, pattern: SyntheticSensor.bayer[0]) { x, y, _ in
      0.02 + Float(x) * 0.01 + Float(y) * 0.004
    }
    let result = try SyntheticSensor.developed(image)
    let area = 64 * 24
    for y in 3..<21 {
      for x in 3..<61 {
        let i = y * 64 + x
        let truth = 0.02 + Float(x) * 0.01 + Float(y) * 0.004
        for plane in 0..<3 { #expect(abs(result[plane * area + i] - truth) < 1.5e-3) }
      }
    }
  }

  @Test func `Pixels do not depend on the rectangle they are asked with`() throws {
    let crop = PixelRect(x: 3, y: 5, width: 300, height: 170)
    let image = try SyntheticSensor.mosaic(
      width: 310, height: 180, pattern: SyntheticSensor.bayer[1], crop: crop, SyntheticScene.detailed)
    let whole = try SyntheticSensor.developed(image)
    for rect in [
      PixelRect(x: 0, y: 0, width: 1, height: 1), PixelRect(x: 17, y: 9, width: 83, height: 41),
      PixelRect(x: 255, y: 79, width: 45, height: 91), PixelRect(x: 299, y: 169, width: 1, height: 1),
    ] {
      let part = try SyntheticSensor.developed(image, rect: rect)
      for plane in 0..<3 {
        for y in 0..<rect.height {
          let start = plane * crop.area + (rect.minY + y) * crop.width + rect.minX
          let row = plane * rect.area + y * rect.width
          #expect(Array(whole[start..<start + rect.width]) == Array(part[row..<row + rect.width]))
        }
      }
    }
  }
}

/// Scenes as linear colours of a pixel.
enum SyntheticScene {
  /// Edges, stripes and noise in all colours.
  static func detailed(x: Int, y: Int, plane: Int) -> Float {
    let hash = UInt32(truncatingIfNeeded: (x &* 73_856_093) ^ (y &* 19_349_663))
    let noise = Float((hash &* 2_654_435_761) >> 20) / 4096 * 0.1
    let edge: Float = (x / 9 + y / 7) % 2 == 0 ? 0.7 : 0.1
    return plane == 0 ? edge + noise : plane == 1 ? 0.4 * edge + 0.2 + noise : 0.6 - 0.5 * edge + noise
  }
}
