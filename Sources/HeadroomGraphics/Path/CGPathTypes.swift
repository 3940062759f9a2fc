public import Foundation

/// Which points lie inside a path that crosses itself.
public enum CGPathFillRule: Int, CaseIterable, Sendable {
  /// Points that the path winds around, all turns counted with their direction.
  case winding = 0
  /// Points from which a ray crosses the path an odd number of times.
  case evenOdd = 1
}

/// What is drawn of a path.
public enum CGPathDrawingMode: Int32, CaseIterable, Sendable {
  /// The inside by the winding rule.
  case fill = 0
  /// The inside by the even-odd rule.
  case eoFill = 1
  /// The line.
  case stroke = 2
  /// The inside by the winding rule, then the line.
  case fillStroke = 3
  /// The inside by the even-odd rule, then the line.
  case eoFillStroke = 4
}

/// How the ends of lines look.
public enum CGLineCap: Int32, CaseIterable, Sendable {
  /// The line ends at its last point.
  case butt = 0
  /// Half a disc around the last point.
  case round = 1
  /// Half a line width beyond the last point.
  case square = 2
}

/// How the corners of lines look.
public enum CGLineJoin: Int32, CaseIterable, Sendable {
  /// The outer sides are prolonged until they meet; beveled where that is beyond the miter limit.
  case miter = 0
  /// A disc around the corner.
  case round = 1
  /// The outer ends are joined by a straight line.
  case bevel = 2
}

/// The kinds of elements of a path.
public enum CGPathElementType: Int32, CaseIterable, Sendable {
  /// Begins a part of the path; one point.
  case moveToPoint = 0
  /// A straight line; one point.
  case addLineToPoint = 1
  /// A curve of one control point and the end.
  case addQuadCurveToPoint = 2
  /// A curve of two control points and the end.
  case addCurveToPoint = 3
  /// A straight line back to where the part began; no point.
  case closeSubpath = 4
}

/// An element of a path, as ``CGPath/applyWithBlock(_:)`` shows it.
@unsafe public struct CGPathElement {
  /// The kind.
  public var type: CGPathElementType
  /// As many points as the kind has. They are valid while the block runs.
  public var points: UnsafeMutablePointer<CGPoint>

  /// Makes an element over the caller's points.
  public init(type: CGPathElementType, points: UnsafeMutablePointer<CGPoint>) {
    unsafe self.type = type
    unsafe self.points = unsafe points
  }
}

/// Called by ``CGPath/apply(info:function:)`` with each element.
public typealias CGPathApplierFunction = (
  _ info: UnsafeMutableRawPointer?, _ element: UnsafePointer<CGPathElement>
) -> Void
