public import Foundation
public import HeadroomGraphics

// Without a current context nothing is drawn; see UIGraphicsPushContext(_:). HDR images are tone mapped if the context
// ends at reference white.
extension UIImage {
  /// Draws the image, upright, with its upper left corner at a point.
  public func draw(at point: CGPoint) { draw(in: CGRect(origin: point, size: size)) }

  /// As ``draw(at:)``, blended with the existing pixels.
  public func draw(at point: CGPoint, blendMode: CGBlendMode, alpha: CGFloat) {
    draw(in: CGRect(origin: point, size: size), blendMode: blendMode, alpha: alpha)
  }

  /// Draws the image, upright, scaled to a rectangle of a context whose y points down.
  public func draw(in rect: CGRect) { draw(in: rect, blendMode: .normal, alpha: 1) }

  /// As ``draw(in:)``, blended with the existing pixels; alpha 0...1.
  public func draw(in rect: CGRect, blendMode: CGBlendMode, alpha: CGFloat) {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    context.saveGState()
    defer { context.restoreGState() }
    context.setBlendMode(blendMode)
    context.setAlpha(alpha)
    if traits.isResizable {
      drawParts(in: rect, context)
    } else if let image = content.pixels {
      context.drawUpright(image, imageOrientation.stored, in: rect)
    }
  }

  /// Fills a rectangle with copies of the image side by side, the first one at the origin of the context.
  ///
  /// At most 65,536 copies are drawn; more are refused, and nothing is drawn.
  public func drawAsPattern(in rect: CGRect) {
    let area = rect.standardized
    guard let context = UIGraphicsGetCurrentContext(), let image = content.pixels, size.width > 0, size.height > 0,
      area.width.isFinite, area.height.isFinite, area.minX.isFinite, area.minY.isFinite
    else { return }
    let (left, top) = ((area.minX / size.width).rounded(.down), (area.minY / size.height).rounded(.down))
    let (right, bottom) = ((area.maxX / size.width).rounded(.up), (area.maxY / size.height).rounded(.up))
    guard right > left, bottom > top, (right - left) * (bottom - top) <= 65_536 else { return }
    context.saveGState()
    defer { context.restoreGState() }
    context.clip(to: area)
    for row in Int(top)..<Int(bottom) {
      for column in Int(left)..<Int(right) {
        let origin = CGPoint(x: CGFloat(column) * size.width, y: CGFloat(row) * size.height)
        context.saveGState()
        context.drawUpright(image, imageOrientation.stored, in: CGRect(origin: origin, size: size))
        context.restoreGState()
      }
    }
  }
}

extension CGContext {
  /// Draws stored pixels, turned, into a rectangle where y points down.
  func drawUpright(_ image: CGImage, _ orientation: CGImagePropertyOrientation, in rect: CGRect) {
    let area = rect.standardized
    translateBy(x: area.minX, y: area.maxY)
    scaleBy(x: 1, y: -1)
    let stored = orientation.swapsAxes ? CGSize(width: area.height, height: area.width) : area.size
    concatenate(orientation.transform(for: CGRect(origin: .zero, size: stored)))
    draw(image, in: CGRect(origin: .zero, size: stored))
  }
}
