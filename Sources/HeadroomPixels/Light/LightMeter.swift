internal import HeadroomColor

/// How bright a picture is: the peak, the mean and the distribution of max(R, G, B) of linear light, 1.0 = reference
/// white, and the headroom that follows from them.
///
/// Every measurement of light rests on this type. It may be filled in parts that are merged in any order; only the
/// rounding of ``mean`` depends on the order, so merge in a fixed one where that matters.
///
/// Components below 0 count as 0. Pixels that are not finite are left out. Pixels that are neither lit nor covered
/// (black of alpha 0, as around the data window of an OpenEXR file) count only in the mean.
package struct LightMeter: Sendable {
  /// Bins per doubling. A level is interpolated inside its bin, so it is found to about a percent.
  private static let binsPerOctave = 64
  /// Light below 2^-16 (0.003 cd/m²) is in the first bin, light from 2^24 on in the last, whose stops are added up.
  private static let firstBin = Int32(Float(sign: .plus, exponent: -16, significand: 1).bitPattern >> 17)
  private static let binCount = 40 * binsPerOctave + 1

  /// The brightest pixel.
  package private(set) var peak: Float = 0
  private var sum = 0.0
  /// Pixels that are counted in the mean.
  private var pixelCount = 0
  private var counts = [UInt32](repeating: 0, count: LightMeter.binCount)
  private var stopsBeyond = 0.0

  package init() {}

  /// Adds `count` pixels of linear light.
  ///
  /// - Parameter alpha: coverage that the colours are multiplied by; nil for colours that are not. Light without alpha
  ///   counts as it is.
  package mutating func add(
    _ r: UnsafePointer<Float>, _ g: UnsafePointer<Float>, _ b: UnsafePointer<Float>,
    premultipliedBy alpha: UnsafePointer<Float>? = nil, count: Int
  ) {
    var rowSum = 0.0
    var seen = 0
    var (peak, stopsBeyond) = (peak, stopsBeyond)
    unsafe counts.withUnsafeMutableBufferPointer { bins in
      for i in 0..<count {
        var value = unsafe max(r[i], max(g[i], b[i]))
        var isThere = true
        if let alpha = unsafe alpha {
          let coverage = unsafe alpha[i]
          if coverage > 0 { value /= coverage }
          isThere = coverage > 0 || value > 0
        }
        // The sum is finite only when all three are; that of whole ones may overflow.
        guard unsafe (0.25 * r[i] + 0.25 * g[i] + 0.25 * b[i]).isFinite, value.isFinite else { continue }
        value = value > 0 ? value : 0
        peak = value > peak ? value : peak
        rowSum += Double(value)
        seen &+= 1
        if isThere { unsafe bins[Self.bin(value)] &+= 1 }
        if isThere, value >= Self.lastStart { stopsBeyond += Double(log2Fast(value)) }
      }
    }
    (self.peak, self.stopsBeyond) = (peak, stopsBeyond)
    sum += rowSum
    pixelCount += seen
  }

  /// Adds the pixels of another meter.
  package mutating func merge(_ other: LightMeter) {
    peak = max(peak, other.peak)
    sum += other.sum
    pixelCount += other.pixelCount
    stopsBeyond += other.stopsBeyond
    for index in counts.indices { counts[index] &+= other.counts[index] }
  }

  /// The mean over all pixels.
  package var mean: Double { pixelCount > 0 ? sum / Double(pixelCount) : 0 }

  // MARK: The distribution

  @inline(__always) private static func bin(_ value: Float) -> Int {
    let index = Int32(bitPattern: value.bitPattern >> 17) &- firstBin &+ 1
    return Int(min(max(index, 0), Int32(truncatingIfNeeded: binCount &- 1)))
  }

  /// Where a bin begins; the first begins at 0.
  private static func start(of bin: Int) -> Double {
    bin == 0 ? 0 : Double(Float(bitPattern: UInt32(Int32(bin - 1) + firstBin) << 17))
  }

  /// Where the last bin begins.
  private static let lastStart = Float(sign: .plus, exponent: 24, significand: 1)

  private var binnedCount: Int { counts.reduce(0) { $0 + Int($1) } }

  /// The share of the pixels above a level. Pixels above 2^24 all count where the peak is above the level.
  package func share(above level: Double) -> Double {
    guard Double(peak) > level, binnedCount > 0 else { return 0 }
    let first = min(Self.bin(Float(level)) + 1, Self.binCount - 1)
    return Double(counts[first...].reduce(0) { $0 + Int($1) }) / Double(binnedCount)
  }

  /// The geometric mean of the light that is not black: the exposure that an eye or a camera would adapt
  /// to. 0 for a black picture.
  package var logAverage: Double {
    var (stops, lit) = (stopsBeyond, Int(counts[Self.binCount - 1]))
    for bin in 1..<Self.binCount - 1 where counts[bin] > 0 {
      stops += Double(counts[bin]) * Libm.log2(Self.middle(bin))
      lit += Int(counts[bin])
    }
    return lit > 0 ? Libm.exp2(stops / Double(lit)) : 0
  }

  private static func middle(_ bin: Int) -> Double {
    bin == binCount - 1 ? start(of: bin) : 0.5 * (start(of: bin) + start(of: bin + 1))
  }

  // MARK: Headroom

  /// The most headroom that is taken from pixels: PQ's end, 10 000 cd/m².
  package static let largestHeadroom = 10_000 / ReferenceWhite.nits
  /// Pixels that may be brighter than the headroom.
  package static let pixelsAbove = 0.001
  /// Light that may be lost above the headroom, as a share of all light up to 10 000 cd/m².
  package static let lightAbove = 0.01

  /// The headroom assumed for a picture when nothing states it: the level that at most 0.1 % of the pixels exceed,
  /// raised until a curve that ends there would cut no more than 1 % of the picture's light; at most 10 000 cd/m².
  ///
  /// Light above 10 000 cd/m² is clamped to that, so that neither a hot pixel nor a sun of 10^5 times white sets the
  /// curve, while lamps and windows that carry a part of the picture's light do. For pictures of fewer than 1000 pixels
  /// it is their peak. It may be below 1.
  package var contentHeadroom: Double {
    let cap = Self.largestHeadroom
    let light = counts.indices.reduce(0) { $0 + Double(counts[$1]) * min(Self.middle($1), cap) }
    let level = descent { above, lost, total in
      Double(above) <= (Self.pixelsAbove * Double(total)).rounded(.down) && lost <= Self.lightAbove * light
    }
    return min(level, cap)
  }

  /// Walks down from the peak while levels are good, and returns the last good one.
  ///
  /// - Parameter isGood: receives, for a level, the number of pixels above it, their light beyond it, and
  ///   the number of all pixels.
  private func descent(_ isGood: (_ above: Int, _ lost: Double, _ total: Int) -> Bool) -> Double {
    let total = binnedCount
    var (above, lost) = (0, 0.0)
    var level = Double(peak)
    for bin in counts.indices.reversed() where Self.start(of: bin) <= level {
      let start = Self.start(of: bin)
      let inside = Int(counts[bin])
      let height = min(level, Self.largestHeadroom) - min(start, Self.largestHeadroom)
      let lower = (above + inside, lost + Double(above) * height + Double(inside) * 0.5 * height)
      if isGood(lower.0, lower.1, total) {
        (above, lost) = lower
        level = start
        continue
      }
      // Inside the bin: pixels are taken to lie evenly in it.
      var (low, high) = (0.0, 1.0)
      for _ in 0..<24 {
        let part = 0.5 * (low + high)
        let pixels = above + Int((part * Double(inside)).rounded(.up))
        let light = lost + Double(above) * part * height + 0.5 * Double(inside) * part * part * height
        if isGood(pixels, light, total) { low = part } else { high = part }
      }
      return level - low * (level - start)
    }
    return level
  }
}
