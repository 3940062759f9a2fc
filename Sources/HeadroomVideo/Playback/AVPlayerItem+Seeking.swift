internal import Dispatch
internal import Foundation
internal import Synchronization

extension AVPlayerItem {
  /// The present time, at most the end.
  public func currentTime() -> CMTime {
    let (time, end) = (base.time, end)
    return end.isNumeric ? min(time, end) : time
  }

  /// Goes to a time. The time is there at once; it stands until its picture was made.
  ///
  /// - Parameter time: from 0 to the duration, into which others are brought. What is no number does nothing.
  public func seek(to time: CMTime) { seek(to: time) { _ in } }

  /// As `seek(to:)`.
  ///
  /// - Parameters:
  ///   - time: from 0 to the duration, into which others are brought.
  ///   - completionHandler: is called on any thread when the pictures are there: with false where another seek came before,
  ///     or the item failed.
  public func seek(to time: CMTime, completionHandler: (@Sendable (Bool) -> Void)?) {
    jump(to: time, completionHandler ?? { _ in })
  }

  /// As `seek(to:)`: pictures are exact whatever tolerance is given.
  public func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) { seek(to: time) { _ in } }

  /// As ``seek(to:completionHandler:)``: pictures are exact whatever tolerance is given.
  public func seek(
    to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
    completionHandler: (@Sendable (Bool) -> Void)?
  ) { seek(to: time, completionHandler: completionHandler) }

  /// As ``seek(to:completionHandler:)``.
  @discardableResult public func seek(to time: CMTime) async -> Bool {
    await withCheckedContinuation { continuation in jump(to: time) { continuation.resume(returning: $0) } }
  }

  /// As ``seek(to:completionHandler:)``: pictures are exact whatever tolerance is given.
  @discardableResult public func seek(
    to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime
  ) async -> Bool { await seek(to: time) }

  /// Ends a seek that waits for its pictures, with false. The time stays.
  public func cancelPendingSeeks() {
    endSeek(isFinished: false)
    // Time may run again.
    core?.wake()
  }

  /// Goes to the picture that comes so many after the present one, or before it for a negative count.
  public func step(byCount stepCount: Int) {
    guard let film, let number = film.number(at: currentTime()), let count = film.script?.times.count else { return }
    let (wanted, isTooFar) = number.addingReportingOverflow(stepCount)
    let place = isTooFar ? (stepCount < 0 ? 0 : count - 1) : min(max(wanted, 0), count - 1)
    if let time = film.start(of: place) { seek(to: time) { _ in } }
  }

  private func jump(to time: CMTime, _ completion: @escaping @Sendable (Bool) -> Void) {
    guard time.isNumeric || time.isInfinite else { return Self.call(completion, false) }
    let end = film?.duration ?? .positiveInfinity
    var target = max(time, .zero)
    if target > end { target = end }
    guard target.isNumeric else { return Self.call(completion, false) }
    let core = core
    let older =
      core.map { core in core.jump(self) { self.begin(completion, at: target) } } ?? begin(completion, at: target)
    if let older { Self.call(older.completion, false) }
    for output in outputs { output.flush() }
    // Pictures are only waited for where they are made.
    if status == .failed {
      endSeek(isFinished: false)
    } else if core?.isPresent(self) != true {
      endSeek(isFinished: true)
    }
    NotificationCenter.default.post(name: Self.timeJumpedNotification, object: self)
  }

  /// - Returns: a seek that waited for its pictures.
  private func begin(_ completion: @escaping @Sendable (Bool) -> Void, at target: CMTime) -> Seek? {
    base.movement = .standing(at: target)
    return state.withLock { state in
      defer { state.seek = Seek(completion: completion) }
      return state.seek
    }
  }

  /// Whether a seek waits for its pictures.
  var isSeeking: Bool { state.withLock { $0.seek != nil } }

  /// The seek that waits, which waits no more.
  func takeSeek() -> Seek? {
    state.withLock { state in
      defer { state.seek = nil }
      return state.seek
    }
  }

  /// Tells who waits for a seek.
  func endSeek(isFinished: Bool) {
    if let seek = takeSeek() { Self.call(seek.completion, isFinished) }
  }

  /// Callers may hold locks of their own, so they are called from elsewhere.
  static func call(_ completion: @escaping @Sendable (Bool) -> Void, _ isFinished: Bool) {
    DispatchQueue.global().async { completion(isFinished) }
  }
}
