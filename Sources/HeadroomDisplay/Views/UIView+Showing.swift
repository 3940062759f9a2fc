public import Foundation
package import HeadroomGraphics

extension UIView {
  /// Whether the view and its subviews are hidden.
  public var isHidden: Bool {
    get { layer.isHidden }
    set { layer.isHidden = newValue }
  }

  /// The opacity of the view and its subviews: 0 transparent, 1 opaque. Values outside are clamped.
  public var alpha: CGFloat {
    get { CGFloat(layer.opacity) }
    set { layer.opacity = Float(newValue) }
  }

  /// Whether contents and subviews are clipped to the view's bounds. Default false.
  public var clipsToBounds: Bool {
    get { layer.masksToBounds }
    set { layer.masksToBounds = newValue }
  }

  /// Whether this is `view` or one of its subviews, at any depth.
  public func isDescendant(of view: UIView) -> Bool { sequence(first: self) { $0.superview }.contains { $0 === view } }

  /// The light that a screen emits for the view and its subviews: as `CALayer.emission(on:)`, after pending layout and
  /// drawing. A view without subviews has one pixel for each of its image or drawable; a tree has
  /// ``contentScaleFactor`` pixels per point.
  package func emission(on state: DisplayState) -> CGImage? {
    prepareForShowing()
    return layer.emission(on: state)
  }

  /// The look of the view and its subviews on a screen, for comparison with an earlier one.
  package func look(on state: DisplayState) -> LayerLook {
    prepareForShowing()
    return LayerLook(of: layer, on: state)
  }

  private func prepareForShowing() {
    layoutIfNeeded()
    updateScales(subviews.isEmpty ? contentsScale : contentScaleFactor)
  }

  /// Sets the layers' pixels per point; contents drawn for another number are redrawn.
  private func updateScales(_ scale: CGFloat) {
    if layer.contentsScale != scale {
      layer.contentsScale = scale
      layer.setNeedsDisplay()
    }
    for view in subviews { view.updateScales(view.contentsScale) }
  }
}
