internal import Foundation
internal import HeadroomEngine
internal import HeadroomPixels

/// A warp that repeats one part of the image all over the plane.
protocol FoldedTile: WarpFilter {
  /// The part of the image that is repeated.
  var cell: PixelRect { get }
}

extension FoldedTile {
  func extent(of input: CGRect) -> CGRect { .infinite }
  func region(for output: PixelRect) -> PixelRect { output.isEmpty ? .empty : cell }
}

/// Coordinates around a point, turned, with a length as their unit.
struct TileFrame: Sendable {
  let x, y, cosine, sine, unit, perUnit: Float

  init(center: CGPoint, angle: Float, width: Float) {
    (x, y) = (Float(center.x), Float(center.y))
    unit = larger(width, 1)
    perUnit = 1 / unit
    (cosine, sine) = (Foundation.cos(angle), Foundation.sin(angle))
  }

  @inline(__always)
  func local(_ px: Float, _ py: Float) -> (u: Float, v: Float) {
    let (dx, dy) = ((px - x) * perUnit, (py - y) * perUnit)
    return (dx * cosine + dy * sine, dy * cosine - dx * sine)
  }

  @inline(__always)
  func place(_ u: Float, _ v: Float) -> (x: Float, y: Float) {
    let (du, dv) = (u * unit, v * unit)
    return (x + du * cosine - dv * sine, y + du * sine + dv * cosine)
  }

  /// The rectangle around corners, plus a pixel, since positions are computed in single precision.
  func bounds(_ corners: [(u: Float, v: Float)]) -> PixelRect {
    let places = corners.map { place($0.u, $0.v) }
    let (xs, ys) = (places.map(\.x), places.map(\.y))
    guard let left = xs.min(), let right = xs.max(), let bottom = ys.min(), let top = ys.max() else { return .empty }
    return PixelRect(
      enclosing: CGRect(
        x: CGFloat(left), y: CGFloat(bottom), width: CGFloat(right - left), height: CGFloat(top - bottom))
    ).expanded(dx: 1, dy: 1)
  }
}

/// Coordinates along two directions that enclose an angle.
struct SkewedFrame: Sendable {
  let frame: TileFrame
  let cosine, sine, perSine: Float

  init(center: CGPoint, angle: Float, width: Float, acuteAngle: Float) {
    frame = TileFrame(center: center, angle: angle, width: width)
    cosine = Foundation.cos(acuteAngle)
    let sine = Foundation.sin(acuteAngle)
    // A flat cell would have no interior.
    self.sine = abs(sine) < 1e-3 ? (sine < 0 ? -1e-3 : 1e-3) : sine
    perSine = 1 / self.sine
  }

  @inline(__always)
  func local(_ x: Float, _ y: Float) -> (u: Float, v: Float) {
    let (across, up) = frame.local(x, y)
    let v = up * perSine
    return (across - v * cosine, v)
  }

  @inline(__always)
  func place(_ u: Float, _ v: Float) -> (x: Float, y: Float) { frame.place(u + v * cosine, v * sine) }

  var cell: PixelRect { frame.bounds([(0, 0), (1, 0), (cosine, sine), (1 + cosine, sine)]) }
}

/// The fractional part of `x`, 0 ..< 1.
@inline(__always)
func fraction(_ x: Float) -> Float { x - x.rounded(.down) }

/// `x` mirrored at every whole number, 0 ... 1.
@inline(__always)
func mirrored(_ x: Float) -> Float { abs(x - 2 * (0.5 * x + 0.5).rounded(.down)) }
