public import Foundation

/// An affine map of the plane.
///
/// ## Formula
/// With row vectors, `[x' y' 1] = [x y 1] * M` where
///
///         | a  b  0 |
///     M = | c  d  0 |        x' = a x + c y + tx
///         | tx ty 1 |        y' = b x + d y + ty
///
/// Products read left to right: `first.concatenating(second)` applies `first`, then `second`.
public struct CGAffineTransform: Hashable, Codable, Sendable {
  /// The share of x in x'.
  public var a: CGFloat
  /// The share of x in y'.
  public var b: CGFloat
  /// The share of y in x'.
  public var c: CGFloat
  /// The share of y in y'.
  public var d: CGFloat
  /// The horizontal shift, applied last.
  public var tx: CGFloat
  /// The vertical shift, applied last.
  public var ty: CGFloat

  /// The transform that leaves every point where it is.
  public static let identity = CGAffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// Makes a transform whose six numbers are zero, as C's zero initialisation does; it is not ``identity``.
  public init() {
    self.init(a: 0, b: 0, c: 0, d: 0, tx: 0, ty: 0)
  }

  /// Makes a transform from its six numbers.
  public init(a: CGFloat, b: CGFloat, c: CGFloat, d: CGFloat, tx: CGFloat, ty: CGFloat) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  /// Makes a transform from its six numbers in the order a, b, c, d, tx, ty.
  public init(_ a: CGFloat, _ b: CGFloat, _ c: CGFloat, _ d: CGFloat, _ tx: CGFloat, _ ty: CGFloat) {
    self.init(a: a, b: b, c: c, d: d, tx: tx, ty: ty)
  }

  /// Makes a rotation about the origin.
  ///
  /// - Parameter angle: radians; positive turns from the x axis towards the y axis (anticlockwise where y points up).
  public init(rotationAngle angle: CGFloat) {
    let sine = sin(angle)
    let cosine = cos(angle)
    self.init(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
  }

  /// Makes a scaling about the origin.
  public init(scaleX sx: CGFloat, y sy: CGFloat) {
    self.init(a: sx, b: 0, c: 0, d: sy, tx: 0, ty: 0)
  }

  /// Makes a shift.
  public init(translationX tx: CGFloat, y ty: CGFloat) {
    self.init(a: 1, b: 0, c: 0, d: 1, tx: tx, ty: ty)
  }

  /// Whether the transform leaves every point where it is.
  public var isIdentity: Bool { self == .identity }

  /// The transform that applies this one, then `other`.
  public func concatenating(_ other: CGAffineTransform) -> CGAffineTransform {
    CGAffineTransform(
      a: a * other.a + b * other.c, b: a * other.b + b * other.d,
      c: c * other.a + d * other.c, d: c * other.b + d * other.d,
      tx: tx * other.a + ty * other.c + other.tx, ty: tx * other.b + ty * other.d + other.ty)
  }

  /// The transform that undoes this one, or the transform itself where none exists (determinant 0 or not finite).
  public func inverted() -> CGAffineTransform {
    let determinant = a * d - b * c
    guard determinant != 0, determinant.isFinite else { return self }
    return CGAffineTransform(
      a: d / determinant, b: -b / determinant, c: -c / determinant, d: a / determinant,
      tx: (c * ty - d * tx) / determinant, ty: (b * tx - a * ty) / determinant)
  }

  /// The transform that rotates first, then applies this one.
  ///
  /// - Parameter angle: radians, positive from the x axis towards the y axis.
  public func rotated(by angle: CGFloat) -> CGAffineTransform {
    CGAffineTransform(rotationAngle: angle).concatenating(self)
  }

  /// The transform that scales first, then applies this one.
  public func scaledBy(x sx: CGFloat, y sy: CGFloat) -> CGAffineTransform {
    CGAffineTransform(a: sx * a, b: sx * b, c: sy * c, d: sy * d, tx: tx, ty: ty)
  }

  /// The transform that shifts first, then applies this one.
  public func translatedBy(x tx: CGFloat, y ty: CGFloat) -> CGAffineTransform {
    CGAffineTransform(translationX: tx, y: ty).concatenating(self)
  }
}

extension CGAffineTransform: CustomDebugStringConvertible {
  /// The six numbers by name.
  public var debugDescription: String {
    "CGAffineTransform(a: \(a), b: \(b), c: \(c), d: \(d), tx: \(tx), ty: \(ty))"
  }
}

extension CGAffineTransform {
  /// The factor by which areas grow; negative where the transform mirrors.
  package var determinant: CGFloat { a * d - b * c }

  /// Whether pixels of one grid fall exactly on pixels of the other: a shift by whole numbers, perhaps with quarter
  /// turns and mirrors.
  package var mapsPixelGridToItself: Bool {
    let unrotated = abs(a) == 1 && abs(d) == 1 && b == 0 && c == 0
    let quarterTurn = abs(b) == 1 && abs(c) == 1 && a == 0 && d == 0
    return (unrotated || quarterTurn) && tx == tx.rounded() && ty == ty.rounded()
  }
}
