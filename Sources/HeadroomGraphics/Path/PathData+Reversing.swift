public import Foundation

extension PathData {
  /// The same lines and curves, each part from its end to its start; the last part first.
  var reversed: PathData {
    var parts: [Part] = []
    var (start, current) = (CGPoint.zero, CGPoint.zero)
    var isOpen = false
    for element in elements {
      if case .close = element {
        if isOpen { parts[parts.count - 1].isClosed = true }
        (current, isOpen) = (start, false)
        continue
      }
      if case .move(let point) = element {
        parts.append(Part(start: point))
        (start, current, isOpen) = (point, point, true)
        continue
      }
      if !isOpen { parts.append(Part(start: current)) }
      isOpen = true
      parts[parts.count - 1].steps.append((current, element))
      current = element.points.last ?? current
    }
    var result = PathData()
    for part in parts.reversed() { part.addReversed(to: &result) }
    return result
  }

  private struct Part {
    let start: CGPoint
    /// Where an element begins, and the element.
    var steps: [(CGPoint, PathElement)] = []
    var isClosed = false

    func addReversed(to result: inout PathData) {
      result.move(to: steps.last?.1.points.last ?? start)
      for (from, element) in steps.reversed() {
        switch element {
        case .quad(let control, _): result.quad(to: from, control: control)
        case .cubic(let first, let second, _): result.cubic(to: from, second, first)
        default: result.line(to: from)
        }
      }
      if isClosed { result.close() }
    }
  }
}

extension CGPath {
  /// The same lines and curves, drawn from their ends to their starts.
  package var reversed: CGPath { CGPath(shape.reversed) }

  /// The path with its curves as lines, no further from them than a distance.
  ///
  /// - Parameter threshold: the distance, above 0; of others 0.5 is used.
  public func flattened(threshold: CGFloat) -> CGPath {
    var lines = PathSinkData()
    PathFlattener(tolerance: threshold > 0 ? threshold : 0.5).flatten(shape, into: &lines)
    return CGPath(lines.shape)
  }
}
