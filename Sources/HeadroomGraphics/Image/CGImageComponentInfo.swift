/// The kind of number of a bitmap's components.
public enum CGImageComponentInfo: UInt32, CaseIterable, Sendable {
  /// Unsigned integers; the largest is 1.
  case integer = 0x000
  /// IEEE floating point of 16 or 32 bits; values below 0 and above 1 keep their meaning.
  case float = 0x100
}
