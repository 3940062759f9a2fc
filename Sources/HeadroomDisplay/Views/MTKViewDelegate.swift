public import Foundation

/// Draws the frames of an ``MTKView``.
public protocol MTKViewDelegate: AnyObject {
  /// Called before the size of the view's drawables changes, and before the first frame.
  func mtkView(_ view: MTKView, drawableSizeWillChange size: CGSize)

  /// Called for each frame: render into ``MTKView/currentDrawable`` and present it.
  func draw(in view: MTKView)
}
