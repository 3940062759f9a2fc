/// A tone curve that is looked up in two renditions of one picture: what the author made of each brightness.
///
/// Rising everywhere, in straight pieces over the logarithms of input and output. Below the darkest level that the
/// pictures tell of the gain is constant, above the brightest the output.
public struct MeasuredToneCurve: Hashable, Sendable {
  /// Levels of a doubling.
  private static let levelsPerOctave = 4
  /// The darkest level, 2^-8 of white: below it codes of 8 bits say nothing.
  private static let firstStops = -8.0
  private static let levelCount = 20 * levelsPerOctave
  /// Pixels that a level needs.
  private static let fewest = 16

  /// Output in stops at levels that are evenly apart.
  private let stops: [Double]
  private let first: Double

  /// Looks the curve up; nil where the pictures are too small or too flat to tell.
  ///
  /// - Parameters:
  ///   - input: the largest components of pixels of one rendition, linear BT.2020 light.
  ///   - output: those of the same pixels in the other, at most 1 is used.
  public init?(from input: [Float], to output: [Float]) {
    var gains = [[Double]](repeating: [], count: Self.levelCount)
    for (x, y) in zip(input, output) where x > 0 && y > 0 && x.isFinite && y.isFinite {
      let level = ((Libm.log2(Double(x)) - Self.firstStops) * Double(Self.levelsPerOctave)).rounded()
      guard level >= 0, level < Double(Self.levelCount) else { continue }
      gains[Int(level)].append(Libm.log2(Double(min(y, 1)) / Double(x)))
    }
    let known = gains.indices.filter { gains[$0].count >= Self.fewest }
    guard let low = known.first, let high = known.last, high - low >= Self.levelsPerOctave else { return nil }
    let medians = known.map { (level: $0, gain: Self.median(gains[$0])) }
    first = Self.stops(ofLevel: low)
    var result: [Double] = []
    for level in low...high {
      let output = Self.stops(ofLevel: level) + Self.interpolated(medians, at: level)
      result.append(min(max(output, result.last ?? -.infinity), 0))
    }
    stops = Self.smoothed(result)
  }

  private static func stops(ofLevel level: Int) -> Double { firstStops + Double(level) / Double(levelsPerOctave) }

  private static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    return sorted[sorted.count / 2]
  }

  private static func interpolated(_ points: [(level: Int, gain: Double)], at level: Int) -> Double {
    let upper = points.first { $0.level >= level } ?? points[points.count - 1]
    let lower = points.last { $0.level <= level } ?? points[0]
    if upper.level == lower.level { return upper.gain }
    let part = Double(level - lower.level) / Double(upper.level - lower.level)
    return lower.gain + part * (upper.gain - lower.gain)
  }

  /// Means of three; a rising row stays rising.
  private static func smoothed(_ values: [Double]) -> [Double] {
    values.indices.map { index in
      guard index > 0, index < values.count - 1 else { return values[index] }
      return 0.25 * values[index - 1] + 0.5 * values[index] + 0.25 * values[index + 1]
    }
  }

  /// The gain for a pixel whose largest component is `value`.
  func gain(at value: Double) -> Double {
    guard value > 0 else { return Libm.exp2(stops[0] - first) }
    let position = (Libm.log2(value) - first) * Double(Self.levelsPerOctave)
    if position <= 0 { return Libm.exp2(stops[0] - first) }
    let index = Int(min(position, Double(stops.count - 1)))
    if index >= stops.count - 1 { return Libm.exp2(stops[stops.count - 1]) / value }
    let part = position - Double(index)
    return Libm.exp2(stops[index] + part * (stops[index + 1] - stops[index])) / value
  }

  /// The brightest input that is told apart from brighter ones.
  var contentHeadroom: Double { Libm.exp2(first + Double(stops.count - 1) / Double(Self.levelsPerOctave)) }
}
