public import Foundation

extension CGContext {
  /// Saves transform, clip, colours, line, shadow, alpha, blend mode and sampling for ``restoreGState()``. The path is not
  /// part of the state.
  public func saveGState() { savedStates.append(state) }

  /// Restores the state saved last; has no effect where none is.
  public func restoreGState() {
    if let last = savedStates.popLast() { state = last }
  }

  /// The transform from drawing coordinates to the context's, whose origin is the lower left corner.
  public var ctm: CGAffineTransform { state.transform }

  /// Applies a transform before the current one.
  public func concatenate(_ transform: CGAffineTransform) { state.transform = transform.concatenating(state.transform) }

  /// Scales subsequent drawing.
  public func scaleBy(x sx: CGFloat, y sy: CGFloat) { state.transform = state.transform.scaledBy(x: sx, y: sy) }

  /// Moves subsequent drawing.
  public func translateBy(x tx: CGFloat, y ty: CGFloat) { state.transform = state.transform.translatedBy(x: tx, y: ty) }

  /// Turns subsequent drawing anticlockwise by an angle in radians.
  public func rotate(by angle: CGFloat) { state.transform = state.transform.rotated(by: angle) }

  /// Multiplies the alpha of subsequent drawing; 0...1.
  public func setAlpha(_ alpha: CGFloat) { state.alpha = alpha.isNaN ? 1 : min(max(alpha, 0), 1) }

  /// Sets how subsequent drawing is combined with the existing pixels.
  public func setBlendMode(_ mode: CGBlendMode) { state.blendMode = mode }

  /// Sets whether edges between pixels cover them in part.
  public func setShouldAntialias(_ shouldAntialias: Bool) { state.isSmooth = shouldAntialias }

  /// Sets whether ``setShouldAntialias(_:)`` may have its way; without, edges are never covered in part.
  public func setAllowsAntialiasing(_ allowsAntialiasing: Bool) { state.allowsSmooth = allowsAntialiasing }

  /// Takes a rendering intent. Every conversion is colorimetric, so that all intents give the same.
  public func setRenderingIntent(_ intent: CGColorRenderingIntent) {}

  /// Takes how far curves may be off. They are within a thousandth of a pixel whatever is asked for.
  public func setFlatness(_ flatness: CGFloat) {}

  /// Draws what is waiting: nothing, since a bitmap is drawn into at once.
  public func flush() {}

  /// As ``flush()``.
  public func synchronize() {}

  /// How images are sampled.
  public var interpolationQuality: CGInterpolationQuality {
    get { state.quality }
    set { state.quality = newValue }
  }

  /// From drawing's coordinates to the target's pixels, rows from the top.
  var toPixels: CGAffineTransform { state.transform.concatenating(deviceToPixels) }

  /// From the context's coordinates, whose origin is the lower left corner, to the target's pixels.
  var deviceToPixels: CGAffineTransform {
    CGAffineTransform(
      a: 1, b: 0, c: 0, d: -1, tx: -CGFloat(target.left), ty: CGFloat(height - target.top))
  }

  /// A rectangle of drawing's coordinates.
  func quad(of rect: CGRect) -> QuadCoverage {
    QuadCoverage(rect.standardized.sound, transform: toPixels, isSmooth: state.isAntialiased)
  }
}
