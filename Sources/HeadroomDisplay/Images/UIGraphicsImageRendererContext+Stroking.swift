public import Foundation
public import HeadroomGraphics

extension UIGraphicsImageRendererContext {
  /// Draws a border of one point inside a rectangle with the stroke colour.
  public func stroke(_ rect: CGRect) { stroke(rect, blendMode: .normal) }

  /// As ``stroke(_:)``, blended with the existing pixels.
  public func stroke(_ rect: CGRect, blendMode: CGBlendMode) {
    let area = rect.standardized
    guard area.width >= 1, area.height >= 1 else { return }
    cgContext.saveGState()
    defer { cgContext.restoreGState() }
    cgContext.setBlendMode(blendMode)
    cgContext.stroke(area.insetBy(dx: 0.5, dy: 0.5), width: 1)
  }
}
