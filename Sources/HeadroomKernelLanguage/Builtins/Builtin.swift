/// A function of the standard libraries or of Core Image. `TreeEvaluator` defines what each computes, lane by lane;
/// both evaluators follow it bit for bit, so that they can be compared.
package enum Builtin: String, Sendable, Hashable {
  // Lane by lane, on floats.
  case sin, cos, tan, asin, acos, atan, atan2, sinh, cosh, tanh, asinh, acosh, atanh, sinpi, cospi, tanpi
  case exp, exp2, exp10, log, log2, log10, pow, sqrt, rsqrt, cbrt
  case floor, ceil, trunc, round, rint, fract, fmod, mod, copysign, fdim, fma, nextafter, ldexp, significand
  case step, smoothstep, mix, saturate, radians, degrees, compare, srgbToLinear, linearToSRGB
  // Lane by lane, on integers or floats.
  case abs, sign, min, max, clamp, min3, max3, median3
  // Lane by lane, on integers.
  case popcount, clz, ctz, reverseBits, rotate, mulhi, addsat, subsat, absdiff, hadd, rhadd, extractBits, insertBits
  // To another scalar, lane by lane.
  /// The sixteen bits of a number as half, and the reverse.
  case halfBits, halfValue
  case isnan, isinf, isfinite, isnormal, signbit, exponent, logExponent
  case lessThan, lessThanEqual, greaterThan, greaterThanEqual, equal, notEqual, isordered, isunordered
  case not, select
  // Across lanes.
  case any, all, dot, length, distance, lengthSquared, distanceSquared, normalize, cross, reflect, refract, faceforward
  case transpose, determinant, inverse, outerProduct, componentProduct, cossin, sincos, premultiply, unpremultiply
  // Functions of Core Image.
  case sample, samplerTransform, samplerCoord, samplerExtent, samplerOrigin, samplerSize, destinationCoord
}
