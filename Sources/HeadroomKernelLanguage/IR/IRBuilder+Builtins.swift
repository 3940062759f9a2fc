/// Built-in functions as operations. `TreeEvaluator` defines their meaning.
extension IRBuilder {
  mutating func builtin(_ builtin: Builtin, _ arguments: [TypedExpression], _ type: ValueType) -> [Value] {
    let values = arguments.map { build($0) }
    if builtin.readsImages { return image(builtin, values) }
    if let lanes = across(builtin, values, arguments.map(\.type)) { return lanes }
    let scalar = arguments.first?.type.scalar ?? .float
    return (0..<(values.first?.count ?? 0)).map { lane in
      let operands = values.map { $0.count > lane ? $0[lane] : $0[0] }
      if let operation = Self.comparisons[builtin] { return compare(operation, operands[0], operands[1], scalar) }
      if builtin == .select { return emit(.select, [operands[2], operands[1], operands[0]]) }
      if let result = question(builtin, operands) { return result }
      if scalar.isFloat { return float(builtin, operands) }
      return whole(builtin, operands, isSigned: scalar.isSigned)
    }
  }

  private static let comparisons: [Builtin: BinaryOperator] = [
    .lessThan: .less, .lessThanEqual: .lessOrEqual, .greaterThan: .greater, .greaterThanEqual: .greaterOrEqual,
    .equal: .equal, .notEqual: .notEqual,
  ]

  // MARK: Images

  private mutating func image(_ builtin: Builtin, _ values: [[Value]]) -> [Value] {
    // The checker ensures that the image of a sampler is always known.
    let number = Int(values.first?.first.flatMap { bits($0) } ?? 0)
    let destination = (0..<2).map { emit(.destination(axis: $0), []) }
    switch builtin {
    case .sample: return image(number, isTransform: false, values[1][0], values[1][1])
    case .samplerTransform: return image(number, isTransform: true, values[1][0], values[1][1])
    case .samplerCoord: return image(number, isTransform: true, destination[0], destination[1])
    case .samplerExtent: return (0..<4).map { emit(.extent(image: number, lane: $0), []) }
    case .samplerOrigin: return (0..<2).map { emit(.extent(image: number, lane: $0), []) }
    case .samplerSize: return (2..<4).map { emit(.extent(image: number, lane: $0), []) }
    default: return destination
    }
  }

  // MARK: Questions

  private mutating func question(_ builtin: Builtin, _ v: [Value]) -> Value? {
    let x = v[0]
    switch builtin {
    case .not: return emit(.eq, [x, bool(false)])
    case .isnan: return emit(.fne, [x, x])
    case .isinf: return emit(.feq, [emit(.fabs, [x]), float(.infinity)])
    case .isfinite: return emit(.flt, [emit(.fabs, [x]), float(.infinity)])
    case .isnormal:
      let size = emit(.fabs, [x])
      let isLarge = emit(.fle, [float(.leastNormalMagnitude), size])
      return emit(.and, [isLarge, emit(.flt, [size, float(.infinity)])])
    case .signbit: return emit(.slt, [emit(.copyBits, [x], .whole), whole(0)])
    case .halfBits: return emit(.floatToHalf, [x])
    case .halfValue: return emit(.halfToFloat, [x])
    case .isordered: return emit(.and, [emit(.feq, [x, x]), emit(.feq, [v[1], v[1]])])
    case .isunordered: return emit(.or, [emit(.fne, [x, x]), emit(.fne, [v[1], v[1]])])
    default: return nil
    }
  }

  // MARK: Across lanes

  private mutating func across(_ builtin: Builtin, _ v: [[Value]], _ types: [ValueType]) -> [Value]? {
    switch builtin {
    case .any: return [v[0].dropFirst().reduce(v[0][0]) { emit(.or, [$0, $1]) }]
    case .all: return [v[0].dropFirst().reduce(v[0][0]) { emit(.and, [$0, $1]) }]
    case .premultiply: return v[0][..<3].map { emit(.fmul, [$0, v[0][3]]) } + [v[0][3]]
    case .unpremultiply:
      let isClear = emit(.feq, [v[0][3], float(0)])
      return v[0][..<3].map { emit(.select, [isClear, float(0), emit(.fdiv, [$0, v[0][3]])]) } + [v[0][3]]
    case .cossin: return [emit(.cos, [v[0][0]]), emit(.sin, [v[0][0]])]
    case .sincos: return [emit(.sin, [v[0][0]]), emit(.cos, [v[0][0]])]
    default: return geometry(builtin, v) ?? matrix(builtin, v, types)
    }
  }

  private mutating func dot(_ a: [Value], _ b: [Value]) -> Value {
    var sum = emit(.fmul, [a[0], b[0]])
    for lane in 1..<max(a.count, 1) { sum = emit(.fadd, [sum, emit(.fmul, [a[lane], b[lane]])]) }
    return sum
  }

  private mutating func geometry(_ builtin: Builtin, _ v: [[Value]]) -> [Value]? {
    switch builtin {
    case .dot: return [dot(v[0], v[1])]
    case .length: return [emit(.sqrt, [dot(v[0], v[0])])]
    case .lengthSquared: return [dot(v[0], v[0])]
    case .distance, .distanceSquared:
      let difference = zip(v[0], v[1]).map { emit(.fsub, [$0, $1]) }
      let square = dot(difference, difference)
      return [builtin == .distance ? emit(.sqrt, [square]) : square]
    case .normalize:
      let scale = reciprocalRoot(dot(v[0], v[0]))
      return v[0].map { emit(.fmul, [$0, scale]) }
    case .cross: return [(1, 2), (2, 0), (0, 1)].map { crossed(v[0], v[1], $0.0, $0.1) }
    case .reflect:
      let twice = emit(.fmul, [float(2), dot(v[1], v[0])])
      return zip(v[0], v[1]).map { emit(.fsub, [$0, emit(.fmul, [twice, $1])]) }
    case .refract: return refract(v[0], v[1], v[2][0])
    case .faceforward:
      let isBehind = emit(.flt, [dot(v[2], v[1]), float(0)])
      return v[0].map { emit(.select, [isBehind, $0, emit(.fneg, [$0])]) }
    default: return nil
    }
  }

  private mutating func crossed(_ a: [Value], _ b: [Value], _ i: Int, _ j: Int) -> Value {
    emit(.fsub, [emit(.fmul, [a[i], b[j]]), emit(.fmul, [a[j], b[i]])])
  }

  private mutating func reciprocalRoot(_ x: Value) -> Value { emit(.fdiv, [float(1), emit(.sqrt, [x])]) }

  private mutating func refract(_ i: [Value], _ n: [Value], _ ratio: Value) -> [Value] {
    let d = dot(n, i)
    let rest = emit(.fsub, [float(1), emit(.fmul, [d, d])])
    let k = emit(.fsub, [float(1), emit(.fmul, [emit(.fmul, [ratio, ratio]), rest])])
    let isReflected = emit(.flt, [k, float(0)])
    let scale = emit(.fadd, [emit(.fmul, [ratio, d]), emit(.sqrt, [k])])
    return zip(i, n).map {
      let direction = emit(.fsub, [emit(.fmul, [ratio, $0]), emit(.fmul, [scale, $1])])
      return emit(.select, [isReflected, float(0), direction])
    }
  }

  private mutating func matrix(_ builtin: Builtin, _ v: [[Value]], _ types: [ValueType]) -> [Value]? {
    switch builtin {
    case .outerProduct: return v[1].flatMap { b in v[0].map { emit(.fmul, [$0, b]) } }
    case .componentProduct: return zip(v[0], v[1]).map { emit(.fmul, [$0, $1]) }
    default: break
    }
    guard case .matrix(_, let columns, let rows)? = types.first else { return nil }
    switch builtin {
    case .transpose: return (0..<(columns * rows)).map { v[0][$0 % columns * rows + $0 / columns] }
    case .determinant: return algebra { [$0.determinant(v[0], columns)] }
    case .inverse: return algebra { $0.inverse(v[0], columns) }
    default: return nil
    }
  }

  /// Runs an algorithm on values instead of numbers.
  private mutating func algebra(_ body: (MatrixAlgebra<Value>) -> [Value]) -> [Value] {
    var builder = self
    func two(_ operation: Operation) -> (Value, Value) -> Value { { builder.emit(operation, [$0, $1]) } }
    let result = body(
      MatrixAlgebra(
        add: two(.fadd), subtract: two(.fsub), multiply: two(.fmul), divide: two(.fdiv),
        negate: { builder.emit(.fneg, [$0]) }))
    self = builder
    return result
  }

  // MARK: Whole numbers

  private mutating func whole(_ builtin: Builtin, _ v: [Value], isSigned: Bool) -> Value {
    let (low, high): (Operation, Operation) = isSigned ? (.smin, .smax) : (.umin, .umax)
    switch builtin {
    case .abs: return isSigned ? emit(.smax, [v[0], emit(.sub, [whole(0), v[0]])]) : v[0]
    case .sign: return sign(v[0], isSigned: isSigned)
    case .min: return emit(low, [v[0], v[1]])
    case .max: return emit(high, [v[0], v[1]])
    case .clamp: return emit(low, [emit(high, [v[0], v[1]]), v[2]])
    case .min3: return emit(low, [v[0], emit(low, [v[1], v[2]])])
    case .max3: return emit(high, [v[0], emit(high, [v[1], v[2]])])
    case .median3: return emit(high, [emit(low, [v[0], v[1]]), emit(low, [emit(high, [v[0], v[1]]), v[2]])])
    case .popcount: return emit(.popcount, [v[0]])
    case .clz: return emit(.clz, [v[0]])
    case .ctz: return emit(.ctz, [v[0]])
    case .reverseBits: return emit(.reverse, [v[0]])
    case .rotate: return rotate(v[0], v[1])
    case .mulhi: return emit(isSigned ? .smulhi : .umulhi, [v[0], v[1]])
    case .addsat, .subsat: return saturated(builtin, v[0], v[1], isSigned: isSigned)
    case .absdiff: return emit(.sub, [emit(high, [v[0], v[1]]), emit(low, [v[0], v[1]])])
    case .hadd, .rhadd: return half(builtin, v[0], v[1], isSigned: isSigned)
    case .extractBits: return extract(v, isSigned: isSigned)
    case .insertBits: return insert(v)
    default: return whole(0)
    }
  }

  private mutating func sign(_ x: Value, isSigned: Bool) -> Value {
    let positive = emit(.select, [emit(.ne, [x, whole(0)]), whole(1), whole(0)])
    return isSigned ? emit(.select, [emit(.slt, [x, whole(0)]), whole(-1), positive]) : positive
  }

  private mutating func rotate(_ x: Value, _ count: Value) -> Value {
    let back = emit(.sub, [whole(32), count])
    // A shift by 32 acts as a shift by 0; both halves are then x.
    return emit(.or, [emit(.shl, [x, count]), emit(.shr, [x, back])])
  }

  private mutating func saturated(_ builtin: Builtin, _ a: Value, _ b: Value, isSigned: Bool) -> Value {
    let isSum = builtin == .addsat
    let result = emit(isSum ? .add : .sub, [a, b])
    guard isSigned else {
      let wrapped = isSum ? emit(.ult, [result, a]) : emit(.ult, [a, b])
      return emit(.select, [wrapped, isSum ? constant(.max, .whole) : whole(0), result])
    }
    // The sum overflowed where the sign of the result differs from that of the first operand although the second could
    // not change it.
    let changed = emit(.xor, [a, result])
    let apart = emit(.xor, [isSum ? result : a, b])
    let overflow = emit(.slt, [emit(.and, [changed, apart]), whole(0)])
    let limit = emit(.select, [emit(.slt, [a, whole(0)]), whole(Int(Int32.min)), whole(Int(Int32.max))])
    return emit(.select, [overflow, limit, result])
  }

  /// The mean, without losing the carry bit of the sum.
  private mutating func half(_ builtin: Builtin, _ a: Value, _ b: Value, isSigned: Bool) -> Value {
    let different = emit(.xor, [a, b])
    let part = emit(isSigned ? .sar : .shr, [different, whole(1)])
    if builtin == .hadd { return emit(.add, [emit(.and, [a, b]), part]) }
    return emit(.sub, [emit(.or, [a, b]), part])
  }

  private mutating func field(_ offset: Value, _ width: Value) -> (place: Value, count: Value) {
    let place = emit(.and, [offset, whole(31)])
    return (place, emit(.umin, [width, emit(.sub, [whole(32), place])]))
  }

  private mutating func extract(_ v: [Value], isSigned: Bool) -> Value {
    let (place, count) = field(v[1], v[2])
    let rest = emit(.sub, [whole(32), count])
    let top = emit(.shl, [v[0], emit(.sub, [rest, place])])
    let result = emit(isSigned ? .sar : .shr, [top, rest])
    return emit(.select, [emit(.eq, [count, whole(0)]), whole(0), result])
  }

  private mutating func insert(_ v: [Value]) -> Value {
    let (place, count) = field(v[2], v[3])
    let ones = emit(.shr, [constant(.max, .whole), emit(.sub, [whole(32), count])])
    let mask = emit(.select, [emit(.eq, [count, whole(0)]), whole(0), emit(.shl, [ones, place])])
    let kept = emit(.and, [v[0], emit(.xor, [mask, constant(.max, .whole)])])
    return emit(.or, [kept, emit(.and, [emit(.shl, [v[1], place]), mask])])
  }

  // MARK: Numbers

  private static let direct: [Builtin: Operation] = [
    .sin: .sin, .cos: .cos, .tan: .tan, .asin: .asin, .acos: .acos, .atan: .atan, .atan2: .atan2, .sinh: .sinh,
    .cosh: .cosh, .tanh: .tanh, .asinh: .asinh, .acosh: .acosh, .atanh: .atanh, .exp: .exp, .exp2: .exp2, .log: .log,
    .log2: .log2, .log10: .log10, .pow: .pow, .cbrt: .cbrt, .sqrt: .sqrt, .floor: .floor, .ceil: .ceil, .trunc: .trunc,
    .round: .round, .rint: .rint, .fmod: .frem, .copysign: .copysign, .nextafter: .nextafter, .ldexp: .scale,
    .significand: .significand, .exponent: .exponent, .abs: .fabs, .min: .fmin, .max: .fmax, .fma: .fma,
  ]

  private mutating func float(_ builtin: Builtin, _ v: [Value]) -> Value {
    let result = number(builtin, v)
    let one = float(1)
    let isLimit = builtin == .saturate || (builtin == .clamp && v[2] == one) || (builtin == .min && v.contains(one))
    if isLimit { ir.limited.insert(result) }
    return result
  }

  private mutating func number(_ builtin: Builtin, _ v: [Value]) -> Value {
    if let operation = Self.direct[builtin] { return emit(operation, v) }
    let x = v[0]
    switch builtin {
    case .rsqrt: return reciprocalRoot(x)
    case .sinpi: return halfTurns(x).sine
    case .cospi: return halfTurns(x).cosine
    case .tanpi:
      let turns = halfTurns(x)
      return emit(.fdiv, [turns.sine, turns.cosine])
    case .exp10: return exponential10(x)
    case .logExponent: return logExponent(x)
    case .clamp, .saturate: return limit(x, v.count > 1 ? v[1] : float(0), v.count > 2 ? v[2] : float(1))
    case .min3: return emit(.fmin, [x, emit(.fmin, [v[1], v[2]])])
    case .max3: return emit(.fmax, [x, emit(.fmax, [v[1], v[2]])])
    case .median3: return emit(.fmax, [emit(.fmin, [x, v[1]]), emit(.fmin, [emit(.fmax, [x, v[1]]), v[2]])])
    case .radians: return emit(.fmul, [x, float(LaneMath.pi / 180)])
    case .degrees: return emit(.fmul, [x, float(180 / LaneMath.pi)])
    default: return curve(builtin, v)
    }
  }

  /// The same as ``LaneMath/exponential10(_:)``, step by step.
  private mutating func exponential10(_ x: Value) -> Value {
    let stops = emit(.fmul, [x, float(LaneMath.stopsOf10.high)])
    let lost = emit(.fma, [x, float(LaneMath.stopsOf10.high), emit(.fneg, [stops])])
    let rest = emit(.fmul, [emit(.fma, [x, float(LaneMath.stopsOf10.low), lost]), float(LaneMath.log2)])
    let power = emit(.exp2, [stops])
    let result = emit(.fma, [power, rest, power])
    return emit(.select, [emit(.feq, [result, result]), result, power])
  }

  private mutating func curve(_ builtin: Builtin, _ v: [Value]) -> Value {
    let x = v[0]
    switch builtin {
    case .sign: return sign(x)
    case .fract:
      let part = emit(.fsub, [x, emit(.floor, [x])])
      return emit(.select, [emit(.fle, [float(1), part]), float(0x1.fffffep-1), part])
    case .mod: return emit(.fsub, [x, emit(.fmul, [v[1], emit(.floor, [emit(.fdiv, [x, v[1]])])])])
    case .fdim: return positiveDifference(x, v[1])
    case .step: return emit(.select, [emit(.flt, [v[1], x]), float(0), float(1)])
    case .smoothstep: return smoothstep(x, v[1], v[2])
    case .mix: return emit(.fadd, [x, emit(.fmul, [emit(.fsub, [v[1], x]), v[2]])])
    case .compare: return emit(.select, [emit(.flt, [x, float(0)]), v[1], v[2]])
    case .srgbToLinear: return decoded(x)
    case .linearToSRGB: return encoded(x)
    default: return float(0)
    }
  }

  private mutating func limit(_ x: Value, _ low: Value, _ high: Value) -> Value {
    emit(.fmin, [emit(.fmax, [x, low]), high])
  }

  /// Sine and cosine of half turns; see `TreeEvaluator`.
  private mutating func halfTurns(_ x: Value) -> (sine: Value, cosine: Value) {
    let nearest = emit(.rint, [x])
    let rest = emit(.fsub, [x, nearest])
    let half = emit(.fmul, [nearest, float(0.5)])
    let isOdd = emit(.fne, [half, emit(.floor, [half])])
    let sine = emit(.sin, [emit(.fmul, [rest, float(LaneMath.pi)])])
    let cosine = emit(.sin, [emit(.fmul, [emit(.fsub, [float(0.5), emit(.fabs, [rest])]), float(LaneMath.pi)])])
    return (
      emit(.select, [isOdd, emit(.fneg, [sine]), sine]), emit(.select, [isOdd, emit(.fneg, [cosine]), cosine])
    )
  }

  private mutating func logExponent(_ x: Value) -> Value {
    let exponent = emit(.sub, [emit(.exponent, [x]), whole(1)])
    let isFinite = emit(.flt, [emit(.fabs, [x]), float(.infinity)])
    let finite = emit(.select, [isFinite, exponent, whole(Int(Int32.max))])
    return emit(.select, [emit(.feq, [x, float(0)]), whole(Int(Int32.min)), finite])
  }

  private mutating func sign(_ x: Value) -> Value {
    let zeroOrNaN = emit(.select, [emit(.feq, [x, x]), x, float(0)])
    let negative = emit(.select, [emit(.flt, [x, float(0)]), float(-1), zeroOrNaN])
    return emit(.select, [emit(.flt, [float(0), x]), float(1), negative])
  }

  private mutating func positiveDifference(_ x: Value, _ y: Value) -> Value {
    let ordered = emit(.and, [emit(.feq, [x, x]), emit(.feq, [y, y])])
    let other = emit(.select, [ordered, float(0), float(.nan)])
    return emit(.select, [emit(.flt, [y, x]), emit(.fsub, [x, y]), other])
  }

  private mutating func smoothstep(_ low: Value, _ high: Value, _ x: Value) -> Value {
    let part = emit(.fdiv, [emit(.fsub, [x, low]), emit(.fsub, [high, low])])
    let t = limit(part, float(0), float(1))
    let slope = emit(.fsub, [float(3), emit(.fmul, [float(2), t])])
    return emit(.fmul, [emit(.fmul, [t, t]), slope])
  }

  private mutating func decoded(_ x: Value) -> Value {
    let size = emit(.fabs, [x])
    let base = emit(.fdiv, [emit(.fadd, [size, float(0.055)]), float(1.055)])
    let curve = emit(.pow, [base, float(2.4)])
    let isLow = emit(.fle, [size, float(0.04045)])
    return emit(.copysign, [emit(.select, [isLow, emit(.fdiv, [size, float(12.92)]), curve]), x])
  }

  private mutating func encoded(_ x: Value) -> Value {
    let size = emit(.fabs, [x])
    let power = emit(.pow, [size, float(1 / 2.4)])
    let curve = emit(.fsub, [emit(.fmul, [float(1.055), power]), float(0.055)])
    let isLow = emit(.fle, [size, float(0.0031308)])
    return emit(.copysign, [emit(.select, [isLow, emit(.fmul, [size, float(12.92)]), curve]), x])
  }
}
