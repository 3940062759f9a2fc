public import Dispatch
public import Foundation

extension AVPlayer {
  /// The item's present time; 0 without an item.
  public func currentTime() -> CMTime { currentItem?.currentTime() ?? .zero }

  /// As the item's ``AVPlayerItem/seek(to:completionHandler:)``, without anybody who waits.
  public func seek(to time: CMTime) { seek(to: time) { _ in } }

  /// As the item's ``AVPlayerItem/seek(to:completionHandler:)``; false at once without an item.
  public func seek(to time: CMTime, completionHandler: @escaping @Sendable (Bool) -> Void) {
    guard let item = currentItem else { return AVPlayerItem.call(completionHandler, false) }
    item.seek(to: time, completionHandler: completionHandler)
  }

  /// As `seek(to:)`: pictures are exact whatever tolerance is given.
  public func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) { seek(to: time) { _ in } }

  /// As ``seek(to:completionHandler:)``: pictures are exact whatever tolerance is given.
  public func seek(
    to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
    completionHandler: @escaping @Sendable (Bool) -> Void
  ) { seek(to: time, completionHandler: completionHandler) }

  /// As ``seek(to:completionHandler:)``.
  @discardableResult public func seek(to time: CMTime) async -> Bool {
    await withCheckedContinuation { continuation in
      seek(to: time) { continuation.resume(returning: $0) }
    }
  }

  /// As ``seek(to:completionHandler:)``: pictures are exact whatever tolerance is given.
  @discardableResult public func seek(
    to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime
  ) async -> Bool { await seek(to: time) }

  // MARK: - Observers

  /// Calls a block at all multiples of an interval while time runs, and when it jumps, begins to run or stands. A call that
  /// the queue did not come to is left out.
  ///
  /// - Parameters:
  ///   - interval: in the item's time, above 0.
  ///   - queue: a serial one; nil is the main queue.
  ///   - block: gets the present time.
  /// - Returns: what ``removeTimeObserver(_:)`` takes.
  public func addPeriodicTimeObserver(
    forInterval interval: CMTime, queue: DispatchQueue?, using block: @escaping @Sendable (CMTime) -> Void
  ) -> Any { add(TimeObserver(.periodic(interval), queue, block)) }

  /// Calls a block when time runs over one of several times, but not when it jumps.
  ///
  /// - Parameters:
  ///   - times: as `NSValue(time:)`.
  ///   - queue: a serial one; nil is the main queue.
  ///   - block: is called when such a time has come.
  /// - Returns: what ``removeTimeObserver(_:)`` takes.
  public func addBoundaryTimeObserver(
    forTimes times: [NSValue], queue: DispatchQueue?, using block: @escaping @Sendable () -> Void
  ) -> Any {
    let times = times.map(\.timeValue).filter(\.isNumeric).sorted()
    return add(TimeObserver(.boundary(times), queue) { _ in block() })
  }

  private func add(_ observer: TimeObserver) -> TimeObserver {
    core.change { state, _ in
      if let item = state.items.first { observer.begin(at: item.currentTime()) }
      state.observers.append(observer)
    }
    return observer
  }

  /// Ends the calls of an observer; one that its queue has already may come.
  public func removeTimeObserver(_ observer: Any) {
    guard let observer = observer as? TimeObserver else { return }
    core.change { state, _ in state.observers.removeAll { $0 === observer } }
  }
}
