/// A rising curve from luminance to luminance, both in stops relative to white.
///
/// Between its knots it is a cubic without overshoot (Fritsch and Carlson 1980). Beyond the first and the last knot the
/// gain stays constant, so that light brighter than the knots keeps its contrast.
package struct CameraLookCurve: Hashable, Sendable {
  package static let mostKnots = 16
  /// A curve that changes nothing.
  package static let neutral = CameraLookCurve(points: [])

  /// Input and output in stops; both rise.
  package let knots: [SIMD2<Double>]
  private let slopes: [Double]

  private init(points: [SIMD2<Double>]) {
    knots = points
    slopes = Self.slopes(points)
  }

  /// - Parameter knots: 1 to ``mostKnots``, finite, with rising x and y that does not fall. Nil for others.
  package init?(knots: [SIMD2<Double>]) {
    guard 1...Self.mostKnots ~= knots.count, knots.allSatisfy({ $0.x.isFinite && $0.y.isFinite }),
      zip(knots, knots.dropFirst()).allSatisfy({ $0.x < $1.x && $0.y <= $1.y })
    else { return nil }
    self.init(points: knots)
  }

  /// Harmonic means of the slopes on both sides; 1 at the ends, where the line of constant gain begins.
  private static func slopes(_ knots: [SIMD2<Double>]) -> [Double] {
    guard knots.count > 1 else { return knots.map { _ in 1 } }
    let chords = zip(knots, knots.dropFirst()).map { ($1.y - $0.y) / ($1.x - $0.x) }
    return knots.indices.map { index in
      guard index > 0 else { return min(1, 3 * chords[0]) }
      guard index < chords.count else { return min(1, 3 * chords[index - 1]) }
      let (before, after) = (chords[index - 1], chords[index])
      return before > 0 && after > 0 ? 2 * before * after / (before + after) : 0
    }
  }

  /// The gain in stops for light at a number of stops.
  package func gain(at stops: Double) -> Double {
    guard let first = knots.first, let last = knots.last else { return 0 }
    if stops <= first.x { return first.y - first.x }
    if stops >= last.x { return last.y - last.x }
    let upper = knots.firstIndex { $0.x > stops } ?? knots.count - 1
    let (from, to) = (knots[upper - 1], knots[upper])
    let width = to.x - from.x
    let t = (stops - from.x) / width
    let u = 1 - t
    let near = from.y * (1 + 2 * t) + slopes[upper - 1] * width * t
    let far = to.y * (1 + 2 * u) - slopes[upper] * width * u
    return near * u * u + far * t * t - stops
  }
}
