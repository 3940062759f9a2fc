public import Foundation

extension CGPath {
  /// The outline of a line along the path, to be filled by the winding rule.
  ///
  /// Curves become short lines, within a hundred-thousandth of the path's size and 0.002 at most.
  ///
  /// - Parameters:
  ///   - lineWidth: the width; for 0 and less the outline is empty.
  ///   - lineCap: the ends.
  ///   - lineJoin: the corners.
  ///   - miterLimit: the most that a miter may be longer than the line is wide.
  ///   - transform: applied to the path before it is outlined.
  public func copy(
    strokingWithWidth lineWidth: CGFloat, lineCap: CGLineCap, lineJoin: CGLineJoin, miterLimit: CGFloat,
    transform: CGAffineTransform = .identity
  ) -> CGPath {
    let style = StrokeStyle(width: lineWidth, cap: lineCap, join: lineJoin, miterLimit: miterLimit)
    return CGPath(shape.applying(transform).outline(style))
  }

  /// The pieces of the path that a dashed line draws.
  ///
  /// - Parameters:
  ///   - phase: where in the pattern the line begins.
  ///   - lengths: drawn and left out in turn; see ``CGContext/setLineDash(phase:lengths:)``.
  ///   - transform: applied to the path before it is cut.
  public func copy(
    dashingWithPhase phase: CGFloat, lengths: [CGFloat], transform: CGAffineTransform = .identity
  ) -> CGPath {
    var style = StrokeStyle()
    style.setDashes(lengths, phase: phase)
    let shape = shape.applying(transform)
    guard !style.dashes.isEmpty else { return CGPath(shape) }
    var parts = PolylineCollector()
    PathFlattener(tolerance: shape.fineTolerance, keepsDirections: true).flatten(shape, into: &parts)
    var result = PathSinkData()
    for piece in parts.lines.flatMap({ $0.dashed(style) }) {
      result.begin(piece.points[0])
      for point in piece.points.dropFirst() { result.line(to: point, isSmooth: false) }
      result.end(isClosed: piece.isClosed)
    }
    return CGPath(result.shape)
  }
}

extension PathData {
  /// The outline of a line along the path.
  func outline(_ style: StrokeStyle) -> PathData {
    var stroker = Stroker(style: style, tolerance: fineTolerance, sink: PathSinkData())
    stroker.stroke(self)
    return stroker.sink.shape
  }

  /// How far lines may lie from curves in paths whose use is not known.
  fileprivate var fineTolerance: CGFloat {
    var box = PathBox()
    for element in elements { for point in element.points { box.add(point) } }
    let size = max(box.rect.width, box.rect.height)
    return size > 0 && size.isFinite ? min(size * 1e-5, 0.002) : 0.002
  }
}

/// Makes a path of lines.
struct PathSinkData: PathSink {
  private(set) var shape = PathData()

  mutating func begin(_ point: CGPoint) { shape.move(to: point) }
  mutating func line(to point: CGPoint, isSmooth: Bool) { shape.line(to: point) }
  mutating func end(isClosed: Bool) { if isClosed { shape.close() } }
}
