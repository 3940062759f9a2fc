// Minima, maxima and clamps that become vector instructions in a kernel's row loop. `Swift.min` and `Swift.max` are slower by
// half there, and the C functions of CHeadroomMath are calls: a kernel's loop is a specialised closure, into which the
// compiler does not inline C.

/// The smaller of two numbers; the second when the first is NaN.
@inlinable @inline(__always)
package func smaller(_ x: Float, _ y: Float) -> Float { x < y ? x : y }

/// The larger of two numbers; the second when the first is NaN.
@inlinable @inline(__always)
package func larger(_ x: Float, _ y: Float) -> Float { x > y ? x : y }

/// The number clamped to a range; `low` for NaN.
///
/// Works on half the number, which is exact: a clamp of a value straight from memory is not vectorised, one of a computed
/// value is.
@inlinable @inline(__always)
package func clamped(_ x: Float, _ low: Float, _ high: Float) -> Float {
  2 * smaller(larger(0.5 * x, 0.5 * low), 0.5 * high)
}

/// The square root of a number that is not negative, within 8e-8 of it; 0 below the smallest normal number.
///
/// `squareRoot()` is a call in a kernel's row loop, and loops with calls are not vectorised.
@inlinable @inline(__always)
package func root(_ x: Float) -> Float {
  // Halving the exponent estimates the reciprocal root within 3.5 %. Newton's steps double the digits.
  let half = 0.5 * x
  var y = Float(bitPattern: 0x5F37_5A86 &- (x.bitPattern >> 1))
  y = y * (1.5 - half * y * y)
  y = y * (1.5 - half * y * y)
  y = y * (1.5 - half * y * y)
  let guess = x * y
  // A fused operation computes the remainder exactly.
  let near = guess.addingProduct(x.addingProduct(-guess, guess), 0.5 * y)
  let finite = x < .infinity ? near : x
  return x < .leastNormalMagnitude ? 0 : finite
}
