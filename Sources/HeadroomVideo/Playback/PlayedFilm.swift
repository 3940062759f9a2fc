internal import Foundation

/// What an item plays, resolved to files. It does not change with the asset or the composition.
final class PlayedFilm: Sendable {
  let timeline: MovieTimeline
  /// Nil where there is nothing to be seen.
  let script: CompositionScript?
  /// Held while a picture is made: a client's compositor gets its requests from one thread at a time.
  let work = NSLock()

  /// - Throws: ``AVError`` for what cannot be read or composed.
  init(_ asset: AVAsset, _ composition: AVVideoComposition?) throws(AVError) {
    guard composition?.animationTool == nil else {
      throw AVError(.invalidVideoComposition, underlying: PlayerError.animationTool)
    }
    timeline = try MovieTimeline(asset.snapshot, composition)
    let range = CMTimeRange(start: .zero, duration: timeline.duration)
    do {
      script = try timeline.video.map { try CompositionScript($0, in: range, isPlayer: true) }
    } catch {
      throw AVError(error, code: .decodeFailed)
    }
  }

  deinit { script?.close() }

  var duration: CMTime { timeline.duration }

  /// The number of the picture that is shown at a time: the last one behind the end; nil before the first.
  func number(at time: CMTime) -> Int? {
    guard let script, time.isNumeric || time.isPositiveInfinity else { return nil }
    return script.times.number(at: time)
  }

  /// When a picture begins; nil for none.
  func start(of number: Int) -> CMTime? {
    guard let script, script.times.indices.contains(number) else { return nil }
    return script.times[number]
  }
}

/// Why an item cannot be played, exactly; the `underlying` error of an ``AVError``.
public enum PlayerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Its video composition has layers drawn around pictures, which only exports and readers do.
  case animationTool

  public var description: String { "players take no composition with an AVVideoCompositionCoreAnimationTool" }
}
