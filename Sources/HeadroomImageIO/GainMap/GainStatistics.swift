internal import HeadroomPixels

/// Statistics of a pair of pictures, collected while its gains are computed. Statistics of parts add up to the same
/// total in any order: all sums are of integers.
struct GainStatistics: Sendable {
  /// Gains of every channel, and brightness of the HDR rendition (log2 of the largest channel); of every second to fourth
  /// row of large pictures.
  private(set) var gains = GainHistogram(low: -16, high: 16, bucketsPerUnit: 128)
  private(set) var brightness = GainHistogram(low: -8, high: 8, bucketsPerUnit: 128)
  /// The gains of light that always counts, however small a lamp is.
  private(set) var weakest = Float.infinity
  private(set) var strongest = -Float.infinity
  /// How bright the pixels of the HDR rendition are.
  private(set) var levels = LightLevels()

  /// The light from which on a gain is never left out of the map's range: half of reference white.
  private static let least: Float = 0.5

  mutating func add(_ other: GainStatistics) {
    gains.add(other.gains)
    brightness.add(other.brightness)
    levels.add(other.levels)
    weakest = min(weakest, other.weakest)
    strongest = max(strongest, other.strongest)
  }

  mutating func addSampled(gain: UnsafePointer<Float>, count: Int) { unsafe gains.add(gain, count: count) }

  mutating func addSampled(brightness: UnsafePointer<Float>, count: Int) {
    unsafe self.brightness.add(brightness, count: count)
  }

  /// Adds the levels of the HDR rendition, which become their logarithms.
  mutating func addLevels(_ light: UnsafeMutablePointer<Float>, count: Int) { unsafe levels.add(light, count: count) }

  /// Looks at gains where there is light.
  mutating func add(gain: UnsafePointer<Float>, light: UnsafePointer<Float>, count: Int) {
    var (low, high) = (weakest, strongest)
    for i in 0..<count {
      let counts = unsafe light[i] > Self.least
      let value = unsafe gain[i]
      low = counts && value < low ? value : low
      high = counts && value > high ? value : high
    }
    (weakest, strongest) = (low, high)
  }

  /// The range of a map: all gains except a share at either end, and all gains of light that always counts.
  func range(trimming share: Double) -> ClosedRange<Float> {
    let common = gains.range(trimming: share)
    return min(common.lowerBound, weakest)...max(common.upperBound, strongest)
  }

  /// The level of the HDR rendition that a ten-thousandth of the pixels exceeds, at least 1: insensitive enough that
  /// one hot pixel does not make displays dim all other light.
  var headroom: Double { max(Double(exp2Fast(brightness.range(trimming: 0.0001).upperBound)), 1) }
}
