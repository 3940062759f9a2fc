/// The layout of a pixel in memory: the kind of its components and their order.
///
/// Letters of the static names give the component order in memory; the digits are the bits of one component.
/// Integer components are unsigned and normalised: code 0 is 0, the largest code is 1. All multi-byte components are
/// little-endian, except in ``rgb30BigEndian``.
public struct PixelFormat: Hashable, Sendable {
  /// The storage of one component.
  public enum Component: UInt8, Hashable, Sendable, CaseIterable {
    /// 8-bit unsigned, 0...255 for 0...1.
    case uint8
    /// 16-bit unsigned, 0...65535 for 0...1.
    case uint16
    /// IEEE 754 binary16.
    case half
    /// IEEE 754 binary32.
    case float
    /// Three 10-bit components and two more bits in one 32-bit word.
    case packed10
    /// 10 bits in the upper bits of a 16-bit word, the six lower bits are written as zero and ignored when read.
    case uint10High
    /// 10 bits in the lower bits of a 16-bit word, as video decoders give them. Only in planes.
    case uint10
    /// 12 bits in the lower bits of a 16-bit word. Only in planes.
    case uint12
  }

  /// The components and their order in memory.
  public enum Layout: UInt8, Hashable, Sendable, CaseIterable {
    /// Red, green, blue, alpha. With ``Component/packed10``: red in bits 0...9, alpha in bits 30...31 of the word.
    case rgba
    /// Blue, green, red, alpha.
    case bgra
    /// Alpha, red, green, blue. With ``Component/packed10``: alpha in bits 30...31, red in bits 20...29.
    case argb
    /// Alpha, blue, green, red.
    case abgr
    /// Red, green, blue and a component that is ignored when read and written as one.
    /// With ``Component/packed10``: a big-endian word with red in bits 22...31 and two padding bits at the end.
    case rgbx
    /// Red, green, blue. With ``Component/packed10``: red in bits 20...29, bits 30 and 31 are zero.
    case rgb
    /// Blue, green, red.
    case bgr
    /// One component that stands for red, green and blue.
    case gray
    /// Gray and alpha.
    case grayAlpha
    /// Alpha alone; colour reads as zero.
    case alpha
    /// Red alone; green and blue read as zero.
    case red
    /// Red and green; blue reads as zero.
    case redGreen
    /// A plane of luma and a plane of Cb, Cr pairs at half width and half height.
    case biplanar420
    /// A plane of luma and a plane of Cb, Cr pairs at half width.
    case biplanar422
    /// A plane of luma and a plane of Cb, Cr pairs at full size.
    case biplanar444
    /// A plane of luma alone.
    case planar400
    /// Planes of luma, and of Cb and Cr at half width and half height: what video codecs take and give.
    case planar420
    /// Planes of luma, and of Cb and Cr at half width.
    case planar422
    /// Planes of luma, Cb and Cr.
    case planar444
    /// As ``planar400``, with a plane of alpha, all of whose codes are used.
    case planarAlpha400
    /// As ``planar420``, with a plane of alpha at full size.
    case planarAlpha420
    /// As ``planar422``, with a plane of alpha at full size.
    case planarAlpha422
    /// As ``planar444``, with a plane of alpha.
    case planarAlpha444
  }

  /// The storage of one component.
  public let component: Component
  /// The components and their order.
  public let layout: Layout

  /// The format with these parts, or nil where no such format exists (a 10-bit gray plane, a half-float biplanar one).
  public init?(component: Component, layout: Layout) {
    switch component {
    case .packed10:
      guard [.rgba, .argb, .rgbx, .rgb].contains(layout) else { return nil }
    case .uint10High:
      guard layout.isBiplanar else { return nil }
    case .uint10, .uint12:
      guard layout.isPlanar else { return nil }
    case .uint16:
      guard !layout.isBiplanar else { return nil }
    case .half, .float:
      guard !layout.isYCbCr else { return nil }
    case .uint8:
      break
    }
    self.init(component, layout)
  }

  private init(_ component: Component, _ layout: Layout) {
    self.component = component
    self.layout = layout
  }
}

extension PixelFormat.Layout {
  /// Whether the pixels lie in a luma plane and a chroma plane.
  public var isBiplanar: Bool { self == .biplanar420 || self == .biplanar422 || self == .biplanar444 }

  /// Whether luma, Cb and Cr lie in planes of their own, or luma alone in one.
  public var isPlanar: Bool {
    switch self {
    case .planar400, .planar420, .planar422, .planar444: true
    case .planarAlpha400, .planarAlpha420, .planarAlpha422, .planarAlpha444: true
    default: false
    }
  }

  /// Whether the samples are luma and chroma.
  public var isYCbCr: Bool { isBiplanar || isPlanar }
}

extension PixelFormat {
  /// 8-bit red, green, blue, alpha.
  public static let rgba8 = PixelFormat(.uint8, .rgba)
  /// 8-bit blue, green, red, alpha.
  public static let bgra8 = PixelFormat(.uint8, .bgra)
  /// 8-bit alpha, red, green, blue.
  public static let argb8 = PixelFormat(.uint8, .argb)
  /// 8-bit alpha, blue, green, red.
  public static let abgr8 = PixelFormat(.uint8, .abgr)
  /// 8-bit red, green, blue and an ignored component.
  public static let rgbx8 = PixelFormat(.uint8, .rgbx)
  /// 8-bit red, green, blue.
  public static let rgb8 = PixelFormat(.uint8, .rgb)
  /// 8-bit blue, green, red.
  public static let bgr8 = PixelFormat(.uint8, .bgr)
  /// 16-bit red, green, blue, alpha.
  public static let rgba16 = PixelFormat(.uint16, .rgba)
  /// 16-bit red, green, blue and an ignored component.
  public static let rgbx16 = PixelFormat(.uint16, .rgbx)
  /// 16-bit red, green, blue.
  public static let rgb16 = PixelFormat(.uint16, .rgb)
  /// Half-float red, green, blue, alpha.
  public static let rgbaHalf = PixelFormat(.half, .rgba)
  /// Half-float red, green, blue and an ignored component.
  public static let rgbxHalf = PixelFormat(.half, .rgbx)
  /// Half-float red, green, blue.
  public static let rgbHalf = PixelFormat(.half, .rgb)
  /// Float red, green, blue, alpha.
  public static let rgbaFloat = PixelFormat(.float, .rgba)
  /// Float red, green, blue and an ignored component.
  public static let rgbxFloat = PixelFormat(.float, .rgbx)
  /// Float red, green, blue.
  public static let rgbFloat = PixelFormat(.float, .rgb)

  /// Bits 30 and 31 zero, red in bits 20...29, green in 10...19, blue in 0...9 of a little-endian word.
  public static let rgb10 = PixelFormat(.packed10, .rgb)
  /// As ``rgb10`` with alpha in bits 30 and 31; Metal's `bgr10a2Unorm`, CoreVideo's `ARGB2101010LEPacked`.
  public static let bgr10a2 = PixelFormat(.packed10, .argb)
  /// Red in bits 0...9, green in 10...19, blue in 20...29, alpha in 30...31; Metal's `rgb10a2Unorm`.
  public static let rgb10a2 = PixelFormat(.packed10, .rgba)
  /// A big-endian word with red in bits 22...31, green in 12...21, blue in 2...11; CoreVideo's `30RGB`.
  public static let rgb30BigEndian = PixelFormat(.packed10, .rgbx)

  /// 8-bit gray.
  public static let gray8 = PixelFormat(.uint8, .gray)
  /// 16-bit gray.
  public static let gray16 = PixelFormat(.uint16, .gray)
  /// Half-float gray.
  public static let grayHalf = PixelFormat(.half, .gray)
  /// Float gray.
  public static let grayFloat = PixelFormat(.float, .gray)
  /// 8-bit gray, alpha.
  public static let grayAlpha8 = PixelFormat(.uint8, .grayAlpha)
  /// 16-bit gray, alpha.
  public static let grayAlpha16 = PixelFormat(.uint16, .grayAlpha)
  /// Half-float gray, alpha.
  public static let grayAlphaHalf = PixelFormat(.half, .grayAlpha)
  /// Float gray, alpha.
  public static let grayAlphaFloat = PixelFormat(.float, .grayAlpha)
  /// 8-bit alpha.
  public static let alpha8 = PixelFormat(.uint8, .alpha)
  /// 16-bit alpha.
  public static let alpha16 = PixelFormat(.uint16, .alpha)
  /// Half-float alpha.
  public static let alphaHalf = PixelFormat(.half, .alpha)
  /// Float alpha.
  public static let alphaFloat = PixelFormat(.float, .alpha)
  /// 8-bit red.
  public static let red8 = PixelFormat(.uint8, .red)
  /// 16-bit red.
  public static let red16 = PixelFormat(.uint16, .red)
  /// Half-float red.
  public static let redHalf = PixelFormat(.half, .red)
  /// Float red.
  public static let redFloat = PixelFormat(.float, .red)
  /// 8-bit red, green.
  public static let redGreen8 = PixelFormat(.uint8, .redGreen)
  /// 16-bit red, green.
  public static let redGreen16 = PixelFormat(.uint16, .redGreen)
  /// Half-float red, green.
  public static let redGreenHalf = PixelFormat(.half, .redGreen)
  /// Float red, green.
  public static let redGreenFloat = PixelFormat(.float, .redGreen)

  /// Luma and interleaved chroma, 8 bits, chroma at half width and height; CoreVideo's `420v` and `420f`.
  public static let biplanar420 = PixelFormat(.uint8, .biplanar420)
  /// Luma and interleaved chroma, 8 bits, chroma at half width; CoreVideo's `422v` and `422f`.
  public static let biplanar422 = PixelFormat(.uint8, .biplanar422)
  /// Luma and interleaved chroma, 8 bits, full chroma; CoreVideo's `444v` and `444f`.
  public static let biplanar444 = PixelFormat(.uint8, .biplanar444)
  /// As ``biplanar420`` with 10 bits in the upper bits of 16; CoreVideo's `x420` and `xf20`.
  public static let biplanar420x10 = PixelFormat(.uint10High, .biplanar420)
  /// As ``biplanar422`` with 10 bits in the upper bits of 16; CoreVideo's `x422` and `xf22`.
  public static let biplanar422x10 = PixelFormat(.uint10High, .biplanar422)
  /// As ``biplanar444`` with 10 bits in the upper bits of 16; CoreVideo's `x444` and `xf44`.
  public static let biplanar444x10 = PixelFormat(.uint10High, .biplanar444)

  /// Every format there is.
  public static let allCases: [PixelFormat] = Component.allCases.flatMap { component in
    Layout.allCases.compactMap { PixelFormat(component: component, layout: $0) }
  }
}
