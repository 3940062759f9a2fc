package import Foundation
internal import HeadroomColor
package import HeadroomEngine
package import HeadroomPixels

/// The inverse of a homography: from output to input coordinates.
package struct PerspectiveMap: TileWarp {
  /// Output (x, y, 1) to input (u w, v w, w); w is positive in front of the horizon.
  private let inverse: Matrix3x3
  private let picture: PixelRect

  /// Nil when the corners lie on one line.
  package init?(
    of extent: CGRect, toBottomLeft p00: CGPoint, bottomRight p10: CGPoint, topRight p11: CGPoint, topLeft p01: CGPoint
  ) {
    guard let fromUnit = Self.fromUnitSquare(p00, p10, p11, p01), let toUnit = fromUnit.inverse else { return nil }
    let spread = Matrix3x3(
      rows: [Double(extent.width), 0, Double(extent.minX)], [0, Double(extent.height), Double(extent.minY)], [0, 0, 1])
    let inverse = spread * toUnit
    // Of the two signs of a homography, the one that places the middle of the picture in front.
    let middle = fromUnit.apply([0.5, 0.5, 1])
    let side = inverse.apply(middle / middle.z).z
    guard side.isFinite, side != 0 else { return nil }
    self.inverse = inverse.scaled(by: side > 0 ? 1 : -1)
    picture = PixelRect(enclosing: extent)
  }

  /// Makes the map from its inverse, which maps output to input; `picture` is the part of the input that may be needed.
  init(inverse: Matrix3x3, picture: PixelRect) {
    self.inverse = inverse
    self.picture = picture
  }

  /// Maps the part between four points of the image to a rectangle: the inverse of the other direction.
  init?(
    straightening p00: CGPoint, bottomRight p10: CGPoint, topRight p11: CGPoint, topLeft p01: CGPoint,
    to size: CGSize, picture: PixelRect
  ) {
    guard let fromUnit = Self.fromUnitSquare(p00, p10, p11, p01), fromUnit.inverse != nil else { return nil }
    let shrink = Matrix3x3(rows: [1 / Double(size.width), 0, 0], [0, 1 / Double(size.height), 0], [0, 0, 1])
    self.init(inverse: fromUnit * shrink, picture: picture)
  }

  /// The bounds of a rectangle of the input in the output, for the part well in front of the horizon: towards it
  /// pictures grow without limit. `nearest` is in front.
  func bounds(of rect: CGRect, around nearest: CGPoint) -> CGRect {
    guard let straight = inverse.inverse else { return .null }
    let unsigned = straight.apply([Double(nearest.x), Double(nearest.y), 1]).z
    guard unsigned.isFinite, unsigned != 0 else { return .null }
    let forward = straight.scaled(by: 1 / unsigned)
    let corners = [
      (rect.minX, rect.minY), (rect.maxX, rect.minY), (rect.maxX, rect.maxY), (rect.minX, rect.maxY),
    ].map { forward.apply([Double($0.0), Double($0.1), 1]) }
    let points = corners.indices.flatMap { Self.inFront(corners[$0], corners[($0 + 1) % 4]) }
    let (xs, ys) = (points.map(\.x), points.map(\.y))
    guard let left = xs.min(), let right = xs.max(), let bottom = ys.min(), let top = ys.max() else { return .null }
    func snapped(_ value: Double) -> Double { abs(value - value.rounded()) < 1e-3 ? value.rounded() : value }
    let (x, y) = (snapped(left), snapped(bottom))
    return PixelRect(enclosing: CGRect(x: x, y: y, width: snapped(right) - x, height: snapped(top) - y)).cgRect
  }

  /// Parts that appear at least ten times as large as the middle are left out.
  private static let nearestDepth = 0.1

  /// The ends of the part of a line that lies in front.
  private static func inFront(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> [SIMD2<Double>] {
    func projected(_ p: SIMD3<Double>) -> SIMD2<Double> { SIMD2(p.x, p.y) / p.z }
    let (isNear, isOtherNear) = (a.z < nearestDepth, b.z < nearestDepth)
    var points = isNear ? [] : [projected(a)]
    if isNear != isOtherNear { points.append(projected(a + (b - a) * ((nearestDepth - a.z) / (b.z - a.z)))) }
    return points
  }

  /// The homography from the unit square to a quadrilateral (Heckbert, Fundamentals of Texture Mapping, 1989, section 2.2.3).
  private static func fromUnitSquare(_ p00: CGPoint, _ p10: CGPoint, _ p11: CGPoint, _ p01: CGPoint) -> Matrix3x3? {
    func vector(_ point: CGPoint) -> SIMD2<Double> { SIMD2(Double(point.x), Double(point.y)) }
    let (a, b, c, d) = (vector(p00), vector(p10), vector(p11), vector(p01))
    let (right, up, sum) = (b - c, d - c, a - b + c - d)
    let determinant = right.x * up.y - up.x * right.y
    guard determinant != 0, determinant.isFinite else { return nil }
    let g = (sum.x * up.y - up.x * sum.y) / determinant
    let h = (right.x * sum.y - sum.x * right.y) / determinant
    let (across, along) = (b - a + g * b, d - a + h * d)
    return Matrix3x3(rows: [across.x, along.x, a.x], [across.y, along.y, a.y], [g, h, 1])
  }

  package var fingerprint: Fingerprint {
    Fingerprint("perspective", inverse.rows.flatMap { [$0.x, $0.y, $0.z] })
  }

  package func region(for output: PixelRect) -> PixelRect {
    let corners = [
      (output.minX, output.minY), (output.maxX, output.minY), (output.minX, output.maxY), (output.maxX, output.maxY),
    ].map { inverse.apply([Double($0.0), Double($0.1), 1]) }
    // A rectangle across the horizon may need any part of the picture.
    guard corners.allSatisfy({ $0.z > 1e-9 }) else { return picture }
    let (xs, ys) = (corners.map { $0.x / $0.z }, corners.map { $0.y / $0.z })
    guard let left = xs.min(), let right = xs.max(), let bottom = ys.min(), let top = ys.max() else { return picture }
    return PixelRect(enclosing: CGRect(x: left, y: bottom, width: right - left, height: top - bottom))
  }

  package func fillCoordinates(
    x: Int, y: Int, count: Int, _ sx: UnsafeMutablePointer<Float>, _ sy: UnsafeMutablePointer<Float>
  ) {
    // In double precision: at the far end of a large picture, single precision shifts samples by fractions of a pixel.
    let (u, v, w) = (inverse.row0, inverse.row1, inverse.row2)
    let row = Double(y) + 0.5
    let (u0, v0, w0) = (u.y * row + u.z, v.y * row + v.z, w.y * row + w.z)
    let first = Double(x) + 0.5
    for i in 0..<count {
      let column = first + Double(Int32(truncatingIfNeeded: i))
      let depth = w.x * column + w0
      let scale = depth > 0 ? 1 / depth : .nan
      unsafe sx[i] = Float((u.x * column + u0) * scale)
      unsafe sy[i] = Float((v.x * column + v0) * scale)
    }
  }

  package func source(x: Float, y: Float) -> (x: Float, y: Float) {
    let position = inverse.apply([Double(x), Double(y), 1])
    guard position.z > 0 else { return (.nan, .nan) }
    return (Float(position.x / position.z), Float(position.y / position.z))
  }
}
