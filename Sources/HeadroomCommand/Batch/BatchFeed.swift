internal import Foundation
internal import Headroom
internal import HeadroomPictures

/// Hands the inputs of a run to its workers: chunk by chunk, then those that are to be tried again, then those that need the
/// machine for themselves.
final class BatchFeed: Sendable {
  /// Some inputs that are finished together.
  struct Chunk: Sendable {
    let places: [Int32]
    /// Called when all are finished, with whether one failed in a way that may pass.
    let finish: @Sendable (_ mayPass: Bool) -> Void
  }

  /// Where more inputs come from.
  enum Supply: Sendable {
    case chunk(Chunk)
    /// There is nothing now, but there may be in a while.
    case wait(seconds: Double)
    case end
  }

  struct Item: Sendable {
    let place: Int
    fileprivate let chunk: Int
    /// Attempts before.
    var attempts = 0
    var seconds = 0.0
    var cpuSeconds = 0.0
    /// Since its first attempt.
    var progress: FileProgress?
    /// Whether it runs alone.
    fileprivate(set) var isAlone = false
  }

  private struct State {
    var fresh: ArraySlice<Int32> = []
    var freshChunk = 0
    var again: [(item: Item, from: ContinuousClock.Instant)] = []
    var alone: [Item] = []
    var inFlight = 0
    var isAlone = false
    var chunks: [Int: (left: Int, mayPass: Bool, finish: @Sendable (Bool) -> Void)] = [:]
    var isAtEnd = false
    /// When to ask for more inputs again.
    var from = ContinuousClock.now
    var isStopped = false
    var failure: PictureError?
  }

  private let condition = NSCondition()
  // Guarded by the condition.
  nonisolated(unsafe) private var state = State()
  private let supply: @Sendable () throws(PictureError) -> Supply

  init(_ supply: @escaping @Sendable () throws(PictureError) -> Supply) { self.supply = supply }

  private static let longestPause = 0.25

  /// The next input; waits where those at work may come back. Nil when there is no more, or the run is stopped.
  func next() -> Item? {
    condition.lock()
    defer { condition.unlock() }
    while unsafe !state.isStopped {
      if let item = unsafe taken(&state) {
        unsafe state.inFlight += 1
        return item
      }
      let isOver = unsafe state.isAtEnd && state.inFlight == 0 && state.again.isEmpty && state.alone.isEmpty
      if isOver { break }
      _ = condition.wait(until: Date(timeIntervalSinceNow: Self.longestPause))
    }
    condition.broadcast()
    return nil
  }

  private func taken(_ state: inout State) -> Item? {
    guard !state.isAlone else { return nil }
    if let place = state.fresh.popFirst() { return Item(place: Int(place), chunk: state.freshChunk) }
    let now = ContinuousClock.now
    if let number = state.again.firstIndex(where: { $0.from <= now }) { return state.again.remove(at: number).item }
    if !state.alone.isEmpty {
      guard state.inFlight == 0 else { return nil }
      state.isAlone = true
      var item = state.alone.removeFirst()
      item.isAlone = true
      return item
    }
    guard !state.isAtEnd, state.from <= now else { return nil }
    return refill(&state)
  }

  private func refill(_ state: inout State) -> Item? {
    do throws(PictureError) {
      // Chunks of which all is done already are empty.
      while !state.isStopped {
        switch try supply() {
        case .end:
          state.isAtEnd = true
          return nil
        case .wait(let seconds):
          state.from = .now + .seconds(seconds)
          return nil
        case .chunk(let chunk):
          state.freshChunk += 1
          state.fresh = chunk.places[...]
          state.chunks[state.freshChunk] = (chunk.places.count, false, chunk.finish)
          if let place = state.fresh.popFirst() { return Item(place: Int(place), chunk: state.freshChunk) }
          close(state.freshChunk, &state)
        }
      }
    } catch {
      (state.failure, state.isStopped) = (error, true)
    }
    return nil
  }

  private func close(_ chunk: Int, _ state: inout State) {
    guard let chunk = state.chunks.removeValue(forKey: chunk) else { return }
    chunk.finish(chunk.mayPass)
    // What there is next may have changed.
    state.from = .now
  }

  /// Takes an item back that is finished.
  ///
  /// - Parameter mayPass: whether it failed in a way that may pass.
  func finish(_ item: Item, mayPass: Bool) {
    change { state in
      if mayPass { state.chunks[item.chunk]?.mayPass = true }
      state.chunks[item.chunk]?.left -= 1
      if state.chunks[item.chunk]?.left == 0 { close(item.chunk, &state) }
    }
  }

  /// Takes an item back that a stopped run leaves undone.
  func drop(_ item: Item) { change { _ in } }

  /// Takes an item back to hand it out later.
  func again(_ item: Item, after seconds: Double) {
    change { $0.again.append((item, .now + .seconds(seconds))) }
  }

  /// Takes an item back to hand it out when nothing else runs.
  func alone(_ item: Item) { change { $0.alone.append(item) } }

  private func change(_ body: (inout State) -> Void) {
    condition.lock()
    unsafe state.inFlight -= 1
    unsafe state.isAlone = false
    unsafe body(&state)
    condition.broadcast()
    condition.unlock()
  }

  /// Hands out no more.
  func stop(because failure: PictureError? = nil) {
    condition.lock()
    unsafe state.isStopped = true
    unsafe state.failure = state.failure ?? failure
    condition.broadcast()
    condition.unlock()
  }

  var isStopped: Bool {
    condition.lock()
    defer { condition.unlock() }
    return unsafe state.isStopped
  }

  /// Why the run could not go on.
  var failure: PictureError? {
    condition.lock()
    defer { condition.unlock() }
    return unsafe state.failure
  }
}
