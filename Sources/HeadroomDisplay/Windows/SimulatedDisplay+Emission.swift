public import HeadroomGraphics

extension SimulatedDisplay {
  /// A new scene on this display.
  public func makeWindowScene() -> UIWindowScene { UIWindowScene(screen: screen) }

  /// A new window that fills this display, in a new scene.
  public func makeWindow() -> UIWindow { UIWindow(windowScene: makeWindowScene()) }

  /// The light that the display currently emits for a layer: 32-bit floats in extended linear sRGB, 1.0 being the
  /// display's SDR white, the first row on top, a pixel for each pixel of an image or drawable.
  ///
  /// After a change of the headroom the result differs. The layer need not be on the display.
  ///
  /// - Returns: nil for a layer that shows nothing.
  public func emitted(by layer: CALayer) -> CGImage? { layer.emission(on: model.state) }

  /// As ``emitted(by:)-(CALayer)``, for a view and its subviews, after layout and drawing: for a view without subviews,
  /// one pixel for each of its image or drawable, otherwise ``UIView/contentScaleFactor`` pixels per point.
  public func emitted(by view: UIView) -> CGImage? { view.emission(on: model.state) }
}
