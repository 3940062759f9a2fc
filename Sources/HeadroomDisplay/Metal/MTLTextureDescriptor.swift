/// The properties of a texture to make.
public final class MTLTextureDescriptor {
  /// Default two dimensions, the only supported type.
  public var textureType = MTLTextureType.type2D
  /// Default `rgba8Unorm`.
  public var pixelFormat = MTLPixelFormat.rgba8Unorm
  /// Width in pixels, 1...16384. Default 1.
  public var width = 1
  /// Height in pixels, 1...16384. Default 1.
  public var height = 1
  /// Depth in pixels, 1.
  public var depth = 1
  /// The number of levels, each half the size of the one before: from 1 until both sides are one pixel. Default 1.
  public var mipmapLevelCount = 1
  /// Samples of a pixel, 1.
  public var sampleCount = 1
  /// Pictures in the texture, 1.
  public var arrayLength = 1
  /// Kept, without effect. Default `shaderRead`.
  public var usage: MTLTextureUsage = .shaderRead
  /// Kept, without effect. Default `shared`.
  public var storageMode = MTLStorageMode.shared

  public init() {}

  /// A descriptor of a texture with two dimensions.
  ///
  /// - Parameters:
  ///   - pixelFormat: the memory format of its pixels.
  ///   - width: width in pixels.
  ///   - height: height in pixels.
  ///   - mipmapped: whether it has all smaller levels, too. The program has to fill them.
  public class func texture2DDescriptor(
    pixelFormat: MTLPixelFormat, width: Int, height: Int, mipmapped: Bool
  ) -> MTLTextureDescriptor {
    let descriptor = MTLTextureDescriptor()
    descriptor.pixelFormat = pixelFormat
    descriptor.width = width
    descriptor.height = height
    if mipmapped { descriptor.mipmapLevelCount = levels(width: width, height: height) }
    return descriptor
  }

  /// The number of levels until the longer side is one pixel, including the first.
  static func levels(width: Int, height: Int) -> Int {
    let longest = max(width, height, 1)
    return Int.bitWidth - longest.leadingZeroBitCount
  }
}
