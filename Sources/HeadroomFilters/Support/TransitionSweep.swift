internal import Foundation

/// Positions along a direction, and the range of a rectangle along it.
struct TransitionSweep: Sendable {
  let cosine, sine, low, high: Float

  init(_ extent: CGRect, angle: Float) {
    let (c, s) = (Foundation.cos(angle), Foundation.sin(angle))
    (cosine, sine) = (c, s)
    let places = [extent.minX, extent.maxX].flatMap { x in
      [extent.minY, extent.maxY].map { Float(x) * c + Float($0) * s }
    }
    (low, high) = (places.min() ?? 0, places.max() ?? 0)
  }

  var fingerprint: [Double] { [cosine, sine, low, high].map(Double.init) }

  @inline(__always)
  func place(_ x: Float, _ y: Float) -> Float { x * cosine + y * sine }
}
