internal import HeadroomGraphics

extension UIColor {
  /// Makes this the colour that lines of the current context are drawn with.
  public func setStroke() { UIGraphicsGetCurrentContext()?.setStrokeColor(cgColor) }
}

extension NSColor {
  /// Makes this the colour that lines of the current context are drawn with.
  public func setStroke() { UIGraphicsGetCurrentContext()?.setStrokeColor(cgColor) }
}
