internal import Foundation

/// A straight edge that is not horizontal, in pixels, rows from the top.
struct PathEdge: Sendable {
  /// The end with the smaller y.
  let x0: Double
  let y0: Double
  let y1: Double
  let slope: Double
  let x1: Double
  /// 1 where the path runs down, -1 where it runs up.
  let winding: Int

  @inline(__always) func x(_ y: Double) -> Double {
    if y <= y0 { return x0 }
    if y >= y1 { return x1 }
    return x0 + (y - y0) * slope
  }
}

/// Collects the edges of closed shapes within a region; what lies beside it is moved to its sides.
struct EdgeCollector: PathSink {
  private let region: CGRect
  private let transform: CGAffineTransform
  private(set) var edges: [PathEdge] = []
  /// Whether a point was not a number.
  private(set) var isUnsound = false
  private var start = CGPoint.zero
  private var current = CGPoint.zero

  /// - Parameters:
  ///   - region: whole pixels.
  ///   - transform: from the points to pixels.
  init(region: CGRect, transform: CGAffineTransform = .identity) {
    self.region = region
    self.transform = transform
  }

  mutating func begin(_ point: CGPoint) {
    start = place(point)
    current = start
  }

  mutating func line(to point: CGPoint, isSmooth: Bool) { add(place(point)) }

  mutating func end(isClosed: Bool) { add(start) }

  /// Far outside of every bitmap, and near enough for exact sums.
  private static let farthest: CGFloat = 1e9

  private mutating func place(_ point: CGPoint) -> CGPoint {
    let result = point.applying(transform)
    if result.x.isNaN || result.y.isNaN { isUnsound = true }
    let far = Self.farthest
    return CGPoint(x: min(max(result.x, -far), far), y: min(max(result.y, -far), far))
  }

  private mutating func add(_ point: CGPoint) {
    defer { current = point }
    let isDown = point.y > current.y
    let (top, bottom) = isDown ? (current, point) : (point, current)
    guard top.y < bottom.y, bottom.y > region.minY, top.y < region.maxY else { return }
    let slope = (bottom.x - top.x) / (bottom.y - top.y)
    // Cut at the region's sides: pieces beside it become upright.
    var cuts = [max(top.y, region.minY), min(bottom.y, region.maxY)]
    for side in [region.minX, region.maxX] where (top.x < side) != (bottom.x < side) {
      let y = top.y + (side - top.x) / slope
      if y > cuts[0], y < cuts[cuts.count - 1] { cuts.insert(y, at: cuts.count - 1) }
    }
    if cuts.count == 4, cuts[1] > cuts[2] { cuts.swapAt(1, 2) }
    for (from, to) in zip(cuts, cuts.dropFirst()) where from < to {
      let x0 = from == top.y ? top.x : top.x + (from - top.y) * slope
      let x1 = to == bottom.y ? bottom.x : top.x + (to - top.y) * slope
      insert(clamped(x0), from, clamped(x1), to, winding: isDown ? 1 : -1)
    }
  }

  private func clamped(_ x: Double) -> Double { min(max(x, region.minX), region.maxX) }

  private mutating func insert(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double, winding: Int) {
    edges.append(PathEdge(x0: x0, y0: y0, y1: y1, slope: (x1 - x0) / (y1 - y0), x1: x1, winding: winding))
  }
}
