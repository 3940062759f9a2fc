public import Foundation
internal import HeadroomGraphics

extension NSBezierPath {
  /// Whether the path has no element.
  public var isEmpty: Bool { cgPath.isEmpty }
  /// The end of the last element.
  public var currentPoint: NSPoint { cgPath.currentPoint }
  /// The least rectangle around the lines and curves; zero for an empty path.
  public var bounds: NSRect { isEmpty ? .zero : cgPath.boundingBoxOfPath }
  /// The least rectangle around all points, those that control curves too; zero for an empty path.
  public var controlPointBounds: NSRect { isEmpty ? .zero : cgPath.boundingBox }
  /// Whether a point lies inside, by the path's rule.
  public func contains(_ point: NSPoint) -> Bool { cgPath.contains(point, using: line.rule) }

  /// The width of the line; 1 unless set, 0 for a pixel.
  public var lineWidth: CGFloat {
    get { line.width }
    set { line.width = newValue }
  }
  /// The ends of the line.
  public var lineCapStyle: LineCapStyle {
    get { LineCapStyle(rawValue: UInt(line.cap.rawValue)) ?? .butt }
    set { line.cap = CGLineCap(rawValue: Int32(newValue.rawValue)) ?? .butt }
  }
  /// The corners of the line.
  public var lineJoinStyle: LineJoinStyle {
    get { LineJoinStyle(rawValue: UInt(line.join.rawValue)) ?? .miter }
    set { line.join = CGLineJoin(rawValue: Int32(newValue.rawValue)) ?? .miter }
  }
  /// The most that a miter may be longer than the line is wide; 10 unless set.
  public var miterLimit: CGFloat {
    get { line.miterLimit }
    set { line.miterLimit = newValue }
  }
  /// The rule by which the inside is found.
  public var windingRule: WindingRule {
    get { line.rule == .evenOdd ? .evenOdd : .nonZero }
    set { line.rule = newValue == .evenOdd ? .evenOdd : .winding }
  }

  /// Sets the dashes of the line: lengths that are drawn and left out in turn, and where in them it begins.
  public func setLineDash(_ pattern: UnsafePointer<CGFloat>?, count: Int, phase: CGFloat) {
    unsafe line.setDashes(pattern, count: count, phase: phase)
  }

  /// Writes the dashes, where they are asked for; `pattern` has to have room for as many as `count` says.
  public func getLineDash(
    _ pattern: UnsafeMutablePointer<CGFloat>?, count: UnsafeMutablePointer<Int>?,
    phase: UnsafeMutablePointer<CGFloat>?
  ) {
    unsafe line.getDashes(pattern, count: count, phase: phase)
  }

  /// Fills the inside with the current context's fill colour.
  public func fill() { line.fill(cgPath, UIGraphicsGetCurrentContext()) }

  /// Draws the line with the current context's stroke colour.
  public func stroke() { line.stroke(cgPath, UIGraphicsGetCurrentContext()) }

  /// Limits drawing into the current context to the inside, within the limits before.
  public func addClip() { line.clip(cgPath, UIGraphicsGetCurrentContext()) }

  /// Limits drawing into the current context to the inside, instead of the limits before.
  public func setClip() {
    UIGraphicsGetCurrentContext()?.resetClip()
    addClip()
  }

  /// Fills a rectangle with the current context's fill colour.
  public class func fill(_ rect: NSRect) { NSBezierPath(rect: rect).fill() }

  /// Draws a line along a rectangle with the current context's stroke colour.
  public class func stroke(_ rect: NSRect) { NSBezierPath(rect: rect).stroke() }

  /// Draws a straight line with the current context's stroke colour.
  public class func strokeLine(from point1: NSPoint, to point2: NSPoint) {
    let path = NSBezierPath()
    path.move(to: point1)
    path.line(to: point2)
    path.stroke()
  }

  /// Limits drawing into the current context to a rectangle, within the limits before.
  public class func clip(_ rect: NSRect) { NSBezierPath(rect: rect).addClip() }
}
