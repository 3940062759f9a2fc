public import Foundation
public import HeadroomGraphics

/// A path and how its line looks. Drawing goes into the current context (``UIGraphicsGetCurrentContext()``) with its colours;
/// without one nothing is drawn.
open class UIBezierPath: NSObject, NSCopying {
  private var path = CGMutablePath()
  var line = BezierLine()

  /// An empty path.
  public override init() {}

  /// The outline of a rectangle.
  public convenience init(rect: CGRect) {
    self.init()
    path.addRect(rect)
  }

  /// The ellipse that touches the sides of a rectangle.
  public convenience init(ovalIn rect: CGRect) {
    self.init()
    path.addEllipse(in: rect)
  }

  /// A rectangle with round corners.
  public convenience init(roundedRect rect: CGRect, cornerRadius: CGFloat) {
    self.init()
    path.addRoundedRect(in: rect, cornerWidth: cornerRadius, cornerHeight: cornerRadius)
  }

  /// A rectangle of which some corners are round.
  public convenience init(roundedRect rect: CGRect, byRoundingCorners corners: UIRectCorner, cornerRadii: CGSize) {
    self.init()
    path.addRect(rect.standardized, rounding: corners, cornerRadii)
  }

  /// An arc of a circle; see ``addArc(withCenter:radius:startAngle:endAngle:clockwise:)``.
  public convenience init(
    arcCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
  ) {
    self.init()
    addArc(withCenter: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: clockwise)
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
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = UIBezierPath(cgPath: path)
    copy.line = line
    return copy
  }

  /// Begins a part of the path.
  open func move(to point: CGPoint) { path.move(to: point) }

  /// Adds a straight line.
  open func addLine(to point: CGPoint) { path.addLine(to: point) }

  /// Adds a cubic curve.
  open func addCurve(to endPoint: CGPoint, controlPoint1: CGPoint, controlPoint2: CGPoint) {
    path.addCurve(to: endPoint, control1: controlPoint1, control2: controlPoint2)
  }

  /// Adds a quadratic curve.
  open func addQuadCurve(to endPoint: CGPoint, controlPoint: CGPoint) {
    path.addQuadCurve(to: endPoint, control: controlPoint)
  }

  /// Adds an arc of a circle, after a line to its start where the path has a current point.
  ///
  /// - Parameters:
  ///   - center: the centre of the circle.
  ///   - radius: its radius.
  ///   - startAngle: where the arc begins, in radians clockwise from the x axis, where y points down.
  ///   - endAngle: where it ends.
  ///   - clockwise: whether the angle grows from start to end.
  open func addArc(
    withCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
  ) {
    path.addArc(center: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: !clockwise)
  }

  /// Adds a line back to where the part began.
  open func close() { path.closeSubpath() }

  /// Makes the path empty.
  open func removeAllPoints() { path = CGMutablePath() }

  /// Adds all of another path.
  open func append(_ bezierPath: UIBezierPath) { path.addPath(bezierPath.path) }

  /// Transforms the path.
  open func apply(_ transform: CGAffineTransform) {
    let moved = CGMutablePath()
    moved.addPath(path, transform: transform)
    path = moved
  }

  /// A path of the same lines from their ends to their starts.
  open func reversing() -> UIBezierPath {
    let reversed = UIBezierPath(cgPath: path.reversed)
    reversed.line = line
    return reversed
  }
}

extension CGMutablePath {
  fileprivate func addRect(_ rect: CGRect, rounding corners: UIRectCorner, _ radii: CGSize) {
    let (across, down) = (min(max(radii.width, 0), rect.width / 2), min(max(radii.height, 0), rect.height / 2))
    let places: [(UIRectCorner, CGFloat, CGFloat, CGFloat)] = [
      (.bottomRight, rect.maxX, rect.maxY, 0), (.bottomLeft, rect.minX, rect.maxY, 0.5),
      (.topLeft, rect.minX, rect.minY, 1), (.topRight, rect.maxX, rect.minY, 1.5),
    ]
    move(to: CGPoint(x: rect.maxX, y: rect.midY))
    for (corner, x, y, turn) in places {
      guard corners.contains(corner), across > 0, down > 0 else {
        addLine(to: CGPoint(x: x, y: y))
        continue
      }
      let center = CGPoint(x: x == rect.maxX ? x - across : x + across, y: y == rect.maxY ? y - down : y + down)
      let ellipse = CGAffineTransform(a: across, b: 0, c: 0, d: down, tx: center.x, ty: center.y)
      addRelativeArc(center: .zero, radius: 1, startAngle: turn * .pi, delta: .pi / 2, transform: ellipse)
    }
    closeSubpath()
  }
}
