public import Foundation
internal import HeadroomColor
internal import HeadroomEngine
public import HeadroomGraphics
public import HeadroomImage
internal import HeadroomPixels

extension CIContext {
  /// A context for rendering to textures. Every device is the processor, on which all contexts render.
  public convenience init(mtlDevice device: any MTLDevice, options: [CIContextOption: Any]? = nil) {
    self.init(options: options)
  }

  /// As ``init(mtlDevice:options:)``.
  public convenience init(mtlCommandQueue commandQueue: any MTLCommandQueue, options: [CIContextOption: Any]? = nil) {
    self.init(options: options)
  }

  /// Renders the part of an image inside `bounds` into a texture: pixel (0, 0) of the image is the texture's bottom left
  /// corner.
  ///
  /// - Parameters:
  ///   - image: what to render.
  ///   - texture: where to.
  ///   - commandBuffer: renders when this is committed, in its order; nil renders now.
  ///   - bounds: the rectangle of the image, and of the texture.
  ///   - colorSpace: the space of the drawn numbers. An `_srgb` format encodes them again, so it needs a linear space.
  public func render(
    _ image: CIImage, to texture: any MTLTexture, commandBuffer: (any MTLCommandBuffer)?, bounds: CGRect,
    colorSpace: CGColorSpace
  ) {
    guard let texture = texture as? MemoryTexture else { return }
    let encoding = colorSpace.encoding
    guard let buffer = commandBuffer as? MemoryCommandBuffer else {
      try? render(image, to: texture, bounds: bounds, encoding: encoding)
      return
    }
    buffer.add { try self.render(image, to: texture, bounds: bounds, encoding: encoding) }
  }

  private func render(_ image: CIImage, to texture: MemoryTexture, bounds: CGRect, encoding: ColorEncoding) throws {
    let whole = PixelRect(x: 0, y: 0, width: texture.width, height: texture.height)
    let part = PixelRect(enclosing: bounds).intersection(whole)
    guard !part.isEmpty else { throw RenderError.emptyExtent }
    let target = try texture.sampledBitmap()
    let alpha = outputAlpha(target.format, nil)
    let window = target.cropped(
      x: part.minX, y: whole.maxY - part.maxY, width: part.width, height: part.height)
    guard let window else { throw RenderError.emptyExtent }
    let destination = PlanDestination(
      encoding: encoding, isPremultiplied: alpha == .premultiplied, isOpaque: alpha == .opaque)
    try render(image, region: part, into: window.reading(alpha: alpha), destination: destination)
    texture.commit(target)
  }
}
