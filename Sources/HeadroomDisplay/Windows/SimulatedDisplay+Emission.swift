public import HeadroomGraphics

extension SimulatedDisplay {
  /// A new scene on this display.
  public func makeWindowScene() -> UIWindowScene { UIWindowScene(screen: screen) }

  /// A new window that fills this display, in a scene of its own.
  public func makeWindow() -> UIWindow { UIWindow(windowScene: makeWindowScene()) }

  /// The light that the display gives for a layer at this moment, as numbers: 32-bit floats in extended linear sRGB, 1.0 being
  /// the display's SDR white, the first row on top, a pixel for each pixel of an image or drawable.
  ///
  /// Asked again after the headroom has changed, it is another picture. The layer need not be on the display.
  ///
  /// - Returns: nil for a layer that shows nothing.
  public func emitted(by layer: CALayer) -> CGImage? { layer.emission(on: model.state) }

  /// As ``emitted(by:)-(CALayer)``, for a view and those in it, after they were laid out and drawn: a pixel for each of the
  /// image or drawable of a view without others in it, else as many for each point as ``UIView/contentScaleFactor`` says.
  public func emitted(by view: UIView) -> CGImage? { view.emission(on: model.state) }
}
