internal import Foundation

extension PathData {
  /// The distance of control points from the ends of a quarter of a circle of radius 1; off by 0.03 % at most.
  private static let quarter: CGFloat = 4.0 / 3.0 * (CGFloat(2).squareRoot() - 1)

  mutating func addRect(_ rect: CGRect, _ transform: CGAffineTransform) {
    let (left, bottom, right, top) = (rect.minX, rect.minY, rect.maxX, rect.maxY)
    move(to: CGPoint(x: left, y: bottom).applying(transform))
    line(to: CGPoint(x: right, y: bottom).applying(transform))
    line(to: CGPoint(x: right, y: top).applying(transform))
    line(to: CGPoint(x: left, y: top).applying(transform))
    close()
  }

  mutating func addEllipse(in rect: CGRect, _ transform: CGAffineTransform) {
    let unit = CGAffineTransform(
      a: rect.width / 2, b: 0, c: 0, d: rect.height / 2, tx: rect.midX, ty: rect.midY)
    let place = unit.concatenating(transform)
    move(to: CGPoint(x: 1, y: 0).applying(place))
    addArcs(from: 0, by: 2 * .pi, place)
    close()
  }

  /// - Parameters:
  ///   - width: of a corner; at most half of the rectangle's.
  ///   - height: of a corner.
  mutating func addRoundedRect(_ rect: CGRect, width: CGFloat, height: CGFloat, _ transform: CGAffineTransform) {
    let across = min(max(width, 0), rect.width / 2)
    let up = min(max(height, 0), rect.height / 2)
    guard across > 0, up > 0 else { return addRect(rect, transform) }
    let centers: [(CGFloat, CGFloat, CGFloat)] = [
      (rect.maxX - across, rect.maxY - up, 0), (rect.minX + across, rect.maxY - up, 0.5),
      (rect.minX + across, rect.minY + up, 1), (rect.maxX - across, rect.minY + up, 1.5),
    ]
    move(to: CGPoint(x: rect.maxX, y: rect.midY).applying(transform))
    for (x, y, turn) in centers {
      let corner = CGAffineTransform(a: across, b: 0, c: 0, d: up, tx: x, ty: y).concatenating(transform)
      let angle = turn * .pi
      line(to: CGPoint(x: cos(angle), y: sin(angle)).applying(corner))
      addArcs(from: angle, by: .pi / 2, corner)
    }
    close()
  }

  /// An arc of a circle, after a line to its start where the path has a current point.
  mutating func addArc(
    center: CGPoint, radius: CGFloat, from start: CGFloat, by delta: CGFloat, _ transform: CGAffineTransform
  ) {
    let circle = CGAffineTransform(a: radius, b: 0, c: 0, d: radius, tx: center.x, ty: center.y)
    let place = circle.concatenating(transform)
    let first = CGPoint(x: cos(start), y: sin(start)).applying(place)
    if current == nil { move(to: first) } else { line(to: first) }
    addArcs(from: start, by: delta, place)
  }

  /// The angle from the start of an arc to its end; a whole turn where they are as far apart.
  ///
  /// Clockwise is meant where y points up: the angle falls.
  static func arcDelta(from start: CGFloat, to end: CGFloat, clockwise: Bool) -> CGFloat {
    let turn = 2 * CGFloat.pi
    let delta = end - start
    guard delta.isFinite else { return 0 }
    if abs(delta) >= turn { return clockwise ? -turn : turn }
    if clockwise { return delta > 0 ? delta - turn : delta }
    return delta < 0 ? delta + turn : delta
  }

  /// Curves along the circle of radius 1, from the current point on.
  private mutating func addArcs(from start: CGFloat, by delta: CGFloat, _ place: CGAffineTransform) {
    guard delta != 0, delta.isFinite, start.isFinite else { return }
    // More than a turn draws the same circle again.
    let whole = min(max(delta, -2 * .pi), 2 * .pi)
    let count = max(Int((abs(whole) / (.pi / 2) - 1e-9).rounded(.up)), 1)
    let step = whole / CGFloat(count)
    let reach = count == 4 && abs(whole) == 2 * .pi ? Self.quarter * (step < 0 ? -1 : 1) : 4 / 3 * tan(step / 4)
    for index in 0..<count {
      let from = start + CGFloat(index) * step
      let (p, q) = (CGPoint(x: cos(from), y: sin(from)), CGPoint(x: cos(from + step), y: sin(from + step)))
      let (first, second) = (p + p.turnedLeft * reach, q - q.turnedLeft * reach)
      cubic(to: q.applying(place), first.applying(place), second.applying(place))
    }
  }
}
