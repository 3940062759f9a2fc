/// Constants that the headers define.
enum BuiltinConstants {
  static func value(named name: String) -> (bits: UInt32, type: ScalarType)? {
    if let value = floats[name] { return (value.bitPattern, .float) }
    if name.hasSuffix("_H"), let value = floats[String(name.dropLast()) + "F"] { return (value.bitPattern, .half) }
    return integers[name]
  }

  static var names: some Sequence<String> { floats.keys }

  private static let floats: [String: Float] = [
    "M_E_F": 0x1.5bf0a8p+1, "M_LOG2E_F": 0x1.715476p+0, "M_LOG10E_F": 0x1.bcb7b2p-2, "M_LN2_F": 0x1.62e43p-1,
    "M_LN10_F": 0x1.26bb1cp+1, "M_PI_F": 0x1.921fb6p+1, "M_PI_2_F": 0x1.921fb6p+0, "M_PI_4_F": 0x1.921fb6p-1,
    "M_1_PI_F": 0x1.45f306p-2, "M_2_PI_F": 0x1.45f306p-1, "M_2_SQRTPI_F": 0x1.20dd76p+0, "M_SQRT2_F": 0x1.6a09e6p+0,
    "M_SQRT1_2_F": 0x1.6a09e6p-1, "M_PI": 0x1.921fb6p+1, "M_PI_2": 0x1.921fb6p+0, "M_PI_4": 0x1.921fb6p-1,
    "M_E": 0x1.5bf0a8p+1, "INFINITY": .infinity, "HUGE_VALF": .infinity, "NAN": .nan,
    "FLT_MAX": .greatestFiniteMagnitude,
    "MAXFLOAT": .greatestFiniteMagnitude, "FLT_MIN": .leastNormalMagnitude, "FLT_EPSILON": .ulpOfOne, "HALF_MAX": 65504,
    "HALF_MIN": 0x1p-14, "HALF_EPSILON": 0x1p-10,
  ]

  private static let integers: [String: (bits: UInt32, type: ScalarType)] = [
    "INT_MAX": (UInt32(bitPattern: .max), .int), "INT_MIN": (UInt32(bitPattern: .min), .int), "UINT_MAX": (.max, .uint),
    "CHAR_BIT": (8, .int), "SHRT_MAX": (32767, .int), "UCHAR_MAX": (255, .int), "USHRT_MAX": (65535, .int),
  ]
}
