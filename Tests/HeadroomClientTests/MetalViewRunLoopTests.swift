import Foundation
import Headroom
import XCTest

/// What a Metal view's clock does. It is a timer of the main run loop, which only the main thread can run: XCTest's tests are
/// on it, those of swift-testing are not.
final class MetalViewRunLoopTests: XCTestCase {
  private func run(seconds: TimeInterval, until isDone: () -> Bool = { false }) {
    let end = Date(timeIntervalSinceNow: seconds)
    while !isDone(), Date() < end { RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.01)) }
  }

  func testTenFramesOnTheRunLoopAreAsBrightAsTheScreen() throws {
    try MainScreenTurn.take {
      let display = SimulatedDisplay(potentialHeadroom: 8, currentHeadroom: 4)
      display.connect()
      defer { display.disconnect() }
      let renderer = try XCTUnwrap(CheckerboardRenderer.make())
      let view = renderer.makeView()
      view.preferredFramesPerSecond = 100
      run(seconds: 30) { renderer.frames >= 10 }
      view.isPaused = true
      XCTAssertGreaterThanOrEqual(renderer.frames, 10)
      XCTAssertTrue(renderer.failures.isEmpty)
      XCTAssertEqual(renderer.sizes, [CGSize(width: 64, height: 32)])
      let image = try XCTUnwrap(display.emitted(by: view))
      XCTAssertEqual(image.width, 64)
      XCTAssertEqual(image.height, 32)
      XCTAssertEqual(image.calculatedContentHeadroom, 4, accuracy: 0.01)
      // The layer cuts what the screen no longer has.
      display.currentHeadroom = 2
      let dimmer = try XCTUnwrap(display.emitted(by: view))
      XCTAssertEqual(dimmer.calculatedContentHeadroom, 2, accuracy: 0.01)
    }
  }

  func testFramesAreNotMoreThanAskedFor() throws {
    let renderer = try XCTUnwrap(CheckerboardRenderer.make())
    let view = renderer.makeView()
    view.preferredFramesPerSecond = 10
    run(seconds: 0.55)
    view.isPaused = true
    XCTAssertLessThanOrEqual(renderer.frames, 6)
    XCTAssertGreaterThanOrEqual(renderer.frames, 1)
  }

  func testAPausedViewDrawsOnceForAllThatAskForIt() throws {
    let renderer = try XCTUnwrap(CheckerboardRenderer.make())
    let view = renderer.makeView()
    view.isPaused = true
    view.setNeedsDisplay()
    run(seconds: 0.05)
    XCTAssertEqual(renderer.frames, 0)
    view.enableSetNeedsDisplay = true
    view.setNeedsDisplay()
    view.setNeedsDisplay()
    run(seconds: 5) { renderer.frames > 0 }
    run(seconds: 0.05)
    XCTAssertEqual(renderer.frames, 1)
    view.setNeedsDisplay()
    run(seconds: 5) { renderer.frames > 1 }
    XCTAssertEqual(renderer.frames, 2)
  }

  func testAViewThatNobodyHoldsStops() throws {
    let renderer = try XCTUnwrap(CheckerboardRenderer.make())
    weak var gone: MTKView?
    do {
      let view = renderer.makeView()
      view.preferredFramesPerSecond = 200
      run(seconds: 5) { renderer.frames > 0 }
      gone = view
    }
    XCTAssertNil(gone)
    let frames = renderer.frames
    run(seconds: 0.05)
    XCTAssertEqual(renderer.frames, frames)
  }
}
