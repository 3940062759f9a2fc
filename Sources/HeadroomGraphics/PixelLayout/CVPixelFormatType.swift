// Pixel formats that a pixel buffer can have. All of them can be read and rendered into; a format that is not listed
// gives `kCVReturnInvalidPixelFormat`.

/// Red, green, blue; 8 bits each.
public let kCVPixelFormatType_24RGB: OSType = 0x0000_0018
/// Blue, green, red; 8 bits each (`24BG`).
public let kCVPixelFormatType_24BGR: OSType = 0x3234_4247
/// Alpha, red, green, blue; 8 bits each.
public let kCVPixelFormatType_32ARGB: OSType = 0x0000_0020
/// Blue, green, red, alpha; 8 bits each (`BGRA`).
public let kCVPixelFormatType_32BGRA: OSType = 0x4247_5241
/// Alpha, blue, green, red; 8 bits each (`ABGR`).
public let kCVPixelFormatType_32ABGR: OSType = 0x4142_4752
/// Red, green, blue, alpha; 8 bits each (`RGBA`).
public let kCVPixelFormatType_32RGBA: OSType = 0x5247_4241
/// Alpha, red, green, blue; 16 bits each, big-endian (`b64a`).
public let kCVPixelFormatType_64ARGB: OSType = 0x6236_3461
/// Red, green, blue, alpha; 16 bits each, little-endian (`l64r`).
public let kCVPixelFormatType_64RGBALE: OSType = 0x6C36_3472
/// Red, green, blue; 16 bits each, big-endian (`b48r`).
public let kCVPixelFormatType_48RGB: OSType = 0x6234_3872
/// Gray of 16 bits, big-endian (`b16g`).
public let kCVPixelFormatType_16Gray: OSType = 0x6231_3667
/// A big-endian word: red, green, blue of 10 bits, then 2 unused bits (`R10k`).
public let kCVPixelFormatType_30RGB: OSType = 0x5231_306B
/// A little-endian word: 2 unused bits, then red, green, blue of 10 bits, whose codes 384...895 stand for 0...1
/// (`w30r`).
public let kCVPixelFormatType_30RGBLEPackedWideGamut: OSType = 0x7733_3072
/// A little-endian word: alpha of 2 bits, then red, green, blue of 10 bits, full range (`l10r`).
public let kCVPixelFormatType_ARGB2101010LEPacked: OSType = 0x6C31_3072
/// Red, green, blue, alpha as half floats (`RGhA`).
public let kCVPixelFormatType_64RGBAHalf: OSType = 0x5247_6841
/// Red, green, blue, alpha as floats (`RGfA`).
public let kCVPixelFormatType_128RGBAFloat: OSType = 0x5247_6641
/// One component of 8 bits (`L008`).
public let kCVPixelFormatType_OneComponent8: OSType = 0x4C30_3038
/// One component of 10 bits, in the upper bits of a little-endian 16-bit word (`L010`).
public let kCVPixelFormatType_OneComponent10: OSType = 0x4C30_3130
/// One component of 12 bits, in the upper bits of a little-endian 16-bit word (`L012`).
public let kCVPixelFormatType_OneComponent12: OSType = 0x4C30_3132
/// One component of 16 bits, little-endian (`L016`).
public let kCVPixelFormatType_OneComponent16: OSType = 0x4C30_3136
/// One component as a half float (`L00h`).
public let kCVPixelFormatType_OneComponent16Half: OSType = 0x4C30_3068
/// One component as a float (`L00f`).
public let kCVPixelFormatType_OneComponent32Float: OSType = 0x4C30_3066
/// Two components of 8 bits (`2C08`).
public let kCVPixelFormatType_TwoComponent8: OSType = 0x3243_3038
/// Two components of 16 bits, little-endian (`2C16`).
public let kCVPixelFormatType_TwoComponent16: OSType = 0x3243_3136
/// Two components as half floats (`2C0h`).
public let kCVPixelFormatType_TwoComponent16Half: OSType = 0x3243_3068
/// Two components as floats (`2C0f`).
public let kCVPixelFormatType_TwoComponent32Float: OSType = 0x3243_3066
/// Disparity in 1/m as half floats (`hdis`).
public let kCVPixelFormatType_DisparityFloat16: OSType = 0x6864_6973
/// Disparity in 1/m as floats (`fdis`).
public let kCVPixelFormatType_DisparityFloat32: OSType = 0x6664_6973
/// Depth in m as half floats (`hdep`).
public let kCVPixelFormatType_DepthFloat16: OSType = 0x6864_6570
/// Depth in m as floats (`fdep`).
public let kCVPixelFormatType_DepthFloat32: OSType = 0x6664_6570
/// Luma, and Cb, Cr pairs at half width and height; 8 bits, 16...235 (`420v`).
public let kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: OSType = 0x3432_3076
/// Luma, and Cb, Cr pairs at half width and height; 8 bits, 0...255 (`420f`).
public let kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: OSType = 0x3432_3066
/// Luma, and Cb, Cr pairs at half width; 8 bits, 16...235 (`422v`).
public let kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange: OSType = 0x3432_3276
/// Luma, and Cb, Cr pairs at half width; 8 bits, 0...255 (`422f`).
public let kCVPixelFormatType_422YpCbCr8BiPlanarFullRange: OSType = 0x3432_3266
/// Luma, and Cb, Cr pairs at full size; 8 bits, 16...235 (`444v`).
public let kCVPixelFormatType_444YpCbCr8BiPlanarVideoRange: OSType = 0x3434_3476
/// Luma, and Cb, Cr pairs at full size; 8 bits, 0...255 (`444f`).
public let kCVPixelFormatType_444YpCbCr8BiPlanarFullRange: OSType = 0x3434_3466
/// Luma, and Cb, Cr pairs at half width and height; 10 bits in the upper bits of 16, 64...940 (`x420`).
public let kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange: OSType = 0x7834_3230
/// Luma, and Cb, Cr pairs at half width and height; 10 bits in the upper bits of 16, 0...1023 (`xf20`).
public let kCVPixelFormatType_420YpCbCr10BiPlanarFullRange: OSType = 0x7866_3230
/// Luma, and Cb, Cr pairs at half width; 10 bits in the upper bits of 16, 64...940 (`x422`).
public let kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange: OSType = 0x7834_3232
/// Luma, and Cb, Cr pairs at half width; 10 bits in the upper bits of 16, 0...1023 (`xf22`).
public let kCVPixelFormatType_422YpCbCr10BiPlanarFullRange: OSType = 0x7866_3232
/// Luma, and Cb, Cr pairs at full size; 10 bits in the upper bits of 16, 64...940 (`x444`).
public let kCVPixelFormatType_444YpCbCr10BiPlanarVideoRange: OSType = 0x7834_3434
/// Luma, and Cb, Cr pairs at full size; 10 bits in the upper bits of 16, 0...1023 (`xf44`).
public let kCVPixelFormatType_444YpCbCr10BiPlanarFullRange: OSType = 0x7866_3434
/// A sensor's mosaic, each number of 14 bits in a little-endian 16-bit word: rows of green, red and of blue, green (`grb4`).
/// Its numbers are measurements; `CIRAWFilter` makes a picture of them.
public let kCVPixelFormatType_14Bayer_GRBG: OSType = 0x6772_6234
/// The same with rows of red, green and of green, blue (`rgg4`).
public let kCVPixelFormatType_14Bayer_RGGB: OSType = 0x7267_6734
/// The same with rows of blue, green and of green, red (`bgg4`).
public let kCVPixelFormatType_14Bayer_BGGR: OSType = 0x6267_6734
/// The same with rows of green, blue and of red, green (`gbr4`).
public let kCVPixelFormatType_14Bayer_GBRG: OSType = 0x6762_7234
