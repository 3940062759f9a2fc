/// What a texture is to be.
public final class MTLTextureDescriptor {
  /// Default two dimensions, which is all there is.
  public var textureType = MTLTextureType.type2D
  /// Default `rgba8Unorm`.
  public var pixelFormat = MTLPixelFormat.rgba8Unorm
  /// Width in pixels, 1...16384. Default 1.
  public var width = 1
  /// Height in pixels, 1...16384. Default 1.
  public var height = 1
  /// Depth in pixels, 1.
  public var depth = 1
  /// How many sizes there are, each half of the one before: 1 up to where both sides are one pixel. Default 1.
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
  ///   - pixelFormat: how its pixels lie in memory.
  ///   - width: width in pixels.
  ///   - height: height in pixels.
  ///   - mipmapped: whether there are all smaller sizes, too. They are only filled by who writes to them.
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

  /// How often the longer side can be halved until it is one, the first size counted.
  static func levels(width: Int, height: Int) -> Int {
    let longest = max(width, height, 1)
    return Int.bitWidth - longest.leadingZeroBitCount
  }
}
