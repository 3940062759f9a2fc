internal import Foundation
internal import HeadroomColor
internal import HeadroomEngine
internal import HeadroomImage
internal import HeadroomPixels

/// Rotations of the picture plane about the eye: right-handed axes to the right, upwards and along the line of sight.
enum SpaceRotation {
  static func pitch(_ angle: Double) -> Matrix3x3 {
    let (s, c) = (sin(angle), cos(angle))
    return Matrix3x3(rows: [1, 0, 0], [0, c, -s], [0, s, c])
  }

  static func yaw(_ angle: Double) -> Matrix3x3 {
    let (s, c) = (sin(angle), cos(angle))
    return Matrix3x3(rows: [c, 0, s], [0, 1, 0], [-s, 0, c])
  }

  static func roll(_ angle: Double) -> Matrix3x3 {
    let (s, c) = (sin(angle), cos(angle))
    return Matrix3x3(rows: [c, -s, 0], [s, c, 0], [0, 0, 1])
  }

  /// The directions that should be vertical and horizontal, each of length 1.
  struct Guides {
    let up: SIMD3<Double>
    let across: SIMD3<Double>
  }

  /// Rotates about the axis to the right and the line of sight, so that vertical lines become vertical.
  static func righting(_ guides: Guides) -> Matrix3x3 {
    let up = guides.up
    let turned = roll(atan2(up.x, (up.y * up.y + up.z * up.z).squareRoot()))
    return turned * pitch(atan2(-up.z, up.y))
  }

  /// Rotates about the upward axis and the line of sight, so that horizontal lines become horizontal.
  static func levelling(_ guides: Guides) -> Matrix3x3 {
    let across = guides.across
    let turned = roll(-atan2(across.y, (across.x * across.x + across.z * across.z).squareRoot()))
    return turned * yaw(atan2(across.z, across.x))
  }

  /// Rotates so that vertical lines become vertical, and horizontal lines as horizontal as that allows.
  static func straightening(_ guides: Guides) -> Matrix3x3? {
    let up = guides.up
    guard let across = (guides.across - up * (guides.across * up).sum()).unit else { return nil }
    let ahead = across.cross(up)
    return Matrix3x3(rows: [across.x, across.y, across.z], [up.x, up.y, up.z], [ahead.x, ahead.y, ahead.z])
  }
}

/// A camera that looks at a picture plane.
struct PictureEye {
  let middle: SIMD2<Double>
  /// In pixels.
  let focalLength: Double

  /// - Parameter millimetres: on a sensor of 36 by 24 mm, whose diagonal is the picture's.
  init(_ extent: CGRect, millimetres: Double) {
    let diagonal = hypot(Double(extent.width), Double(extent.height))
    middle = SIMD2(Double(extent.midX), Double(extent.midY))
    focalLength = max(abs(millimetres), 1) / 43.27 * diagonal
  }

  private func direction(_ point: CGPoint) -> SIMD3<Double> {
    SIMD3(Double(point.x) - middle.x, Double(point.y) - middle.y, focalLength)
  }

  /// The directions in which opposite sides of four points meet (top left, top right, bottom right, bottom left); nil
  /// for points on one line.
  func guides(_ corners: [CGPoint]) -> SpaceRotation.Guides? {
    let seen = corners.map(direction)
    let (left, right) = (seen[0].cross(seen[3]), seen[1].cross(seen[2]))
    let (above, below) = (seen[0].cross(seen[1]), seen[3].cross(seen[2]))
    guard let l = left.unit, let r = right.unit, let a = above.unit, let b = below.unit, let up = l.cross(r).unit,
      let across = a.cross(b).unit
    else { return nil }
    return SpaceRotation.Guides(up: up.y < 0 ? -up : up, across: across.x < 0 ? -across : across)
  }

  /// The map from the rotated picture to the picture.
  func inverse(of rotation: Matrix3x3) -> Matrix3x3 {
    let f = focalLength
    let lens = Matrix3x3(rows: [f, 0, middle.x], [0, f, middle.y], [0, 0, 1])
    let back = Matrix3x3(rows: [1 / f, 0, -middle.x / f], [0, 1 / f, -middle.y / f], [0, 0, 1])
    return lens * rotation.transposed * back
  }
}

extension CIImage {
  /// The image after a rotation of the picture plane; the image itself where there is none.
  func rotatedInSpace(focalLength: Float, _ rotation: (PictureEye) -> Matrix3x3?) -> CIImage {
    if extent.isUnbounded || extent.isNull || extent.isEmpty { return self }
    let eye = PictureEye(extent, millimetres: Double(focalLength))
    guard let rotation = rotation(eye) else { return self }
    let map = PerspectiveMap(inverse: eye.inverse(of: rotation), picture: PixelRect(enclosing: extent))
    let middle = map.source(x: Float(eye.middle.x), y: Float(eye.middle.y))
    // With a middle behind the eye, only the other side would be visible.
    guard middle.x.isFinite, middle.y.isFinite else { return .empty() }
    let bounds = map.bounds(of: extent, around: CGPoint(x: CGFloat(middle.x), y: CGFloat(middle.y)))
    return bounds.isNull || bounds.isEmpty ? .empty() : appending(warp: map, extent: bounds)
  }
}

extension SIMD3<Double> {
  fileprivate func cross(_ other: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
  }

  /// The vector scaled to length 1; nil where it is nearly 0.
  fileprivate var unit: SIMD3<Double>? {
    let length = (self * self).sum().squareRoot()
    return length > 1e-9 && length.isFinite ? self / length : nil
  }
}
