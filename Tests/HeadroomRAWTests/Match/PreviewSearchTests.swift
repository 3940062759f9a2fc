import HeadroomColor
import HeadroomRAW
import Testing

@Suite struct PreviewSearchTests {
  private static let weights = ColorPrimaries.bt709.luminanceWeights

  /// Smooth shapes, different everywhere.
  private static func light(_ x: Double, _ y: Double) -> SIMD3<Float> {
    let value =
      0.5 + 0.2 * Libm.exp2(-40 * ((x - 0.3) * (x - 0.3) + (y - 0.6) * (y - 0.6))) + 0.2 * x
      - 0.3 * (y > 0.4 + 0.3 * x ? 1 : 0) - (x > 0.7 && y < 0.35 ? 0.12 : 0)
    return SIMD3(repeating: Float(value * value))
  }

  private static func picture(_ width: Int, _ height: Int) -> SmallPicture {
    part(width, height, left: 0, top: 0, wide: 1, high: 1)
  }

  private static func part(
    _ width: Int, _ height: Int, left: Double, top: Double, wide: Double, high: Double
  ) -> SmallPicture {
    var result = SmallPicture(width: width, height: height)
    for index in 0..<result.count {
      result[index] = light(
        left + wide * (Double(index % width) + 0.5) / Double(width),
        top + high * (Double(index / width) + 0.5) / Double(height))
    }
    return result
  }

  private static func turned(_ picture: SmallPicture) -> SmallPicture {
    var result = SmallPicture(width: picture.height, height: picture.width)
    for index in 0..<result.count {
      let (x, y) = (index % result.width, index / result.width)
      result[index] = picture[(picture.height - 1 - x) * picture.width + y]
    }
    return result
  }

  private static func found(_ preview: SmallPicture, in picture: SmallPicture) throws -> PreviewPlacement {
    try #require(
      PreviewSearch(picture: picture, weights: weights, preview: preview, previewWeights: weights).placement())
  }

  @Test(
    arguments: [
      (0.02, 0.03, 0.94), (0, 0, 1), (0.05, 0, 0.93), (0.0037, 0.0028, 0.9926),
    ] as [(Double, Double, Double)])
  func `A preview that is cut is found`(_ left: Double, _ top: Double, _ size: Double) throws {
    let preview = Self.part(320, 213, left: left, top: top, wide: size, high: size * 213 / 320 * 300 / 200)
    let place = try Self.found(preview, in: Self.picture(300, 200))
    #expect(place.turns == 0)
    #expect(abs(place.left - left) < 0.006 && abs(place.top - top) < 0.006, "\(place)")
    #expect(abs(place.width - size) < 0.01, "\(place)")
  }

  @Test func `A preview of another shape is found`() throws {
    // 16:9 out of 3:2.
    let preview = Self.part(320, 180, left: 0, top: 0.1, wide: 1, high: 0.84375)
    let place = try Self.found(preview, in: Self.picture(300, 200))
    #expect(abs(place.top - 0.1) < 0.006 && abs(place.height - 0.84375) < 0.01, "\(place)")
  }

  @Test func `A preview that is turned is found, and its pixels lie where they belong`() throws {
    let picture = Self.picture(300, 200)
    var preview = Self.part(320, 213, left: 0.01, top: 0.01, wide: 0.98, high: 0.98)
    for turns in [3, 2, 1] {
      preview = Self.turned(preview)
      let place = try Self.found(preview, in: picture)
      #expect(place.turns == turns)
      let light = place.light(of: preview, onWidth: 300, height: 200)
      for (x, y) in [(40, 30), (150, 100), (260, 20), (120, 170)] {
        let (seen, wanted) = (try #require(light[y * 300 + x]), picture[y * 300 + x])
        #expect(abs(seen.x - wanted.x) < 0.03, "\(turns): \(x), \(y)")
      }
    }
  }
}
