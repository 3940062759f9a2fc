/// What one lane holds. All are 32 bits wide in a row: half is computed as float, and narrow whole numbers are cut to their
/// width after each operation.
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
  /// Bits of a whole number.
  var width: Int {
    switch self {
    case .bool: 1
    case .char, .uchar: 8
    case .short, .ushort, .half: 16
    case .int, .uint, .float: 32
    }
  }

  /// What arithmetic on one operand computes in: `int` for what is narrower.
  var promoted: ScalarType { isFloat || width == 32 ? self : .int }

  /// What arithmetic on two operands computes in.
  static func common(_ a: ScalarType, _ b: ScalarType) -> ScalarType {
    if a == b { return a.promoted }
    if a == .float || b == .float { return .float }
    if a == .half || b == .half { return .half }
    return a.promoted == .uint || b.promoted == .uint ? .uint : .int
  }
}
