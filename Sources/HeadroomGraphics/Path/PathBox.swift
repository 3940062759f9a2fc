internal import Foundation

/// The least rectangle around points.
struct PathBox {
  private var low = CGPoint(x: CGFloat.infinity, y: CGFloat.infinity)
  private var high = CGPoint(x: -CGFloat.infinity, y: -CGFloat.infinity)

  /// Null where there were no points; points that are not finite are left out.
  var rect: CGRect {
    guard low.x <= high.x, low.y <= high.y else { return .null }
    return CGRect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
  }

  mutating func add(_ point: CGPoint) {
    guard point.isFinite else { return }
    low = CGPoint(x: min(low.x, point.x), y: min(low.y, point.y))
    high = CGPoint(x: max(high.x, point.x), y: max(high.y, point.y))
  }

  /// Adds lines and curves; the places where a curve turns back are found exactly.
  mutating func add(_ shape: PathData) {
    var (current, start) = (CGPoint.zero, CGPoint.zero)
    for element in shape.elements {
      switch element {
      case .move(let end):
        start = end
        add(end)
      case .line(let end): add(end)
      case .quad(let control, let end):
        addCubic(current, current.mixed(with: control, 2.0 / 3), end.mixed(with: control, 2.0 / 3), end)
      case .cubic(let first, let second, let end): addCubic(current, first, second, end)
      case .close: break
      }
      current = element.points.last ?? start
    }
  }

  private mutating func addCubic(_ p: CGPoint, _ q: CGPoint, _ r: CGPoint, _ s: CGPoint) {
    add(s)
    for time in Self.turns(p.x, q.x, r.x, s.x) + Self.turns(p.y, q.y, r.y, s.y) {
      let rest = 1 - time
      let ends = p * (rest * rest * rest) + s * (time * time * time)
      add(ends + q * (3 * rest * rest * time) + r * (3 * rest * time * time))
    }
  }

  /// Where the derivative of a cubic is zero, within the curve.
  private static func turns(_ p: CGFloat, _ q: CGFloat, _ r: CGFloat, _ s: CGFloat) -> [CGFloat] {
    let (a, b, c) = (s - p + 3 * (q - r), 2 * (p - 2 * q + r), q - p)
    let root = (b * b - 4 * a * c).squareRoot()
    guard !root.isNaN else { return [] }
    // The form that loses no digits, for a straight derivative too.
    let sum = -(b + (b < 0 ? -root : root)) / 2
    return [sum / a, c / sum].filter { $0 > 0 && $0 < 1 }
  }
}
