public import Foundation
public import HeadroomGraphics

/// Fills a rectangle of the current context with its fill colour.
public func UIRectFill(_ rect: CGRect) { UIRectFillUsingBlendMode(rect, .copy) }

/// Fills a rectangle of the current context with its fill colour, blended with the existing pixels.
public func UIRectFillUsingBlendMode(_ rect: CGRect, _ blendMode: CGBlendMode) {
  UIGraphicsGetCurrentContext()?.fill([rect], blendMode: blendMode)
}

/// Fills a frame of one point inside a rectangle of the current context with its fill colour.
public func UIRectFrame(_ rect: CGRect) { UIRectFrameUsingBlendMode(rect, .copy) }

/// As ``UIRectFrame(_:)``, blended with the existing pixels.
public func UIRectFrameUsingBlendMode(_ rect: CGRect, _ blendMode: CGBlendMode) {
  UIGraphicsGetCurrentContext()?.fill(rect.frameInside(width: 1), blendMode: blendMode)
}

/// Limits drawing into the current context to a rectangle, inside the existing limits.
public func UIRectClip(_ rect: CGRect) { UIGraphicsGetCurrentContext()?.clip(to: rect) }

extension CGContext {
  /// Fills rectangles that do not overlap, blended with the existing pixels.
  func fill(_ rects: [CGRect], blendMode: CGBlendMode) {
    saveGState()
    defer { restoreGState() }
    setBlendMode(blendMode)
    fill(rects)
  }
}

extension CGRect {
  /// The four sides of a frame inside the rectangle; the rectangle itself where it has no room for a frame.
  func frameInside(width: CGFloat) -> [CGRect] {
    let area = standardized
    guard area.width > 2 * width, area.height > 2 * width else { return [area] }
    let tall = area.height - 2 * width
    return [
      CGRect(x: area.minX, y: area.minY, width: area.width, height: width),
      CGRect(x: area.minX, y: area.maxY - width, width: area.width, height: width),
      CGRect(x: area.minX, y: area.minY + width, width: width, height: tall),
      CGRect(x: area.maxX - width, y: area.minY + width, width: width, height: tall),
    ]
  }
}
