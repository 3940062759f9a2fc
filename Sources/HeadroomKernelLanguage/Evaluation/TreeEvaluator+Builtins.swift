extension TreeEvaluator {
  mutating func builtin(_ builtin: Builtin, _ arguments: [TypedExpression], _ type: ValueType) -> [UInt32] {
    let values = arguments.map { evaluate($0) }
    if builtin.readsImages { return image(builtin, values) }
    if let lanes = across(builtin, values, arguments.map(\.type)) { return lanes }
    let isFloat = arguments.first?.type.scalar?.isFloat ?? false
    let isSigned = arguments.first?.type.scalar?.isSigned ?? false
    return (0..<(values.first?.count ?? 0)).map { lane in
      let bits = values.map { $0.count > lane ? $0[lane] : $0[0] }
      if let result = relation(builtin, bits, isFloat: isFloat, isSigned: isSigned) { return result ? 1 : 0 }
      if builtin == .select { return bits[2] != 0 ? bits[1] : bits[0] }
      if builtin == .halfBits { return LaneMath.half(Float(bitPattern: bits[0])) }
      if builtin == .halfValue { return LaneMath.float(ofHalf: bits[0]).bitPattern }
      if isFloat { return float(builtin, bits) }
      return isSigned ? int(builtin, bits) : uint(builtin, bits)
    }
  }

  // MARK: Images

  private func image(_ builtin: Builtin, _ values: [[UInt32]]) -> [UInt32] {
    let number = Int(values.first?.first ?? 0)
    let position = values.count > 1 ? SIMD2(Float(bitPattern: values[1][0]), Float(bitPattern: values[1][1])) : .zero
    switch builtin {
    case .sample: return lanes(inputs.sample(number, position))
    case .samplerTransform: return lanes(inputs.transform(number, position))
    case .samplerCoord: return lanes(inputs.transform(number, inputs.destination))
    case .samplerExtent: return lanes(inputs.extent(number))
    case .samplerOrigin: return Array(lanes(inputs.extent(number))[..<2])
    case .samplerSize: return Array(lanes(inputs.extent(number))[2...])
    default: return lanes(inputs.destination)
    }
  }

  private func lanes(_ value: some SIMD<Float>) -> [UInt32] { value.indices.map { value[$0].bitPattern } }

  // MARK: Questions

  private func relation(_ builtin: Builtin, _ bits: [UInt32], isFloat: Bool, isSigned: Bool) -> Bool? {
    if let operation = Self.comparisons[builtin] {
      let scalar: ScalarType = isFloat ? .float : isSigned ? .int : .uint
      return binary(operation, [bits[0]], [bits[1]], .scalar(scalar))[0] != 0
    }
    let x = Float(bitPattern: bits.first ?? 0)
    switch builtin {
    case .not: return bits[0] == 0
    case .isnan: return x.isNaN
    case .isinf: return x.isInfinite
    case .isfinite: return x.isFinite
    case .isnormal: return x.isNormal
    case .signbit: return bits[0] >> 31 != 0
    case .isordered: return !x.isNaN && !Float(bitPattern: bits[1]).isNaN
    case .isunordered: return x.isNaN || Float(bitPattern: bits[1]).isNaN
    default: return nil
    }
  }

  private static let comparisons: [Builtin: BinaryOperator] = [
    .lessThan: .less, .lessThanEqual: .lessOrEqual, .greaterThan: .greater, .greaterThanEqual: .greaterOrEqual,
    .equal: .equal, .notEqual: .notEqual,
  ]

  // MARK: Across lanes

  private func across(_ builtin: Builtin, _ values: [[UInt32]], _ types: [ValueType]) -> [UInt32]? {
    if builtin == .any { return [values[0].contains { $0 != 0 } ? 1 : 0] }
    if builtin == .all { return [values[0].contains(0) ? 0 : 1] }
    let v = values.map { $0.map(Float.init(bitPattern:)) }
    return geometry(builtin, v)?.map(\.bitPattern) ?? matrix(builtin, v, types)?.map(\.bitPattern)
  }

  private func dot(_ a: [Float], _ b: [Float]) -> Float {
    var sum = a[0] * b[0]
    for lane in 1..<max(a.count, 1) { sum += a[lane] * b[lane] }
    return sum
  }

  private func geometry(_ builtin: Builtin, _ v: [[Float]]) -> [Float]? {
    switch builtin {
    case .dot: return [dot(v[0], v[1])]
    case .length: return [dot(v[0], v[0]).squareRoot()]
    case .lengthSquared: return [dot(v[0], v[0])]
    case .distance, .distanceSquared:
      let difference = zip(v[0], v[1]).map { $0 - $1 }
      let square = dot(difference, difference)
      return [builtin == .distance ? square.squareRoot() : square]
    case .normalize:
      let scale = 1 / dot(v[0], v[0]).squareRoot()
      return v[0].map { $0 * scale }
    case .cross:
      let (a, b) = (v[0], v[1])
      return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    case .reflect:
      let twice = 2 * dot(v[1], v[0])
      return zip(v[0], v[1]).map { $0 - twice * $1 }
    case .refract: return refract(v[0], v[1], v[2][0])
    case .faceforward: return dot(v[2], v[1]) < 0 ? v[0] : v[0].map { -$0 }
    case .cossin: return [LaneMath.cosine(v[0][0]), LaneMath.sine(v[0][0])]
    case .sincos: return [LaneMath.sine(v[0][0]), LaneMath.cosine(v[0][0])]
    case .premultiply: return [v[0][0] * v[0][3], v[0][1] * v[0][3], v[0][2] * v[0][3], v[0][3]]
    case .unpremultiply: return v[0][..<3].map { v[0][3] == 0 ? 0 : $0 / v[0][3] } + [v[0][3]]
    default: return nil
    }
  }

  private func refract(_ i: [Float], _ n: [Float], _ ratio: Float) -> [Float] {
    let d = dot(n, i)
    let k = 1 - ratio * ratio * (1 - d * d)
    if k < 0 { return i.map { _ in 0 } }
    let scale = ratio * d + k.squareRoot()
    return zip(i, n).map { ratio * $0 - scale * $1 }
  }

  private func matrix(_ builtin: Builtin, _ v: [[Float]], _ types: [ValueType]) -> [Float]? {
    let algebra = MatrixAlgebra<Float>(add: +, subtract: -, multiply: *, divide: /, negate: -)
    switch builtin {
    case .outerProduct: return v[1].flatMap { b in v[0].map { $0 * b } }
    case .componentProduct: return zip(v[0], v[1]).map { $0 * $1 }
    default: break
    }
    guard case .matrix(_, let columns, let rows)? = types.first else { return nil }
    switch builtin {
    case .transpose: return (0..<(columns * rows)).map { v[0][$0 % columns * rows + $0 / columns] }
    case .determinant: return [algebra.determinant(v[0], columns)]
    case .inverse: return algebra.inverse(v[0], columns)
    default: return nil
    }
  }

  // MARK: Whole numbers

  private func int(_ builtin: Builtin, _ bits: [UInt32]) -> UInt32 {
    let v = bits.map(Int32.init(bitPattern:))
    let wide = v.map(Int64.init)
    let result: Int64? =
      switch builtin {
      case .abs: Swift.abs(wide[0])
      case .sign: wide[0].signum()
      case .min: min(wide[0], wide[1])
      case .max: max(wide[0], wide[1])
      case .clamp: min(max(wide[0], wide[1]), wide[2])
      case .min3: min(wide[0], wide[1], wide[2])
      case .max3: max(wide[0], wide[1], wide[2])
      case .median3: max(min(wide[0], wide[1]), min(max(wide[0], wide[1]), wide[2]))
      case .mulhi: (wide[0] * wide[1]) >> 32
      case .addsat: min(max(wide[0] + wide[1], Int64(Int32.min)), Int64(Int32.max))
      case .subsat: min(max(wide[0] - wide[1], Int64(Int32.min)), Int64(Int32.max))
      case .absdiff: Swift.abs(wide[0] - wide[1])
      case .hadd: (wide[0] + wide[1]) >> 1
      case .rhadd: (wide[0] + wide[1] + 1) >> 1
      case .extractBits: extracted(v[0], bits[1], bits[2])
      default: nil
      }
    return result.map { UInt32(truncatingIfNeeded: $0) } ?? uint(builtin, bits)
  }

  private func extracted(_ value: Int32, _ offset: UInt32, _ width: UInt32) -> Int64 {
    let place = Int32(offset & 31)
    let count = min(Int32(clamping: width), 32 - place)
    return count == 0 ? 0 : Int64((value << (32 - place - count)) >> (32 - count))
  }

  private func uint(_ builtin: Builtin, _ v: [UInt32]) -> UInt32 {
    let wide = v.map(UInt64.init)
    switch builtin {
    case .abs: return v[0]
    case .sign: return v[0] == 0 ? 0 : 1
    case .min: return min(v[0], v[1])
    case .max: return max(v[0], v[1])
    case .clamp: return min(max(v[0], v[1]), v[2])
    case .min3: return min(v[0], v[1], v[2])
    case .max3: return max(v[0], v[1], v[2])
    case .median3: return max(min(v[0], v[1]), min(max(v[0], v[1]), v[2]))
    case .popcount: return UInt32(v[0].nonzeroBitCount)
    case .clz: return UInt32(v[0].leadingZeroBitCount)
    case .ctz: return UInt32(v[0].trailingZeroBitCount)
    case .reverseBits: return (0..<32).reduce(0) { $0 | ((v[0] >> UInt32($1)) & 1) << UInt32(31 - $1) }
    case .rotate: return v[0] &<< v[1] | (v[1] & 31 == 0 ? 0 : v[0] &>> (32 - v[1] & 31))
    case .mulhi: return UInt32(truncatingIfNeeded: (wide[0] * wide[1]) >> 32)
    case .addsat: return UInt32(clamping: wide[0] + wide[1])
    case .subsat: return v[0] > v[1] ? v[0] - v[1] : 0
    case .absdiff: return v[0] > v[1] ? v[0] - v[1] : v[1] - v[0]
    case .hadd: return UInt32((wide[0] + wide[1]) >> 1)
    case .rhadd: return UInt32((wide[0] + wide[1] + 1) >> 1)
    case .extractBits:
      let place = v[1] & 31
      let count = min(v[2], 32 - place)
      return count == 0 ? 0 : (v[0] << (32 - place - count)) >> (32 - count)
    case .insertBits: return inserted(v)
    default: return 0
    }
  }

  private func inserted(_ v: [UInt32]) -> UInt32 {
    let place = v[2] & 31
    let count = min(v[3], 32 - place)
    let mask = count == 0 ? 0 : (UInt32.max >> (32 - count)) << place
    return (v[0] & ~mask) | ((v[1] << place) & mask)
  }

  // MARK: Numbers

  private func float(_ builtin: Builtin, _ bits: [UInt32]) -> UInt32 {
    switch builtin {
    case .exponent: return UInt32(bitPattern: LaneMath.exponent(Float(bitPattern: bits[0])))
    case .logExponent: return logExponent(Float(bitPattern: bits[0]))
    case .ldexp: return LaneMath.scale(Float(bitPattern: bits[0]), Int32(bitPattern: bits[1])).bitPattern
    default: break
    }
    let v = bits.map(Float.init(bitPattern:))
    let result = transcendental(builtin, v) ?? rounding(builtin, v[0]) ?? common(builtin, v)
    return result.bitPattern
  }

  private func logExponent(_ x: Float) -> UInt32 {
    if x == 0 { return UInt32(bitPattern: .min) }
    return x.isFinite ? UInt32(bitPattern: LaneMath.exponent(x) - 1) : UInt32(bitPattern: .max)
  }

  /// Uses the C library, which is exact to about one unit in the last place.
  private func transcendental(_ builtin: Builtin, _ v: [Float]) -> Float? {
    let x = v[0]
    return switch builtin {
    case .sin: LaneMath.sine(x)
    case .cos: LaneMath.cosine(x)
    case .tan: LaneMath.tangent(x)
    case .asin: LaneMath.arcSine(x)
    case .acos: LaneMath.arcCosine(x)
    case .atan: LaneMath.arcTangent(x)
    case .atan2: LaneMath.arcTangent(x, v[1])
    case .sinh: LaneMath.hyperbolicSine(x)
    case .cosh: LaneMath.hyperbolicCosine(x)
    case .tanh: LaneMath.hyperbolicTangent(x)
    case .asinh: LaneMath.areaSine(x)
    case .acosh: LaneMath.areaCosine(x)
    case .atanh: LaneMath.areaTangent(x)
    case .sinpi: halfTurns(x).sine
    case .cospi: halfTurns(x).cosine
    case .tanpi: halfTurns(x).sine / halfTurns(x).cosine
    case .exp: LaneMath.exponential(x)
    case .exp2: LaneMath.exponential2(x)
    case .exp10: LaneMath.exponential10(x)
    case .log: LaneMath.logarithm(x)
    case .log2: LaneMath.logarithm2(x)
    case .log10: LaneMath.logarithm10(x)
    case .pow: LaneMath.power(x, v[1])
    case .cbrt: LaneMath.cubeRoot(x)
    case .sqrt: x.squareRoot()
    case .rsqrt: 1 / x.squareRoot()
    default: nil
    }
  }

  /// Sine and cosine of half turns: the difference from the nearest integer is exact, so that zeros are exact and
  /// values near them have full precision. The cosine is the sine of the distance to its own zero.
  private func halfTurns(_ x: Float) -> (sine: Float, cosine: Float) {
    let nearest = x.rounded(.toNearestOrEven)
    let rest = x - nearest
    let isOdd = nearest * 0.5 != (nearest * 0.5).rounded(.down)
    let (sine, cosine) = (LaneMath.sine(rest * LaneMath.pi), LaneMath.sine((0.5 - Swift.abs(rest)) * LaneMath.pi))
    return isOdd ? (-sine, -cosine) : (sine, cosine)
  }

  private func rounding(_ builtin: Builtin, _ x: Float) -> Float? {
    switch builtin {
    case .floor: x.rounded(.down)
    case .ceil: x.rounded(.up)
    case .trunc: x.rounded(.towardZero)
    case .round: x.rounded(.toNearestOrAwayFromZero)
    case .rint: x.rounded(.toNearestOrEven)
    case .fract: fraction(x)
    default: nil
    }
  }

  /// Stays below 1 where the result for a tiny negative number would round up to 1.
  private func fraction(_ x: Float) -> Float {
    let fraction = x - x.rounded(.down)
    return fraction >= 1 ? 0x1.fffffep-1 : fraction
  }

  private func common(_ builtin: Builtin, _ v: [Float]) -> Float {
    let x = v[0]
    switch builtin {
    case .abs: return Swift.abs(x)
    case .sign: return x > 0 ? 1 : x < 0 ? -1 : x.isNaN ? 0 : x
    case .min: return LaneMath.min(x, v[1])
    case .max: return LaneMath.max(x, v[1])
    case .clamp: return LaneMath.min(LaneMath.max(x, v[1]), v[2])
    case .saturate: return LaneMath.min(LaneMath.max(x, 0), 1)
    case .min3: return LaneMath.min(x, LaneMath.min(v[1], v[2]))
    case .max3: return LaneMath.max(x, LaneMath.max(v[1], v[2]))
    case .median3: return LaneMath.max(LaneMath.min(x, v[1]), LaneMath.min(LaneMath.max(x, v[1]), v[2]))
    case .fmod: return x.truncatingRemainder(dividingBy: v[1])
    case .mod: return x - v[1] * (x / v[1]).rounded(.down)
    case .copysign: return Float(bitPattern: x.bitPattern & 0x7FFF_FFFF | v[1].bitPattern & 0x8000_0000)
    case .fdim: return x > v[1] ? x - v[1] : x.isNaN || v[1].isNaN ? .nan : 0
    case .fma: return v[2].addingProduct(x, v[1])
    case .nextafter: return LaneMath.next(x, towards: v[1])
    case .significand: return LaneMath.significand(x)
    case .step: return v[1] < x ? 0 : 1
    case .smoothstep: return smoothstep(x, v[1], v[2])
    case .mix: return x + (v[1] - x) * v[2]
    case .radians: return x * (LaneMath.pi / 180)
    case .degrees: return x * (180 / LaneMath.pi)
    case .compare: return x < 0 ? v[1] : v[2]
    case .srgbToLinear: return mirrored(x) { $0 <= 0.04045 ? $0 / 12.92 : LaneMath.power(($0 + 0.055) / 1.055, 2.4) }
    case .linearToSRGB:
      return mirrored(x) { $0 <= 0.0031308 ? $0 * 12.92 : 1.055 * LaneMath.power($0, 1 / 2.4) - 0.055 }
    default: return 0
    }
  }

  private func smoothstep(_ low: Float, _ high: Float, _ x: Float) -> Float {
    let t = LaneMath.min(LaneMath.max((x - low) / (high - low), 0), 1)
    return t * t * (3 - 2 * t)
  }

  /// Continues a curve to negative values by its point symmetry, so that colours outside of the gamut survive a round
  /// trip.
  private func mirrored(_ x: Float, _ curve: (Float) -> Float) -> Float {
    let value = curve(Swift.abs(x))
    return Float(bitPattern: value.bitPattern & 0x7FFF_FFFF | x.bitPattern & 0x8000_0000)
  }
}
