public import Foundation

extension AVPlayer {
  /// Lets time run at ``defaultRate``. It runs when the first picture is there, or 0.1 s later without.
  public func play() { rate = defaultRate }

  /// Lets time stand.
  public func pause() { rate = 0 }

  /// Lets time run at a rate without waiting for pictures.
  public func playImmediately(atRate rate: Float) {
    setRate(rate) { $0.deadline = .zero }
  }

  /// How fast time is to run: 1 is as fast as meant, 0 stands. Nothing is played backward: rates below 0, and what is no
  /// number, count as 0.
  public var rate: Float {
    get { Float(core.read { $0.rate }) }
    set { setRate(newValue) { _ in } }
  }

  /// The rate of ``play()``, above 0; others are not taken. 1 at first.
  public var defaultRate: Float {
    get { Float(core.read { $0.defaultRate }) }
    set { if newValue > 0, newValue.isFinite { core.change { state, _ in state.defaultRate = Double(newValue) } } }
  }

  private static func forward(_ rate: Float) -> Double { rate > 0 && rate.isFinite ? Double(rate) : 0 }

  private func setRate(_ rate: Float, _ edit: (inout PlayerCore.State) -> Void) {
    let rate = Self.forward(rate)
    let isNew = core.change { state, now in
      let old = state.rate
      state.rate = rate
      if state.isMoving, let item = state.items.first {
        item.base.movement = MovingTime(start: item.currentTime(), host: now, rate: rate)
        if rate == 0 { for observer in state.observers { observer.jump(to: item.currentTime()) } }
      }
      if old == 0 { state.deadline = now + PlayerCore.patience }
      if rate == 0 { (state.isMoving, state.isAtEnd) = (false, false) }
      edit(&state)
      return old != rate
    }
    if isNew { core.postRateChange() }
  }

  /// Lets time run so that a time of the item is at a time of the host clock. It stands until then, and waits for nothing.
  ///
  /// - Parameters:
  ///   - rate: as ``rate``.
  ///   - itemTime: invalid for the present time.
  ///   - hostClockTime: invalid for now.
  public func setRate(_ rate: Float, time itemTime: CMTime, atHostTime hostClockTime: CMTime) {
    let rate = Self.forward(rate)
    let isNew = core.change { state, now in
      guard let item = state.items.first else { return false }
      let time = itemTime.isNumeric ? max(itemTime, .zero) : item.currentTime()
      let host = hostClockTime.isNumeric ? hostClockTime : now
      item.base.movement = MovingTime(start: time, host: host, rate: rate)
      (state.isMoving, state.isAtEnd) = (rate > 0, false)
      for observer in state.observers { observer.jump(to: item.currentTime()) }
      defer { state.rate = rate }
      return state.rate != rate
    }
    if isNew { core.postRateChange() }
  }

  /// Whether time waits for the first picture. True at first; false lets it run at once.
  public var automaticallyWaitsToMinimizeStalling: Bool {
    get { core.read { $0.waitsForPictures } }
    set { core.change { state, _ in state.waitsForPictures = newValue } }
  }

  /// Whether time runs, stands, or waits.
  public var timeControlStatus: TimeControlStatus {
    core.read { state in
      guard state.rate > 0 else { return .paused }
      return state.isMoving || state.isAtEnd ? .playing : .waitingToPlayAtSpecifiedRate
    }
  }

  /// What time waits for; nil where it does not.
  public var reasonForWaitingToPlay: WaitingReason? {
    core.read { state in
      guard state.rate > 0, !state.isMoving, !state.isAtEnd else { return nil }
      return state.items.isEmpty ? .noItemToPlay : .evaluatingBufferingRate
    }
  }

  /// Posted when ``rate`` changes, with the player as its object.
  public static let rateDidChangeNotification = Notification.Name("AVPlayerRateDidChangeNotification")
}
