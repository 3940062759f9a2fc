public import Foundation

// The current path. Points are transformed when they are added; drawing the path clears it.
extension CGContext {
  /// Begins an empty path.
  public func beginPath() { shape = PathData() }

  /// Adds a line back to where the present part began.
  public func closePath() { shape.close() }

  /// Begins a part of the path.
  public func move(to point: CGPoint) { shape.move(to: point.applying(ctm)) }

  /// Adds a straight line; without a current point nothing.
  public func addLine(to point: CGPoint) { shape.line(to: point.applying(ctm)) }

  /// Adds lines between points, beginning a new part at the first.
  public func addLines(between points: [CGPoint]) {
    guard let first = points.first else { return }
    move(to: first)
    for point in points.dropFirst() { addLine(to: point) }
  }

  /// Adds a rectangle as a closed part.
  public func addRect(_ rect: CGRect) { shape.addRect(rect, ctm) }

  /// Adds rectangles.
  public func addRects(_ rects: [CGRect]) { for rect in rects { addRect(rect) } }

  /// Adds the ellipse that touches the sides of a rectangle.
  public func addEllipse(in rect: CGRect) { shape.addEllipse(in: rect.standardized, ctm) }

  /// Adds an arc of a circle, after a line to its start; see
  /// ``CGMutablePath/addArc(center:radius:startAngle:endAngle:clockwise:transform:)``.
  public func addArc(center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool) {
    let delta = PathData.arcDelta(from: startAngle, to: endAngle, clockwise: clockwise)
    shape.addArc(center: center, radius: radius, from: startAngle, by: delta, ctm)
  }

  /// Adds an arc that rounds a corner; see ``CGMutablePath/addArc(tangent1End:tangent2End:radius:transform:)``.
  public func addArc(tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat) {
    guard !isPathEmpty else { return }
    shape.addArc(corner: tangent1End, end: tangent2End, radius: radius, current: currentPointOfPath, ctm)
  }

  /// Adds a cubic curve.
  public func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
    shape.cubic(to: end.applying(ctm), control1.applying(ctm), control2.applying(ctm))
  }

  /// Adds a quadratic curve.
  public func addQuadCurve(to end: CGPoint, control: CGPoint) {
    shape.quad(to: end.applying(ctm), control: control.applying(ctm))
  }

  /// Adds all elements of a path.
  public func addPath(_ path: CGPath) { shape.append(path.shape, transform: ctm) }

  /// The current path in drawing's coordinates; nil where it is empty.
  public var path: CGPath? { shape.isEmpty ? nil : CGPath(shape.applying(ctm.inverted())) }

  /// Whether the current path has no element.
  public var isPathEmpty: Bool { shape.isEmpty }

  /// The end of the current path in drawing's coordinates; zero where it is empty.
  public var currentPointOfPath: CGPoint { shape.current?.applying(ctm.inverted()) ?? .zero }

  /// The box around the current path's points in drawing's coordinates; null where it is empty.
  public var boundingBoxOfPath: CGRect { path?.boundingBox ?? .null }

  /// Whether a point, in drawing's coordinates, would be drawn on.
  ///
  /// - Parameters:
  ///   - point: the point.
  ///   - mode: what would be drawn of the current path.
  public func pathContains(_ point: CGPoint, mode: CGPathDrawingMode) -> Bool {
    guard let path else { return false }
    let isFilled = mode.fillRule.map { path.contains(point, using: $0) } ?? false
    return isFilled || mode.strokes && CGPath(path.shape.outline(state.line)).contains(point)
  }

  /// Makes the outline of the line along the current path the current path.
  public func replacePathWithStrokedPath() {
    guard ctm.determinant != 0 else { return beginPath() }
    shape = shape.applying(ctm.inverted()).outline(state.line).applying(ctm)
  }
}

extension CGPathDrawingMode {
  /// The rule by which the inside is filled; nil where it is not.
  var fillRule: CGPathFillRule? {
    switch self {
    case .fill, .fillStroke: .winding
    case .eoFill, .eoFillStroke: .evenOdd
    case .stroke: nil
    }
  }

  var strokes: Bool { self == .stroke || self == .fillStroke || self == .eoFillStroke }
}
