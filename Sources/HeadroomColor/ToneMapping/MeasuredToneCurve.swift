/// A tone curve measured from two renditions of one picture: the author's output for each brightness.
///
/// It rises everywhere, in straight pieces over the logarithms of input and output. Below the darkest measured level
/// the gain is constant; above the brightest one the output is.
public struct MeasuredToneCurve: Hashable, Sendable {
  /// Levels per doubling.
  private static let levelsPerOctave = 4.0
  /// The darkest level, 2^-8 of white: below it codes of 8 bits carry no information.
  private static let firstStops = -8.0
  private static let levelCount = 80
  /// Pixels that a level needs.
  private static let fewest = 16

  /// A point of the curve, in stops.
  private struct Point: Hashable {
    var input: Double
    var output: Double
    var gain: Double { output - input }
  }

  /// By rising input; outputs never fall and are at most 0.
  private let points: [Point]

  /// Measures the curve; nil where the pictures are too small or too flat.
  ///
  /// - Parameters:
  ///   - input: the largest components of pixels of one rendition, linear BT.2020 light.
  ///   - output: those of the same pixels in the other; values above 1 count as 1.
  public init?(from input: [Float], to output: [Float]) {
    var levels = [[Point]](repeating: [], count: Self.levelCount)
    for (x, y) in zip(input, output) where x > 0 && y > 0 && x.isFinite && y.isFinite {
      let point = Point(input: Libm.log2(Double(x)), output: Libm.log2(Double(min(y, 1))))
      let level = ((point.input - Self.firstStops) * Self.levelsPerOctave).rounded()
      if level >= 0, level < Double(Self.levelCount) { levels[Int(level)].append(point) }
    }
    let known = levels.filter { $0.count >= Self.fewest }.map(Self.median)
    guard let low = known.first, let high = known.last, high.input - low.input >= 1 else { return nil }
    points = Self.rising(Self.smoothed(known))
  }

  /// A curve of known points; nil unless inputs rise, and outputs never fall and are at most 0.
  package init?(stops: [SIMD2<Double>]) {
    let rises = zip(stops, stops.dropFirst()).allSatisfy { $0.x < $1.x && $0.y <= $1.y }
    guard (2...Self.levelCount).contains(stops.count), rises,
      stops.allSatisfy({ abs($0.x) < 100 && (-100...0).contains($0.y) })
    else { return nil }
    points = stops.map { Point(input: $0.x, output: $0.y) }
  }

  /// The points, input and output in stops above white.
  package var stops: [SIMD2<Double>] { points.map { SIMD2($0.input, $0.output) } }

  private static func median(_ pixels: [Point]) -> Point {
    let middle = pixels.count / 2
    let gains = pixels.map(\.gain).sorted()
    let input = pixels.map(\.input).sorted()[middle]
    return Point(input: input, output: input + gains[middle])
  }

  /// Smooths the gains as means of three.
  private static func smoothed(_ points: [Point]) -> [Point] {
    points.indices.map { index in
      guard index > 0, index < points.count - 1 else { return points[index] }
      let gain = 0.25 * points[index - 1].gain + 0.5 * points[index].gain + 0.25 * points[index + 1].gain
      return Point(input: points[index].input, output: points[index].input + gain)
    }
  }

  private static func rising(_ points: [Point]) -> [Point] {
    var last = -Double.infinity
    return points.map { point in
      last = min(max(point.output, last), 0)
      return Point(input: point.input, output: last)
    }
  }

  /// The gain for a pixel whose largest component is `value`.
  func gain(at value: Double) -> Double {
    let stops = value > 0 ? Libm.log2(value) : -.infinity
    guard let next = points.firstIndex(where: { $0.input >= stops }) else {
      return Libm.exp2(points[points.count - 1].output) / value
    }
    if next == 0 { return Libm.exp2(points[0].gain) }
    let (low, high) = (points[next - 1], points[next])
    let part = high.input > low.input ? (stops - low.input) / (high.input - low.input) : 1
    return Libm.exp2(low.output + part * (high.output - low.output)) / value
  }

  /// The brightest input that is distinguished from brighter ones.
  var contentHeadroom: Double { Libm.exp2(points[points.count - 1].input) }
}
