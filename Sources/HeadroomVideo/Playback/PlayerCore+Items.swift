internal import HeadroomPixels

extension PlayerCore {
  /// Goes on to the next item, whose time begins where the last one's ended.
  ///
  /// - Parameters:
  ///   - host: when that was.
  /// - Returns: what is to be done without the lock.
  func advance(_ state: inout State, at host: CMTime, _ now: CMTime) -> [@Sendable () -> Void] {
    guard !state.items.isEmpty else { return [] }
    let ended = state.items.removeFirst()
    var effects: [@Sendable () -> Void] = []
    if let loop = state.loop, loop.items.contains(where: { $0 === ended }) {
      ended.base.movement = .standing(at: loop.start)
      let place = (state.items.lastIndex { item in loop.items.contains { $0 === item } } ?? -1) + 1
      state.items.insert(ended, at: place)
      state.loop?.count += 1
    } else {
      effects.append { ended.leave(self) }
    }
    state.isPrepared = false
    state.deadline = now + Self.patience
    if let next = state.items.first, state.rate != 0, next.hasPictures(isSeen: state.layers > 0), !next.isSeeking {
      next.base.movement = MovingTime(start: next.base.movement.start, host: host, rate: state.rate)
      state.isMoving = true
    }
    for observer in state.observers { observer.jump(to: state.items.first?.currentTime() ?? .zero) }
    return effects
  }

  /// Plays other items from now on.
  func replace(_ edit: (inout [AVPlayerItem]) -> Void) {
    let (left, others) = change { state, now in
      let old = state.items
      edit(&state.items)
      let new = state.items
      if old.first !== new.first {
        (state.isMoving, state.isAtEnd, state.isPrepared) = (false, false, false)
        state.deadline = now + Self.patience
        old.first.map { $0.base.movement = .standing(at: $0.currentTime()) }
        if let work = state.work, work.item === old.first { work.context.cancel() }
        for observer in state.observers { observer.jump(to: new.first?.currentTime() ?? .zero) }
      }
      let joined = new.filter { item in !old.contains { $0 === item } }
      let others = joined.compactMap { item in item.join(self).map { (core: $0, item: item) } }
      return (old.filter { item in !new.contains { $0 === item } }, others)
    }
    for other in others { other.core.drop(other.item) }
    for item in left { item.leave(self) }
  }

  /// Another player has taken an item.
  func drop(_ item: AVPlayerItem) { replace { $0.removeAll { $0 === item } } }
}

extension AVPlayerItem {
  /// Whether the pictures of the present time are there for all who want them.
  fileprivate func hasPictures(isSeen: Bool) -> Bool {
    guard let film else { return false }
    guard let number = film.number(at: currentTime()) else { return true }
    let lines = outputs.compactMap(\.presentLine) + [isSeen ? shownLine : nil].compactMap { $0 }
    return lines.allSatisfy { $0.film === film && $0.has(number) }
  }
}
