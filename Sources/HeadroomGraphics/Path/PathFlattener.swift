internal import Foundation

/// Takes the lines that a path becomes.
protocol PathSink {
  /// Begins a part.
  mutating func begin(_ point: CGPoint)
  /// A straight line.
  ///
  /// - Parameters:
  ///   - point: its end.
  ///   - isSmooth: whether the end lies within a curve.
  mutating func line(to point: CGPoint, isSmooth: Bool)
  /// Ends a part; called once after each ``begin(_:)``.
  mutating func end(isClosed: Bool)
}

/// Turns curves into lines.
struct PathFlattener {
  /// How far lines may lie from the curve.
  let tolerance: CGFloat
  /// Curves of which nothing lies in here need no detail; nil for everything.
  var visible: CGRect?
  /// Whether the first and the last line of a curve have its direction there, as caps and corners of strokes need.
  var keepsDirections = false
  var transform = CGAffineTransform.identity

  func flatten<Sink: PathSink>(_ shape: PathData, into sink: inout Sink) {
    var (current, start) = (CGPoint.zero, CGPoint.zero)
    var isOpen = false
    for element in shape.elements {
      let element = transform.isIdentity ? element : element.applying(transform)
      if case .move(let point) = element {
        if isOpen { sink.end(isClosed: false) }
        sink.begin(point)
        (start, current, isOpen) = (point, point, true)
        continue
      }
      if case .close = element {
        if isOpen { sink.end(isClosed: true) }
        (current, isOpen) = (start, false)
        continue
      }
      if !isOpen { sink.begin(current) }
      isOpen = true
      add(element, from: current, into: &sink)
      current = element.points.last ?? current
    }
    if isOpen { sink.end(isClosed: false) }
  }

  private func add<Sink: PathSink>(_ element: PathElement, from current: CGPoint, into sink: inout Sink) {
    switch element {
    case .line(let end): sink.line(to: end, isSmooth: false)
    case .quad(let control, let end):
      let (first, second) = (current.mixed(with: control, 2.0 / 3), end.mixed(with: control, 2.0 / 3))
      add(Cubic(p: current, q: first, r: second, s: end), into: &sink)
    case .cubic(let first, let second, let end):
      add(Cubic(p: current, q: first, r: second, s: end), into: &sink)
    case .move, .close: break
    }
  }

  private func add<Sink: PathSink>(_ curve: Cubic, into sink: inout Sink) {
    guard keepsDirections else { return add(curve, isLast: true, depth: 0, into: &sink) }
    let count = min(curve.pieces(tolerance: tolerance), 1e6)
    // A line this short has the curve's direction within a thousandth of what a whole one is off.
    let share = 1 / (512 * count)
    sink.line(to: curve.point(share), isSmooth: true)
    add(curve.part(share, 1 - share), isLast: false, depth: 0, into: &sink)
    sink.line(to: curve.s, isSmooth: false)
  }

  /// More pieces than this are made by halving, which leaves out what nobody sees.
  private static let mostPieces: CGFloat = 64
  /// Without a place that matters all of a curve is detailed, and there has to be an end sooner.
  private var deepest: Int { visible == nil ? 6 : 20 }

  private func add<Sink: PathSink>(_ curve: Cubic, isLast: Bool, depth: Int, into sink: inout Sink) {
    if let visible, !curve.mayTouch(visible) { return sink.line(to: curve.s, isSmooth: !isLast) }
    let needed = curve.pieces(tolerance: tolerance)
    if needed > Self.mostPieces, depth < deepest {
      let (first, second) = curve.halves
      add(first, isLast: false, depth: depth + 1, into: &sink)
      add(second, isLast: isLast, depth: depth + 1, into: &sink)
      return
    }
    let count = Int(min(needed, Self.mostPieces))
    for index in 1..<count { sink.line(to: curve.point(CGFloat(index) / CGFloat(count)), isSmooth: true) }
    sink.line(to: curve.s, isSmooth: !isLast)
  }
}

/// A cubic curve.
private struct Cubic {
  let p: CGPoint
  let q: CGPoint
  let r: CGPoint
  let s: CGPoint

  func point(_ time: CGFloat) -> CGPoint {
    let rest = 1 - time
    let ends = p * (rest * rest * rest) + s * (time * time * time)
    return ends + q * (3 * rest * rest * time) + r * (3 * rest * time * time)
  }

  /// The curve between two times.
  func part(_ from: CGFloat, _ to: CGFloat) -> Cubic {
    let (start, end) = (point(from), point(to))
    let third = (to - from) / 3
    return Cubic(p: start, q: start + slope(from) * third, r: end - slope(to) * third, s: end)
  }

  private func slope(_ time: CGFloat) -> CGPoint {
    let rest = 1 - time
    return ((q - p) * (rest * rest) + (r - q) * (2 * rest * time) + (s - r) * (time * time)) * 3
  }

  /// So many equal steps of time keep within the tolerance: a bound by the second derivative.
  func pieces(tolerance: CGFloat) -> CGFloat {
    let bend = max((p - q * 2 + r).length, (q - r * 2 + s).length)
    let count = (0.75 * bend / tolerance).squareRoot().rounded(.up)
    return count.isFinite ? max(count, 1) : 1
  }

  var halves: (Cubic, Cubic) {
    let (a, b, c) = (p.mixed(with: q, 0.5), q.mixed(with: r, 0.5), r.mixed(with: s, 0.5))
    let (d, e) = (a.mixed(with: b, 0.5), b.mixed(with: c, 0.5))
    let middle = d.mixed(with: e, 0.5)
    return (Cubic(p: p, q: a, r: d, s: middle), Cubic(p: middle, q: e, r: c, s: s))
  }

  /// False where the curve lies on one side of a rectangle.
  func mayTouch(_ rect: CGRect) -> Bool {
    let (left, right) = (min(p.x, q.x, r.x, s.x), max(p.x, q.x, r.x, s.x))
    let (low, high) = (min(p.y, q.y, r.y, s.y), max(p.y, q.y, r.y, s.y))
    return left <= rect.maxX && right >= rect.minX && low <= rect.maxY && high >= rect.minY
  }
}

/// How often a path winds around a point.
struct PathWinding: PathSink {
  private let center: CGPoint
  private(set) var count = 0
  private var start = CGPoint.zero
  private var current = CGPoint.zero

  init(around center: CGPoint) { self.center = center }

  mutating func begin(_ point: CGPoint) { (start, current) = (point, point) }

  mutating func line(to point: CGPoint, isSmooth: Bool) {
    let side = (point - current).cross(center - current)
    if current.y <= center.y, point.y > center.y, side > 0 { count += 1 }
    if current.y > center.y, point.y <= center.y, side < 0 { count -= 1 }
    current = point
  }

  mutating func end(isClosed: Bool) { line(to: start, isSmooth: false) }
}
