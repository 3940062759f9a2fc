public import Foundation

extension CGContext {
  /// Sets the colour that shapes are filled with.
  public func setFillColor(_ color: CGColor) { state.fillColor = color }

  /// Sets the colour that shapes are filled with, in sRGB.
  public func setFillColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    state.fillColor = CGColor(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// Sets the gray that shapes are filled with, with gamma 2.2.
  public func setFillColor(gray: CGFloat, alpha: CGFloat) { state.fillColor = CGColor(gray: gray, alpha: alpha) }

  /// Sets the colour that shapes are filled with, of four inks without a profile.
  public func setFillColor(cyan: CGFloat, magenta: CGFloat, yellow: CGFloat, black: CGFloat, alpha: CGFloat) {
    state.fillColor = CGColor(
      genericCMYKCyan: cyan, magenta: magenta, yellow: yellow, black: black, alpha: alpha)
  }

  /// Sets the colour that shapes are filled with, in the space of the last one or of ``setFillColorSpace(_:)``.
  ///
  /// - Parameter components: as many as the space has, followed by alpha.
  public func setFillColor(_ components: UnsafePointer<CGFloat>) {
    guard let space = state.fillColor.colorSpace else { return }
    if let color = unsafe CGColor(colorSpace: space, components: components) { state.fillColor = color }
  }

  /// Sets the space of `setFillColor(_:)`'s components; the colour becomes opaque black.
  public func setFillColorSpace(_ space: CGColorSpace) {
    if let color = CGColor(blackIn: space) { state.fillColor = color }
  }

  /// Sets the colour that lines are drawn with.
  public func setStrokeColor(_ color: CGColor) { state.strokeColor = color }

  /// Sets the colour that lines are drawn with, in sRGB.
  public func setStrokeColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    state.strokeColor = CGColor(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// Sets the gray that lines are drawn with, with gamma 2.2.
  public func setStrokeColor(gray: CGFloat, alpha: CGFloat) { state.strokeColor = CGColor(gray: gray, alpha: alpha) }

  /// Sets the colour that lines are drawn with, of four inks without a profile.
  public func setStrokeColor(cyan: CGFloat, magenta: CGFloat, yellow: CGFloat, black: CGFloat, alpha: CGFloat) {
    state.strokeColor = CGColor(
      genericCMYKCyan: cyan, magenta: magenta, yellow: yellow, black: black, alpha: alpha)
  }

  /// Sets the colour that lines are drawn with, in the space of the last one or of ``setStrokeColorSpace(_:)``.
  ///
  /// - Parameter components: as many as the space has, followed by alpha.
  public func setStrokeColor(_ components: UnsafePointer<CGFloat>) {
    guard let space = state.strokeColor.colorSpace else { return }
    if let color = unsafe CGColor(colorSpace: space, components: components) { state.strokeColor = color }
  }

  /// Sets the space of `setStrokeColor(_:)`'s components; the colour becomes opaque black.
  public func setStrokeColorSpace(_ space: CGColorSpace) {
    if let color = CGColor(blackIn: space) { state.strokeColor = color }
  }
}

extension CGColor {
  /// Opaque black of a space.
  fileprivate convenience init?(blackIn space: CGColorSpace) {
    var components = [CGFloat](repeating: 0, count: space.numberOfComponents) + [1]
    if space.model == .cmyk { components[3] = 1 }
    unsafe self.init(colorSpace: space, components: components)
  }
}
