import Foundation
import Headroom
import Testing

/// A program written for Swift 5, as Apple's samples are: no actors, no isolation, classes that hold views.
private final class PhotoViewer: NSObject, MTKViewDelegate {
  let imageView = UIImageView(frame: CGRect(x: 0, y: 0, width: 32, height: 32))
  let metalView: MTKView
  var frames = 0

  override init() {
    metalView = MTKView(frame: CGRect(x: 0, y: 32, width: 32, height: 32), device: MTLCreateSystemDefaultDevice())
    super.init()
    metalView.isPaused = true
    metalView.delegate = self
    imageView.contentMode = .scaleAspectFit
    imageView.preferredImageDynamicRange = .high
  }

  func show(_ data: Data) {
    imageView.image = UIImageReader.default.image(data: data)
  }

  func load(_ data: Data, completion: @escaping (UIImage?) -> Void) {
    DispatchQueue.global().async { completion(UIImage(data: data)?.preparingForDisplay()) }
  }

  func mtkView(_ view: MTKView, drawableSizeWillChange size: CGSize) {}

  func draw(in view: MTKView) { frames += 1 }
}

@Suite("A viewer in Swift 5")
struct ViewerSampleTests {
  private func photo() throws -> Data {
    let format = UIGraphicsImageRendererFormat.preferred()
    format.preferredRange = .extended
    let image = UIGraphicsImageRenderer(size: CGSize(width: 32, height: 32), format: format).image { context in
      UIColor(red: 2, green: 2, blue: 2, alpha: 1).setFill()
      context.fill(CGRect(x: 0, y: 0, width: 32, height: 16))
    }
    return try #require(image.pngData())
  }

  @Test func `shows a photo in a window`() throws {
    let viewer = PhotoViewer()
    let window = SimulatedDisplay(potentialHeadroom: 16, currentHeadroom: 16).makeWindow()
    window.addSubview(viewer.imageView)
    window.addSubview(viewer.metalView)
    viewer.show(try photo())
    let image = try #require(viewer.imageView.image)
    #expect(image.isHighDynamicRange)
    viewer.metalView.draw()
    #expect(viewer.frames == 1 && viewer.metalView.window === window)
    #expect(SimulatedDisplay(potentialHeadroom: 16, currentHeadroom: 16).emitted(by: viewer.imageView)?.width == 32)
  }

  @Test func `loads a photo in the background`() throws {
    let done = DispatchSemaphore(value: 0)
    var loaded: UIImage?
    PhotoViewer().load(try photo()) { image in
      loaded = image
      done.signal()
    }
    done.wait()
    #expect(loaded?.isHighDynamicRange == true)
  }
}
