import HeadroomColor
import HeadroomImageIO
import HeadroomPixels
import HeadroomRAW
import HeadroomTestSupport
import Testing

/// Gain maps that are made smaller along with their pictures.
@Suite struct CarriedGainMapTests {
  private static let cases: [GainMapApplierTests.Case] = [
    .init("one gain", GainMapApplierTests.plain, (64, 48), (64, 48, 1)),
    .init("gains of their own", GainMapApplierTests.colored, (64, 48), (64, 48, 3)),
    .init("HDR base", GainMapApplierTests.hdrBase, (30, 30), (30, 30, 1)),
    .init("Apple", .apple(AppleGainMap(headroom: 4.66)), (61, 47), (61, 47, 1)),
    .init("half the size", GainMapApplierTests.plain, (128, 96), (64, 48, 1)),
    .init("larger than the base", GainMapApplierTests.plain, (32, 24), (64, 48, 1)),
  ]

  /// Gray, so that luminance is any of its components: lamps in the dark, and a gradient.
  private static func base(_ width: Int, _ height: Int) throws -> PixelBitmap {
    try JPEGFixture.bitmap(width, height, .rgb8) { x, y, _ in
      x % 16 < 4 && y % 12 < 4 ? 250 : 10 + 40 * x / width
    }
  }

  private static func stops(_ formula: GainMapFormula, _ value: Double, _ channel: Int) -> Double {
    switch formula {
    case .iso(let metadata): metadata.logGain(value, channel: channel)
    case .apple(let map): map.logGain(value)
    }
  }

  /// The whole pixels under a part of an axis, and how much of each.
  private static func parts(_ index: Int, of target: Int, _ source: Int) -> [(pixel: Int, share: Double)] {
    let (start, end) = (Double(index * source) / Double(target), Double((index + 1) * source) / Double(target))
    return (0..<source).compactMap { pixel in
      let share = min(end, Double(pixel + 1)) - max(start, Double(pixel))
      return share > 1e-9 ? (pixel, share) : nil
    }
  }

  /// The light under a pixel of the map.
  private static func light(_ base: PixelBitmap, _ map: PixelBitmap, x: Int, y: Int) -> Double {
    func pixels(_ index: Int, _ base: Int, _ map: Int) -> Range<Int> {
      index * base / map..<max((index + 1) * base / map, index * base / map + 1)
    }
    let (columns, rows) = (pixels(x, base.width, map.width), pixels(y, base.height, map.height))
    let values = rows.flatMap { row in
      columns.map { TransferFunction.sRGB.decode(Double(JPEGFixture.pixel(base, x: $0, y: row)[0]) / 255) }
    }
    return values.reduce(0, +) / Double(values.count)
  }

  @Test(arguments: cases.indices, [(2.0, 2.0), (3.7, 2.9), (1.3, 1)])
  func `the mean of the base becomes the mean of the alternate`(_ index: Int, times: (Double, Double)) throws {
    let test = Self.cases[index]
    let base = try Self.base(test.base.width, test.base.height)
    let map = try GainMapApplierTests.map(test)
    let still = StillImage(base: base, encoding: .sRGB, gainMap: map)
    let found = try still.gainMap(forPictureSmallerBy: times.0, times.1)
    let small = try #require(found?.bitmap)
    #expect(small.width == Int((Double(map.bitmap.width) / times.0).rounded()))
    #expect(small.height == Int((Double(map.bitmap.height) / times.1).rounded()))
    #expect(small.format == map.bitmap.format)
    let channels = small.format.channelCount
    let sign: Double = test.formula.isBaseLesser ? 1 : -1
    for place in 0..<small.width * small.height * channels {
      let (x, y, channel) = (place / channels % small.width, place / channels / small.width, place % channels)
      let meant = channels == 1 ? 1 : channel
      let offset = max(map.metadata?.baseOffset[meant] ?? 0, 1e-5)
      var (sum, weight) = (0.0, 0.0)
      for (row, down) in Self.parts(y, of: small.height, map.bitmap.height) {
        for (column, across) in Self.parts(x, of: small.width, map.bitmap.width) {
          let part = down * across * (Self.light(base, map.bitmap, x: column, y: row) + offset)
          let code = Double(JPEGFixture.pixel(map.bitmap, x: column, y: row)[channel]) / 255
          sum += part * Libm.exp2(sign * Self.stops(test.formula, code, meant))
          weight += part
        }
      }
      let wanted = sign * Libm.log2(sum / weight)
      let code = Double(JPEGFixture.pixel(small, x: x, y: y)[channel])
      let near = [-1.0, 1].map { Self.stops(test.formula, min(max((code + $0) / 255, 0), 1), meant) }
      let own = Self.stops(test.formula, code / 255, meant)
      // Half way to the next code, in stops.
      #expect((own + near[0]) / 2 - 0.001 <= wanted && wanted <= (own + near[1]) / 2 + 0.001, "\(x), \(y)")
    }
  }

  @Test func `a map that stays as large, or whose codes do not rise with the gains, is left as it is`() throws {
    let falling = GainMapFormula.iso(GainMapMetadata(alternateHeadroom: 2, min: 2, max: 0))
    for (formula, times) in [(GainMapApplierTests.plain, 1.01), (GainMapApplierTests.plain, .nan), (falling, 4)] {
      let test = GainMapApplierTests.Case("", formula, (16, 16), (16, 16, 1))
      let still = StillImage(
        base: try Self.base(16, 16), encoding: .sRGB, gainMap: try GainMapApplierTests.map(test))
      #expect(try still.gainMap(forPictureSmallerBy: times, times)?.bitmap.width == 16)
    }
    #expect(try StillImage(base: try Self.base(16, 16), encoding: .sRGB).gainMap(forPictureSmallerBy: 4, 4) == nil)
  }
}
