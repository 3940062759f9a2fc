extension GainCurve {
  /// Makes a curve through points whose slopes are chosen so that it does not overshoot: monotone piecewise cubic
  /// Hermite interpolation (Fritsch and Butland; SMPTE ST 2094-50, clause C.3.7).
  ///
  /// Inside, the slope is the weighted harmonic mean of the two neighbouring ones, 0 where they differ in sign; at the
  /// ends it is a limited three-point estimate.
  public init(monotoneThrough points: [(x: Double, stops: Double)]) {
    let widths = zip(points, points.dropFirst()).map { $1.x - $0.x }
    let rises = zip(points, points.dropFirst()).map { $1.stops - $0.stops }
    let secants = zip(rises, widths).map { $1 > 0 ? $0 / $1 : 0 }
    nodes = points.indices.map { index in
      Node(x: points[index].x, stops: points[index].stops, slope: Self.slope(index, widths, secants))
    }
  }

  /// Slope at a point from the widths and secants of the intervals; interval `i` begins at point `i`.
  private static func slope(_ index: Int, _ widths: [Double], _ secants: [Double]) -> Double {
    func isOpen(_ interval: Int) -> Bool { widths.indices.contains(interval) && widths[interval] > 0 }
    let (before, after) = (index - 1, index)
    switch (isOpen(before), isOpen(after)) {
    case (true, true): return inner(widths[before], widths[after], secants[before], secants[after])
    case (false, true):
      guard isOpen(after + 1) else { return secants[after] }
      return end(widths[after], widths[after + 1], secants[after], secants[after + 1])
    case (true, false):
      guard isOpen(before - 1) else { return secants[before] }
      return end(widths[before], widths[before - 1], secants[before], secants[before - 1])
    case (false, false): return 0
    }
  }

  private static func inner(_ h0: Double, _ h1: Double, _ s0: Double, _ s1: Double) -> Double {
    guard s0 * s1 > 0 else { return 0 }
    return 3 * (h0 + h1) * s0 * s1 / ((2 * h0 + h1) * s0 + (h0 + 2 * h1) * s1)
  }

  private static func end(_ h0: Double, _ h1: Double, _ s0: Double, _ s1: Double) -> Double {
    let slope = ((2 * h0 + h1) * s0 - h0 * s1) / (h0 + h1)
    if slope * s0 <= 0 { return 0 }
    return slope * s1 < 0 && slope.magnitude > 3 * s0.magnitude ? 3 * s0 : slope
  }
}
