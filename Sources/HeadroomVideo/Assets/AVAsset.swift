public import Foundation
internal import Synchronization

/// Timed pictures and sound: a file's, or those of a composition.
///
/// Making one reads nothing. `load(_:)` and the properties read the file's tables when first asked, once; a file that could
/// not be read stays so. The properties wait for the reading, and are empty or invalid where it failed: `load(_:)` throws
/// the reason.
///
/// Sendable: subclasses are made here only, and what they store never changes or lies behind a lock.
public class AVAsset: AVAsynchronousKeyValueLoading, @unchecked Sendable {
  /// Nil for what is no file.
  package let file: AssetFile?
  private let fileTracks = Mutex<[AVAssetTrack]?>(nil)

  package init(file: AssetFile?) { self.file = file }

  /// The asset of a file.
  public convenience init(url: URL) { self.init(file: AssetFile(url)) }

  /// Its tracks and their common duration.
  package func contents() throws(AVError) -> AssetContents {
    guard let file else { return AssetContents(duration: .zero, tracks: []) }
    let content = try file.content()
    let tracks = fileTracks.withLock { tracks in
      let made =
        tracks ?? content.tracks.map { AVAssetTrack($0, source: TrackSource(file, trackID: $0.facts.id), of: self) }
      tracks = made
      return made
    }
    return AssetContents(duration: content.facts.duration, tracks: tracks)
  }

  package var loadingState: LoadingState { file?.state ?? .loaded }

  /// As ``contents()``, without tracks where nothing can be read.
  package var contentsOrNone: AssetContents {
    (try? contents()) ?? AssetContents(duration: .invalid, tracks: [])
  }

  /// The size of the pictures before their transform; see ``AVAssetTrack/naturalSize``. Of several tracks the largest width
  /// and height.
  public var naturalSize: CGSize { contentsOrNone.largestPicture }

  /// As ``AVAsset/duration`` of `load(_:)`, but invalid where nothing can be read.
  public var duration: CMTime { contentsOrNone.duration }
}

/// What an asset holds.
package struct AssetContents: Sendable {
  package var duration: CMTime
  package var tracks: [AVAssetTrack]

  package func tracks(of type: AVMediaType) -> [AVAssetTrack] { tracks.filter { $0.mediaType == type } }

  package var largestPicture: CGSize {
    tracks(of: .video).map(\.naturalSize).reduce(.zero) {
      CGSize(width: max($0.width, $1.width), height: max($0.height, $1.height))
    }
  }
}

extension AVAsset: Hashable {
  /// Whether both are the same object.
  public static func == (a: AVAsset, b: AVAsset) -> Bool { a === b }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Whether an ``AVURLAsset`` shall have exact times; they always are here.
public let AVURLAssetPreferPreciseDurationAndTimingKey: String = "AVURLAssetPreferPreciseDurationAndTimingKey"

/// The asset of a file.
public final class AVURLAsset: AVAsset, @unchecked Sendable {
  /// Where the file is.
  public let url: URL

  /// - Parameters:
  ///   - url: a file.
  ///   - options: ``AVURLAssetPreferPreciseDurationAndTimingKey`` is true whatever is given; others have no effect.
  public init(url: URL, options: [String: Any]? = nil) {
    self.url = url
    super.init(file: AssetFile(url))
  }

  /// A file whose facts are known.
  package init(url: URL, facts: MediaFacts) {
    self.url = url
    super.init(file: AssetFile(url, facts: facts))
  }
}
