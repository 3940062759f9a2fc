internal import Foundation

/// A part of a path as straight lines; no two neighbours are the same point.
struct Polyline {
  var points: [CGPoint]
  /// Whether the path goes through a point as a curve.
  var isSmooth: [Bool]
  var isClosed = false
  /// Where a line of one point heads.
  var heading = CGPoint(x: 1, y: 0)

  init(_ start: CGPoint) {
    points = [start]
    isSmooth = [false]
  }

  mutating func add(_ point: CGPoint, isSmooth smooth: Bool) {
    guard point != points[points.count - 1] else {
      if !smooth { isSmooth[points.count - 1] = false }
      return
    }
    points.append(point)
    isSmooth.append(smooth)
  }

  /// Makes the last point lead to the first.
  mutating func close() {
    isClosed = true
    if points.count > 1, points[points.count - 1] == points[0] {
      points.removeLast()
      isSmooth.removeLast()
    }
  }
}

/// Collects the parts of a path that have a line.
struct PolylineCollector: PathSink {
  private(set) var lines: [Polyline] = []
  private var line = Polyline(.zero)
  private var isBare = true
  private(set) var isUnsound = false

  /// So far away that lengths and their sums stay finite.
  private static let farthest: CGFloat = 1e15

  private mutating func bounded(_ point: CGPoint) -> CGPoint {
    if point.x.isNaN || point.y.isNaN { isUnsound = true }
    let far = Self.farthest
    return CGPoint(x: min(max(point.x, -far), far), y: min(max(point.y, -far), far))
  }

  mutating func begin(_ point: CGPoint) {
    line = Polyline(bounded(point))
    isBare = true
  }

  mutating func line(to point: CGPoint, isSmooth: Bool) {
    line.add(bounded(point), isSmooth: isSmooth)
    isBare = false
  }

  /// A point alone, without a line, has no stroke.
  mutating func end(isClosed: Bool) {
    if isClosed { line.close() }
    if !isBare || isClosed { lines.append(line) }
  }
}
