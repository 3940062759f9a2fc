/// The order of the bytes in a bitmap's 16- or 32-bit units.
public enum CGImageByteOrderInfo: UInt32, CaseIterable, Sendable {
  /// The bits of ``CGBitmapInfo`` that hold the byte order; not an order itself.
  case orderMask = 0x7000
  /// Components in memory order, each of them big-endian.
  case orderDefault = 0x0000
  /// 16-bit units, least significant byte first.
  case order16Little = 0x1000
  /// 32-bit units, least significant byte first.
  case order32Little = 0x2000
  /// 16-bit units, most significant byte first.
  case order16Big = 0x3000
  /// 32-bit units, most significant byte first.
  case order32Big = 0x4000
}

extension CGImageByteOrderInfo {
  /// 16-bit units in the machine's own order.
  public static let order16Host: CGImageByteOrderInfo = .order16Little
  /// 32-bit units in the machine's own order.
  public static let order32Host: CGImageByteOrderInfo = .order32Little
}
