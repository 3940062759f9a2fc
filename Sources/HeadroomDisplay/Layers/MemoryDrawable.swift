internal import Foundation
internal import HeadroomColor
internal import Synchronization

/// A frame that a metal layer shows: a texture, and the layer's settings when it was taken.
struct PresentedFrame: Sendable {
  let texture: MemoryTexture
  let encoding: ColorEncoding
  let metadata: CAEDRMetadata?
  let number: Int
}

/// The frames of a layer: the one that is shown, and the number held by the program. Presenting may happen on any
/// thread.
// Sendable: the state is only touched with the condition's lock held.
final class PresentedFrames: @unchecked Sendable {
  private let condition = NSCondition()
  private var shown: PresentedFrame?
  private var inUse = 0
  private var nextNumber = 0

  var current: PresentedFrame? {
    condition.lock()
    defer { condition.unlock() }
    return shown
  }

  /// Counts one more as in use and returns its number.
  ///
  /// - Parameter seconds: how long to wait for one to be returned, after which the result is nil; nil waits without
  ///   limit.
  func take(atMost count: Int, waits seconds: Double?) -> Int? {
    condition.lock()
    defer { condition.unlock() }
    let end = seconds.map { Date(timeIntervalSinceNow: $0) } ?? .distantFuture
    while inUse >= count {
      guard condition.wait(until: end) else { return nil }
    }
    inUse += 1
    defer { nextNumber += 1 }
    return nextNumber
  }

  func giveBack() {
    condition.lock()
    inUse -= 1
    condition.signal()
    condition.unlock()
  }

  func show(_ frame: PresentedFrame) {
    condition.lock()
    shown = frame
    condition.unlock()
  }
}

/// Counts as in use as long as it exists.
final class DrawableSlot: Sendable {
  private let frames: PresentedFrames
  init(_ frames: PresentedFrames) { self.frames = frames }
  deinit { frames.giveBack() }
}

// Sendable: constants; the layer is only passed back, for use where the program uses it.
final class MemoryDrawable: CAMetalDrawable, @unchecked Sendable {
  let layer: CAMetalLayer
  private let frame: PresentedFrame
  private let slot: DrawableSlot

  init(layer: CAMetalLayer, frame: PresentedFrame, slot: DrawableSlot) {
    self.layer = layer
    self.frame = frame
    self.slot = slot
  }

  var texture: any MTLTexture { frame.texture }
  var drawableID: Int { frame.number }
  func present() { layer.frames.show(frame) }
}
