import HeadroomPixels
import HeadroomRAW
import Testing

@Suite struct DemosaicTests {
  @Test(arguments: SyntheticSensor.patterns)
  func `A flat colour stays flat to the borders`(pattern: ColorFilterArray) throws {
    let color: [Float] = [0.6, 0.25, 0.1]
    let image = try SyntheticSensor.mosaic(width: 21, height: 17, pattern: pattern) { _, _, plane in color[plane] }
    for quality in [SensorDevelopment.Quality.full, .draft] {
      let result = try SyntheticSensor.developed(image, quality: quality)
      for plane in 0..<3 {
        for value in result[plane * 357..<(plane + 1) * 357] { #expect(abs(value - color[plane]) < 2e-5) }
      }
    }
    let half = try SyntheticSensor.halved(image)
    #expect(half.count == 11 * 9 * 3)
    for (index, value) in half.enumerated() { #expect(abs(value - color[index / 99]) < 2e-5) }
    let quarter = try SyntheticSensor.quartered(image)
    #expect(quarter.count == 6 * 5 * 3)
    for (index, value) in quarter.enumerated() { #expect(abs(value - color[index / 30]) < 2e-5) }
    let draft = try SyntheticSensor.quartered(image, quality: .draft)
    for (index, value) in draft.enumerated() { #expect(abs(value - color[index / 30]) < 2e-5) }
  }

  @Test(arguments: SyntheticSensor.patterns)
  func `A grey ramp stays grey`(pattern: ColorFilterArray) throws {
    func truth(_ x: Int, _ y: Int) -> Float { 0.02 + Float(x) * 0.01 + Float(y) * 0.004 }
    let image = try SyntheticSensor.mosaic(width: 64, height: 24, pattern: pattern) { x, y, _ in truth(x, y) }
    let result = try SyntheticSensor.developed(image)
    for plane in 0..<3 {
      for y in 6..<18 {
        for x in 6..<58 { #expect(abs(result[(plane * 24 + y) * 64 + x] - truth(x, y)) < 6e-3) }
      }
    }
  }

  @Test(arguments: SyntheticSensor.patterns)
  func `Pixels do not depend on the rectangle they are asked with`(pattern: ColorFilterArray) throws {
    let crop = PixelRect(x: 3, y: 5, width: 300, height: 170)
    let image = try SyntheticSensor.mosaic(
      width: 310, height: 180, pattern: pattern, crop: crop, SyntheticScene.detailed)
    for quality in [SensorDevelopment.Quality.full, .draft] {
      let whole = try SyntheticSensor.developed(image, quality: quality)
      for rect in [
        PixelRect(x: 0, y: 0, width: 1, height: 1), PixelRect(x: 17, y: 9, width: 83, height: 41),
        PixelRect(x: 255, y: 79, width: 45, height: 91), PixelRect(x: 299, y: 169, width: 1, height: 1),
      ] {
        let part = try SyntheticSensor.developed(image, rect: rect, quality: quality)
        #expect(Self.cut(whole, crop.width, crop.height, rect) == part)
      }
    }
    let rect = PixelRect(x: 31, y: 7, width: 100, height: 60)
    let whole = try SyntheticSensor.halved(image)
    #expect(try Self.cut(whole, 150, 85, rect) == SyntheticSensor.halved(image, rect: rect))
  }

  private static func cut(_ planes: [Float], _ width: Int, _ height: Int, _ rect: PixelRect) -> [Float] {
    (0..<3).flatMap { plane in
      rect.rows.flatMap { y in rect.columns.map { planes[(plane * height + y) * width + $0] } }
    }
  }

  /// A ramp is its own mean: where a colour of the small picture lies shows in its value.
  @Test(arguments: SyntheticSensor.patterns)
  func `Small pictures lie where the large one does`(pattern: ColorFilterArray) throws {
    let crop = PixelRect(x: 5, y: 7, width: 64, height: 48)
    let image = try SyntheticSensor.mosaic(width: 80, height: 64, pattern: pattern, crop: crop) { x, y, _ in
      Float(x) * 0.01 + Float(y) * 0.004
    }
    let half = try SyntheticSensor.halved(image)
    let quarter = try SyntheticSensor.quartered(image)
    let draft = try SyntheticSensor.quartered(image, quality: .draft)
    // Colours that lie unevenly around a pixel are a little off.
    let bound: Float = pattern.kind == .bayer ? 1e-5 : 6e-3
    for plane in 0..<3 {
      for y in 2..<22 {
        for x in 2..<30 {
          let truth = (Float(2 * x) + 5.5) * 0.01 + (Float(2 * y) + 7.5) * 0.004
          #expect(abs(half[(plane * 24 + y) * 32 + x] - truth) < bound)
        }
      }
      for y in 1..<11 {
        for x in 1..<15 {
          let truth = (Float(4 * x) + 6.5) * 0.01 + (Float(4 * y) + 8.5) * 0.004
          #expect(abs(quarter[(plane * 12 + y) * 16 + x] - truth) < bound)
          #expect(abs(draft[(plane * 12 + y) * 16 + x] - truth) < bound)
        }
      }
    }
  }

  @Test func `All four phases give the same picture, moved`() throws {
    func developed(_ dx: Int, _ dy: Int) throws -> [Float] {
      let pattern = SyntheticSensor.bayer[0].shifted(rows: dy, columns: dx)
      let image = try SyntheticSensor.mosaic(width: 80, height: 60, pattern: pattern) { x, y, plane in
        SyntheticScene.detailed(x: x + dx, y: y + dy, plane: plane)
      }
      return try SyntheticSensor.developed(image)
    }
    let base = try developed(0, 0)
    for (dx, dy) in [(1, 0), (0, 1), (1, 1)] {
      let moved = try developed(dx, dy)
      let inside = PixelRect(x: 20, y: 20, width: 40, height: 20)
      #expect(
        Self.cut(base, 80, 60, inside) == Self.cut(moved, 80, 60, inside.offset(dx: -dx, dy: -dy)))
    }
  }

  @Test func `The area around the crop is looked at`() throws {
    let all = try SyntheticSensor.mosaic(
      width: 96, height: 64, pattern: SyntheticSensor.bayer[0], SyntheticScene.detailed)
    var image = all
    image.crop = PixelRect(x: 21, y: 19, width: 40, height: 21)
    #expect(
      try SyntheticSensor.developed(image) == Self.cut(SyntheticSensor.developed(all), 96, 64, image.crop))
  }

  /// Decibels of square roots, as seen: what other patterns and drafts may cost, and what they have to be better than.
  @Test(arguments: [(SyntheticSensor.patterns[0], 36.0), (SyntheticSensor.xTrans, 32.5), (SyntheticSensor.quad, 29.5)])
  func `Detail is better than bilinear's`(pattern: ColorFilterArray, floor: Double) throws {
    let image = try SyntheticSensor.mosaic(width: 192, height: 192, pattern: pattern, SyntheticScene.rings)
    let full = try Self.decibels(SyntheticSensor.developed(image))
    #expect(full > floor)
    if pattern.kind == .bayer {
      let bilinear = Self.decibels(SyntheticScene.bilinear(pattern))
      let draft = try Self.decibels(SyntheticSensor.developed(image, quality: .draft))
      #expect(full > bilinear + 6 && draft > bilinear + 6)
    }
  }

  private static func decibels(_ result: [Float]) -> Double {
    var sum = 0.0
    for plane in 0..<3 {
      for y in 10..<182 {
        for x in 10..<182 {
          let found = Double(max(result[(plane * 192 + y) * 192 + x], 0)).squareRoot()
          let truth = Double(SyntheticScene.rings(x: x, y: y, plane: plane)).squareRoot()
          sum += (found - truth) * (found - truth)
        }
      }
    }
    let count = 3.0 * 172 * 172
    // 10 log10(count / sum), without libm.
    var (decibels, ratio) = (0.0, count / sum)
    while ratio > 1.0232929922807541 {
      ratio /= 1.0232929922807541
      decibels += 0.1
    }
    return decibels
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

  /// Rings that become finer outwards, up to a period of 4 pixels in the corners, of a colour that changes slowly.
  static func rings(x: Int, y: Int, plane: Int) -> Float {
    let (dx, dy) = (Float(x) - 96, Float(y) - 96)
    let phase = (dx * dx + dy * dy) * 0.0009
    let wave = 0.5 + 0.45 * triangleSine(phase)
    let tint: [Float] = [0.7 + 0.2 * dx / 96, 0.6, 0.5 - 0.2 * dy / 96]
    return wave * tint[plane]
  }

  /// A sine of period 1 by a parabola on each half: smooth enough.
  private static func triangleSine(_ turns: Float) -> Float {
    let t = turns - turns.rounded(.down)
    return t < 0.5 ? 16 * t * (0.5 - t) : -16 * (t - 0.5) * (1 - t)
  }

  /// Means of the nearest samples of each colour.
  static func bilinear(_ pattern: ColorFilterArray) -> [Float] {
    var result = [Float](repeating: 0, count: 3 * 192 * 192)
    for plane in 0..<3 {
      for y in 1..<191 {
        for x in 1..<191 {
          var (sum, weights): (Float, Float) = (0, 0)
          for dy in -1...1 {
            for dx in -1...1 where pattern.plane(row: y + dy, column: x + dx) == plane {
              let weight: Float = (dx == 0 ? 2 : 1) * (dy == 0 ? 2 : 1)
              sum += weight * rings(x: x + dx, y: y + dy, plane: plane)
              weights += weight
            }
          }
          result[(plane * 192 + y) * 192 + x] = sum / weights
        }
      }
    }
    return result
  }
}
