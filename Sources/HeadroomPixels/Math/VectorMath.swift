// Elementary functions for row kernels: scalar, without branches and without libm, so that a loop over them becomes
// vector code. Coefficients are minimax fits of relative error, each rounded to single precision with the others fitted
// again. The bounds were measured against libm in double precision over the whole stated range; VectorMathTests checks
// them. Subnormal arguments count as zero and results below the smallest normal number are zero.

/// Adding this rounds to the nearest integer, ties to even, and leaves it in the low mantissa bits: 1.5 * 2^23.
/// Converting with `Int32(_:)` would trap outside its range, and a trap stops vectorisation.
@usableFromInline let roundingMagic: Float = 12_582_912

/// The bits of the square root of one half: the mantissa range of the logarithm is [0.7071, 1.4142), around 1.
@usableFromInline let halfRootBits: Int32 = 0x3F35_04F3

/// `p * 2^n` for `p` near 1 and the integer that ``roundingMagic`` left in `rounded`.
@inlinable @inline(__always)
func scaledByPowerOfTwo(_ p: Float, _ rounded: Float) -> Float {
  Float(bitPattern: p.bitPattern &+ (rounded.bitPattern << 23))
}

/// `2^f` for f in -0.5...0.5, relative error 3e-9 before rounding.
@inlinable @inline(__always)
func exp2Fraction(_ f: Float) -> Float {
  var p = Float(0x1.416b52p-13)
  p = Float(0x1.5f082ep-10).addingProduct(p, f)
  p = Float(0x1.3b2de0p-7).addingProduct(p, f)
  p = Float(0x1.c6af7cp-5).addingProduct(p, f)
  p = Float(0x1.ebfbdcp-3).addingProduct(p, f)
  p = Float(0x1.62e430p-1).addingProduct(p, f)
  return Float(1).addingProduct(p, f)
}

/// `log2(1 + f)` for f in -0.293...0.415, relative error 3e-8 before rounding.
@inlinable @inline(__always)
func log2OnePlusFraction(_ f: Float) -> Float {
  var p = Float(0x1.01ba32p-3)
  p = Float(-0x1.a78030p-3).addingProduct(p, f)
  p = Float(0x1.b94dfap-3).addingProduct(p, f)
  p = Float(-0x1.e9809ep-3).addingProduct(p, f)
  p = Float(0x1.26dd48p-2).addingProduct(p, f)
  p = Float(-0x1.715b7ep-2).addingProduct(p, f)
  p = Float(0x1.ec7366p-2).addingProduct(p, f)
  p = Float(-0x1.715472p-1).addingProduct(p, f)
  return (f * Float(0x1.715476p+0)).addingProduct(p, f * f)
}

/// The whole and the fractional part of log2 of a positive normal number; the fraction is within -0.5...0.5.
@inlinable @inline(__always)
func log2Parts(_ x: Float) -> (whole: Float, fraction: Float) {
  let shifted = Int32(bitPattern: x.bitPattern) &- halfRootBits
  let mantissa = Float(bitPattern: UInt32(bitPattern: (shifted & 0x007F_FFFF) &+ halfRootBits))
  return (Float(shifted >> 23), log2OnePlusFraction(mantissa - 1))
}

/// `2^x`. Relative error at most 7e-8 for results that are normal numbers.
@inlinable @inline(__always)
package func exp2Fast(_ x: Float) -> Float {
  let rounded = x + roundingMagic
  let result = scaledByPowerOfTwo(exp2Fraction(x - (rounded - roundingMagic)), rounded)
  return x >= 128 ? .infinity : x < -126 ? 0 : x == x ? result : x
}

/// `e^x`. Relative error at most 9e-8 for results that are normal numbers.
@inlinable @inline(__always)
package func expFast(_ x: Float) -> Float {
  let result = expInRange(x)
  return x >= 88.722839 ? .infinity : x < -87.336544 ? 0 : x == x ? result : x
}

/// `e^x` for magnitudes up to 87; no other case is handled. It gives the same bits as ``expFast(_:)``.
@inlinable @inline(__always)
package func expInRange(_ x: Float) -> Float {
  // log2(e) in two parts: the rounding of one would be magnified by x.
  let high = Float(0x1.715476p+0)
  let low = Float(0x1.4ae0c0p-26)
  let rounded = x * high + roundingMagic
  let whole = rounded - roundingMagic
  return scaledByPowerOfTwo(exp2Fraction((-whole).addingProduct(x, high).addingProduct(x, low)), rounded)
}

/// The base-2 logarithm. Relative error at most 2e-7 for normal numbers. Minus infinity at zero, NaN below.
@inlinable @inline(__always)
package func log2Fast(_ x: Float) -> Float {
  let (whole, fraction) = log2Parts(x)
  let special: Float = x < 0 ? .nan : x < .leastNormalMagnitude ? -.infinity : x
  return x >= .leastNormalMagnitude && x < .infinity ? whole + fraction : special
}

/// The natural logarithm. Relative error at most 2.4e-7 for normal numbers. Minus infinity at zero, NaN below.
@inlinable @inline(__always)
package func logFast(_ x: Float) -> Float { log2Fast(x) * Float(0x1.62e430p-1) }

/// `x^y` for `x >= 0`. Relative error at most 2e-7 where `abs(y) <= 3` and the result is a normal number; beyond that
/// it grows by 5e-8 for each unit of y. A negative base counts as zero.
@inlinable @inline(__always)
package func powFast(_ x: Float, _ y: Float) -> Float { powFast(x, y, low: 0) }

/// `x^(y + low)`: an exponent in two parts, for formulas whose exponent is not a single-precision number.
@inlinable @inline(__always)
package func powFast(_ x: Float, _ y: Float, low: Float) -> Float {
  let (whole, fraction) = log2Parts(x)
  let sum = whole + fraction
  // Zero and infinity get logarithms so large that the range check below gives their powers, for any sign of y.
  let lifted: Float = x < .infinity ? sum : .greatestFiniteMagnitude
  let logarithm: Float = x < .leastNormalMagnitude ? -.greatestFiniteMagnitude : lifted
  let power = y * logarithm
  let rounded = power + roundingMagic
  // y * whole - n is exact in a fused operation, so the error does not grow with the size of the result.
  let rest = (roundingMagic - rounded).addingProduct(y, whole).addingProduct(y, fraction).addingProduct(low, sum)
  let result = scaledByPowerOfTwo(exp2Fraction(rest), rounded)
  let bounded: Float = power < -126 ? 0 : result
  let inRange: Float = power >= 128 ? .infinity : bounded
  return x == x ? inRange : x
}

/// `x^y` continued through the sign: `-((-x)^y)` for negative x. Error as ``powFast(_:_:)``.
@inlinable @inline(__always)
package func signedPow(_ x: Float, _ y: Float) -> Float { withSign(of: x, powFast(abs(x), y)) }

/// `magnitude`, not negative, with the sign of `x`.
@inlinable @inline(__always)
package func withSign(of x: Float, _ magnitude: Float) -> Float {
  Float(bitPattern: magnitude.bitPattern | (x.bitPattern & 0x8000_0000))
}

/// The cube root, of negative numbers too. Relative error at most 1.5e-7.
@inlinable @inline(__always)
package func cbrtFast(_ x: Float) -> Float {
  let size = abs(x)
  // A third of the bits, exponent and mantissa together, is within 4 % of the root.
  let guess = Float(bitPattern: size.bitPattern / 3 &+ 0x2A51_37A0)
  // Halley's step, g (c + 2x) / (2c + x) with c = g^3, cubes the error. All terms are scaled down, because the cube of
  // a guess that is too large must not overflow.
  let smaller = guess * 0.75
  let cube = smaller * smaller * smaller
  let near = guess * ((cube * 0.25 + size * 0.210_937_5) / (cube * 0.5 + size * 0.105_468_75))
  // Newton's step on the remaining difference squares the error; a fused operation keeps the difference exact.
  let missing = size.addingProduct(-(near * near), near)
  let root = near.addingProduct(near, missing * (1 / 3) / size)
  return withSign(of: x, size < .leastNormalMagnitude ? 0 : size < .infinity ? root : size)
}

/// Sine and cosine of an angle in radians, for magnitudes up to 100,000. Absolute error at most 1e-7, relative
/// error at most 2e-7.
@inlinable @inline(__always)
package func sinCosFast(_ x: Float) -> (sin: Float, cos: Float) {
  let rounded = x * Float(0x1.45f306p-1) + roundingMagic
  let n = rounded - roundingMagic
  // A quarter turn in three parts.
  var f = x.addingProduct(-n, Float(0x1.921fb4p+0))
  f = f.addingProduct(-n, Float(0x1.4442d0p-24))
  f = f.addingProduct(-n, Float(0x1.846988p-48))
  let square = f * f
  var s = Float(-0x1.9951f2p-13)
  s = Float(0x1.110774p-7).addingProduct(s, square)
  s = Float(-0x1.555546p-3).addingProduct(s, square)
  s = f.addingProduct(s, square * f)
  var c = Float(0x1.99e80cp-16)
  c = Float(-0x1.6c0c28p-10).addingProduct(c, square)
  c = Float(0x1.55554ap-5).addingProduct(c, square)
  c = Float(-0.5).addingProduct(c, square)
  c = Float(1).addingProduct(c, square)
  let quarter = rounded.bitPattern
  let isOdd = quarter & 1 != 0
  let sine = isOdd ? c : s
  let cosine = isOdd ? s : c
  return (
    Float(bitPattern: sine.bitPattern ^ ((quarter & 2) << 30)),
    Float(bitPattern: cosine.bitPattern ^ (((quarter &+ 1) & 2) << 30))
  )
}

/// The sine of an angle in radians; see ``sinCosFast(_:)``.
@inlinable @inline(__always)
package func sinFast(_ x: Float) -> Float { sinCosFast(x).sin }

/// The cosine of an angle in radians; see ``sinCosFast(_:)``.
@inlinable @inline(__always)
package func cosFast(_ x: Float) -> Float { sinCosFast(x).cos }

/// The angle of the point (x, y) in radians, -pi...pi. Relative error at most 2e-7. Zero at the origin.
@inlinable @inline(__always)
package func atan2Fast(_ y: Float, _ x: Float) -> Float {
  let across = abs(x)
  let up = abs(y)
  let isSteep = up > across
  let larger = isSteep ? up : across
  let smaller = isSteep ? across : up
  let ratio = larger > 0 ? smaller / larger : 0
  let square = ratio * ratio
  var p = Float(-0x1.d35854p-10)
  p = Float(0x1.642424p-7).addingProduct(p, square)
  p = Float(-0x1.fd7db2p-6).addingProduct(p, square)
  p = Float(0x1.da29f6p-5).addingProduct(p, square)
  p = Float(-0x1.58091ap-4).addingProduct(p, square)
  p = Float(0x1.c08c4ep-4).addingProduct(p, square)
  p = Float(-0x1.242086p-3).addingProduct(p, square)
  p = Float(0x1.9991e4p-3).addingProduct(p, square)
  p = Float(-0x1.55553ep-2).addingProduct(p, square)
  var angle = ratio.addingProduct(p, square * ratio)
  angle = isSteep ? Float(0x1.921fb6p+0) - angle : angle
  angle = x < 0 ? Float(0x1.921fb6p+1) - angle : angle
  return withSign(of: y, angle)
}
