public import Foundation
internal import Synchronization

extension AVPlayerItem {
  /// Whether the item was read, and can be played.
  public var status: Status { state.withLock { $0.status } }

  /// Why it failed: an ``AVError``, with the time where a picture could not be made; a client's own error is its cause.
  public var error: (any Error)? { state.withLock { $0.error } }

  /// How video tracks become one picture, copied when it is set; nil shows the first enabled one. What is seen changes with
  /// it at once.
  public var videoComposition: AVVideoComposition? {
    get { state.withLock { $0.videoComposition } }
    set {
      let snapshot = newValue?.snapshot
      // The film is let go without the lock: a client's compositor may hear of it.
      let film = state.withLock { state in
        defer { (state.videoComposition, state.film) = (snapshot, nil) }
        return state.film
      }
      if film != nil { cancelAsked() }
      core?.prepareAgain(self)
    }
  }

  /// How audio tracks are mixed, copied when it is set. It is kept, and without effect: there is no sound.
  public var audioMix: AVAudioMix? {
    get { state.withLock { $0.audioMix } }
    set {
      let snapshot = newValue?.snapshot
      state.withLock { $0.audioMix = snapshot }
    }
  }

  /// The client's compositor that makes the pictures; nil before the item was read, and where there is none.
  public var customVideoCompositor: (any AVVideoCompositing)? { film?.timeline.video?.compositor?.compositor.object }

  /// The tracks of the asset; empty before it was read.
  public var tracks: [AVPlayerItemTrack] {
    guard film != nil else { return [] }
    return asset.contentsOrNone.tracks.map { AVPlayerItemTrack($0) }
  }

  /// The asset's; indefinite before it was read.
  public var duration: CMTime { film?.duration ?? .indefinite }

  /// Where the item can be sought, as `NSValue(timeRange:)`: all of it, or nothing before it was read.
  public var seekableTimeRanges: [NSValue] {
    film.map { [NSValue(timeRange: CMTimeRange(start: .zero, duration: $0.duration))] } ?? []
  }

  /// What is there to be played: all of it, as ``seekableTimeRanges``, because its files are.
  public var loadedTimeRanges: [NSValue] { seekableTimeRanges }

  /// The size of the pictures as they are seen, upright; zero before they are known, and without video.
  public var presentationSize: CGSize {
    guard let script = film?.script else { return .zero }
    let seen = script.upright()
    return CGSize(width: seen.width, height: seen.height)
  }

  /// Seconds that are to be decoded ahead; 0 leaves it to the player. It is without effect: files are read when they are
  /// needed, and at most four frames of a track are decoded ahead.
  public var preferredForwardBufferDuration: TimeInterval {
    get { state.withLock { $0.bufferDuration } }
    set { state.withLock { $0.bufferDuration = newValue >= 0 ? newValue : 0 } }
  }

  /// Whether metadata that change from frame to frame, such as those of Dolby Vision, are applied. At first true. It is
  /// without effect: pictures are those of the base layer, which is what `false` asks for.
  public var appliesPerFrameHDRDisplayMetadata: Bool {
    get { state.withLock { $0.appliesMetadata } }
    set { state.withLock { $0.appliesMetadata = newValue } }
  }

  /// Where playing ends if that is before the asset's end; invalid, as at first, for the asset's end.
  public var forwardPlaybackEndTime: CMTime {
    get { state.withLock { $0.end } }
    set {
      state.withLock { $0.end = newValue }
      core?.wake()
    }
  }

  /// The item's time. It can be read, but only the player moves it.
  public var timebase: CMTimebase? { base }

  /// Whether it can be played faster than 1.
  public var canPlayFastForward: Bool { status == .readyToPlay }
  /// Whether it can be played slower than 1.
  public var canPlaySlowForward: Bool { status == .readyToPlay }
  /// Whether it can be played backward: never. Each picture would be decoded from a key frame on; steps and seeks go back.
  public var canPlayReverse: Bool { false }
  /// As ``canPlayReverse``.
  public var canPlaySlowReverse: Bool { canPlayReverse }
  /// As ``canPlayReverse``.
  public var canPlayFastReverse: Bool { canPlayReverse }
  /// Whether it can step to the next picture.
  public var canStepForward: Bool { film?.script != nil }
  /// Whether it can step to the picture before.
  public var canStepBackward: Bool { film?.script != nil }

  /// Where playing ends; invalid before the item was read.
  var end: CMTime {
    let (end, film) = state.withLock { ($0.end, $0.film) }
    guard let film else { return .invalid }
    return end.isNumeric && end > .zero ? min(end, film.duration) : film.duration
  }

  // MARK: - Notifications

  /// Posted when playing has come to the end, with the item as its object.
  public static let didPlayToEndTimeNotification = Notification.Name("AVPlayerItemDidPlayToEndTimeNotification")
  /// Posted when an item fails, with the item as its object and the error under
  /// ``AVPlayerItemFailedToPlayToEndTimeErrorKey``.
  public static let failedToPlayToEndTimeNotification = Notification.Name(
    "AVPlayerItemFailedToPlayToEndTimeNotification")
  /// Posted when the time jumps, with the item as its object.
  public static let timeJumpedNotification = Notification.Name("AVPlayerItemTimeJumpedNotification")
}

/// The key of the error of ``AVPlayerItem/failedToPlayToEndTimeNotification``.
public let AVPlayerItemFailedToPlayToEndTimeErrorKey: String = "AVPlayerItemFailedToPlayToEndTimeErrorKey"

extension Notification.Name {
  /// The same as ``AVPlayerItem/didPlayToEndTimeNotification``.
  public static var AVPlayerItemDidPlayToEndTime: Notification.Name { AVPlayerItem.didPlayToEndTimeNotification }
  /// The same as ``AVPlayerItem/failedToPlayToEndTimeNotification``.
  public static var AVPlayerItemFailedToPlayToEndTime: Notification.Name {
    AVPlayerItem.failedToPlayToEndTimeNotification
  }
  /// The same as ``AVPlayerItem/timeJumpedNotification``.
  public static var AVPlayerItemTimeJumped: Notification.Name { AVPlayerItem.timeJumpedNotification }
}

/// A track of an item.
public final class AVPlayerItemTrack: Sendable {
  /// The asset's track.
  public let assetTrack: AVAssetTrack?

  init(_ track: AVAssetTrack) { assetTrack = track }

  /// Whether the track is played, as its file says.
  public var isEnabled: Bool { assetTrack?.isEnabled ?? false }
}
