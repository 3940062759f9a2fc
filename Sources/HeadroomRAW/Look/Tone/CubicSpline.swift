/// A curve through points with continuous second derivative.
struct CubicSpline: Hashable, Sendable {
  let points: [SIMD2<Double>]
  /// The curve's slope at each point.
  let slopes: [Double]

  /// - Parameter endSlopes: slopes at both ends; nil for ends without curvature (a natural spline).
  /// - Returns: nil unless there are two points or more, finite, with rising x.
  init?(_ points: [SIMD2<Double>], endSlopes: (Double, Double)? = nil) {
    guard points.count > 1, points.allSatisfy({ $0.x.isFinite && $0.y.isFinite }),
      zip(points, points.dropFirst()).allSatisfy({ $0.x < $1.x })
    else { return nil }
    self.points = points
    slopes = Self.slopes(points, endSlopes)
    guard slopes.allSatisfy(\.isFinite) else { return nil }
  }

  /// The tridiagonal system of slopes, solved by elimination: inner rows state that curvature is continuous.
  private static func slopes(_ points: [SIMD2<Double>], _ ends: (Double, Double)?) -> [Double] {
    let last = points.count - 1
    let inverse = (0..<last).map { 1 / (points[$0 + 1].x - points[$0].x) }
    let chord = (0..<last).map { (points[$0 + 1].y - points[$0].y) * inverse[$0] }
    var upper = [Double](repeating: 0, count: last + 1)
    var right = upper
    for row in 0...last {
      let below = row > 0 ? inverse[row - 1] : 0
      let above = row < last ? inverse[row] : 0
      var diagonal = 2 * (below + above)
      var (lower, next) = (below, above)
      var value = 3 * ((row > 0 ? chord[row - 1] * below : 0) + (row < last ? chord[row] * above : 0))
      if let ends, row == 0 || row == last {
        (diagonal, lower, next, value) = (1, 0, 0, row == 0 ? ends.0 : ends.1)
      }
      let rest = diagonal - (row > 0 ? lower * upper[row - 1] : 0)
      upper[row] = next / rest
      right[row] = (value - (row > 0 ? lower * right[row - 1] : 0)) / rest
    }
    for row in stride(from: last - 1, through: 0, by: -1) { right[row] -= upper[row] * right[row + 1] }
    return right
  }

  /// The curve at `x`; beyond the ends it keeps their values.
  func value(_ x: Double) -> Double {
    let (first, last) = (points[0], points[points.count - 1])
    if !(x > first.x) { return first.y }
    if x >= last.x { return last.y }
    let index = segment(x)
    let (from, to) = (points[index], points[index + 1])
    let width = to.x - from.x
    let t = (x - from.x) / width
    let u = 1 - t
    // Hermite's form of the cubic.
    let near = from.y * (1 + 2 * t) + slopes[index] * width * t
    let far = to.y * (1 + 2 * u) - slopes[index + 1] * width * u
    return near * u * u + far * t * t
  }

  /// The segment that contains an `x` between the ends.
  private func segment(_ x: Double) -> Int {
    var (low, high) = (0, points.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if points[middle].x <= x { low = middle } else { high = middle }
    }
    return low
  }
}
