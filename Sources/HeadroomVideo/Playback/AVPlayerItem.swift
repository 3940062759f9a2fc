public import Foundation
internal import Synchronization

/// An asset that is played, and how.
///
/// An item is read when a player gets it, or when an output asks for its first picture; ``status`` says what came of it.
/// Nothing observes properties here as key-value observing does elsewhere: ask, or use the notifications, which are posted on
/// threads of the player. Sound is not heard: there is no device for it. Time runs as if it were.
///
/// An item has one player: a second one takes it from the first.
///
/// Source: AVFoundation's documentation of `AVPlayerItem`.
// Sendable: everything is guarded.
public final class AVPlayerItem: Sendable {
  /// Whether an item can be played.
  public enum Status: Int, Sendable {
    /// It was not read yet.
    case unknown = 0
    case readyToPlay = 1
    /// ``AVPlayerItem/error`` says why not.
    case failed = 2
  }

  struct Seek: Sendable {
    let completion: @Sendable (Bool) -> Void
  }

  struct State: Sendable {
    var videoComposition: AVVideoComposition?
    var audioMix: AVAudioMix?
    var end = CMTime.invalid
    var bufferDuration: TimeInterval = 0
    var appliesMetadata = true
    var status = Status.unknown
    var error: AVError?
    var film: PlayedFilm?
    var outputs: [AVPlayerItemOutput] = []
    /// What a player's layers show.
    var layerLine: PictureLine?
    var seek: Seek?
    weak var core: PlayerCore?
  }

  /// What is played.
  public let asset: AVAsset
  /// The item's time, which its player moves.
  let base = CMTimebase(isOwned: true)
  let state = Mutex(State())
  private let loading = NSLock()

  public init(asset: AVAsset) { self.asset = asset }

  /// The asset of a file.
  public convenience init(url: URL) { self.init(asset: AVURLAsset(url: url)) }

  /// The same with a new item that begins at 0 and has no outputs.
  public func copy() -> Any {
    let item = AVPlayerItem(asset: asset)
    let known = state.withLock { $0 }
    item.state.withLock { state in
      (state.videoComposition, state.audioMix, state.end) = (known.videoComposition, known.audioMix, known.end)
      (state.bufferDuration, state.appliesMetadata) = (known.bufferDuration, known.appliesMetadata)
    }
    return item
  }

  var core: PlayerCore? { state.withLock { $0.core } }
  /// What is played; nil before it was read.
  var film: PlayedFilm? { state.withLock { $0.film } }
  /// Whether it has to be read.
  var isUnread: Bool { state.withLock { $0.film == nil && $0.status != .failed } }

  /// What is played, read now if it was not; nil where it failed.
  @discardableResult func load() -> PlayedFilm? {
    loading.lock()
    defer { loading.unlock() }
    let known = state.withLock { $0 }
    guard known.film == nil, known.status != .failed else { return known.film }
    do throws(AVError) {
      let film = try PlayedFilm(asset, known.videoComposition)
      state.withLock { ($0.film, $0.status) = (film, .readyToPlay) }
      return film
    } catch {
      fail(error)
      return nil
    }
  }

  /// Ends the playing with an error.
  func fail(_ error: AVError) {
    let (isFirst, film) = state.withLock { state in
      defer { (state.status, state.error, state.film) = (.failed, state.error ?? error, nil) }
      return (state.status != .failed, state.film)
    }
    // Lines still have the film, and nobody wants its pictures.
    film?.script?.close()
    guard isFirst else { return }
    cancelAsked()
    core?.stopPlaying(self)
    endSeek(isFinished: false)
    NotificationCenter.default.post(
      name: Self.failedToPlayToEndTimeNotification, object: self,
      userInfo: [AVPlayerItemFailedToPlayToEndTimeErrorKey: error])
  }
}

extension AVPlayerItem: Hashable {
  /// Whether both are the same object.
  public static func == (a: AVPlayerItem, b: AVPlayerItem) -> Bool { a === b }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
