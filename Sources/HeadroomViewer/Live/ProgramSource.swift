internal import Dispatch
internal import Foundation
package import HeadroomDisplay
internal import HeadroomGraphics
internal import HeadroomImage
internal import HeadroomPixels

/// A program's view or layer, shown on a page as its display, and sent again whenever it has changed.
///
/// Views and layers belong to the main thread, which draws them. So the main queue checks them, only while a page waits
/// for a frame, at the rate of a fast screen, and compares their look with that of the sent frame. The emitted light is
/// computed there as well; the viewer's threads do the rest of the work.
// Sendable: variable state is only accessed on the main queue.
package final class ProgramSource: LiveSource, @unchecked Sendable {
  /// Seconds between two checks.
  private static let interval = 1.0 / 120

  private struct Waiter {
    let request: LiveRequest
    let done: LiveReply
  }

  /// Something that can be shown.
  private struct Shown {
    let look: () -> LayerLook
    let emission: () -> CGImage?
  }

  private let display: SimulatedDisplay
  private let context = CIContext(options: [.cacheIntermediates: false], pool: .shared)
  private var shown: Shown?
  /// The look when ``frame`` was made.
  private var look: LayerLook?
  private var frame: LiveFrame?
  private var version = 0
  private var waiters: [Waiter] = []
  private var isMaking = false
  private var isTicking = false

  package init(_ display: SimulatedDisplay) { self.display = display }

  // MARK: What is shown; on the main thread

  package func show(_ layer: CALayer) {
    let model = display.model
    show(Shown(look: { LayerLook(of: layer, on: model.state) }, emission: { layer.emission(on: model.state) }))
  }

  package func show(_ view: UIView) {
    let model = display.model
    show(Shown(look: { view.look(on: model.state) }, emission: { view.emission(on: model.state) }))
  }

  private func show(_ shown: Shown) { (self.shown, look) = (shown, nil) }

  // MARK: The page

  package func screenChanged(_ screen: PageScreen) {
    DispatchQueue.main.async { [display] in
      display.currentHeadroom = screen.headroom
      guard screen.width > 0, screen.height > 0 else { return }
      display.model.resize(to: CGSize(width: screen.width, height: screen.height), scale: screen.density)
    }
  }

  package func next(_ request: LiveRequest, on queue: ViewerQueue, _ done: @escaping LiveReply) {
    DispatchQueue.main.async {
      self.waiters.append(Waiter(request: request, done: done))
      self.serveWaiters(queue)
    }
  }

  // MARK: Frames

  /// Delivers the current frame, makes a new one if needed, and runs again as long as a page waits.
  private func serveWaiters(_ queue: ViewerQueue) {
    waiters.removeAll { !$0.request.isWanted() }
    guard !waiters.isEmpty, !isMaking else { return }
    if let shown, shown.look() != look { make(shown, queue) } else { deliver() }
    tick(queue)
  }

  private func tick(_ queue: ViewerQueue) {
    guard !waiters.isEmpty, !isMaking, !isTicking else { return }
    isTicking = true
    DispatchQueue.main.asyncAfter(deadline: .now() + Self.interval) {
      self.isTicking = false
      self.serveWaiters(queue)
    }
  }

  private func deliver() {
    guard let frame else { return }
    let ready = waiters.filter { $0.request.last != frame.version }
    waiters.removeAll { $0.request.last != frame.version }
    for waiter in ready { waiter.done(.success(frame)) }
  }

  private func make(_ shown: Shown, _ queue: ViewerQueue) {
    let emitted = shown.emission()
    // Emitting performs pending drawing, and image views then choose their picture.
    look = shown.look()
    guard let emitted else { return }
    isMaking = true
    version += 1
    let (version, context) = (version, context)
    let job = ViewerJob {
      let made = Result { try LiveFrame(emitted: emitted, version: version, in: context) }
      DispatchQueue.main.async { self.end(made, queue) }
    }
    if !queue.submit(job, .now) { end(.failure(ViewerError(status: 409, message: "busy")), queue) }
  }

  private func end(_ made: Result<LiveFrame, any Error>, _ queue: ViewerQueue) {
    isMaking = false
    switch made {
    case .success(let frame):
      self.frame = frame
      deliver()
    case .failure:
      let failed = waiters
      waiters = []
      for waiter in failed { waiter.done(made) }
    }
    serveWaiters(queue)
  }
}
