// An MTKView that draws a photo, on a simulated display that gets warm: what the glass shows, as pictures.
// usage: MetalDisplay PHOTO OUTPUT-FOLDER
import Foundation
import Headroom

/// Draws the photo into each frame, tone mapped to what the screen has now.
final class Renderer: NSObject, MTKViewDelegate {
  private let photo: CIImage
  private let queue: any MTLCommandQueue
  private let context: CIContext

  init?(_ photo: CIImage, on device: any MTLDevice) {
    guard let queue = device.makeCommandQueue() else { return nil }
    (self.photo, self.queue) = (photo, queue)
    context = CIContext(mtlCommandQueue: queue)
  }

  func mtkView(_ view: MTKView, drawableSizeWillChange size: CGSize) { print("drawable: \(size)") }

  func draw(in view: MTKView) {
    guard let drawable = view.currentDrawable, let commands = queue.makeCommandBuffer(), let space = view.colorspace
    else { return }
    let scale = min(view.drawableSize.width / photo.extent.width, view.drawableSize.height / photo.extent.height)
    let headroom = view.window?.screen.currentEDRHeadroom ?? 1
    let mapped = photo.transformed(by: CGAffineTransform(scaleX: scale, y: scale)).applyingFilter(
      "CIToneMapHeadroom", parameters: ["inputTargetHeadroom": headroom])
    let bounds = CGRect(origin: .zero, size: view.drawableSize)
    context.render(
      mapped.composited(over: CIImage(color: .black)), to: drawable.texture, commandBuffer: commands, bounds: bounds,
      colorSpace: space)
    commands.present(drawable)
    commands.commit()
  }
}

guard CommandLine.arguments.count == 3, let device = MTLCreateSystemDefaultDevice() else {
  print("usage: MetalDisplay PHOTO OUTPUT-FOLDER")
  exit(2)
}
guard let photo = CIImage(contentsOf: URL(filePath: CommandLine.arguments[1]), options: [.expandToHDR: true]),
  let renderer = Renderer(photo, on: device)
else {
  print("\(CommandLine.arguments[1]): no picture")
  exit(3)
}
let output = URL(filePath: CommandLine.arguments[2], directoryHint: .isDirectory)
try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)

let display = SimulatedDisplay(.superRetinaXDR)
let window = display.makeWindow()
let view = MTKView(frame: CGRect(x: 0, y: 0, width: 320, height: 200), device: device)
view.colorPixelFormat = .rgba16Float
view.colorspace = CGColorSpace(name: CGColorSpace.extendedLinearDisplayP3)
view.layer.wantsExtendedDynamicRangeContent = true
view.framebufferOnly = false
view.isPaused = true
view.delegate = renderer
window.addSubview(view)

// White goes up with the slider, the peak does not: less and less is left above white.
for brightness in [0.25, 0.5, 1.0] {
  display.brightness = brightness
  view.draw()
  guard let light = display.emitted(by: view) else { continue }
  let file = output.appending(path: "brightness-\(Int(brightness * 100)).png")
  try CIContext().writePNGRepresentation(
    of: CIImage(cgImage: light), to: file, format: .RGBA16, colorSpace: CGColorSpace(name: CGColorSpace.itur_2100_PQ)!)
  let white = display.whiteLuminance.rounded()
  print("slider \(brightness): white \(white) cd/m², headroom \((display.currentHeadroom * 100).rounded() / 100)")
}
