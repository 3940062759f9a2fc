internal import Foundation

extension PathData {
  /// An arc that touches the lines from the current point to `corner` and from there to `end`, after a line to its start.
  ///
  /// Where the three points lie on one line, a line to the corner.
  mutating func addArc(
    corner: CGPoint, end: CGPoint, radius: CGFloat, current: CGPoint, _ transform: CGAffineTransform
  ) {
    let (back, onward) = ((current - corner), (end - corner))
    let (first, second) = (back.length, onward.length)
    let sine = back.cross(onward) / (first * second)
    guard radius > 0, first > 0, second > 0, abs(sine) > 1e-9, sine.isFinite else {
      return line(to: corner.applying(transform))
    }
    let (u, v) = (back * (1 / first), onward * (1 / second))
    // Half of the angle at the corner.
    let half = atan2(abs(sine), u.dot(v)) / 2
    let distance = radius / tan(half)
    let toCenter = (u + v) * (1 / (u + v).length)
    let center = corner + toCenter * (radius / sin(half))
    let from = corner + u * distance - center
    let delta = (CGFloat.pi - 2 * half) * (sine < 0 ? 1 : -1)
    addArc(center: center, radius: radius, from: atan2(from.y, from.x), by: delta, transform)
  }
}
