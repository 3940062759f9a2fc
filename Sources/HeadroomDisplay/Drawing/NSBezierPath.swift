public import Foundation
public import HeadroomGraphics

/// A path and how its line looks, under AppKit's names. Drawing goes into the current context with its colours; without one
/// nothing is drawn.
open class NSBezierPath: NSObject, NSCopying {
  /// The ends of lines.
  public enum LineCapStyle: UInt, Sendable {
    /// The line ends at its last point.
    case butt = 0
    /// Half a disc around the last point.
    case round = 1
    /// Half a line width beyond the last point.
    case square = 2
  }

  /// The corners of lines.
  public enum LineJoinStyle: UInt, Sendable {
    /// The outer sides are prolonged until they meet.
    case miter = 0
    /// A disc around the corner.
    case round = 1
    /// The outer ends are joined by a straight line.
    case bevel = 2
  }

  /// Which points lie inside a path that crosses itself.
  public enum WindingRule: UInt, Sendable {
    /// Points that the path winds around.
    case nonZero = 0
    /// Points from which a ray crosses the path an odd number of times.
    case evenOdd = 1
  }

  private var path = CGMutablePath()
  var line = BezierLine()

  /// An empty path.
  public override init() {}

  /// The outline of a rectangle.
  public convenience init(rect: NSRect) {
    self.init()
    appendRect(rect)
  }

  /// The ellipse that touches the sides of a rectangle.
  public convenience init(ovalIn rect: NSRect) {
    self.init()
    appendOval(in: rect)
  }

  /// A rectangle with round corners.
  public convenience init(roundedRect rect: NSRect, xRadius: CGFloat, yRadius: CGFloat) {
    self.init()
    appendRoundedRect(rect, xRadius: xRadius, yRadius: yRadius)
  }

  /// A path of Core Graphics.
  public convenience init(cgPath: CGPath) {
    self.init()
    path.addPath(cgPath)
  }

  /// The path alone; a copy.
  open var cgPath: CGPath {
    get { path.copy() ?? path }
    set { path = newValue.mutableCopy() ?? CGMutablePath() }
  }

  /// A path of the same lines and looks.
  open func copy(with zone: NSZone? = nil) -> Any { derived(path) }

  private func derived(_ shape: CGPath) -> NSBezierPath {
    let result = NSBezierPath(cgPath: shape)
    result.line = line
    return result
  }

  /// Begins a part of the path.
  open func move(to point: NSPoint) { path.move(to: point) }

  /// Adds a straight line.
  open func line(to point: NSPoint) { path.addLine(to: point) }

  /// Adds a cubic curve.
  open func curve(to endPoint: NSPoint, controlPoint1: NSPoint, controlPoint2: NSPoint) {
    path.addCurve(to: endPoint, control1: controlPoint1, control2: controlPoint2)
  }

  /// Adds a quadratic curve.
  open func curve(to endPoint: NSPoint, controlPoint: NSPoint) {
    path.addQuadCurve(to: endPoint, control: controlPoint)
  }

  /// Adds a line back to where the part began.
  open func close() { path.closeSubpath() }

  /// Makes the path empty.
  open func removeAllPoints() { path = CGMutablePath() }

  /// Adds all of another path.
  open func append(_ path: NSBezierPath) { self.path.addPath(path.path) }

  /// Adds a rectangle.
  open func appendRect(_ rect: NSRect) { path.addRect(rect) }

  /// Adds the ellipse that touches the sides of a rectangle.
  open func appendOval(in rect: NSRect) { path.addEllipse(in: rect) }

  /// Adds a rectangle with round corners.
  open func appendRoundedRect(_ rect: NSRect, xRadius: CGFloat, yRadius: CGFloat) {
    path.addRoundedRect(in: rect, cornerWidth: xRadius, cornerHeight: yRadius)
  }

  /// Adds an arc of a circle, after a line to its start where the path has a current point.
  ///
  /// - Parameters:
  ///   - center: the centre of the circle.
  ///   - radius: its radius.
  ///   - startAngle: where the arc begins, in degrees from the x axis towards the y axis.
  ///   - endAngle: where it ends.
  ///   - clockwise: whether the angle falls from start to end.
  open func appendArc(
    withCenter center: NSPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool = false
  ) {
    path.addArc(
      center: center, radius: radius, startAngle: startAngle * .pi / 180, endAngle: endAngle * .pi / 180,
      clockwise: clockwise)
  }

  /// Adds an arc that rounds the corner between lines from the current point to one point and from there to another.
  open func appendArc(from point1: NSPoint, to point2: NSPoint, radius: CGFloat) {
    path.addArc(tangent1End: point1, tangent2End: point2, radius: radius)
  }

  /// Transforms the path.
  open func transform(using transform: AffineTransform) {
    let moved = CGMutablePath()
    moved.addPath(
      path,
      transform: CGAffineTransform(
        a: transform.m11, b: transform.m12, c: transform.m21, d: transform.m22, tx: transform.tX, ty: transform.tY))
    path = moved
  }

  /// A path of the same lines from their ends to their starts.
  open var reversed: NSBezierPath { derived(path.reversed) }

  /// The path with its curves as lines, no further from them than 0.1.
  open var flattened: NSBezierPath { derived(path.flattened(threshold: 0.1)) }
}
