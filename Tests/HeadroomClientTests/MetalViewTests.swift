import Foundation
import Headroom
import Testing

/// An animated checkerboard, rendered as Apple's samples for Core Image in a Metal view do it.
private final class Renderer: NSObject, MTKViewDelegate {
  let device: any MTLDevice
  let commandQueue: any MTLCommandQueue
  let context: CIContext
  let imageProvider: (_ time: Double, _ scale: CGFloat, _ headroom: CGFloat) -> CIImage
  var frames = 0
  var sizes: [CGSize] = []
  var failures: [any Error] = []

  init?(imageProvider: @escaping (Double, CGFloat, CGFloat) -> CIImage) {
    guard let device = MTLCreateSystemDefaultDevice(), let commandQueue = device.makeCommandQueue() else { return nil }
    self.device = device
    self.commandQueue = commandQueue
    self.imageProvider = imageProvider
    context = CIContext(
      mtlCommandQueue: commandQueue,
      options: [.name: "Renderer", .cacheIntermediates: false, .allowLowPower: true])
  }

  func mtkView(_ view: MTKView, drawableSizeWillChange size: CGSize) { sizes.append(size) }

  func draw(in view: MTKView) {
    guard let commandBuffer = commandQueue.makeCommandBuffer(), let drawable = view.currentDrawable else { return }
    let size = view.drawableSize
    let destination = CIRenderDestination(
      width: Int(size.width), height: Int(size.height), pixelFormat: view.colorPixelFormat,
      commandBuffer: commandBuffer, mtlTextureProvider: { () -> any MTLTexture in drawable.texture })
    let headroom = UIScreen.main.currentEDRHeadroom
    let image = imageProvider(Double(frames) / 10, view.contentScaleFactor, headroom)
    let background = CIImage(color: .black)
    do {
      try context.startTask(
        toRender: image.composited(over: background), from: CGRect(origin: .zero, size: size), to: destination,
        at: .zero)
    } catch {
      failures.append(error)
    }
    commandBuffer.present(drawable)
    commandBuffer.commit()
    frames += 1
  }
}

@Suite("A Metal view of a client", .serialized)
struct MetalViewTests {
  private func makeRenderer() throws -> Renderer {
    let renderer = Renderer { time, scale, headroom in
      let filter = CIFilter.checkerboardGenerator()
      filter.color0 = CIColor(red: headroom, green: headroom, blue: headroom, colorSpace: Self.linear) ?? .white
      filter.color1 = .black
      filter.center = CGPoint(x: 8 * time, y: 0)
      filter.width = Float(8 * scale)
      filter.sharpness = 1
      return filter.outputImage ?? .empty()
    }
    return try #require(renderer)
  }

  private static let linear = CGColorSpace(name: CGColorSpace.extendedLinearSRGB)!

  private func makeView(_ renderer: Renderer) -> MTKView {
    let view = MTKView(frame: CGRect(x: 0, y: 0, width: 64, height: 32), device: renderer.device)
    view.framebufferOnly = false
    view.delegate = renderer
    if let layer = view.layer as? CAMetalLayer {
      layer.wantsExtendedDynamicRangeContent = true
      layer.colorspace = CGColorSpace(name: CGColorSpace.extendedLinearDisplayP3)
    }
    view.colorPixelFormat = .rgba16Float
    return view
  }

  @MainActor @Test func `ten frames on the run loop, as bright as the screen`() throws {
    try MainScreenTurn.take {
      let display = SimulatedDisplay(potentialHeadroom: 8, currentHeadroom: 4)
      display.connect()
      defer { display.disconnect() }
      let renderer = try makeRenderer()
      let view = makeView(renderer)
      view.preferredFramesPerSecond = 100
      let end = Date(timeIntervalSinceNow: 20)
      while renderer.frames < 10, Date() < end { RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.01)) }
      view.isPaused = true
      #expect(renderer.frames >= 10 && renderer.failures.isEmpty)
      #expect(renderer.sizes == [CGSize(width: 64, height: 32)])
      let image = try #require(display.emitted(by: view))
      #expect(image.width == 64 && image.height == 32)
      #expect(abs(image.calculatedContentHeadroom - 4) < 0.01)
      display.currentHeadroom = 2
      // The layer cuts what the screen no longer has.
      #expect(abs(try #require(display.emitted(by: view)).calculatedContentHeadroom - 2) < 0.01)
    }
  }

  @MainActor @Test func `a paused view draws when it is asked to`() throws {
    let renderer = try makeRenderer()
    let view = makeView(renderer)
    view.isPaused = true
    RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.05))
    #expect(renderer.frames == 0)
    view.draw()
    #expect(renderer.frames == 1)
    view.setNeedsDisplay()
    RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.05))
    #expect(renderer.frames == 1)
    view.enableSetNeedsDisplay = true
    view.setNeedsDisplay()
    view.setNeedsDisplay()
    RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.05))
    #expect(renderer.frames == 2)
    RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.05))
    #expect(renderer.frames == 2)
  }

  @MainActor @Test func `drawables follow the view`() throws {
    let renderer = try makeRenderer()
    let view = makeView(renderer)
    view.isPaused = true
    view.contentScaleFactor = 2
    #expect(view.drawableSize == CGSize(width: 128, height: 64))
    view.frame.size.width = 100
    view.draw()
    #expect(renderer.sizes == [CGSize(width: 128, height: 64), CGSize(width: 200, height: 64)])
    view.autoResizeDrawable = false
    view.drawableSize = CGSize(width: 30, height: 20)
    view.frame.size.width = 10
    view.draw()
    #expect(renderer.sizes.last == CGSize(width: 30, height: 20))
    #expect(SimulatedDisplay(potentialHeadroom: 4, currentHeadroom: 4).emitted(by: view)?.width == 30)
  }

  @MainActor @Test func `a view that nobody holds stops`() throws {
    let renderer = try makeRenderer()
    weak var gone: MTKView?
    do {
      let view = makeView(renderer)
      view.preferredFramesPerSecond = 200
      gone = view
    }
    #expect(gone == nil)
    let frames = renderer.frames
    RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.05))
    #expect(renderer.frames == frames)
  }
}
