internal import Foundation
internal import HeadroomPixels
internal import Synchronization

/// What a player does: a thread follows the host clock, another makes pictures. They end with the player.
// Sendable: the state is only touched with the condition's lock held.
final class PlayerCore: @unchecked Sendable {
  struct State {
    /// The present one, and those that follow.
    var items: [AVPlayerItem] = []
    /// As it was wished; time may wait.
    var rate = 0.0
    var defaultRate = 1.0
    /// Whether time runs.
    var isMoving = false
    /// Whether time stands at the end with a rate.
    var isAtEnd = false
    /// Whether the pictures of the present time are there.
    var isPrepared = false
    /// When time runs without them.
    var deadline: CMTime?
    var waitsForPictures = true
    var endAction = AVPlayer.ActionAtItemEnd.pause
    var observers: [TimeObserver] = []
    /// Layers that show the player.
    var layers = 0
    var work: Work?
    var loop: PlayerLoop?
    var wasReady = false
    var hasThreads = false
    /// Grows with every change.
    var changes = 0
    weak var player: AVPlayer?
    var isStopped = false
  }

  /// A picture that is being made.
  struct Work {
    let item: AVPlayerItem
    let number: Int
    let context: TaskContext
  }

  /// Seconds that time waits for the first pictures.
  static let patience = CMTime(value: 1, timescale: 10)

  let condition = NSCondition()
  var state = State()

  /// Changes the state, and tells the threads.
  @discardableResult func change<Value>(_ body: (inout State, _ now: CMTime) -> Value) -> Value {
    condition.lock()
    defer { condition.unlock() }
    let value = body(&state, CMClock.hostTimeClock.time)
    if !state.hasThreads, !state.isStopped, !state.items.isEmpty { startThreads() }
    tell()
    return value
  }

  /// Wakes the threads, with the lock held.
  func tell() {
    state.changes += 1
    condition.broadcast()
  }

  func read<Value>(_ body: (State) -> Value) -> Value {
    condition.lock()
    defer { condition.unlock() }
    return body(state)
  }

  private func startThreads() {
    state.hasThreads = true
    Thread.detachNewThread { self.keepTime() }
    Thread.detachNewThread { self.makePictures() }
  }

  /// Ends the threads, soon. Nobody waits for them.
  func stop() {
    let items = change { state, _ in
      state.work?.context.cancel()
      defer {
        state = State()
        state.isStopped = true
      }
      return state.items
    }
    for item in items { item.leave(self) }
  }

  func wake() { change { _, _ in } }

  /// Other pictures are wanted of the same time.
  func prepareAgain() { change { state, _ in state.isPrepared = false } }

  /// An item shows something else from now on.
  func prepareAgain(_ item: AVPlayerItem) {
    change { state, _ in
      state.isPrepared = false
      if let work = state.work, work.item === item { work.context.cancel() }
    }
  }

  /// Time jumps, and stands until pictures are there.
  ///
  /// - Parameter body: moves the item's time.
  func jump(_ item: AVPlayerItem, _ body: () -> AVPlayerItem.Seek?) -> AVPlayerItem.Seek? {
    change { state, _ in
      let older = body()
      guard state.items.first === item else { return older }
      (state.isMoving, state.isAtEnd, state.isPrepared, state.deadline) = (false, false, false, nil)
      if let work = state.work, work.item === item, item.film?.number(at: item.currentTime()) != work.number {
        work.context.cancel()
      }
      for observer in state.observers { observer.jump(to: item.currentTime()) }
      return older
    }
  }

  /// Whether an item is the one that is played.
  func isPresent(_ item: AVPlayerItem) -> Bool { read { $0.items.first === item } }

  /// An item failed.
  func stopPlaying(_ item: AVPlayerItem) {
    let isOther = change { state, now in
      guard state.items.first === item else { return false }
      item.base.movement = .standing(at: item.base.movement.time(at: now))
      defer { (state.isMoving, state.rate) = (false, 0) }
      return state.rate != 0
    }
    if isOther { postRateChange() }
  }
}

extension AVPlayerItem {
  /// Belongs to a player from now on.
  ///
  /// - Returns: the player that it belonged to.
  func join(_ core: PlayerCore) -> PlayerCore? {
    state.withLock { state in
      defer { state.core = core }
      return state.core === core ? nil : state.core
    }
  }

  /// Belongs to no player, unless another one has it already.
  func leave(_ core: PlayerCore) {
    let isOwn = state.withLock { state in
      guard state.core === core else { return false }
      state.core = nil
      return true
    }
    guard isOwn else { return }
    cancelAsked()
    base.movement = .standing(at: currentTime())
    endSeek(isFinished: false)
  }
}
