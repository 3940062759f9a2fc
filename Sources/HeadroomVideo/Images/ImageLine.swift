internal import Foundation
internal import HeadroomGraphics
internal import HeadroomPixels
internal import Synchronization

/// A picture that is wanted.
final class ImageRequest: Sendable {
  let time: CMTime
  let settings: ImageSettings
  let context = TaskContext()

  init(_ time: CMTime, _ settings: ImageSettings) { (self.time, self.settings) = (time, settings) }
}

/// Makes the pictures of an asset in the order in which they are asked for, on a thread of its own while there are any.
// Sendable: the list is guarded, the maker is used with its lock held.
final class ImageLine: @unchecked Sendable {
  typealias Outcome = Swift.Result<(image: CGImage, time: CMTime), any Error>
  typealias Entry = (request: ImageRequest, answer: @Sendable (Outcome) -> Void)

  private struct State {
    var waiting: [Entry] = []
    /// The one in work.
    var current: ImageRequest?
    var isServed = false
    var compositor: ClientCompositor?
  }

  private let asset: AVAsset
  private let state = Mutex(State())
  private let making = NSLock()
  private var maker: (settings: ImageSettings, images: ImageMaker)?

  init(_ asset: AVAsset) { self.asset = asset }

  /// The client's that makes the pictures of the present settings.
  var compositor: ClientCompositor? { state.withLock { $0.compositor } }

  /// Asks for pictures, in this order.
  ///
  /// - Parameter entries: each answer is called once: on another thread, or at once for a request that is cancelled already.
  func add(_ entries: [Entry]) {
    let (cancelled, isServed) = state.withLock { state in
      let cancelled = entries.filter { $0.request.context.isCancelled }
      state.waiting += entries.filter { !$0.request.context.isCancelled }
      defer { state.isServed = state.isServed || !state.waiting.isEmpty }
      return (cancelled, state.isServed || state.waiting.isEmpty)
    }
    for entry in cancelled { entry.answer(.failure(CancellationError())) }
    if !isServed { WorkerThread.detach { self.serve() } }
  }

  /// Ends a request: one that waits is answered at once, since the one in work may take for ever.
  func cancel(_ request: ImageRequest) {
    request.context.cancel()
    let entry = state.withLock { state in
      state.waiting.firstIndex { $0.request === request }.map { state.waiting.remove(at: $0) }
    }
    entry?.answer(.failure(CancellationError()))
  }

  func cancelAll() {
    state.withLock { state in
      for entry in state.waiting { entry.request.context.cancel() }
      state.current?.context.cancel()
    }
  }

  private func serve() {
    while let (request, answer) = next() {
      let outcome = Outcome { try make(request) }
      state.withLock { $0.current = nil }
      answer(outcome)
    }
  }

  private func next() -> Entry? {
    state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.isServed = false
        return nil
      }
      let entry = state.waiting.removeFirst()
      state.current = entry.request
      return entry
    }
  }

  /// A picture, on the calling thread.
  ///
  /// - Throws: ``AVError``; `CancellationError`.
  func make(_ request: ImageRequest) throws -> (image: CGImage, time: CMTime) {
    making.lock()
    defer { making.unlock() }
    do {
      return try request.context.bound {
        try MediaError.checkCancellation()
        return try images(request.settings).image(at: request.time, request.settings)
      }
    } catch {
      if request.context.isCancelled { throw CancellationError() }
      throw AVError(error, code: .decodeFailed)
    }
  }

  private func images(_ settings: ImageSettings) throws -> ImageMaker {
    if let maker, maker.settings.makesLike(settings) { return maker.images }
    // The decoders of the one before go first.
    maker = nil
    state.withLock { $0.compositor = nil }
    let made = try ImageMaker(asset, settings)
    maker = (settings, made)
    state.withLock { $0.compositor = made.compositor }
    return made
  }
}
