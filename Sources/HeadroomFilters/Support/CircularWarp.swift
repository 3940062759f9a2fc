internal import Foundation
internal import HeadroomEngine
internal import HeadroomPixels

/// A warp inside a circle; pixels outside stay.
protocol CircularWarp: WarpFilter {
  var center: CGPoint { get set }
  var radius: Float { get set }
}

extension CircularWarp {
  func region(for output: PixelRect) -> PixelRect {
    let radius = CGFloat(radius)
    let box = PixelRect(
      enclosing: CGRect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius))
    return output.intersection(box).isEmpty ? output : output.union(box)
  }
}

extension BuiltInFilter where Definition: CircularWarp {
  var center: CGPoint {
    get { definition.center }
    set { definition.center = newValue }
  }
  var radius: Float {
    get { definition.radius }
    set { definition.radius = newValue }
  }
}
