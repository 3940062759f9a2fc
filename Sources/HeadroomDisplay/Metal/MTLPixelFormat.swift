internal import HeadroomPixels

/// The memory format of a texture's pixels. Raw values are Apple's; missing formats are not supported.
///
/// Normalised integers (`Unorm`) stand for 0...1, floats for their own value. Formats whose names end in `_srgb` hold
/// sRGB signals: drawing and sampling see linear numbers, while
/// ``MTLTexture/replace(region:mipmapLevel:withBytes:bytesPerRow:)``,
/// ``MTLTexture/getBytes(_:bytesPerRow:from:mipmapLevel:)`` and screens see the signals. `xr` formats have a range from
/// -0.753 to 1.253: v = (code - 384) / 510.
public enum MTLPixelFormat: UInt, Sendable, CaseIterable {
  /// None.
  case invalid = 0
  case a8Unorm = 1
  case r8Unorm = 10
  case r8Unorm_srgb = 11
  case r16Unorm = 20
  case r16Float = 25
  case rg8Unorm = 30
  case rg8Unorm_srgb = 31
  case r32Float = 55
  case rg16Unorm = 60
  case rg16Float = 65
  case rgba8Unorm = 70
  case rgba8Unorm_srgb = 71
  case bgra8Unorm = 80
  case bgra8Unorm_srgb = 81
  /// Red in bits 0...9 of a little-endian word, alpha in bits 30 and 31.
  case rgb10a2Unorm = 90
  /// Blue in bits 0...9 of a little-endian word, alpha in bits 30 and 31.
  case bgr10a2Unorm = 94
  case rg32Float = 105
  case rgba16Unorm = 110
  case rgba16Float = 115
  case rgba32Float = 125
  /// 64 bits: blue, green, red, alpha, each in the upper 10 of 16 bits.
  case bgra10_xr = 552
  case bgra10_xr_srgb = 553
  /// 32 bits: blue in bits 0...9, green in 10...19, red in 20...29.
  case bgr10_xr = 554
  case bgr10_xr_srgb = 555
}

extension MTLPixelFormat {
  /// The storage of a texture's numbers in memory.
  enum Storage: Hashable {
    /// As a `PixelFormat`.
    case plain(PixelFormat)
    /// Three 10-bit codes in 32 bits.
    case extended32
    /// Four 10-bit codes in 64 bits.
    case extended64
  }

  /// Nil for ``invalid``.
  var storage: Storage? {
    switch self {
    case .invalid: nil
    case .a8Unorm: .plain(.alpha8)
    case .r8Unorm, .r8Unorm_srgb: .plain(.red8)
    case .r16Unorm: .plain(.red16)
    case .r16Float: .plain(.redHalf)
    case .rg8Unorm, .rg8Unorm_srgb: .plain(.redGreen8)
    case .r32Float: .plain(.redFloat)
    case .rg16Unorm: .plain(.redGreen16)
    case .rg16Float: .plain(.redGreenHalf)
    case .rgba8Unorm, .rgba8Unorm_srgb: .plain(.rgba8)
    case .bgra8Unorm, .bgra8Unorm_srgb: .plain(.bgra8)
    case .rgb10a2Unorm: .plain(.rgb10a2)
    case .bgr10a2Unorm: .plain(.bgr10a2)
    case .rg32Float: .plain(.redGreenFloat)
    case .rgba16Unorm: .plain(.rgba16)
    case .rgba16Float: .plain(.rgbaHalf)
    case .rgba32Float: .plain(.rgbaFloat)
    case .bgra10_xr, .bgra10_xr_srgb: .extended64
    case .bgr10_xr, .bgr10_xr_srgb: .extended32
    }
  }

  /// Whether memory holds sRGB signals of the linear numbers that drawing sees.
  var isSRGB: Bool {
    switch self {
    case .r8Unorm_srgb, .rg8Unorm_srgb, .rgba8Unorm_srgb, .bgra8Unorm_srgb, .bgra10_xr_srgb, .bgr10_xr_srgb: true
    default: false
    }
  }

  /// Bytes from one pixel to the next; 0 for ``invalid``.
  var bytesPerPixel: Int {
    switch storage {
    case .plain(let format): format.bytesPerPixel
    case .extended32: 4
    case .extended64: 8
    case nil: 0
    }
  }

  var hasAlpha: Bool {
    switch storage {
    case .plain(let format): format.hasAlpha
    case .extended64: true
    case .extended32, nil: false
    }
  }

  /// Whether numbers outside 0...1 can be stored.
  var isExtended: Bool {
    switch storage {
    case .plain(let format): format.isFloatingPoint
    case .extended32, .extended64: true
    case nil: false
    }
  }
}
