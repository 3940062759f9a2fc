public import Foundation
internal import Synchronization

/// Plays an item: its time runs by the host clock, and its pictures are made for outputs and layers as they are seen.
///
/// It needs no display and no run loop: a thread follows the clock, another makes pictures, at most one ahead. A picture that
/// comes too late is left out, never queued. Sound is not heard, since there is no device for it; time runs as if it were.
///
/// ```swift
/// let player = AVPlayer(playerItem: item)
/// player.play()
/// ```
///
/// A player that nobody holds any more ends its threads and cancels the picture that is being made.
///
/// Source: AVFoundation's documentation of `AVPlayer`.
// Sendable: everything is guarded.
public class AVPlayer: @unchecked Sendable {
  /// Whether a player can play.
  public enum Status: Int, Sendable {
    /// No item was ready so far.
    case unknown = 0
    case readyToPlay = 1
    /// Players do not fail here; their items do.
    case failed = 2
  }

  /// Whether time runs.
  public enum TimeControlStatus: Int, Sendable {
    case paused = 0
    /// ``AVPlayer/reasonForWaitingToPlay`` says for what.
    case waitingToPlayAtSpecifiedRate = 1
    case playing = 2
  }

  /// What happens at the end of an item.
  public enum ActionAtItemEnd: Int, Sendable {
    /// The next item is played; for a queue.
    case advance = 0
    case pause = 1
    /// Time stands at the end, and the rate stays: a seek plays on.
    case none = 2
  }

  /// What a player waits for.
  public struct WaitingReason: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The first picture, after a start or a seek.
    public static let evaluatingBufferingRate = Self(rawValue: "AVPlayerWaitingWhileEvaluatingBufferingRateReason")
    /// More data; files never wait for them.
    public static let toMinimizeStalls = Self(rawValue: "AVPlayerWaitingToMinimizeStallsReason")
    /// There is no item.
    public static let noItemToPlay = Self(rawValue: "AVPlayerWaitingWithNoItemToPlayReason")
  }

  private struct Sound: Sendable {
    var volume: Float = 1
    var isMuted = false
  }

  let core = PlayerCore()
  private let sound = Mutex(Sound())

  /// A player without an item.
  public convenience init() { self.init(playerItem: nil) }

  public init(playerItem item: AVPlayerItem?) {
    core.change { state, _ in state.player = self }
    if let item { core.replace { $0 = [item] } }
  }

  /// A player of a file.
  public convenience init(url: URL) { self.init(playerItem: AVPlayerItem(url: url)) }

  deinit { core.stop() }

  // MARK: - What is played

  /// The item that is played.
  public var currentItem: AVPlayerItem? { core.read { $0.items.first } }

  /// Plays another item, or none, from the item's own time on. The rate stays.
  public func replaceCurrentItem(with item: AVPlayerItem?) {
    core.replace { items in
      if !items.isEmpty { items.removeFirst() }
      items.removeAll { $0 === item }
      if let item { items.insert(item, at: 0) }
    }
  }

  /// What happens at the end of an item. At first ``ActionAtItemEnd/pause``, for a queue ``ActionAtItemEnd/advance``, which
  /// counts as `pause` for other players.
  public var actionAtItemEnd: ActionAtItemEnd {
    get { core.read { $0.endAction } }
    set { core.change { state, _ in state.endAction = newValue == .advance && !isQueue ? .pause : newValue } }
  }

  var isQueue: Bool { false }

  public var status: Status { core.read { $0.wasReady } ? .readyToPlay : .unknown }
  /// Nil: players do not fail here; see ``AVPlayerItem/error``.
  public var error: (any Error)? { nil }

  // MARK: - Sound

  /// How loud, 0 to 1. It is kept, and without effect: there is no sound.
  public var volume: Float {
    get { sound.withLock { $0.volume } }
    set { sound.withLock { $0.volume = min(max(newValue, 0), 1) } }
  }

  /// Whether there is no sound. It is kept, and without effect: there is none.
  public var isMuted: Bool {
    get { sound.withLock { $0.isMuted } }
    set { sound.withLock { $0.isMuted = newValue } }
  }
}
