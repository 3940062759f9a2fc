internal import Foundation
internal import HeadroomEngine
internal import HeadroomPixels

/// A disc of light with beams around it.
struct Striation: Sendable {
  let x, y, perRadius, perReach, strength, shift: Float

  /// The number of cells of noise around the circle.
  static let cells: Float = 64

  /// - Parameter reach: the reach of the beams, in radii.
  static func sun(_ center: CGPoint, radius: Float, reach: Float, strength: Float, time: Float) -> Striation {
    Striation(
      x: Float(center.x), y: Float(center.y), perRadius: 1 / max(radius, 1e-3), perReach: 1 / max(reach, 1e-3),
      strength: strength, shift: time * cells)
  }

  var fingerprint: [Double] { [x, y, perRadius, perReach, strength, shift].map(Double.init) }

  /// The coverage of a pixel by the light, 0...1.
  @inline(__always)
  func cover(_ px: Float, _ py: Float) -> Float {
    let (dx, dy) = (px - x, py - y)
    let q = root(dx * dx + dy * dy) * perRadius
    let disc = 1 - smoothStep(0.9, 1.1, q)
    let fall = clamped(1 - (q - 1) * perReach, 0, 1)
    let beam = fall * fall * larger(1 + strength * (Self.noise(dx, dy, shift: shift) - 0.5), 0)
    return smaller(larger(disc, beam), 1)
  }

  /// A smooth noise from 0 to 1 around the circle.
  ///
  /// - Parameter shift: how far the noise is rotated, in cells.
  @inline(__always)
  static func noise(_ dx: Float, _ dy: Float, shift: Float) -> Float {
    let turn = atan2Fast(dy, dx) * (cells / (2 * .pi)) + shift
    let cell = turn.rounded(.down)
    let f = turn - cell
    // The first cell follows the last, around the circle.
    let here = cell - cells * (cell * (1 / cells)).rounded(.down)
    let next = here + 1 >= cells ? 0 : here + 1
    let (a, b) = (PixelHash.value(here), PixelHash.value(next))
    return a + (b - a) * f * f * (3 - 2 * f)
  }
}
