internal import Foundation
internal import HeadroomGraphics

/// A resizable image in nine parts: corners keep their size, edges and the middle fill the rest.
extension UIImage {
  /// Draws the parts into a rectangle of a context whose y points down.
  func drawParts(in rect: CGRect, _ context: CGContext) {
    guard let image = content.upright(imageOrientation.stored) else { return }
    let area = rect.standardized
    guard [area.minX, area.minY, area.width, area.height].allSatisfy(\.isFinite) else { return }
    let insets = traits.capInsets
    let columns = Self.spans(size.width, insets.left, insets.right, area.minX, area.width)
    let rows = Self.spans(size.height, insets.top, insets.bottom, area.minY, area.height)
    for row in rows {
      for column in columns {
        let source = CGRect(
          x: column.from * scale, y: row.from * scale, width: column.length * scale, height: row.length * scale)
        guard let part = image.cropping(to: source.rounded) else { continue }
        let target = CGRect(x: column.to, y: row.to, width: column.wide, height: row.wide)
        guard target.width > 0, target.height > 0 else { continue }
        let step = CGSize(
          width: column.isMiddle && traits.resizingMode == .tile ? column.length : target.width,
          height: row.isMiddle && traits.resizingMode == .tile ? row.length : target.height)
        fill(target, with: part, step: step, context)
      }
    }
  }

  /// Draws a part in steps that fill a rectangle, cut at its edges. More than 65,536 steps are stretched into one.
  private func fill(_ target: CGRect, with part: CGImage, step: CGSize, _ context: CGContext) {
    let (columns, rows) = ((target.width / step.width).rounded(.up), (target.height / step.height).rounded(.up))
    guard columns * rows > 1, columns * rows <= 65_536 else { return context.drawPart(part, in: target) }
    context.saveGState()
    defer { context.restoreGState() }
    context.clip(to: target)
    for row in 0..<Int(rows) {
      for column in 0..<Int(columns) {
        let corner = CGPoint(
          x: target.minX + CGFloat(column) * step.width, y: target.minY + CGFloat(row) * step.height)
        context.drawPart(part, in: CGRect(origin: corner, size: step))
      }
    }
  }

  private struct Span {
    let from: CGFloat
    let length: CGFloat
    let to: CGFloat
    let wide: CGFloat
    let isMiddle: Bool
  }

  /// The two caps and the middle of an axis, from the image's points to the rectangle's. Caps that do not fit shrink in
  /// proportion.
  private static func spans(
    _ whole: CGFloat, _ first: CGFloat, _ last: CGFloat, _ origin: CGFloat, _ room: CGFloat
  ) -> [Span] {
    let first = min(max(first.isFinite ? first : 0, 0), whole)
    let last = min(max(last.isFinite ? last : 0, 0), whole - first)
    let shrink = first + last > room ? room / (first + last) : 1
    let (near, far) = (first * shrink, last * shrink)
    return [
      Span(from: 0, length: first, to: origin, wide: near, isMiddle: false),
      Span(
        from: first, length: whole - first - last, to: origin + near, wide: room - near - far, isMiddle: true),
      Span(from: whole - last, length: last, to: origin + room - far, wide: far, isMiddle: false),
    ].filter { $0.length > 0 && $0.wide > 0 }
  }
}

extension CGContext {
  /// Draws upright pixels where y points down.
  fileprivate func drawPart(_ image: CGImage, in rect: CGRect) {
    saveGState()
    drawUpright(image, .up, in: rect)
    restoreGState()
  }
}

extension CGRect {
  /// The nearest rectangle of whole numbers.
  fileprivate var rounded: CGRect {
    let (left, top) = (minX.rounded(), minY.rounded())
    return CGRect(x: left, y: top, width: maxX.rounded() - left, height: maxY.rounded() - top)
  }
}
