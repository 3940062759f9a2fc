package import HeadroomPixels

/// A pixel format of Core Image: component order and number type.
///
/// Letters give the order in memory; 8 and 16 are unsigned integers, `h` IEEE half, `f` float32; `X` is ignored and
/// read as alpha 1, `L` is luminance of a monochrome space.
public struct CIFormat: Hashable, Sendable {
  package let pixelFormat: PixelFormat
  /// The raw value; this package's own numbers, since Apple does not publish its.
  public let rawValue: Int32

  package init(_ pixelFormat: PixelFormat) {
    self.pixelFormat = pixelFormat
    rawValue = Int32(pixelFormat.component.rawValue) << 8 | Int32(pixelFormat.layout.rawValue)
  }

  public static let ARGB8 = CIFormat(.argb8)
  public static let BGRA8 = CIFormat(.bgra8)
  public static let RGBA8 = CIFormat(.rgba8)
  public static let RGBX8 = CIFormat(.rgbx8)
  public static let ABGR8 = CIFormat(.abgr8)
  public static let RGBA16 = CIFormat(.rgba16)
  public static let RGBX16 = CIFormat(.rgbx16)
  public static let RGBAh = CIFormat(.rgbaHalf)
  public static let RGBXh = CIFormat(.rgbxHalf)
  public static let RGBAf = CIFormat(.rgbaFloat)
  public static let RGBXf = CIFormat(.rgbxFloat)
  /// Three 10-bit components in a little-endian 32-bit word, red in bits 20 ... 29.
  public static let RGB10 = CIFormat(.rgb10)
  public static let A8 = CIFormat(.alpha8)
  public static let A16 = CIFormat(.alpha16)
  public static let Ah = CIFormat(.alphaHalf)
  public static let Af = CIFormat(.alphaFloat)
  public static let R8 = CIFormat(.red8)
  public static let R16 = CIFormat(.red16)
  public static let Rh = CIFormat(.redHalf)
  public static let Rf = CIFormat(.redFloat)
  public static let RG8 = CIFormat(.redGreen8)
  public static let RG16 = CIFormat(.redGreen16)
  public static let RGh = CIFormat(.redGreenHalf)
  public static let RGf = CIFormat(.redGreenFloat)
  public static let L8 = CIFormat(.gray8)
  public static let L16 = CIFormat(.gray16)
  public static let Lh = CIFormat(.grayHalf)
  public static let Lf = CIFormat(.grayFloat)
  public static let LA8 = CIFormat(.grayAlpha8)
  public static let LA16 = CIFormat(.grayAlpha16)
  public static let LAh = CIFormat(.grayAlphaHalf)
  public static let LAf = CIFormat(.grayAlphaFloat)
}

public let kCIFormatARGB8 = CIFormat.ARGB8
public let kCIFormatBGRA8 = CIFormat.BGRA8
public let kCIFormatRGBA8 = CIFormat.RGBA8
public let kCIFormatRGBA16 = CIFormat.RGBA16
public let kCIFormatRGBAh = CIFormat.RGBAh
public let kCIFormatRGBAf = CIFormat.RGBAf
