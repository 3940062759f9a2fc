internal import Synchronization

/// Takes pictures of an ``AVPlayerItem``; its subclasses say which.
// Sendable: subclasses are made here only, and what they store is guarded or never changes.
public class AVPlayerItemOutput: @unchecked Sendable {
  private struct State: Sendable {
    weak var item: AVPlayerItem?
    var suppresses = false
  }

  private let state = Mutex(State())

  init() {}

  /// Whether layers do not show the item while it has this output. False at first.
  public var suppressesPlayerRendering: Bool {
    get { state.withLock { $0.suppresses } }
    set { state.withLock { $0.suppresses = newValue } }
  }

  /// The item's time at a time of the host clock.
  ///
  /// - Parameter hostTimeInSeconds: as ``CACurrentMediaTime()`` has it.
  /// - Returns: invalid without an item.
  public func itemTime(forHostTime hostTimeInSeconds: Double) -> CMTime {
    itemTime(at: CMTime(seconds: hostTimeInSeconds, preferredTimescale: 1_000_000_000))
  }

  /// The item's time at a time of the host clock, in its units: nanoseconds.
  ///
  /// - Returns: invalid without an item.
  public func itemTime(forMachAbsoluteTime machAbsoluteTime: Int64) -> CMTime {
    itemTime(at: CMTime(value: machAbsoluteTime, timescale: 1_000_000_000))
  }

  private func itemTime(at host: CMTime) -> CMTime {
    guard let item, host.isNumeric else { return .invalid }
    let (time, end) = (item.base.movement.time(at: host), item.end)
    return end.isNumeric ? min(time, end) : time
  }

  var item: AVPlayerItem? { state.withLock { $0.item } }
  func join(_ item: AVPlayerItem) { state.withLock { $0.item = item } }
  func leave() { state.withLock { $0.item = nil } }

  /// The pictures that it wants; nil for none.
  func line(of film: PlayedFilm) -> PictureLine? { nil }
  /// The pictures that it got last.
  var presentLine: PictureLine? { nil }
  /// The time has jumped.
  func flush() {}
  /// A picture was made ahead.
  func prepared() {}
}
