/// How components are packed into a pixel.
public enum CGImagePixelFormatInfo: UInt32, CaseIterable, Sendable {
  /// The bits of ``CGBitmapInfo`` that hold the pixel format; not a format itself.
  case mask = 0xF0000
  /// Components of equal size one after the other.
  case packed = 0x00000
  /// 16 bits: an unused bit and three components of 5 bits.
  case RGB555 = 0x10000
  /// 16 bits: components of 5, 6 and 5 bits.
  case RGB565 = 0x20000
  /// 32 bits: two unused bits and three components of 10 bits.
  case RGB101010 = 0x30000
  /// 32 bits: the wide-gamut 10-bit form whose codes 384...895 stand for 0...1.
  case RGBCIF10 = 0x40000
}
