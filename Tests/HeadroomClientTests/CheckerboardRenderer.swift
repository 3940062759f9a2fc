import Foundation
import Headroom

/// An animated checkerboard, rendered as Apple's samples for Core Image in a Metal view do it.
final class CheckerboardRenderer: NSObject, MTKViewDelegate {
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
    // A destination of floats is extended sRGB unless it is told otherwise; the layer's numbers are linear.
    destination.colorSpace = view.colorspace
    let headroom = view.window?.screen.currentEDRHeadroom ?? UIScreen.main.currentEDRHeadroom
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

extension CheckerboardRenderer {
  /// Squares as bright as the main screen, that move from frame to frame.
  static func make() -> CheckerboardRenderer? {
    CheckerboardRenderer { time, scale, headroom in
      let filter = CIFilter.checkerboardGenerator()
      let linear = CGColorSpace(name: CGColorSpace.extendedLinearSRGB)
      filter.color0 =
        linear.flatMap { CIColor(red: headroom, green: headroom, blue: headroom, colorSpace: $0) } ?? .white
      filter.color1 = .black
      filter.center = CGPoint(x: 8 * time, y: 0)
      filter.width = Float(8 * scale)
      filter.sharpness = 1
      return filter.outputImage ?? .empty()
    }
  }

  /// A view of 64 by 32 points that this draws.
  func makeView() -> MTKView {
    let view = MTKView(frame: CGRect(x: 0, y: 0, width: 64, height: 32), device: device)
    view.framebufferOnly = false
    view.delegate = self
    if let layer = view.layer as? CAMetalLayer {
      layer.wantsExtendedDynamicRangeContent = true
      layer.colorspace = CGColorSpace(name: CGColorSpace.extendedLinearDisplayP3)
    }
    view.colorPixelFormat = .rgba16Float
    return view
  }
}
