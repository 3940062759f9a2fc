/// A gain in stops over linear light, given by points that a cubic Hermite spline joins (SMPTE ST 2094-50, clause 6.2.5).
///
/// Left of the first point the gain is constant; right of the last one the *output* is constant.
public struct GainCurve: Hashable, Sendable {
  /// One point of the curve.
  public struct Node: Hashable, Sendable {
    /// Linear light, 1.0 = reference white.
    public var x: Double
    /// Gain in stops.
    public var stops: Double
    /// Change of the gain per unit of linear light, in stops.
    public var slope: Double

    /// Makes a point.
    public init(x: Double, stops: Double, slope: Double) {
      self.x = x
      self.stops = stops
      self.slope = slope
    }
  }

  /// The points by rising ``Node/x``; two at one place make a step.
  public var nodes: [Node]

  /// Makes a curve of points that are already in order of rising x.
  public init(nodes: [Node]) { self.nodes = nodes }

  /// The gain in stops at `value`; 0 where the curve has no points.
  public func stops(at value: Double) -> Double {
    guard let first = nodes.first, let last = nodes.last else { return 0 }
    if value <= first.x { return first.stops }
    if value >= last.x { return last.stops + Libm.log2(last.x / value) }
    var (low, high) = (0, nodes.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if nodes[middle].x <= value { low = middle } else { high = middle }
    }
    return Self.hermite(nodes[low], nodes[high], value)
  }

  private static func hermite(_ a: Node, _ b: Node, _ value: Double) -> Double {
    let width = b.x - a.x
    guard width > 0 else { return a.stops }
    let t = (value - a.x) / width
    let t2 = t * t
    let t3 = t2 * t
    let start = (2 * t3 - 3 * t2 + 1) * a.stops + (t3 - 2 * t2 + t) * width * a.slope
    let end = (3 * t2 - 2 * t3) * b.stops + (t3 - t2) * width * b.slope
    return start + end
  }
}
