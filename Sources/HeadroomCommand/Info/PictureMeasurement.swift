internal import Headroom
internal import Synchronization

/// What the pixels themselves say: how bright they get, and how much of which gamut they use.
struct PictureMeasurement: Sendable {
  /// Brightest component in linear BT.2020 light, 1.0 = reference white.
  var peak: Float = 0
  /// The level that 99.99 % of the pixels stay below: the peak without stray hot pixels.
  var peak9999: Float = 0
  /// CTA-861.3: the brightest pixel and the average of a picture's pixels, max(R, G, B) in cd/m².
  var maxCLL = 0.0
  var maxFALL = 0.0
  /// Share of pixels whose colour lies inside a gamut, whatever their brightness.
  var insideBT709 = 0.0
  var insideP3 = 0.0
  var insideBT2020 = 0.0

  private struct Row: Sendable {
    var sum = 0.0
    var inside = SIMD3<Int>.zero
  }

  init(of picture: LinearPicture) {
    let levels = FloatPlane(width: picture.width, height: picture.height)
    let rows = Mutex([Row](repeating: Row(), count: picture.height))
    let gamuts = GamutTest()
    ThreadPool.shared.concurrentPerform(picture.height) { y in
      let row = Self.measure(y, of: picture, levels: levels, gamuts)
      rows.withLock { $0[y] = row }
    }
    let pixels = Double(picture.width * picture.height)
    let total = rows.withLock {
      $0.reduce(into: Row()) {
        $0.sum += $1.sum
        $0.inside &+= $1.inside
      }
    }
    peak = levels.quantile(1)
    peak9999 = levels.quantile(0.9999)
    maxCLL = Double(peak) * ReferenceWhite.nits
    maxFALL = total.sum / pixels * ReferenceWhite.nits
    insideBT709 = Double(total.inside.x) / pixels
    insideP3 = Double(total.inside.y) / pixels
    insideBT2020 = Double(total.inside.z) / pixels
  }

  private static func measure(
    _ y: Int, of picture: LinearPicture, levels: FloatPlane, _ gamuts: GamutTest
  ) -> Row {
    var result = Row()
    unsafe picture.withRow(y) { values in
      for x in 0..<picture.width {
        let rgb = unsafe SIMD3(values[4 * x], values[4 * x + 1], values[4 * x + 2])
        // Negative components count as none, as CTA-861.3 has it; so do those that are not numbers.
        let level = max(rgb.x, rgb.y, rgb.z, 0)
        levels[x, y] = level.isFinite ? level : 0
        result.sum += Double(levels[x, y])
        result.inside &+= gamuts.inside(rgb)
      }
    }
    return result
  }

  var lightLevel: ContentLightLevel { ContentLightLevel(maxCLL: maxCLL, maxFALL: maxFALL) }

  var json: JSONValue {
    [
      "peak": .number(Double(peak)), "peak9999": .number(Double(peak9999)), "maxCLL": .number(maxCLL),
      "maxFALL": .number(maxFALL),
      "gamut": ["bt709": .number(insideBT709), "p3": .number(insideP3), "bt2020": .number(insideBT2020)],
    ]
  }

  var text: String {
    let nits = "MaxCLL \(ShortNumber.text(maxCLL)), MaxFALL \(ShortNumber.text(maxFALL)) cd/m²"
    let level = "peak \(ShortNumber.text(Double(peak)))x (99.99 %: \(ShortNumber.text(Double(peak9999)))x), \(nits)"
    return level + ", \(percent(insideBT709)) in BT.709, \(percent(insideP3)) in P3"
  }

  private func percent(_ share: Double) -> String { "\(ShortNumber.text(share * 100)) %" }
}
