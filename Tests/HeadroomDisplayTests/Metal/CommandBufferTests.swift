import Foundation
import HeadroomColor
import HeadroomDisplay
import HeadroomEngine
import HeadroomFilters
import HeadroomGraphics
import HeadroomImage
import Synchronization
import Testing

struct CommandBufferTests {
  private let queue: any MTLCommandQueue

  init() throws { queue = try #require(MTLCreateSystemDefaultDevice()?.makeCommandQueue()) }

  private func texture(_ format: MTLPixelFormat = .rgba32Float, _ width: Int = 4, _ height: Int = 4) throws
    -> any MTLTexture
  {
    try #require(
      queue.device.makeTexture(
        descriptor: .texture2DDescriptor(pixelFormat: format, width: width, height: height, mipmapped: false)))
  }

  private func floats(_ texture: any MTLTexture) -> [SIMD4<Float>] {
    var values = [SIMD4<Float>](repeating: .zero, count: texture.width * texture.height)
    unsafe texture.getBytes(
      &values, bytesPerRow: texture.width * 16, from: MTLRegionMake2D(0, 0, texture.width, texture.height),
      mipmapLevel: 0)
    return values
  }

  private func clear(_ texture: any MTLTexture, _ color: MTLClearColor, in buffer: any MTLCommandBuffer) throws {
    let pass = MTLRenderPassDescriptor()
    pass.colorAttachments[0].texture = texture
    pass.colorAttachments[0].loadAction = .clear
    pass.colorAttachments[0].clearColor = color
    try #require(buffer.makeRenderCommandEncoder(descriptor: pass)).endEncoding()
  }

  @Test func `commands run in order when the buffer is committed, not before`() throws {
    let target = try texture()
    let buffer = try #require(queue.makeCommandBuffer())
    try clear(target, MTLClearColorMake(9, 9, 9, 1), in: buffer)
    let context = CIContext(mtlCommandQueue: queue)
    let space = try #require(CGColorSpace(name: CGColorSpace.extendedLinearSRGB))
    let color = try #require(CIColor(red: 4, green: 2, blue: 1, alpha: 1, colorSpace: space))
    context.render(
      CIImage(color: color), to: target, commandBuffer: buffer, bounds: CGRect(x: 0, y: 0, width: 4, height: 1),
      colorSpace: space)
    #expect(floats(target).allSatisfy { $0 == .zero } && buffer.status == .notEnqueued)
    buffer.commit()
    #expect(buffer.status == .completed && buffer.error == nil)
    // Row 0 is on top, so that the picture's bottom row is the texture's last.
    #expect(floats(target)[0..<12].allSatisfy { $0 == SIMD4(9, 9, 9, 1) })
    #expect(floats(target)[12...].allSatisfy { abs($0.x - 4) < 1e-5 && abs($0.y - 2) < 1e-5 && $0.w == 1 })
  }

  @Test func `a clear colour is stored as the format holds it`() throws {
    let buffer = try #require(queue.makeCommandBuffer())
    let (plain, encoded, extended) = (try texture(.rgba8Unorm), try texture(.bgra8Unorm_srgb), try texture(.bgr10_xr))
    for target in [plain, encoded, extended] { try clear(target, MTLClearColorMake(0.5, 1.2, -0.5, 1), in: buffer) }
    buffer.commit()
    var word: UInt32 = 0
    for (target, wanted) in [(plain, 0xFF00_FF80), (encoded, 0xFFBC_FF00)] as [(any MTLTexture, UInt32)] {
      unsafe target.getBytes(&word, bytesPerRow: 4, from: MTLRegionMake2D(3, 3, 1, 1), mipmapLevel: 0)
      #expect(word == wanted)
    }
    unsafe extended.getBytes(&word, bytesPerRow: 4, from: MTLRegionMake2D(0, 0, 1, 1), mipmapLevel: 0)
    #expect(word == (639 << 20 | 996 << 10 | 129))
  }

  @Test func `textures are copied by the device`() throws {
    let (source, target) = (try texture(), try texture())
    let buffer = try #require(queue.makeCommandBuffer())
    try clear(source, MTLClearColorMake(1, 2, 3, 4), in: buffer)
    let blit = try #require(buffer.makeBlitCommandEncoder())
    blit.copy(
      from: source, sourceSlice: 0, sourceLevel: 0, sourceOrigin: MTLOriginMake(0, 0, 0),
      sourceSize: MTLSizeMake(2, 1, 1),
      to: target, destinationSlice: 0, destinationLevel: 0, destinationOrigin: MTLOriginMake(1, 2, 0))
    blit.endEncoding()
    buffer.commit()
    for (index, value) in floats(target).enumerated() {
      #expect(value == ([9, 10].contains(index) ? SIMD4(1, 2, 3, 4) : .zero))
    }
  }

  @Test func `handlers have been called when waiting ends`() throws {
    let buffer = try #require(queue.makeCommandBuffer())
    let calls = Mutex<[MTLCommandBufferStatus]>([])
    buffer.addScheduledHandler { buffer in calls.withLock { $0.append(buffer.status) } }
    buffer.addCompletedHandler { buffer in calls.withLock { $0.append(buffer.status) } }
    buffer.commit()
    buffer.waitUntilCompleted()
    #expect(calls.withLock { $0 } == [.completed, .completed])
  }

  @Test func `a destination asks for its texture when a task is started, and runs with its buffer`() throws {
    let target = try texture(.rgba16Float, 6, 4)
    let buffer = try #require(queue.makeCommandBuffer())
    let asked = Mutex(0)
    let destination = CIRenderDestination(
      width: 6, height: 4, pixelFormat: .rgba16Float, commandBuffer: buffer,
      mtlTextureProvider: {
        asked.withLock { $0 += 1 }
        return target
      })
    destination.colorSpace = CGColorSpace(name: CGColorSpace.extendedLinearSRGB)
    #expect(asked.withLock { $0 } == 0 && !destination.isClamped)
    let context = CIContext(mtlCommandQueue: queue)
    let white = CIImage(color: CIColor(red: 1, green: 1, blue: 1)).applyingFilter(
      "CIExposureAdjust", parameters: ["inputEV": 3])
    let task = try context.startTask(toRender: white, to: destination)
    #expect(asked.withLock { $0 } == 1)
    var pixel: [Float16] = [0, 0, 0, 0]
    unsafe target.getBytes(&pixel, bytesPerRow: 8, from: MTLRegionMake2D(5, 3, 1, 1), mipmapLevel: 0)
    #expect(pixel[0] == 0)
    buffer.commit()
    try task.waitUntilCompleted()
    unsafe target.getBytes(&pixel, bytesPerRow: 8, from: MTLRegionMake2D(5, 3, 1, 1), mipmapLevel: 0)
    #expect(abs(Float(pixel[0]) - 8) < 0.01 && pixel[3] == 1)
  }

  @Test func `a texture of another size is refused`() throws {
    let small = try texture(.rgba16Float, 2, 2)
    let destination = CIRenderDestination(
      width: 6, height: 4, pixelFormat: .rgba16Float, commandBuffer: nil, mtlTextureProvider: { small })
    #expect(throws: RenderError.self) {
      try CIContext().startTask(toRender: CIImage(color: CIColor(red: 1, green: 1, blue: 1)), to: destination)
    }
  }
}
