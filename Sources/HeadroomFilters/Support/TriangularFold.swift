internal import HeadroomEngine
internal import HeadroomPixels

/// The plane folded into one equilateral triangle by mirrors along the lines of a triangular lattice.
///
/// A point has three coordinates whose sum is 0, and whose differences count the mirrors that are crossed. In the
/// triangle they are in descending order, and the first exceeds the last by no more than 1. Every point is moved there
/// by integer steps, which leave fractions, and by sorting (the alcoves of the affine Weyl group of type A2).
struct TriangularFold: Sendable {
  /// The triangle has its corners at (0, 0), (1, 0) and (1/2, sqrt(3)/2).
  private static let perRoot: Float = 0.577_350_27

  /// The weights of the second and the third corner for a point of the triangle, 0 ... 1 each; with the first corner's
  /// they sum to 1.
  @inline(__always)
  static func weights(_ u: Float, _ v: Float) -> (second: Float, third: Float) {
    let (y1, y2, y3) = coordinates(u, v)
    let (f1, f2, f3) = (fraction(y1), fraction(y2), fraction(y3))
    let high = larger(f1, larger(f2, f3))
    let low = smaller(f1, smaller(f2, f3))
    let sum = f1 + f2 + f3
    let middle = sum - high - low
    // Fractions that sum to 1 or 2 are brought to the sum 0 by making the largest negative, or the largest two.
    let isOne = sum < 1.5
    let isNone = sum < 0.5
    let a1 = isNone ? high : isOne ? middle : low
    let a2 = isNone ? middle : isOne ? low : high - 1
    let a3 = isNone ? low : isOne ? high - 1 : middle - 1
    return (a1 - a2, a2 - a3)
  }

  @inline(__always)
  private static func coordinates(_ u: Float, _ v: Float) -> (Float, Float, Float) {
    let third = u * (1 / 3 as Float)
    let up = v * perRoot
    return (2 * third, up - third, -up - third)
  }

  /// The number of mirrors between a point and the triangle.
  @inline(__always)
  static func mirrors(_ u: Float, _ v: Float) -> Float {
    let (y1, y2, y3) = coordinates(u, v)
    let (first, second) = ((y1 - y2).rounded(.down), (y2 - y3).rounded(.down))
    return abs(first) + abs(second) + abs((y1 - y3).rounded(.down))
  }

  /// The position for the corners' weights.
  @inline(__always)
  static func place(_ second: Float, _ third: Float) -> (u: Float, v: Float) {
    (second + 0.5 * third, 0.866_025_4 * third)
  }
}
