#if Viewer
  import Foundation
  import Headroom
  import HeadroomViewerServer

  /// Draws bars of light, the brightest as bright as the screen: 1/4, 1/2, 1, then up to its headroom.
  final class Bars: NSObject, MTKViewDelegate {
    let device = MTLCreateSystemDefaultDevice()
    lazy var queue = device?.makeCommandQueue()
    lazy var context = queue.map { CIContext(mtlCommandQueue: $0, options: [.cacheIntermediates: false]) }

    func mtkView(_ view: MTKView, drawableSizeWillChange size: CGSize) {}

    func draw(in view: MTKView) {
      guard let commands = queue?.makeCommandBuffer(), let drawable = view.currentDrawable,
        let space = view.colorspace
      else { return }
      let headroom = UIScreen.main.currentEDRHeadroom
      let bounds = CGRect(origin: .zero, size: view.drawableSize)
      context?.render(
        picture(headroom, in: bounds, space), to: drawable.texture, commandBuffer: commands, bounds: bounds,
        colorSpace: space)
      commands.present(drawable)
      commands.commit()
    }

    func picture(_ headroom: CGFloat, in bounds: CGRect, _ space: CGColorSpace) -> CIImage {
      let levels = [0.25, 0.5, 1, headroom.squareRoot(), headroom]
      let width = bounds.width / CGFloat(levels.count)
      return levels.enumerated().reduce(CIImage(color: .black).cropped(to: bounds)) { picture, level in
        let (red, green, blue) = (level.element, level.element * 0.9, level.element * 0.75)
        let color = CIColor(red: red, green: green, blue: blue, colorSpace: space) ?? .white
        let bar = CGRect(x: CGFloat(level.offset) * width, y: 0, width: width, height: bounds.height)
        return CIImage(color: color).cropped(to: bar).composited(over: picture)
      }
    }
  }

  let bars = Bars()
  let view = MTKView(frame: CGRect(x: 0, y: 0, width: 640, height: 360), device: bars.device)
  view.colorPixelFormat = .rgba16Float
  view.colorspace = CGColorSpace(name: CGColorSpace.extendedLinearDisplayP3)
  view.layer.wantsExtendedDynamicRangeContent = true
  view.framebufferOnly = false
  view.preferredFramesPerSecond = 30
  view.delegate = bars

  let display = try BrowserDisplay()
  display.show(view)
  FileHandle.standardOutput.write(Data((display.address + "\n").utf8))
  RunLoop.main.run()
#else
  print("built without the trait Viewer: there is no page to show anything on")
#endif
