public import Foundation
package import HeadroomGraphics

extension UIView {
  /// Whether the view and what lies in it is left out.
  public var isHidden: Bool {
    get { layer.isHidden }
    set { layer.isHidden = newValue }
  }

  /// How much of the view and what lies in it covers what is behind: 0 nothing, 1 all. Values outside count as the nearer end.
  public var alpha: CGFloat {
    get { CGFloat(layer.opacity) }
    set { layer.opacity = Float(newValue) }
  }

  /// Whether this is `view` or lies in it.
  public func isDescendant(of view: UIView) -> Bool { sequence(first: self) { $0.superview }.contains { $0 === view } }

  /// What a screen emits for the view and those in it: as `CALayer.emission(on:)`, after placing and drawing what is due. A
  /// view without others in it has a pixel for each of its image or drawable; a tree has ``contentScaleFactor`` of them in a
  /// point.
  package func emission(on state: DisplayState) -> CGImage? {
    prepareForShowing()
    return layer.emission(on: state)
  }

  /// What the view and those in it look like on a screen, to be compared with what they looked like before.
  package func look(on state: DisplayState) -> LayerLook {
    prepareForShowing()
    return LayerLook(of: layer, on: state)
  }

  private func prepareForShowing() {
    layoutIfNeeded()
    updateScales(subviews.isEmpty ? contentsScale : contentScaleFactor)
  }

  /// Tells the layers how many pixels a point has; what was drawn for another number is drawn anew.
  private func updateScales(_ scale: CGFloat) {
    if layer.contentsScale != scale {
      layer.contentsScale = scale
      layer.setNeedsDisplay()
    }
    for view in subviews { view.updateScales(view.contentsScale) }
  }
}
