public import Foundation

/// The state that ``CGContext/saveGState()`` saves.
struct GraphicsState {
  var transform = CGAffineTransform.identity
  var fillColor = CGColor.black
  var alpha: CGFloat = 1
  var blendMode = CGBlendMode.normal
  var quality = CGInterpolationQuality.default
  var isSmooth = true
  var clips: [QuadCoverage] = []
}

extension CGContext {
  /// Saves transform, clip, colour, alpha, blend mode and sampling for ``restoreGState()``.
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
  public func setAlpha(_ alpha: CGFloat) { state.alpha = min(max(alpha, 0), 1) }

  /// Sets how subsequent drawing is combined with the existing pixels.
  public func setBlendMode(_ mode: CGBlendMode) { state.blendMode = mode }

  /// Sets whether edges between pixels cover them in part.
  public func setShouldAntialias(_ shouldAntialias: Bool) { state.isSmooth = shouldAntialias }

  /// How images are sampled.
  public var interpolationQuality: CGInterpolationQuality {
    get { state.quality }
    set { state.quality = newValue }
  }

  /// Limits drawing to a rectangle, inside the existing limits.
  public func clip(to rect: CGRect) { state.clips.append(quad(of: rect)) }

  /// Takes away all limits of drawing.
  public func resetClip() { state.clips = [] }

  /// Sets the colour that rectangles are filled with.
  public func setFillColor(_ color: CGColor) { state.fillColor = color }

  /// Sets the colour that rectangles are filled with, in sRGB.
  public func setFillColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    state.fillColor = CGColor(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// Sets the gray that rectangles are filled with, with gamma 2.2.
  public func setFillColor(gray: CGFloat, alpha: CGFloat) { state.fillColor = CGColor(gray: gray, alpha: alpha) }

  /// From drawing's coordinates to pixels, rows from the top.
  var toPixels: CGAffineTransform {
    state.transform.concatenating(CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: CGFloat(height)))
  }

  /// A rectangle of drawing's coordinates.
  func quad(of rect: CGRect) -> QuadCoverage {
    QuadCoverage(rect.standardized.sound, transform: toPixels, isSmooth: state.isSmooth)
  }
}
