/// The argument rules of a built-in function, so that one rule checks hundreds of signatures.
struct BuiltinRow: Sendable {
  enum Domain: Sendable {
    /// Integers become float.
    case float
    /// Float or integers, by the common type of the arguments.
    case number
    /// Integers only.
    case integer
  }

  enum Shape: Sendable {
    /// Scalars or vectors of one size, with scalars spread; returns the same type.
    case lanewise(Int, Domain)
    /// The same, but returns a bool for each lane.
    case predicate(Int, Domain)
    /// The same for one float, but returns an int for each lane.
    case whole
    /// Vectors of one size; returns a number.
    case reduction(Int)
    /// Exactly these types.
    case fixed([ValueType], ValueType)
    /// Checked by a special rule.
    case special(ClosedRange<Int>)
  }

  var builtin: Builtin
  var shape: Shape

  var arity: ClosedRange<Int> {
    switch shape {
    case .lanewise(let count, _), .predicate(let count, _), .reduction(let count): count...count
    case .whole: 1...1
    case .fixed(let types, _): types.count...types.count
    case .special(let range): range
    }
  }
}

/// The functions of both standard libraries and of Core Image by name. Both dialects have all of them; a text's own
/// declarations take precedence.
enum BuiltinTable {
  static func rows(named name: String) -> [BuiltinRow] { rows[name] ?? [] }

  static var names: some Sequence<String> { rows.keys }

  /// The error messages for functions of other stages.
  static func refusal(of name: String) -> String? {
    if ["dFdx", "dFdy", "fwidth", "dfdx", "dfdy", "ddx", "ddy"].contains(name) {
      return "'\(name)' needs the neighbours of a pixel, which a kernel does not see"
    }
    if name.hasPrefix("texture") || name.hasPrefix("tex2D") {
      return "textures are not part of Core Image kernels: use 'sample' with a sampler"
    }
    if name.contains("unorm565") {
      return "'\(name)' is not part of kernels: shift and mask the bits of the 'ushort'"
    }
    if name.hasPrefix("atomic_") || name.hasPrefix("threadgroup_") || name.hasPrefix("simd_shuffle") {
      return "'\(name)' works between threads, which kernels do not have"
    }
    return nil
  }

  private static let rows: [String: [BuiltinRow]] = {
    var table: [String: [BuiltinRow]] = [:]
    func add(_ names: String, _ builtin: Builtin, _ shape: BuiltinRow.Shape) {
      for name in names.split(separator: " ") {
        table[String(name), default: []].append(BuiltinRow(builtin: builtin, shape: shape))
      }
    }
    addMathematics(add)
    addNumbers(add)
    addRelations(add)
    addGeometry(add)
    addCoreImage(add)
    return table
  }()

  private typealias Add = (String, Builtin, BuiltinRow.Shape) -> Void

  private static func addMathematics(_ add: Add) {
    let ones: [(String, Builtin)] = [
      ("sin sin_", .sin), ("cos cos_", .cos), ("tan tan_", .tan), ("asin", .asin), ("acos", .acos), ("atan", .atan),
      ("sinh", .sinh), ("cosh", .cosh), ("tanh", .tanh), ("asinh", .asinh), ("acosh", .acosh), ("atanh", .atanh),
      ("sinpi", .sinpi), ("cospi", .cospi), ("tanpi", .tanpi), ("exp", .exp), ("exp2", .exp2), ("exp10", .exp10),
      ("log", .log), ("log2", .log2), ("log10", .log10), ("sqrt", .sqrt), ("rsqrt inversesqrt", .rsqrt),
      ("cbrt", .cbrt), ("floor", .floor), ("ceil", .ceil), ("trunc", .trunc), ("round", .round),
      ("rint roundEven", .rint), ("fabs", .abs), ("saturate", .saturate), ("radians", .radians), ("degrees", .degrees),
    ]
    for (names, builtin) in ones { add(names, builtin, .lanewise(1, .float)) }
    let twos: [(String, Builtin)] = [
      ("atan2 atan", .atan2), ("pow powr", .pow), ("fmod", .fmod), ("mod", .mod), ("copysign", .copysign),
      ("fdim", .fdim),
      ("nextafter", .nextafter), ("step", .step), ("fmin", .min), ("fmax", .max),
    ]
    for (names, builtin) in twos { add(names, builtin, .lanewise(2, .float)) }
    let threes: [(String, Builtin)] = [
      ("fma", .fma), ("smoothstep", .smoothstep), ("compare", .compare), ("fmin3", .min3), ("fmax3", .max3),
      ("fmedian3", .median3),
    ]
    for (names, builtin) in threes { add(names, builtin, .lanewise(3, .float)) }
    add("fract", .fract, .special(1...2))
    add("mix", .mix, .special(3...3))
    add("ldexp", .ldexp, .special(2...2))
    add("modf", .trunc, .special(2...2))
    add("frexp", .significand, .special(2...2))
    add("sincos", .sincos, .special(1...2))
    add("cossin cossin_", .cossin, .fixed([.float], .float2))
    add("sincos_", .sincos, .fixed([.float], .float2))
    add("ilogb", .logExponent, .whole)
  }

  private static func addNumbers(_ add: Add) {
    add("abs", .abs, .lanewise(1, .number))
    add("sign", .sign, .lanewise(1, .number))
    add("min", .min, .lanewise(2, .number))
    add("max", .max, .lanewise(2, .number))
    add("clamp", .clamp, .lanewise(3, .number))
    add("min3", .min3, .lanewise(3, .number))
    add("max3", .max3, .lanewise(3, .number))
    add("median3", .median3, .lanewise(3, .number))
    let ones: [(String, Builtin)] = [
      ("popcount bitCount", .popcount), ("clz", .clz), ("ctz", .ctz), ("reverse_bits bitfieldReverse", .reverseBits),
    ]
    for (names, builtin) in ones { add(names, builtin, .lanewise(1, .integer)) }
    let twos: [(String, Builtin)] = [
      ("rotate", .rotate), ("mulhi", .mulhi), ("addsat", .addsat), ("subsat", .subsat), ("absdiff", .absdiff),
      ("hadd", .hadd), ("rhadd", .rhadd),
    ]
    for (names, builtin) in twos { add(names, builtin, .lanewise(2, .integer)) }
    add("mul24", .mulhi, .special(2...2))
    add("mad24 madhi madsat", .mulhi, .special(3...3))
    add("extract_bits bitfieldExtract", .extractBits, .special(3...3))
    add("insert_bits bitfieldInsert", .insertBits, .special(4...4))
    add("as_type", .select, .special(2...2))
    for format in PackedFormat.all {
      for type in ["float", "half"] {
        add("pack_\(type)_to_\(format.packName)", .halfBits, .special(1...1))
        add("unpack_\(format.unpackName)_to_\(type)", .halfValue, .special(1...1))
      }
    }
  }

  private static func addRelations(_ add: Add) {
    for (names, builtin) in [
      ("isnan", Builtin.isnan), ("isinf", .isinf), ("isfinite", .isfinite), ("isnormal", .isnormal),
      ("signbit", .signbit),
    ] {
      add(names, builtin, .predicate(1, .float))
    }
    let twos: [(String, Builtin)] = [
      ("lessThan", .lessThan), ("lessThanEqual", .lessThanEqual), ("greaterThan", .greaterThan),
      ("greaterThanEqual", .greaterThanEqual), ("equal", .equal), ("notEqual", .notEqual),
    ]
    for (names, builtin) in twos { add(names, builtin, .predicate(2, .number)) }
    add("isordered", .isordered, .predicate(2, .float))
    add("isunordered", .isunordered, .predicate(2, .float))
    add("any", .any, .special(1...1))
    add("all", .all, .special(1...1))
    add("not", .not, .special(1...1))
    add("select", .select, .special(3...3))
  }

  private static func addGeometry(_ add: Add) {
    add("dot", .dot, .reduction(2))
    add("length", .length, .reduction(1))
    add("distance", .distance, .reduction(2))
    add("length_squared", .lengthSquared, .reduction(1))
    add("distance_squared", .distanceSquared, .reduction(2))
    add("normalize", .normalize, .lanewise(1, .float))
    add("cross", .cross, .fixed([.float3, .float3], .float3))
    add("reflect", .reflect, .lanewise(2, .float))
    add("faceforward", .faceforward, .lanewise(3, .float))
    add("refract", .refract, .special(3...3))
    add("transpose", .transpose, .special(1...1))
    add("determinant", .determinant, .special(1...1))
    add("inverse", .inverse, .special(1...1))
    add("outerProduct", .outerProduct, .special(2...2))
    add("matrixCompMult", .componentProduct, .special(2...2))
  }

  private static func addCoreImage(_ add: Add) {
    add("sample", .sample, .special(2...2))
    add("samplerTransform", .samplerTransform, .special(2...2))
    add("samplerCoord", .samplerCoord, .special(1...1))
    add("samplerExtent", .samplerExtent, .special(1...1))
    add("samplerOrigin", .samplerOrigin, .special(1...1))
    add("samplerSize", .samplerSize, .special(1...1))
    add("destCoord", .destinationCoord, .fixed([], .float2))
    add("premultiply", .premultiply, .fixed([.float4], .float4))
    add("unpremultiply", .unpremultiply, .fixed([.float4], .float4))
    add("srgb_to_linear", .srgbToLinear, .special(1...1))
    add("linear_to_srgb", .linearToSRGB, .special(1...1))
  }
}
