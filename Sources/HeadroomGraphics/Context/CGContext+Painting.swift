public import Foundation

extension CGContext {
  /// Fills the inside of the current path and clears the path.
  public func fillPath(using rule: CGPathFillRule = .winding) { drawPath(using: rule == .winding ? .fill : .eoFill) }

  /// Draws a line along the current path and clears the path.
  public func strokePath() { drawPath(using: .stroke) }

  /// Draws the current path and clears it.
  public func drawPath(using mode: CGPathDrawingMode) {
    let drawn = shape
    beginPath()
    if let rule = mode.fillRule { fill(drawn, rule: rule) }
    if mode.strokes { stroke(drawn) }
  }

  /// Fills the ellipse that touches the sides of a rectangle. The current path is cleared.
  public func fillEllipse(in rect: CGRect) {
    beginPath()
    addEllipse(in: rect)
    fillPath()
  }

  /// Draws a line along the ellipse that touches the sides of a rectangle. The current path is cleared.
  public func strokeEllipse(in rect: CGRect) {
    beginPath()
    addEllipse(in: rect)
    strokePath()
  }

  /// Draws a line along a rectangle. The current path is cleared.
  public func stroke(_ rect: CGRect) {
    beginPath()
    addRect(rect)
    strokePath()
  }

  /// Draws a line of a width along a rectangle. The current path is cleared.
  public func stroke(_ rect: CGRect, width: CGFloat) {
    let before = state.line.width
    setLineWidth(width)
    stroke(rect)
    state.line.width = before
  }

  /// Draws lines between the first and the second point, the third and the fourth, and so on. The current path is cleared.
  public func strokeLineSegments(between points: [CGPoint]) {
    beginPath()
    for index in stride(from: 0, to: points.count - 1, by: 2) {
      move(to: points[index])
      addLine(to: points[index + 1])
    }
    strokePath()
  }

  /// - Parameter shape: in the context's coordinates.
  private func fill(_ shape: PathData, rule: CGPathFillRule) {
    withShadow(of: box(of: shape, deviceToPixels)) {
      paint(rasterizer(deviceToPixels).fill(shape, rule: rule), state.fillColor)
    }
  }

  private func stroke(_ shape: PathData) {
    let determinant = ctm.determinant
    guard determinant != 0, determinant.isFinite else { return }
    var style = state.line
    if style.width == 0 { style.width = 1 / abs(determinant).squareRoot() }
    let line = shape.applying(ctm.inverted())
    // The furthest that a miter or the corner of a cap may lie away.
    let reach = style.width / 2 * max(style.miterLimit, 1.5) * ctm.largestScale
    withShadow(of: box(of: shape, deviceToPixels)?.insetBy(dx: -reach, dy: -reach)) {
      paint(rasterizer(toPixels).stroke(line, style: style), state.strokeColor)
    }
  }

  /// The rectangle around a path in pixels; nil where no shadow needs it.
  private func box(of shape: PathData, _ transform: CGAffineTransform) -> CGRect? {
    guard state.shadow != nil else { return nil }
    var box = PathBox()
    for element in shape.elements { for point in element.points { box.add(point.applying(transform)) } }
    return box.rect
  }

  /// Draws nothing where there was no memory for the mask.
  private func paint(_ mask: CoverageMask?, _ color: CGColor) {
    guard let mask, let paint = SolidPaint(color, in: target.pixels) else { return }
    compositor(DrawingClip(masks: [mask]), mode: state.blendMode, alpha: state.alpha).draw(paint)
  }

  /// Makes coverage of what the clip lets through.
  func rasterizer(_ transform: CGAffineTransform) -> PathRasterizer {
    let area = state.clip.extent(width: target.pixels.width, height: target.pixels.height)
    return PathRasterizer(
      columns: area.columns, rows: area.rows, isSmooth: state.isAntialiased, transform: transform)
  }
}
