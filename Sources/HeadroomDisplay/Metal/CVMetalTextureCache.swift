public import HeadroomGraphics
internal import HeadroomPixels

/// Makes textures that share the memory of pixel buffers. There is nothing to keep here: memory is shared as it is.
public final class CVMetalTextureCache: Sendable {
  let device: any MTLDevice

  init(_ device: any MTLDevice) { self.device = device }
}

/// A texture of a pixel buffer's plane. It keeps the buffer.
public final class CVMetalTexture: Sendable {
  let texture: any MTLTexture
  private let buffer: CVImageBuffer

  init(_ texture: any MTLTexture, of buffer: CVImageBuffer) { (self.texture, self.buffer) = (texture, buffer) }
}

/// Makes a cache.
///
/// - Parameters:
///   - allocator: nil or the default.
///   - cacheAttributes: nil.
///   - metalDevice: makes the textures.
///   - textureAttributes: nil.
///   - cacheOut: takes it.
/// - Returns: `kCVReturnSuccess`.
@discardableResult
public func CVMetalTextureCacheCreate(
  _ allocator: CFAllocator?, _ cacheAttributes: CFDictionary?, _ metalDevice: any MTLDevice,
  _ textureAttributes: CFDictionary?, _ cacheOut: UnsafeMutablePointer<CVMetalTextureCache?>
) -> CVReturn {
  unsafe cacheOut.pointee = CVMetalTextureCache(metalDevice)
  return kCVReturnSuccess
}

/// Makes a texture of a plane of a pixel buffer, in the buffer's memory: what is written to one is read from the other.
///
/// - Parameters:
///   - allocator: nil or the default.
///   - textureCache: any.
///   - sourceImage: the buffer.
///   - textureAttributes: nil.
///   - pixelFormat: with as many bytes for a pixel as the plane has, such as `bgra8Unorm` for `32BGRA`, `r16Unorm` for luma
///     and `rg16Unorm` for chroma of ten bits.
///   - width: of the texture in pixels, at most the plane's.
///   - height: the same.
///   - planeIndex: 0 for buffers without planes.
///   - textureOut: takes it.
/// - Returns: `kCVReturnInvalidPixelFormat` or `kCVReturnInvalidSize` where the plane has no such pixels.
@discardableResult
public func CVMetalTextureCacheCreateTextureFromImage(
  _ allocator: CFAllocator?, _ textureCache: CVMetalTextureCache, _ sourceImage: CVImageBuffer,
  _ textureAttributes: CFDictionary?, _ pixelFormat: MTLPixelFormat, _ width: Int, _ height: Int, _ planeIndex: Int,
  _ textureOut: UnsafeMutablePointer<CVMetalTexture?>
) -> CVReturn {
  unsafe textureOut.pointee = nil
  guard let plane = sourceImage.texturePlane(planeIndex) else { return kCVReturnInvalidArgument }
  guard pixelFormat.bytesPerPixel == plane.bytesPerPixel else { return kCVReturnInvalidPixelFormat }
  guard 1...plane.width ~= width, 1...plane.height ~= height else { return kCVReturnInvalidSize }
  let level = MemoryTexture.Level(width: width, height: height, plane: plane.plane)
  let texture = MemoryTexture(
    pixelFormat: pixelFormat, usage: [.shaderRead, .shaderWrite, .renderTarget], storageMode: .shared,
    isFramebufferOnly: false, storage: plane.storage, levels: [level])
  unsafe textureOut.pointee = CVMetalTexture(texture, of: sourceImage)
  return kCVReturnSuccess
}

/// The texture.
public func CVMetalTextureGetTexture(_ image: CVMetalTexture) -> (any MTLTexture)? { image.texture }

/// Does nothing more than what happens anyway: memory goes with its last user.
public func CVMetalTextureCacheFlush(_ textureCache: CVMetalTextureCache, _ options: UInt64) {}
