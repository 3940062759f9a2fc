/// Memory that a device works on.
public protocol MTLResource: AnyObject, Sendable {
  /// The device that made it.
  var device: any MTLDevice { get }
  /// A label for debugging.
  var label: String? { get set }
  /// The mode in the descriptor.
  var storageMode: MTLStorageMode { get }
  /// The memory that it takes, in bytes.
  var allocatedSize: Int { get }
}

/// A picture in the memory of a device, row 0 on top.
///
/// Only one side may write the memory at a time: a command buffer between its commit and its completion, or the
/// program.
public protocol MTLTexture: MTLResource {
  var textureType: MTLTextureType { get }
  var pixelFormat: MTLPixelFormat { get }
  /// Width of the first level in pixels.
  var width: Int { get }
  /// Height of the first level in pixels.
  var height: Int { get }
  /// 1.
  var depth: Int { get }
  var mipmapLevelCount: Int { get }
  /// 1.
  var sampleCount: Int { get }
  /// 1.
  var arrayLength: Int { get }
  var usage: MTLTextureUsage { get }
  /// Whether it was made for a layer with this setting. It can still be read and written.
  var isFramebufferOnly: Bool { get }

  /// Writes pixels.
  ///
  /// - Parameters:
  ///   - region: the destination, inside the level; otherwise the program ends with a message.
  ///   - level: 0 is the full size.
  ///   - pixelBytes: the region's rows from the top in ``pixelFormat``.
  ///   - bytesPerRow: bytes from one row to the next, at least a row of the region unless there is one row only.
  func replace(region: MTLRegion, mipmapLevel level: Int, withBytes pixelBytes: UnsafeRawPointer, bytesPerRow: Int)

  /// As ``replace(region:mipmapLevel:withBytes:bytesPerRow:)``; the slice must be 0.
  func replace(
    region: MTLRegion, mipmapLevel level: Int, slice: Int, withBytes pixelBytes: UnsafeRawPointer, bytesPerRow: Int,
    bytesPerImage: Int)

  /// Reads pixels: the inverse of ``replace(region:mipmapLevel:withBytes:bytesPerRow:)``, with the same rules.
  func getBytes(
    _ pixelBytes: UnsafeMutableRawPointer, bytesPerRow: Int, from region: MTLRegion, mipmapLevel level: Int)

  /// The same memory read in another format with the same bytes per pixel; nil for others.
  func makeTextureView(pixelFormat: MTLPixelFormat) -> (any MTLTexture)?
}
