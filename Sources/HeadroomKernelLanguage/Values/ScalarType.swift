/// The type of one lane. All lanes are 32 bits wide in a row: half is computed as float, and narrow integers are
/// truncated to their width after each operation.
package enum ScalarType: String, Sendable, Hashable {
  case bool
  case char
  case uchar
  case short
  case ushort
  case int
  case uint
  case half
  case float

  package var isFloat: Bool { self == .float || self == .half }
  package var isSigned: Bool { self == .char || self == .short || self == .int }
  var isInteger: Bool { !isFloat && self != .bool }
  /// The bits of an integer.
  var width: Int {
    switch self {
    case .bool: 1
    case .char, .uchar: 8
    case .short, .ushort, .half: 16
    case .int, .uint, .float: 32
    }
  }

  /// The type of arithmetic on one operand: `int` for narrower types.
  var promoted: ScalarType { isFloat || width == 32 ? self : .int }

  /// The type of arithmetic on two operands.
  static func common(_ a: ScalarType, _ b: ScalarType) -> ScalarType {
    if a == b { return a.promoted }
    if a == .float || b == .float { return .float }
    if a == .half || b == .half { return .half }
    return a.promoted == .uint || b.promoted == .uint ? .uint : .int
  }
}

extension ScalarType {
  static let limitNames = ["max", "min", "lowest", "epsilon", "infinity", "quiet_NaN", "denorm_min"]

  /// A value of `numeric_limits` for the type, as bits of a lane; nil where it has none of this name.
  func limit(_ name: String) -> UInt32? {
    if isFloat { return floatLimit(name)?.bitPattern }
    let bits = min(width, 32)
    switch name {
    case "max": return self == .bool ? 1 : UInt32.max >> UInt32(32 - bits + (isSigned ? 1 : 0))
    case "min", "lowest": return isSigned ? UInt32(bitPattern: Int32.min >> Int32(32 - bits)) : 0
    default: return nil
    }
  }

  private func floatLimit(_ name: String) -> Float? {
    let isHalf = self == .half
    switch name {
    case "max": return isHalf ? 65504 : .greatestFiniteMagnitude
    case "min": return isHalf ? 0x1p-14 : .leastNormalMagnitude
    case "lowest": return isHalf ? -65504 : -Float.greatestFiniteMagnitude
    case "epsilon": return isHalf ? 0x1p-10 : .ulpOfOne
    case "denorm_min": return isHalf ? 0x1p-24 : .leastNonzeroMagnitude
    case "infinity": return .infinity
    case "quiet_NaN": return .nan
    default: return nil
    }
  }
}
