internal import Foundation

/// The elements of a path, and where its pen is.
struct PathData: Sendable {
  private(set) var elements: [PathElement] = []
  /// The end of the last element; nil in an empty path.
  private(set) var current: CGPoint?
  /// Where the present part began.
  private var start = CGPoint.zero

  var isEmpty: Bool { elements.isEmpty }

  mutating func move(to point: CGPoint) {
    elements.append(.move(point))
    (start, current) = (point, point)
  }

  /// Lines and curves need a point to begin at; without one they are left out.
  mutating func line(to point: CGPoint) {
    guard current != nil else { return }
    elements.append(.line(point))
    current = point
  }

  mutating func quad(to end: CGPoint, control: CGPoint) {
    guard current != nil else { return }
    elements.append(.quad(control, end))
    current = end
  }

  mutating func cubic(to end: CGPoint, _ first: CGPoint, _ second: CGPoint) {
    guard current != nil else { return }
    elements.append(.cubic(first, second, end))
    current = end
  }

  mutating func close() {
    guard current != nil, elements.last != .close else { return }
    elements.append(.close)
    current = start
  }

  mutating func append(_ other: PathData, transform: CGAffineTransform) {
    guard let end = other.current else { return }
    elements += transform.isIdentity ? other.elements : other.elements.map { $0.applying(transform) }
    current = end.applying(transform)
    start = other.start.applying(transform)
  }

  func applying(_ transform: CGAffineTransform) -> PathData {
    var result = PathData()
    result.append(self, transform: transform)
    return result
  }
}

extension PathData: Hashable {
  static func == (left: PathData, right: PathData) -> Bool { left.elements == right.elements }
  func hash(into hasher: inout Hasher) { hasher.combine(elements) }
}
