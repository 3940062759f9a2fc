internal import Foundation
internal import HeadroomEngine
internal import HeadroomPixels

/// Rotated coordinates of a halftone screen, in units of its period.
struct HalftoneGrid: Sendable {
  let x, y, cosine, sine: Float

  init(_ center: CGPoint, angle: Float, width: Float) {
    (x, y) = (Float(center.x), Float(center.y))
    let unit = 1 / larger(abs(width), 1)
    (cosine, sine) = (Foundation.cos(angle) * unit, Foundation.sin(angle) * unit)
  }

  @inline(__always)
  func local(_ px: Float, _ py: Float) -> (u: Float, v: Float) {
    let (dx, dy) = (px - x, py - y)
    return (dx * cosine + dy * sine, dy * cosine - dx * sine)
  }

  /// `cos(2 pi t)`, computed from the fraction of t, so that it is just as exact far away.
  @inline(__always)
  static func wave(_ t: Float) -> Float { cosFast((t - (t + 0.5).rounded(.down)) * (2 * .pi)) }
}

/// The edge of a halftone dot or line.
struct HalftoneEdge: Sendable {
  let half, perWidth: Float

  init(sharpness: Float) {
    half = max(0.001, 0.5 * (1 - sharpness))
    perWidth = 0.5 / half
  }

  /// How light a position is: light where the value exceeds the screen's threshold.
  @inline(__always)
  func cover(_ value: Float, _ screen: Float) -> Float {
    let t = clamped((value - (1 - screen) + half) * perWidth, 0, 1)
    return t * t * (3 - 2 * t)
  }

  /// The same for a pixel's luma, in all channels.
  @inline(__always)
  func printed(_ p: Pixel, _ screen: Float) -> Pixel {
    let value = cover(clamped(Luma.of(p.r, p.g, p.b), 0, 1), screen)
    return Pixel(r: value, g: value, b: value, a: p.a)
  }
}
