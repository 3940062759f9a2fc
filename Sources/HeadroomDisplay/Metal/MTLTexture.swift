/// Memory that a device works on.
public protocol MTLResource: AnyObject, Sendable {
  /// The device that made it.
  var device: any MTLDevice { get }
  /// A name for people.
  var label: String? { get set }
  /// What was asked for.
  var storageMode: MTLStorageMode { get }
  /// Bytes that it takes.
  var allocatedSize: Int { get }
}

/// A picture in the memory of a device, row 0 on top.
///
/// The memory may be written by one side at a time: a command buffer between its commit and its completion, or the program.
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
  /// Whether it was made for a layer that said so. It can be read and written all the same.
  var isFramebufferOnly: Bool { get }

  /// Writes pixels.
  ///
  /// - Parameters:
  ///   - region: where to, inside the level; anything else is a mistake of the program and ends it with a message.
  ///   - level: 0 is the full size.
  ///   - pixelBytes: rows from the top in ``pixelFormat``, as many as the region has.
  ///   - bytesPerRow: bytes from one row to the next, at least a row of the region unless there is one row only.
  func replace(region: MTLRegion, mipmapLevel level: Int, withBytes pixelBytes: UnsafeRawPointer, bytesPerRow: Int)

  /// As ``replace(region:mipmapLevel:withBytes:bytesPerRow:)``; the slice has to be 0.
  func replace(
    region: MTLRegion, mipmapLevel level: Int, slice: Int, withBytes pixelBytes: UnsafeRawPointer, bytesPerRow: Int,
    bytesPerImage: Int)

  /// Reads pixels: the inverse of ``replace(region:mipmapLevel:withBytes:bytesPerRow:)``, with the same rules.
  func getBytes(
    _ pixelBytes: UnsafeMutableRawPointer, bytesPerRow: Int, from region: MTLRegion, mipmapLevel level: Int)

  /// The same memory read in another format with as many bytes a pixel; nil for others.
  func makeTextureView(pixelFormat: MTLPixelFormat) -> (any MTLTexture)?
}
