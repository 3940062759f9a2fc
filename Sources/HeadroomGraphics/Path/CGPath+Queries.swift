public import Foundation

extension CGPath {
  /// Whether there is no element.
  public var isEmpty: Bool { shape.isEmpty }

  /// The end of the last element; zero in an empty path.
  public var currentPoint: CGPoint { shape.current ?? .zero }

  /// The least rectangle around all points, those that control curves too; null for an empty path.
  public var boundingBox: CGRect {
    var box = PathBox()
    for element in shape.elements { for point in element.points { box.add(point) } }
    return box.rect
  }

  /// The least rectangle around the lines and curves; null for an empty path.
  public var boundingBoxOfPath: CGRect {
    var box = PathBox()
    box.add(shape)
    return box.rect
  }

  /// Whether the path is a rectangle with sides along the axes.
  ///
  /// - Parameter rect: set to the rectangle where it is one; may be nil.
  public func isRect(_ rect: UnsafeMutablePointer<CGRect>?) -> Bool {
    guard let found = shape.rectangle else { return false }
    unsafe rect?.pointee = found
    return true
  }

  /// Whether a point lies inside the path; open parts count as closed.
  ///
  /// - Parameters:
  ///   - point: the point.
  ///   - rule: what is inside where the path crosses itself.
  ///   - transform: applied to the point first.
  public func contains(
    _ point: CGPoint, using rule: CGPathFillRule = .winding, transform: CGAffineTransform = .identity
  ) -> Bool {
    let place = point.applying(transform)
    let box = boundingBox
    guard place.isFinite, box.insetBy(dx: -1, dy: -1).sound.contains(place) else { return false }
    var turns = PathWinding(around: place)
    PathFlattener(tolerance: max(box.width, box.height) * 1e-6).flatten(shape, into: &turns)
    return rule.isInside(turns.count)
  }

  /// Calls a block with each element.
  public func applyWithBlock(_ block: (UnsafePointer<CGPathElement>) -> Void) {
    for element in shape.elements {
      var points = element.points + [.zero]
      unsafe points.withUnsafeMutableBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        var shown = unsafe CGPathElement(type: element.type, points: base)
        unsafe block(&shown)
      }
    }
  }

  /// Calls a function with each element.
  ///
  /// - Parameters:
  ///   - info: passed on to the function.
  ///   - function: the function.
  public func apply(info: UnsafeMutableRawPointer?, function: CGPathApplierFunction) {
    unsafe applyWithBlock { element in unsafe function(info, element) }
  }
}

extension CGPathFillRule {
  @inline(__always) func isInside(_ turns: Int) -> Bool { self == .winding ? turns != 0 : turns & 1 != 0 }
}

extension PathData {
  /// The rectangle that the path is, sides along the axes; nil for other paths.
  fileprivate var rectangle: CGRect? {
    var corners: [CGPoint] = []
    for (index, element) in elements.enumerated() {
      switch element {
      case .move(let point) where index == 0: corners.append(point)
      case .line(let point) where corners.count < 6: corners.append(point)
      case .close where index == elements.count - 1: break
      default: return nil
      }
    }
    if corners.count == 5, corners[4] == corners[0] { corners.removeLast() }
    guard corners.count == 4, corners.allSatisfy(\.isFinite) else { return nil }
    let (a, b, c, d) = (corners[0], corners[1], corners[2], corners[3])
    let isLying = a.y == b.y && b.x == c.x && c.y == d.y && d.x == a.x
    let isStanding = a.x == b.x && b.y == c.y && c.x == d.x && d.y == a.y
    guard isLying || isStanding else { return nil }
    return CGRect(x: min(a.x, c.x), y: min(a.y, c.y), width: abs(c.x - a.x), height: abs(c.y - a.y))
  }
}
