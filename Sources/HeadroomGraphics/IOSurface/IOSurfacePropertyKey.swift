/// A property that a surface is made with.
public struct IOSurfacePropertyKey: RawRepresentable, Hashable, Sendable {
  /// The string.
  public let rawValue: String

  /// Makes a key of a string.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The width in pixels.
  public static let width = IOSurfacePropertyKey(rawValue: kIOSurfaceWidth)
  /// The height in pixels.
  public static let height = IOSurfacePropertyKey(rawValue: kIOSurfaceHeight)
  /// The pixel format code.
  public static let pixelFormat = IOSurfacePropertyKey(rawValue: kIOSurfacePixelFormat)
  /// Bytes from one row to the next.
  public static let bytesPerRow = IOSurfacePropertyKey(rawValue: kIOSurfaceBytesPerRow)
  /// A name for people.
  public static let name = IOSurfacePropertyKey(rawValue: kIOSurfaceName)
}

/// How a surface is locked.
public struct IOSurfaceLockOptions: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt32

  /// Makes options from bits.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Pixels will be read only.
  public static let readOnly = IOSurfaceLockOptions(rawValue: 1)
  /// Do not wait for other devices; there are none here.
  public static let avoidSync = IOSurfaceLockOptions(rawValue: 2)
}

/// Key of the width in pixels.
public let kIOSurfaceWidth: CFString = "IOSurfaceWidth"
/// Key of the height in pixels.
public let kIOSurfaceHeight: CFString = "IOSurfaceHeight"
/// Key of the pixel format code.
public let kIOSurfacePixelFormat: CFString = "IOSurfacePixelFormat"
/// Key of the bytes from one row to the next.
public let kIOSurfaceBytesPerRow: CFString = "IOSurfaceBytesPerRow"
/// Key of a name for people.
public let kIOSurfaceName: CFString = "IOSurfaceName"
/// Key of the content's headroom: the linear ratio of its peak to reference white, a number.
public let kIOSurfaceContentHeadroom: CFString = "IOSurfaceContentHeadroom"
