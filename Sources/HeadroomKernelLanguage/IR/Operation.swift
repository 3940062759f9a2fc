/// An operation that computes a lane from others. The same bits always give the same bits, and no operation can fail.
package enum Operation: Hashable, Sendable {
  // Inputs, without operands.
  case argument(parameter: Int, lane: Int)
  case pixel(image: Int, lane: Int)
  case destination(axis: Int)
  case extent(image: Int, lane: Int)
  /// Reads a constant array; the operand is the index, which is within it.
  case table(Int)

  // On floats.
  case fadd, fsub, fmul, fdiv, frem, fneg, fabs, fmin, fmax, fma, copysign, nextafter
  case floor, ceil, trunc, round, rint, sqrt, cbrt
  case sin, cos, tan, asin, acos, atan, atan2, sinh, cosh, tanh, asinh, acosh, atanh
  case exp, exp2, log, log2, log10, pow
  case scale, exponent, significand
  case feq, fne, flt, fle

  // On integers.
  case add, sub, mul, sdiv, udiv, srem, urem, and, or, xor, shl, shr, sar
  case smin, smax, umin, umax, smulhi, umulhi
  case popcount, clz, ctz, reverse
  case eq, ne, slt, sle, ult, ule

  // Between kinds.
  case select
  /// The same bits as another kind.
  case copyBits
  case floatToInt, floatToUInt, intToFloat, uintToFloat
  /// Converts a float to the sixteen bits of the nearest half, and back.
  case floatToHalf, halfToFloat

  /// The bits of the result, for operations that need no pixel.
  package func apply(_ a: UInt32, _ b: UInt32 = 0, _ c: UInt32 = 0) -> UInt32 {
    if self == .select { return a != 0 ? b : c }
    if self == .copyBits { return a }
    return whole(a, b) ?? float(Float(bitPattern: a), Float(bitPattern: b), Float(bitPattern: c), a, b)
  }

  private func whole(_ a: UInt32, _ b: UInt32) -> UInt32? {
    let (s, t) = (Int32(bitPattern: a), Int32(bitPattern: b))
    switch self {
    case .add: return a &+ b
    case .sub: return a &- b
    case .mul: return a &* b
    case .sdiv: return t == 0 ? 0 : UInt32(bitPattern: s == .min && t == -1 ? s : s / t)
    case .udiv: return b == 0 ? 0 : a / b
    case .srem: return t == 0 || t == -1 ? 0 : UInt32(bitPattern: s % t)
    case .urem: return b == 0 ? 0 : a % b
    case .and: return a & b
    case .or: return a | b
    case .xor: return a ^ b
    case .shl: return a << (b & 31)
    case .shr: return a >> (b & 31)
    case .sar: return UInt32(bitPattern: s >> Int32(b & 31))
    case .smin: return s < t ? a : b
    case .smax: return s > t ? a : b
    case .umin: return min(a, b)
    case .umax: return max(a, b)
    case .smulhi: return UInt32(bitPattern: s.multipliedFullWidth(by: t).high)
    case .umulhi: return a.multipliedFullWidth(by: b).high
    case .popcount: return UInt32(a.nonzeroBitCount)
    case .clz: return UInt32(a.leadingZeroBitCount)
    case .ctz: return UInt32(a.trailingZeroBitCount)
    case .reverse: return reversed(a)
    case .eq: return a == b ? 1 : 0
    case .ne: return a != b ? 1 : 0
    case .slt: return s < t ? 1 : 0
    case .sle: return s <= t ? 1 : 0
    case .ult: return a < b ? 1 : 0
    case .ule: return a <= b ? 1 : 0
    case .halfToFloat: return LaneMath.float(ofHalf: a).bitPattern
    case .intToFloat: return Float(s).bitPattern
    case .uintToFloat: return Float(a).bitPattern
    default: return nil
    }
  }

  private func reversed(_ a: UInt32) -> UInt32 {
    var bits = (a >> 1 & 0x5555_5555) | (a & 0x5555_5555) << 1
    bits = (bits >> 2 & 0x3333_3333) | (bits & 0x3333_3333) << 2
    bits = (bits >> 4 & 0x0F0F_0F0F) | (bits & 0x0F0F_0F0F) << 4
    return bits.byteSwapped
  }

  private func float(_ x: Float, _ y: Float, _ z: Float, _ a: UInt32, _ b: UInt32) -> UInt32 {
    switch self {
    case .feq: return x == y ? 1 : 0
    case .fne: return x != y ? 1 : 0
    case .flt: return x < y ? 1 : 0
    case .fle: return x <= y ? 1 : 0
    case .fneg: return a ^ 0x8000_0000
    case .fabs: return a & 0x7FFF_FFFF
    case .copysign: return a & 0x7FFF_FFFF | b & 0x8000_0000
    case .floatToHalf: return LaneMath.half(x)
    case .exponent: return UInt32(bitPattern: LaneMath.exponent(x))
    case .scale: return LaneMath.scale(x, Int32(bitPattern: b)).bitPattern
    case .floatToInt:
      return x.isNaN ? 0 : UInt32(bitPattern: Int32(exactly: x.rounded(.towardZero)) ?? (x < 0 ? .min : .max))
    case .floatToUInt: return x.isNaN || x <= 0 ? 0 : UInt32(exactly: x.rounded(.towardZero)) ?? .max
    default: return (arithmetic(x, y, z) ?? transcendental(x, y)).bitPattern
    }
  }

  private func arithmetic(_ x: Float, _ y: Float, _ z: Float) -> Float? {
    switch self {
    case .fadd: x + y
    case .fsub: x - y
    case .fmul: x * y
    case .fdiv: x / y
    case .frem: x.truncatingRemainder(dividingBy: y)
    case .fmin: LaneMath.min(x, y)
    case .fmax: LaneMath.max(x, y)
    case .fma: z.addingProduct(x, y)
    case .floor: x.rounded(.down)
    case .ceil: x.rounded(.up)
    case .trunc: x.rounded(.towardZero)
    case .round: x.rounded(.toNearestOrAwayFromZero)
    case .rint: x.rounded(.toNearestOrEven)
    case .sqrt: x.squareRoot()
    case .nextafter: LaneMath.next(x, towards: y)
    case .significand: LaneMath.significand(x)
    default: nil
    }
  }

  private func transcendental(_ x: Float, _ y: Float) -> Float {
    switch self {
    case .cbrt: LaneMath.cubeRoot(x)
    case .sin: LaneMath.sine(x)
    case .cos: LaneMath.cosine(x)
    case .tan: LaneMath.tangent(x)
    case .asin: LaneMath.arcSine(x)
    case .acos: LaneMath.arcCosine(x)
    case .atan: LaneMath.arcTangent(x)
    case .atan2: LaneMath.arcTangent(x, y)
    case .sinh: LaneMath.hyperbolicSine(x)
    case .cosh: LaneMath.hyperbolicCosine(x)
    case .tanh: LaneMath.hyperbolicTangent(x)
    case .asinh: LaneMath.areaSine(x)
    case .acosh: LaneMath.areaCosine(x)
    case .atanh: LaneMath.areaTangent(x)
    case .exp: LaneMath.exponential(x)
    case .exp2: LaneMath.exponential2(x)
    case .log: LaneMath.logarithm(x)
    case .log2: LaneMath.logarithm2(x)
    case .log10: LaneMath.logarithm10(x)
    case .pow: LaneMath.power(x, y)
    default: 0
    }
  }

  /// The kind of the result.
  package var kind: KernelIR.Kind {
    switch self {
    case .feq, .fne, .flt, .fle, .eq, .ne, .slt, .sle, .ult, .ule: .bool
    case .exponent, .floatToHalf, .floatToInt, .floatToUInt, .add, .sub, .mul, .sdiv, .udiv, .srem, .urem, .and, .or,
      .xor, .shl,
      .shr,
      .sar, .smin, .smax, .umin, .umax, .smulhi, .umulhi, .popcount, .clz, .ctz, .reverse:
      .whole
    default: .float
    }
  }

  /// Whether the operation reads the pixel instead of computing.
  var isGiven: Bool {
    switch self {
    case .argument, .pixel, .destination, .extent: true
    default: false
    }
  }

  /// Whether the result differs between pixels whatever the operands are.
  var isVaryingByItself: Bool {
    switch self {
    case .pixel, .destination: true
    default: false
    }
  }
}
