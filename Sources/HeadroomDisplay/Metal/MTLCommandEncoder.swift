/// Adds commands of a kind to a command buffer, until it is ended.
public protocol MTLCommandEncoder: AnyObject {
  /// The device of the buffer.
  var device: any MTLDevice { get }
  /// A label for debugging.
  var label: String? { get set }
  /// Ends it; the next encoder, or the commit, may follow.
  func endEncoding()
}

/// A pass that clears its attachments. Pipelines and draw calls do not exist here: pictures are drawn by `CIContext`.
public protocol MTLRenderCommandEncoder: MTLCommandEncoder {}

/// Copies between textures.
public protocol MTLBlitCommandEncoder: MTLCommandEncoder {
  /// Copies the first level of a texture to one of the same size and bytes per pixel.
  func copy(from sourceTexture: any MTLTexture, to destinationTexture: any MTLTexture)

  /// Copies a rectangle. Source and target must be inside their textures, which must have the same bytes per pixel;
  /// slices are 0.
  func copy(
    from sourceTexture: any MTLTexture, sourceSlice: Int, sourceLevel: Int, sourceOrigin: MTLOrigin,
    sourceSize: MTLSize, to destinationTexture: any MTLTexture, destinationSlice: Int, destinationLevel: Int,
    destinationOrigin: MTLOrigin)
}

/// The common part of both kinds.
class MemoryEncoder {
  let buffer: MemoryCommandBuffer
  var label: String?

  init(_ buffer: MemoryCommandBuffer) {
    self.buffer = buffer
    buffer.beginEncoder()
  }

  var device: any MTLDevice { MemoryDevice.shared }
  func endEncoding() { buffer.endEncoder() }
}

final class MemoryRenderEncoder: MemoryEncoder, MTLRenderCommandEncoder {
  init(_ buffer: MemoryCommandBuffer, _ descriptor: MTLRenderPassDescriptor) {
    super.init(buffer)
    for attachment in descriptor.colorAttachments.all where attachment.loadAction == .clear {
      guard let texture = attachment.texture as? MemoryTexture else { continue }
      precondition(attachment.level == 0, "MTLRenderPassDescriptor: level \(attachment.level) cannot be drawn into")
      let color = attachment.clearColor
      buffer.add { try texture.clear(color) }
    }
  }
}

final class MemoryBlitEncoder: MemoryEncoder, MTLBlitCommandEncoder {
  func copy(from sourceTexture: any MTLTexture, to destinationTexture: any MTLTexture) {
    let (width, height) = (sourceTexture.width, sourceTexture.height)
    precondition(
      width == destinationTexture.width && height == destinationTexture.height,
      "MTLBlitCommandEncoder.copy: \(width) x \(height) to \(destinationTexture.width) x \(destinationTexture.height)")
    copy(
      from: sourceTexture, sourceSlice: 0, sourceLevel: 0, sourceOrigin: MTLOrigin(),
      sourceSize: MTLSizeMake(width, height, 1), to: destinationTexture, destinationSlice: 0, destinationLevel: 0,
      destinationOrigin: MTLOrigin())
  }

  func copy(
    from sourceTexture: any MTLTexture, sourceSlice: Int, sourceLevel: Int, sourceOrigin: MTLOrigin,
    sourceSize: MTLSize, to destinationTexture: any MTLTexture, destinationSlice: Int, destinationLevel: Int,
    destinationOrigin: MTLOrigin
  ) {
    guard let source = sourceTexture as? MemoryTexture, let target = destinationTexture as? MemoryTexture else {
      preconditionFailure("MTLBlitCommandEncoder.copy: a texture of another device")
    }
    precondition(sourceSlice == 0 && destinationSlice == 0, "MTLBlitCommandEncoder.copy: textures have one slice")
    let region = MTLRegion(origin: sourceOrigin, size: sourceSize)
    target.checkCopy(from: source, level: sourceLevel, region: region, toLevel: destinationLevel, at: destinationOrigin)
    buffer.add {
      target.copy(from: source, level: sourceLevel, region: region, toLevel: destinationLevel, at: destinationOrigin)
    }
  }
}

extension MemoryCommandBuffer {
  func makeRenderCommandEncoder(descriptor: MTLRenderPassDescriptor) -> (any MTLRenderCommandEncoder)? {
    MemoryRenderEncoder(self, descriptor)
  }

  func makeBlitCommandEncoder() -> (any MTLBlitCommandEncoder)? { MemoryBlitEncoder(self) }
}
