/// The memory layout of a bitmap's pixels: alpha, kind of number, byte order, packing.
///
/// A raw value is the sum of one value each of ``CGImageAlphaInfo``, ``CGImageComponentInfo``, ``CGImageByteOrderInfo``
/// and ``CGImagePixelFormatInfo``.
public struct CGBitmapInfo: OptionSet, Hashable, Sendable {
  /// The sum of the four parts.
  public let rawValue: UInt32

  /// Makes the information from the sum of its parts.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Makes the information from its parts.
  public init(
    alpha: CGImageAlphaInfo = .none, component: CGImageComponentInfo = .integer,
    byteOrder: CGImageByteOrderInfo = .orderDefault, pixelFormat: CGImagePixelFormatInfo = .packed
  ) {
    rawValue = alpha.rawValue | component.rawValue | byteOrder.rawValue | pixelFormat.rawValue
  }

  /// The bits that hold the ``CGImageAlphaInfo``.
  public static let alphaInfoMask = CGBitmapInfo(rawValue: 0x1F)
  /// The bits that hold the ``CGImageComponentInfo``.
  public static let floatInfoMask = CGBitmapInfo(rawValue: 0xF00)
  /// Components are floating point.
  public static let floatComponents = CGBitmapInfo(rawValue: CGImageComponentInfo.float.rawValue)
  /// The bits that hold the ``CGImageByteOrderInfo``.
  public static let byteOrderMask = CGBitmapInfo(rawValue: CGImageByteOrderInfo.orderMask.rawValue)
  /// Components in memory order, each big-endian: the absence of any other order.
  public static let byteOrderDefault: CGBitmapInfo = []
  /// 16-bit units, least significant byte first.
  public static let byteOrder16Little = CGBitmapInfo(rawValue: CGImageByteOrderInfo.order16Little.rawValue)
  /// 32-bit units, least significant byte first.
  public static let byteOrder32Little = CGBitmapInfo(rawValue: CGImageByteOrderInfo.order32Little.rawValue)
  /// 16-bit units, most significant byte first.
  public static let byteOrder16Big = CGBitmapInfo(rawValue: CGImageByteOrderInfo.order16Big.rawValue)
  /// 32-bit units, most significant byte first.
  public static let byteOrder32Big = CGBitmapInfo(rawValue: CGImageByteOrderInfo.order32Big.rawValue)
  /// 16-bit units in the machine's own order.
  public static let byteOrder16Host = byteOrder16Little
  /// 32-bit units in the machine's own order.
  public static let byteOrder32Host = byteOrder32Little

  /// The position of alpha; codes without a case read as no alpha.
  public var alpha: CGImageAlphaInfo { CGImageAlphaInfo(rawValue: rawValue & Self.alphaInfoMask.rawValue) ?? .none }
  /// Whether components are integers or floating point.
  public var component: CGImageComponentInfo {
    rawValue & Self.floatComponents.rawValue == 0 ? .integer : .float
  }
  /// The byte order; codes without a case read as the default.
  public var byteOrder: CGImageByteOrderInfo {
    CGImageByteOrderInfo(rawValue: rawValue & Self.byteOrderMask.rawValue) ?? .orderDefault
  }
  /// The packing; codes without a case read as plain components.
  public var pixelFormat: CGImagePixelFormatInfo {
    CGImagePixelFormatInfo(rawValue: rawValue & CGImagePixelFormatInfo.mask.rawValue) ?? .packed
  }
}

/// Components in memory order: the C name of ``CGBitmapInfo/byteOrderDefault``.
public let kCGBitmapByteOrderDefault = CGBitmapInfo.byteOrderDefault
/// 16-bit units, least significant byte first.
public let kCGBitmapByteOrder16Little = CGBitmapInfo.byteOrder16Little
/// 32-bit units, least significant byte first.
public let kCGBitmapByteOrder32Little = CGBitmapInfo.byteOrder32Little
/// 16-bit units, most significant byte first.
public let kCGBitmapByteOrder16Big = CGBitmapInfo.byteOrder16Big
/// 32-bit units, most significant byte first.
public let kCGBitmapByteOrder32Big = CGBitmapInfo.byteOrder32Big
/// 16-bit units in the machine's own order.
public let kCGBitmapByteOrder16Host = CGBitmapInfo.byteOrder16Host
/// 32-bit units in the machine's own order.
public let kCGBitmapByteOrder32Host = CGBitmapInfo.byteOrder32Host
