internal import Foundation

extension PlayerCore {
  private typealias Effect = @Sendable () -> Void

  /// The thread that follows the host clock.
  func keepTime() {
    while true {
      condition.lock()
      guard !state.isStopped else { return condition.unlock() }
      var effects: [Effect] = []
      let next = step(CMClock.hostTimeClock.time, &effects)
      if effects.isEmpty { wait(until: next) }
      condition.unlock()
      for effect in effects { effect() }
    }
  }

  /// - Parameter host: nil waits for the next change.
  func wait(until host: CMTime?) {
    guard let host else { return condition.wait() }
    let seconds = (host - CMClock.hostTimeClock.time).seconds
    if seconds > 0 { _ = condition.wait(until: Date(timeIntervalSinceNow: seconds)) }
  }

  /// What the present time brings.
  ///
  /// - Returns: when to look again; nil after the next change.
  private func step(_ now: CMTime, _ effects: inout [Effect]) -> CMTime? {
    guard let item = state.items.first, item.film != nil else { return nil }
    if !state.isMoving {
      guard state.rate != 0, !state.isAtEnd, !item.isSeeking else { return nil }
      if state.waitsForPictures, !state.isPrepared, let deadline = state.deadline ?? later(now), now < deadline {
        return deadline
      }
      run(item, from: now)
    }
    let (time, end) = (item.base.movement.time(at: now), item.end)
    for observer in state.observers { observer.reach(min(time, end)) }
    if time >= end {
      reachEnd(item, end, now, &effects)
      return now
    }
    let times = [end] + state.observers.compactMap { $0.next(after: time) }
    return times.compactMap { item.base.movement.host(of: $0) }.min()
  }

  private func later(_ now: CMTime) -> CMTime? {
    state.deadline = now + Self.patience
    return state.deadline
  }

  private func run(_ item: AVPlayerItem, from host: CMTime) {
    let time = item.currentTime()
    item.base.movement = MovingTime(start: time, host: host, rate: state.rate)
    state.isMoving = true
    tell()
    for observer in state.observers { observer.jump(to: time) }
  }

  private func reachEnd(_ item: AVPlayerItem, _ end: CMTime, _ now: CMTime, _ effects: inout [Effect]) {
    let host = item.base.movement.host(of: end) ?? now
    item.base.movement = .standing(at: end)
    state.isMoving = false
    tell()
    switch state.endAction {
    case .advance:
      effects.append(contentsOf: advance(&state, at: host, now))
    case .none: state.isAtEnd = true
    default:
      state.rate = 0
      for observer in state.observers { observer.jump(to: end) }
      effects.append { [weak self] in self?.postRateChange() }
    }
    effects.append {
      NotificationCenter.default.post(name: AVPlayerItem.didPlayToEndTimeNotification, object: item)
    }
  }

  /// Says that the rate is another.
  func postRateChange() {
    guard let player = read({ $0.player }) else { return }
    NotificationCenter.default.post(name: AVPlayer.rateDidChangeNotification, object: player)
  }
}
