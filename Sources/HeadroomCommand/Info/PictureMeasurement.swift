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

  fileprivate init() {}

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

/// A measurement whose picture goes by from the top, some rows at a time. The result does not depend on how many.
struct PictureMeter {
  private struct Row: Sendable {
    var sum = 0.0
    var inside = SIMD3<Int>.zero
    var top: TopLevels
  }

  private let pixels: Int
  private var total: Row
  private let gamuts = GamutTest()
  /// The place of the 99.99 % level among the levels in increasing order.
  private let place: Double

  init(width: Int, height: Int) {
    pixels = width * height
    place = 0.9999 * Double(pixels - 1)
    total = Row(top: TopLevels(count: pixels - Int(place)))
  }

  mutating func add(_ band: LinearPicture) {
    let empty = Row(top: TopLevels(count: min(total.top.count, band.width), above: total.top.least))
    let rows = Mutex([Row](repeating: empty, count: band.height))
    let gamuts = gamuts
    ThreadPool.shared.concurrentPerform(band.height) { y in
      let row = Self.measure(y, of: band, empty, gamuts)
      rows.withLock { $0[y] = row }
    }
    for row in rows.withLock({ $0 }) {
      total.sum += row.sum
      total.inside &+= row.inside
      for level in row.top.levels { total.top.add(level) }
    }
  }

  private static func measure(_ y: Int, of picture: LinearPicture, _ empty: Row, _ gamuts: GamutTest) -> Row {
    var result = empty
    unsafe picture.withRow(y) { values in
      for x in 0..<picture.width {
        let rgb = unsafe SIMD3(values[4 * x], values[4 * x + 1], values[4 * x + 2])
        // Negative components count as none, as CTA-861.3 has it; so do those that are not numbers.
        let brightest = max(rgb.x, rgb.y, rgb.z, 0)
        let level = brightest.isFinite ? brightest : 0
        result.top.add(level)
        result.sum += Double(level)
        result.inside &+= gamuts.inside(rgb)
      }
    }
    return result
  }

  /// What the rows so far amount to, which are all of the picture's.
  var measurement: PictureMeasurement {
    var result = PictureMeasurement()
    // In decreasing order: the brightest first.
    let levels = total.top.sorted
    let (low, fraction) = (Int(place), Float(place - place.rounded(.down)))
    func level(_ index: Int) -> Float { levels[min(max(pixels - 1 - index, 0), levels.count - 1)] }
    result.peak = level(pixels - 1)
    result.peak9999 = fraction > 0 ? level(low) + (level(low + 1) - level(low)) * fraction : level(low)
    result.maxCLL = Double(result.peak) * ReferenceWhite.nits
    result.maxFALL = total.sum / Double(pixels) * ReferenceWhite.nits
    result.insideBT709 = Double(total.inside.x) / Double(pixels)
    result.insideP3 = Double(total.inside.y) / Double(pixels)
    result.insideBT2020 = Double(total.inside.z) / Double(pixels)
    return result
  }
}

extension PictureRenderer {
  /// Measures a picture, which is not held.
  func measured(_ image: CIImage, file: String) throws(CommandError) -> PictureMeasurement {
    var meter: PictureMeter?
    try forEachBand(of: image, encoding: .extendedLinearITUR2020, alpha: .premultiplied, file: file) { size, band in
      if meter == nil { meter = PictureMeter(width: size.width, height: size.height) }
      meter?.add(band)
    }
    return meter?.measurement ?? PictureMeasurement()
  }
}
