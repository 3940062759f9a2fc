internal import HeadroomColor
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

extension CIRenderDestination {
  /// A texture, row 0 on top.
  ///
  /// - Parameters:
  ///   - texture: where to render; a texture of another package is a programming error.
  ///   - commandBuffer: renders run when this is committed, in its order; nil runs them when their task is started.
  public convenience init(mtlTexture texture: any MTLTexture, commandBuffer: (any MTLCommandBuffer)?) {
    self.init(
      width: texture.width, height: texture.height, pixelFormat: texture.pixelFormat, commandBuffer: commandBuffer,
      mtlTextureProvider: { texture })
  }

  /// A texture that is requested when a task is started, by the thread that starts it, so that a drawable is not held
  /// longer than necessary.
  ///
  /// - Parameters:
  ///   - width: the texture's width in pixels.
  ///   - height: its height.
  ///   - pixelFormat: its format. Colours are sRGB unless ``CIRenderDestination/colorSpace`` is set: linear if the
  ///     format encodes by itself (`_srgb`), extended if it can hold more than 0...1.
  ///   - commandBuffer: as above.
  ///   - block: returns the texture; if its size or format differs, the task throws.
  public convenience init(
    width: Int, height: Int, pixelFormat: MTLPixelFormat, commandBuffer: (any MTLCommandBuffer)?,
    mtlTextureProvider block: (() -> any MTLTexture)? = nil
  ) {
    let buffer = commandBuffer as? MemoryCommandBuffer
    self.init(
      width: width, height: height, hasAlpha: pixelFormat.hasAlpha, isClamped: !pixelFormat.isExtended,
      encoding: pixelFormat.encodingOfDestination,
      schedule: buffer.map { buffer in { render in buffer.add { render() } } },
      surface: {
        guard let texture = block?() as? MemoryTexture else { throw RenderError.source("there is no texture") }
        guard texture.width == width, texture.height == height, texture.pixelFormat == pixelFormat else {
          throw RenderError.unsupportedFormat(
            "the texture has \(texture.width) x \(texture.height) pixels of \(texture.pixelFormat), "
              + "the destination \(width) x \(height) of \(pixelFormat)")
        }
        return TextureMemory(texture: texture)
      })
  }
}

private struct TextureMemory: RenderSurface {
  let texture: MemoryTexture

  func renderTarget() throws -> PixelBitmap { try texture.sampledBitmap() }
  func commit(_ target: PixelBitmap) { texture.commit(target) }
}

extension MTLPixelFormat {
  fileprivate var encodingOfDestination: ColorEncoding {
    if isSRGB { return isExtended ? .extendedLinearSRGB : .linearSRGB }
    return isExtended ? .extendedSRGB : .sRGB
  }
}
