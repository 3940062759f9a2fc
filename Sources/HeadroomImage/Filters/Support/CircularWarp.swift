internal import Foundation

/// A warp inside a circle; what lies outside stays.
protocol CircularWarp: WarpFilter {
  var center: CGPoint { get }
  var radius: Float { get }
}

extension CircularWarp {
  package func region(for output: PixelRect) -> PixelRect {
    let radius = CGFloat(radius)
    let box = PixelRect(
      enclosing: CGRect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius))
    return output.intersection(box).isEmpty ? output : output.union(box)
  }
}
