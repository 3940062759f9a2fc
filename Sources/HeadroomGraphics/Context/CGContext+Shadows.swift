public import Foundation
internal import HeadroomPixels

extension CGContext {
  /// Sets a shadow of black with an alpha of a third; see ``setShadow(offset:blur:color:)``.
  public func setShadow(offset: CGSize, blur: CGFloat) {
    setShadow(offset: offset, blur: blur, color: CGColor(gray: 0, alpha: 1.0 / 3))
  }

  /// Sets a shadow that all subsequent drawing throws.
  ///
  /// - Parameters:
  ///   - offset: how far the shadow lies from what throws it, to the right and upwards; downwards in the contexts of UIKit.
  ///     The current transform has no effect on it.
  ///   - blur: twice the standard deviation of the shadow's edge, 1000 at most; 0 for a sharp one.
  ///   - color: its colour; nil for no shadow.
  public func setShadow(offset: CGSize, blur: CGFloat, color: CGColor?) {
    guard let color, color.alpha > 0, offset.width.isFinite, offset.height.isFinite, !blur.isNaN else {
      state.shadow = nil
      return
    }
    state.shadow = Shadow(offset: offset, blur: min(max(blur, 0), 1000), color: color)
  }

  /// Where drawing may be seen, itself or its shadow, among the target's pixels.
  ///
  /// What lies further outside than four times the target's longer side throws no shadow into it.
  func visibleArea(_ shadow: Shadow?) -> (columns: Range<Int>, rows: Range<Int>) {
    let (width, height) = (target.pixels.width, target.pixels.height)
    let visible = state.clip.extent(width: width, height: height)
    guard let shadow, !visible.columns.isEmpty, !visible.rows.isEmpty else { return visible }
    let place = placement(of: shadow)
    let limit = 4 * max(width, height) + place.reach
    return (
      Self.widened(visible.columns, by: place.offset.x, place.reach, limit: limit),
      Self.widened(visible.rows, by: place.offset.y, place.reach, limit: limit)
    )
  }

  private static func widened(_ range: Range<Int>, by offset: CGFloat, _ reach: Int, limit: Int) -> Range<Int> {
    let moved = min(max(offset, -1e6), 1e6)
    let first = range.lowerBound - Int(moved.rounded(.up)) - reach
    let end = range.upperBound - Int(moved.rounded(.down)) + reach
    return max(min(first, range.lowerBound), -limit)..<min(max(end, range.upperBound), limit)
  }

  /// The offset in pixels, rows from the top, the deviation of the edge, and how far it reaches.
  private func placement(of shadow: Shadow) -> (offset: CGPoint, deviation: CGFloat, reach: Int) {
    let base = baseTransform
    let offset = shadow.offset.applying(base)
    let scale = abs(base.determinant).squareRoot()
    let deviation = min(shadow.blur / 2 * (scale.isFinite ? scale : 1), 1000)
    return (CGPoint(x: offset.width, y: -offset.height), deviation, Int((3 * deviation).rounded(.up)) + 1)
  }

  /// Nil when there is no memory, or the shadow has no colour in this context.
  func shadowPaint(_ shadow: Shadow, of layer: LayerPaint) -> ShadowPaint? {
    let place = placement(of: shadow)
    guard let color = SolidPaint(shadow.color, in: target.pixels),
      let plane = AlphaPlane(of: layer.pixels, margin: place.reach)
    else { return nil }
    plane.blur(deviation: Float(place.deviation))
    return ShadowPaint(
      color: color, plane: plane, left: layer.left - place.reach, top: layer.top - place.reach, offset: place.offset)
  }
}
