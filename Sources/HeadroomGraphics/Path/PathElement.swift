internal import Foundation

/// An element of a path.
enum PathElement: Hashable, Sendable {
  case move(CGPoint)
  case line(CGPoint)
  case quad(CGPoint, CGPoint)
  case cubic(CGPoint, CGPoint, CGPoint)
  case close

  /// Control points and end.
  var points: [CGPoint] {
    switch self {
    case .move(let end), .line(let end): [end]
    case .quad(let control, let end): [control, end]
    case .cubic(let first, let second, let end): [first, second, end]
    case .close: []
    }
  }

  var type: CGPathElementType {
    switch self {
    case .move: .moveToPoint
    case .line: .addLineToPoint
    case .quad: .addQuadCurveToPoint
    case .cubic: .addCurveToPoint
    case .close: .closeSubpath
    }
  }

  func applying(_ transform: CGAffineTransform) -> PathElement {
    switch self {
    case .move(let end): .move(end.applying(transform))
    case .line(let end): .line(end.applying(transform))
    case .quad(let control, let end): .quad(control.applying(transform), end.applying(transform))
    case .cubic(let first, let second, let end):
      .cubic(first.applying(transform), second.applying(transform), end.applying(transform))
    case .close: .close
    }
  }
}

extension CGPoint {
  static func + (left: CGPoint, right: CGPoint) -> CGPoint { CGPoint(x: left.x + right.x, y: left.y + right.y) }
  static func - (left: CGPoint, right: CGPoint) -> CGPoint { CGPoint(x: left.x - right.x, y: left.y - right.y) }
  static func * (point: CGPoint, factor: CGFloat) -> CGPoint { CGPoint(x: point.x * factor, y: point.y * factor) }
  prefix static func - (point: CGPoint) -> CGPoint { CGPoint(x: -point.x, y: -point.y) }

  var length: CGFloat { hypot(x, y) }
  func dot(_ other: CGPoint) -> CGFloat { x * other.x + y * other.y }
  func cross(_ other: CGPoint) -> CGFloat { x * other.y - y * other.x }
  /// Turned anticlockwise by a quarter, where y points up.
  var turnedLeft: CGPoint { CGPoint(x: -y, y: x) }
  var isFinite: Bool { x.isFinite && y.isFinite }

  /// The point part of the way to another.
  func mixed(with other: CGPoint, _ share: CGFloat) -> CGPoint {
    CGPoint(x: x + share * (other.x - x), y: y + share * (other.y - y))
  }
}
