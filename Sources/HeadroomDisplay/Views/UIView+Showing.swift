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
    layoutIfNeeded()
    updateScales()
    if !subviews.isEmpty { layer.contentsScale = contentScaleFactor }
    return layer.emission(on: state)
  }

  private func updateScales() {
    layer.contentsScale = contentsScale
    for view in subviews { view.updateScales() }
  }
}
