public import Foundation

/// A path to add to.
///
/// Lines and curves begin at the current point; in an empty path they have none and are left out.
public final class CGMutablePath: CGPath, @unchecked Sendable {
  override init(_ shape: PathData) { super.init(shape) }

  /// An empty path.
  public convenience init() { self.init(PathData()) }

  /// Begins a new part at a point.
  public func move(to point: CGPoint, transform: CGAffineTransform = .identity) {
    shape.move(to: point.applying(transform))
  }

  /// Adds a straight line.
  public func addLine(to point: CGPoint, transform: CGAffineTransform = .identity) {
    shape.line(to: point.applying(transform))
  }

  /// Adds lines between points, beginning a new part at the first.
  public func addLines(between points: [CGPoint], transform: CGAffineTransform = .identity) {
    guard let first = points.first else { return }
    shape.move(to: first.applying(transform))
    for point in points.dropFirst() { shape.line(to: point.applying(transform)) }
  }

  /// Adds a rectangle as a closed part.
  public func addRect(_ rect: CGRect, transform: CGAffineTransform = .identity) { shape.addRect(rect, transform) }

  /// Adds rectangles.
  public func addRects(_ rects: [CGRect], transform: CGAffineTransform = .identity) {
    for rect in rects { shape.addRect(rect, transform) }
  }

  /// Adds the ellipse that touches the sides of a rectangle, as a closed part.
  public func addEllipse(in rect: CGRect, transform: CGAffineTransform = .identity) {
    shape.addEllipse(in: rect.standardized, transform)
  }

  /// Adds a rectangle with round corners, as a closed part; see ``CGPath/init(roundedRect:cornerWidth:cornerHeight:transform:)``.
  public func addRoundedRect(
    in rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat, transform: CGAffineTransform = .identity
  ) {
    shape.addRoundedRect(rect.standardized, width: cornerWidth, height: cornerHeight, transform)
  }

  /// Adds a cubic curve.
  public func addCurve(
    to end: CGPoint, control1: CGPoint, control2: CGPoint, transform: CGAffineTransform = .identity
  ) {
    shape.cubic(to: end.applying(transform), control1.applying(transform), control2.applying(transform))
  }

  /// Adds a quadratic curve.
  public func addQuadCurve(to end: CGPoint, control: CGPoint, transform: CGAffineTransform = .identity) {
    shape.quad(to: end.applying(transform), control: control.applying(transform))
  }

  /// Adds all elements of another path.
  public func addPath(_ path: CGPath, transform: CGAffineTransform = .identity) {
    shape.append(path.shape, transform: transform)
  }

  /// Adds a line back to where the part began.
  public func closeSubpath() { shape.close() }
}

extension CGMutablePath {
  /// Adds an arc of a circle, after a line to its start where the path has a current point.
  ///
  /// - Parameters:
  ///   - center: the centre of the circle.
  ///   - radius: its radius.
  ///   - startAngle: where the arc begins, in radians from the x axis towards the y axis.
  ///   - endAngle: where it ends. From angles that are a whole turn or more apart follows a circle.
  ///   - clockwise: whether the angle falls from start to end: clockwise where y points up, and the other way round to look
  ///     at where it points down.
  ///   - transform: applied to the arc.
  public func addArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool,
    transform: CGAffineTransform = .identity
  ) {
    let delta = PathData.arcDelta(from: startAngle, to: endAngle, clockwise: clockwise)
    shape.addArc(center: center, radius: radius, from: startAngle, by: delta, transform)
  }

  /// Adds an arc that spans an angle in radians: against the clock, where y points up, if it is above 0.
  public func addRelativeArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, delta: CGFloat, transform: CGAffineTransform = .identity
  ) {
    shape.addArc(center: center, radius: radius, from: startAngle, by: delta, transform)
  }

  /// Adds an arc that rounds a corner, after a line to its start.
  ///
  /// - Parameters:
  ///   - tangent1End: the corner: the arc touches the line from the current point to it.
  ///   - tangent2End: the arc touches the line from the corner to this point too.
  ///   - radius: the radius of the arc.
  ///   - transform: applied to both points and the arc.
  public func addArc(
    tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat, transform: CGAffineTransform = .identity
  ) {
    guard let current = shape.current else { return }
    // The current point is transformed already; the corner is where the transform would have it.
    shape.addArc(
      corner: tangent1End, end: tangent2End, radius: radius, current: current.applying(transform.inverted()), transform)
  }
}
