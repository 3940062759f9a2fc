import Foundation
import Headroom
import Testing

/// The road of programs that draw by themselves: file, bitmap of floats, texture, layer.
@Suite("Layers and textures of a client")
struct LayerTests {
  private static func floats(_ image: CGImage) throws -> [Float] {
    let data = try #require(image.dataProvider?.data)
    return data.withUnsafeBytes { bytes in
      (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Float.self) }
    }
  }

  /// A PQ file that rises from left to right up to ten times white.
  private static func file() throws -> Data {
    let width = 64
    var values = [Float](repeating: 1, count: width * 4 * 4)
    for pixel in 0..<width * 4 { for part in 0..<3 { values[4 * pixel + part] = 10 * Float(pixel % width) / 63 } }
    let space = try #require(CGColorSpace(name: CGColorSpace.extendedLinearITUR_2020))
    let image = CIImage(
      bitmapData: Data(bytes: values, count: values.count * 4), bytesPerRow: width * 16,
      size: CGSize(width: width, height: 4), format: .RGBAf, colorSpace: space)
    let pq = try #require(CGColorSpace(name: CGColorSpace.itur_2100_PQ))
    return try #require(CIContext().pngRepresentation(of: image, format: .RGBA16, colorSpace: pq))
  }

  @Test func `a file becomes a bitmap of floats, a texture, and light`() throws {
    let file = try Self.file()
    let source = try #require(CGImageSourceCreateWithData(file as CFData, nil))
    let picture = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
    let space = try #require(CGColorSpace(name: CGColorSpace.extendedLinearITUR_2020))
    let info =
      CGImageAlphaInfo.premultipliedLast.rawValue | CGBitmapInfo.floatComponents.rawValue
      | CGBitmapInfo.byteOrder16Host.rawValue
    let context = try #require(
      CGContext(
        data: nil, width: picture.width, height: picture.height, bitsPerComponent: 16, bytesPerRow: 0, space: space,
        bitmapInfo: info))
    context.draw(picture, in: CGRect(x: 0, y: 0, width: picture.width, height: picture.height))

    let device = try #require(MTLCreateSystemDefaultDevice())
    let descriptor = MTLTextureDescriptor.texture2DDescriptor(
      pixelFormat: .rgba16Float, width: picture.width, height: picture.height, mipmapped: false)
    descriptor.usage = [.shaderRead]
    let texture = try #require(device.makeTexture(descriptor: descriptor))
    let pixels = try #require(context.data)
    texture.replace(
      region: MTLRegionMake2D(0, 0, picture.width, picture.height), mipmapLevel: 0, withBytes: pixels,
      bytesPerRow: context.bytesPerRow)

    let layer = CAMetalLayer()
    layer.device = device
    layer.pixelFormat = .rgba16Float
    layer.colorspace = space
    layer.framebufferOnly = false
    layer.wantsExtendedDynamicRangeContent = true
    layer.drawableSize = CGSize(width: picture.width, height: picture.height)
    let queue = try #require(device.makeCommandQueue())
    let buffer = try #require(queue.makeCommandBuffer())
    let drawable = try #require(layer.nextDrawable())
    let blit = try #require(buffer.makeBlitCommandEncoder())
    blit.copy(from: texture, to: drawable.texture)
    blit.endEncoding()
    buffer.present(drawable)
    buffer.commit()
    buffer.waitUntilCompleted()

    let display = SimulatedDisplay(potentialHeadroom: 16, currentHeadroom: 5)
    let emitted = try #require(display.emitted(by: layer))
    let light = try Self.floats(emitted)
    #expect(light.count == picture.width * picture.height * 4)
    for x in 0..<64 {
      let wanted = min(10 * Float(x) / 63, 5)
      #expect(abs(light[4 * x] - wanted) < 0.01 * wanted + 0.001)
    }
  }

  @Test func `a layer tone maps what Core Image made`() throws {
    let file = try Self.file()
    let image = try #require(CIImage(data: file))
    let space = try #require(CGColorSpace(name: CGColorSpace.extendedLinearDisplayP3))
    let rendered = try #require(
      CIContext().createCGImage(image, from: image.extent, format: .RGBAh, colorSpace: space))
    let layer = CALayer()
    layer.contents = rendered
    layer.preferredDynamicRange = .high
    layer.contentsHeadroom = 10
    let display = SimulatedDisplay(potentialHeadroom: 16, currentHeadroom: 5)
    let emitted = try #require(display.emitted(by: layer))
    let light = try Self.floats(emitted)
    let reds = (0..<64).map { light[4 * $0] }
    #expect(zip(reds, reds.dropFirst()).allSatisfy { $0 <= $1 } && reds[63] <= 5.001 && reds[63] > 4.9)
    display.currentHeadroom = 2
    let less = try #require(display.emitted(by: layer))
    #expect(try Self.floats(less).max().map { $0 <= 2.001 } == true)
  }

  @Test func `a program's own layer is a layer`() throws {
    final class Own: CALayer {
      override func display() { contents = nil }
    }
    let layer = Own()
    layer.setNeedsDisplay()
    let parent = CALayer()
    parent.addSublayer(layer)
    #expect(parent.sublayers?.first === layer && layer.superlayer === parent)
    #expect(SimulatedDisplay(potentialHeadroom: 2, currentHeadroom: 2).emitted(by: layer) == nil)
  }
}
