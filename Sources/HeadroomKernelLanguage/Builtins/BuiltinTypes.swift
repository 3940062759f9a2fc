/// The types that need no declaration, by name.
enum BuiltinTypes {
  static func type(named name: String, _ dialect: KernelDialect) -> ValueType? {
    if let type = common[name] { return type }
    if dialect == .coreImage, let type = coreImage[name] { return type }
    return nil
  }

  /// The candidate names for suggestions.
  static func names(_ dialect: KernelDialect) -> [String] {
    Array(common.keys) + (dialect == .coreImage ? Array(coreImage.keys) : [])
  }

  /// The replacement in one dialect for a type of the other.
  static func translation(of name: String, _ dialect: KernelDialect, _ table: TypeTable) -> String? {
    guard dialect == .metal, let type = coreImage[name] else { return nil }
    return name == "__sample" ? "sample_t" : name == "__color" ? "float4" : table.name(type)
  }

  /// Why a type name of other Metal code is not supported here.
  static func refusal(of name: String) -> String? {
    if name.hasPrefix("texture") || name.hasPrefix("depth2d") || name == "sampler2D" {
      return "textures are not part of Core Image kernels: an image is a 'sampler' or 'sample_t' argument"
    }
    return refused[name]
  }

  private static let refused: [String: String] = [
    "double": "there is no 'double' in kernels; use 'float'",
    "long": "there are no 64-bit integers in kernels; use 'int'",
    "ulong": "there are no 64-bit integers in kernels; use 'uint'",
    "int64_t": "there are no 64-bit integers in kernels; use 'int'",
    "uint64_t": "there are no 64-bit integers in kernels; use 'uint'",
    "auto": "only variables with a value can be 'auto'; a function says what it gives",
    "atomic_int": "there are no atomic values in kernels",
    "atomic_uint": "there are no atomic values in kernels",
  ]

  private static let scalars: [ScalarType] = [.bool, .char, .uchar, .short, .ushort, .int, .uint, .half, .float]

  private static let common: [String: ValueType] = {
    var types: [String: ValueType] = [
      "void": .void, "sampler": .sampler, "sampler_h": .sampler, "sampler_f": .sampler, "destination": .destination,
      "sample_t": .float4, "sample_f": .float4, "sample_h": .vector(.half, 4), "int8_t": .scalar(.char),
      "uint8_t": .scalar(.uchar), "int16_t": .scalar(.short), "uint16_t": .scalar(.ushort), "int32_t": .int,
      "uint32_t": .scalar(.uint), "size_t": .scalar(.uint), "ptrdiff_t": .int, "simd_float4x4": matrix(.float, 4, 4),
      "simd_float3x3": matrix(.float, 3, 3), "simd_float2x2": matrix(.float, 2, 2),
      "matrix_float4x4": matrix(.float, 4, 4), "matrix_float3x3": matrix(.float, 3, 3),
      "matrix_float2x2": matrix(.float, 2, 2),
    ]
    for scalar in scalars {
      types[scalar.rawValue] = .scalar(scalar)
      for count in 2...4 { add(scalar, count, to: &types) }
    }
    return types
  }()

  private static func add(_ scalar: ScalarType, _ count: Int, to types: inout [String: ValueType]) {
    let vector = ValueType.vector(scalar, count)
    for prefix in ["", "packed_", "simd_", "vector_"] { types["\(prefix)\(scalar.rawValue)\(count)"] = vector }
    guard scalar.isFloat else { return }
    for rows in 2...4 { types["\(scalar.rawValue)\(count)x\(rows)"] = matrix(scalar, count, rows) }
  }

  private static func matrix(_ scalar: ScalarType, _ columns: Int, _ rows: Int) -> ValueType {
    .matrix(scalar, columns: columns, rows: rows)
  }

  private static let coreImage: [String: ValueType] = {
    var types: [String: ValueType] = ["__sample": .float4, "__color": .float4]
    for count in 2...4 {
      types["vec\(count)"] = .vector(.float, count)
      types["hvec\(count)"] = .vector(.half, count)
      types["ivec\(count)"] = .vector(.int, count)
      types["uvec\(count)"] = .vector(.uint, count)
      types["bvec\(count)"] = .vector(.bool, count)
      types["mat\(count)"] = matrix(.float, count, count)
      for rows in 2...4 { types["mat\(count)x\(rows)"] = matrix(.float, count, rows) }
    }
    return types
  }()
}
