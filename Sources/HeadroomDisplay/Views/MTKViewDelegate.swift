public import Foundation

/// Draws what an ``MTKView`` shows.
public protocol MTKViewDelegate: AnyObject {
  /// Called when the view's pixels are about to have another size, and before the first frame.
  func mtkView(_ view: MTKView, drawableSizeWillChange size: CGSize)

  /// Called for each frame: render into ``MTKView/currentDrawable`` and present it.
  func draw(in view: MTKView)
}
