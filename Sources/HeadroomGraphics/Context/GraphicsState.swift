internal import Foundation

/// The state that ``CGContext/saveGState()`` saves.
struct GraphicsState {
  var transform = CGAffineTransform.identity
  var fillColor = CGColor.black
  var strokeColor = CGColor.black
  var alpha: CGFloat = 1
  var blendMode = CGBlendMode.normal
  var quality = CGInterpolationQuality.default
  var isSmooth = true
  var allowsSmooth = true
  var clip = DrawingClip()
  var line = StrokeStyle()
  var shadow: Shadow?

  /// Whether pixels at edges are covered in part.
  var isAntialiased: Bool { isSmooth && allowsSmooth }
}

/// What drawn things throw behind them.
struct Shadow {
  /// In the context's base coordinates, not the transformed ones.
  let offset: CGSize
  /// Twice the standard deviation of its edge, in base coordinates.
  let blur: CGFloat
  let color: CGColor
}

/// Where drawing goes: the context's own pixels, or a layer's.
struct DrawingTarget {
  let pixels: ContextPixels
  /// The context's column and row of the first pixel.
  var left = 0
  var top = 0
}
