import Foundation
import Headroom
import Testing

@Suite("A Metal view of a client")
struct MetalViewTests {
  @Test func `a paused view draws when it is told to`() throws {
    let renderer = try #require(CheckerboardRenderer.make())
    let view = renderer.makeView()
    view.isPaused = true
    #expect(renderer.frames == 0)
    view.draw()
    view.draw()
    #expect(renderer.frames == 2 && renderer.failures.isEmpty)
    #expect(renderer.sizes == [CGSize(width: 64, height: 32)])
  }

  @Test func `a screen that shows the view has it drawn where that is due`() throws {
    let renderer = try #require(CheckerboardRenderer.make())
    let view = renderer.makeView()
    let display = SimulatedDisplay(potentialHeadroom: 8, currentHeadroom: 4)
    view.isPaused = true
    #expect(display.emitted(by: view) == nil)
    view.enableSetNeedsDisplay = true
    #expect(display.emitted(by: view) != nil)
    #expect(renderer.frames == 1)
    _ = display.emitted(by: view)
    #expect(renderer.frames == 1)
    view.setNeedsDisplay()
    _ = display.emitted(by: view)
    #expect(renderer.frames == 2)
  }

  @Test func `drawables follow the view`() throws {
    let renderer = try #require(CheckerboardRenderer.make())
    let view = renderer.makeView()
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

  @Test func `without a device nothing is drawn into`() throws {
    let renderer = try #require(CheckerboardRenderer.make())
    let view = renderer.makeView()
    view.isPaused = true
    view.device = nil
    view.draw()
    #expect(renderer.frames == 0 && view.currentDrawable == nil && view.currentRenderPassDescriptor == nil)
  }

  @Test func `a pass clears to the view's colour`() throws {
    let renderer = try #require(CheckerboardRenderer.make())
    let view = renderer.makeView()
    view.isPaused = true
    view.clearColor = MTLClearColorMake(0.25, 0.5, 0.75, 1)
    let pass = try #require(view.currentRenderPassDescriptor)
    #expect(pass.colorAttachments[0].clearColor == view.clearColor)
    #expect(pass.colorAttachments[0].texture === view.currentDrawable?.texture)
    let drawable = view.currentDrawable
    #expect(drawable === view.currentDrawable)
    view.releaseDrawables()
    #expect(drawable !== view.currentDrawable)
  }
}
