// Minima, maxima and clamps that become vector instructions in a kernel's row loop. `Swift.min` and `Swift.max` are slower by
// half there, and the C functions of CHeadroomMath are calls: a kernel's loop is a specialised closure, into which the
// compiler does not inline C.

/// The smaller of two numbers; the second when the first is NaN.
@inline(__always)
func smaller(_ x: Float, _ y: Float) -> Float { x < y ? x : y }

/// The larger of two numbers; the second when the first is NaN.
@inline(__always)
func larger(_ x: Float, _ y: Float) -> Float { x > y ? x : y }

/// The number held to a range; `low` for NaN.
///
/// Works on half the number, which is exact: a clamp of a value straight from memory is not vectorised, one of a computed
/// value is.
@inline(__always)
func held(_ x: Float, _ low: Float, _ high: Float) -> Float {
  2 * smaller(larger(0.5 * x, 0.5 * low), 0.5 * high)
}
