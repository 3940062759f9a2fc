internal import Foundation
internal import HeadroomEngine
internal import HeadroomPixels

/// A rectangle with round corners, as the distance of positions from its outline.
struct RoundedShape: Sendable {
  let x, y, halfX, halfY, radius, power, perPower: Float

  init(_ extent: CGRect, radius: Float, smoothness: Float) {
    (x, y) = (Float(extent.midX), Float(extent.midY))
    let half = SIMD2(Float(extent.width) / 2, Float(extent.height) / 2)
    self.radius = min(radius, min(half.x, half.y))
    (halfX, halfY) = (half.x - self.radius, half.y - self.radius)
    power = 2 + 3 * smoothness
    perPower = 1 / power
  }

  /// Below 0 inside.
  @inline(__always)
  func distance(_ px: Float, _ py: Float) -> Float {
    let (beyondX, beyondY) = (abs(px - x) - halfX, abs(py - y) - halfY)
    let (a, b) = (larger(beyondX, 0), larger(beyondY, 0))
    let round = power == 2 ? root(a * a + b * b) : superellipse(a, b)
    return (a > 0 && b > 0 ? round : larger(beyondX, beyondY)) - radius
  }

  @inline(__always)
  private func superellipse(_ a: Float, _ b: Float) -> Float {
    // Computed relative to the larger, so that no power overflows.
    let (high, low) = (larger(larger(a, b), 1e-20), smaller(a, b))
    return high * powFast(1 + powFast(low / high, power), perPower)
  }
}

/// The error function within 1.5e-7 (Abramowitz and Stegun, 7.1.26).
@inline(__always)
func errorFunction(_ x: Float) -> Float {
  let size = abs(x)
  let t = 1 / (1 + 0.327_591_1 * size)
  var sum: Float = 1.061_405_429
  sum = sum * t - 1.453_152_027
  sum = sum * t + 1.421_413_741
  sum = sum * t - 0.284_496_736
  sum = sum * t + 0.254_829_592
  let value = 1 - sum * t * expFast(larger(-size * size, -80))
  return x < 0 ? -value : value
}
