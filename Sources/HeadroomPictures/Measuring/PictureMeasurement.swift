internal import Foundation
package import HeadroomColor
internal import HeadroomPixels
private import Synchronization

/// Measured properties of the pixels: how bright they get, and how much of which gamut they use.
package struct PictureMeasurement: Sendable {
  /// Brightest component in linear BT.2020 light, 1.0 = reference white.
  package fileprivate(set) var peak: Float = 0
  /// The level that 99.99 % of the pixels stay below: the peak without stray hot pixels.
  package fileprivate(set) var peak9999: Float = 0
  /// CTA-861.3: the brightest pixel and the average of a picture's pixels, max(R, G, B) in cd/m².
  package fileprivate(set) var maxCLL = 0.0
  package fileprivate(set) var maxFALL = 0.0
  /// Share of pixels whose colour lies inside a gamut, whatever their brightness.
  package fileprivate(set) var insideBT709 = 0.0
  package fileprivate(set) var insideP3 = 0.0
  package fileprivate(set) var insideBT2020 = 0.0

  /// The least component, below 0 where a colour is outside BT.2020; 1.0 = reference white.
  package fileprivate(set) var least: Float = 0
  /// Mean luminance, 1.0 = reference white.
  package fileprivate(set) var mean = 0.0
  /// Share of pixels with a component above reference white.
  package fileprivate(set) var aboveWhite = 0.0

  package init() {}

  package var lightLevel: ContentLightLevel { ContentLightLevel(maxCLL: maxCLL, maxFALL: maxFALL) }
}

/// Measures a picture that is passed from the top, some rows at a time. The result does not depend on their number.
package struct PictureMeter {
  private struct Row: Sendable {
    var sum = 0.0
    var inside = SIMD3<Int>.zero
    var top: TopLevels
    var least = Float.infinity
    var luminance = 0.0
    var aboveWhite = 0
  }

  private let pixels: Int
  private var total: Row
  private let gamuts = GamutTest()
  /// The place of the 99.99 % level among the levels in increasing order.
  private let place: Double

  package init(width: Int, height: Int) {
    pixels = width * height
    place = 0.9999 * Double(pixels - 1)
    total = Row(top: TopLevels(count: pixels - Int(place)))
  }

  package mutating func add(_ band: LinearPicture) {
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
      total.least = min(total.least, row.least)
      total.luminance += row.luminance
      total.aboveWhite += row.aboveWhite
      for level in row.top.levels { total.top.add(level) }
    }
  }

  private static func measure(_ y: Int, of picture: LinearPicture, _ empty: Row, _ gamuts: GamutTest) -> Row {
    var result = empty
    let weights = ColorPrimaries.bt2020.luminanceWeights
    unsafe picture.withRow(y) { values in
      for x in 0..<picture.width {
        let rgb = unsafe SIMD3(values[4 * x], values[4 * x + 1], values[4 * x + 2])
        // Negative components count as 0, as in CTA-861.3; so does NaN.
        let brightest = max(rgb.x, rgb.y, rgb.z, 0)
        let level = brightest.isFinite ? brightest : 0
        result.top.add(level)
        result.sum += Double(level)
        result.inside &+= gamuts.inside(rgb)
        result.least = min(result.least, rgb.min())
        let luminance = (SIMD3<Double>(rgb) * weights).sum()
        result.luminance += luminance.isFinite ? luminance : 0
        result.aboveWhite += level > 1 ? 1 : 0
      }
    }
    return result
  }

  /// The measurement, once all rows of the picture were added.
  package var measurement: PictureMeasurement {
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
    result.least = total.least.isFinite ? total.least : 0
    result.mean = total.luminance / Double(pixels)
    result.aboveWhite = Double(total.aboveWhite) / Double(pixels)
    return result
  }
}
