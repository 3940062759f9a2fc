public import Foundation
internal import Synchronization

/// An asset that shows pieces of files, as it was when it was copied from an ``AVMutableComposition``.
public class AVComposition: AVAsset, @unchecked Sendable {
  struct State: Sendable {
    var tracks: [AVCompositionTrack] = []
    /// Nil takes the tracks'.
    var naturalSize: CGSize?
  }

  let state = Mutex(State())

  init() { super.init(file: nil) }

  package override func contents() throws(AVError) -> AssetContents {
    let tracks = compositionTracks
    return AssetContents(duration: tracks.map(\.compositionTimeline.duration).reduce(.zero, max), tracks: tracks)
  }

  package override var loadingState: LoadingState { .loaded }

  package var compositionTracks: [AVCompositionTrack] { state.withLock { $0.tracks } }

  /// The size of the pictures: as set, otherwise the largest width and height of the video tracks.
  public override var naturalSize: CGSize { state.withLock { $0.naturalSize } ?? super.naturalSize }

  /// The composition as it is now, as an ``AVComposition``.
  public func copy() -> Any { AVComposition(snapshotOf: self) { AVCompositionTrack($0, of: $1) } }

  /// The composition as it is now, as an ``AVMutableComposition``.
  public func mutableCopy() -> Any { AVMutableComposition(snapshotOf: self) { AVMutableCompositionTrack($0, of: $1) } }

  fileprivate convenience init(
    snapshotOf other: AVComposition, _ make: (CompositionTrackModel, AVComposition) -> AVCompositionTrack
  ) {
    self.init()
    let copied = other.state.withLock { (size: $0.naturalSize, models: $0.tracks.map(\.model)) }
    let tracks = copied.models.map { make($0, self) }
    state.withLock { $0 = State(tracks: tracks, naturalSize: copied.size) }
  }
}

extension AVAsynchronousKeyValueLoading where Self: AVComposition {
  /// All tracks.
  public var tracks: [AVCompositionTrack] { compositionTracks }
  /// The tracks of a kind.
  public func tracks(withMediaType mediaType: AVMediaType) -> [AVCompositionTrack] {
    compositionTracks.filter { $0.mediaType == mediaType }
  }
  /// The tracks with a characteristic.
  public func tracks(withMediaCharacteristic characteristic: AVMediaCharacteristic) -> [AVCompositionTrack] {
    compositionTracks.filter { $0.hasMediaCharacteristic(characteristic) }
  }
  /// The track of a number; nil if there is none.
  public func track(withTrackID trackID: CMPersistentTrackID) -> AVCompositionTrack? {
    compositionTracks.first { $0.trackID == trackID }
  }
  /// The tracks of a kind.
  public func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVCompositionTrack] {
    tracks(withMediaType: mediaType)
  }
  /// The tracks with a characteristic.
  public func loadTracks(
    withMediaCharacteristic characteristic: AVMediaCharacteristic
  ) async throws -> [AVCompositionTrack] {
    tracks(withMediaCharacteristic: characteristic)
  }
  /// The track of a number; nil if there is none.
  public func loadTrack(withTrackID trackID: CMPersistentTrackID) async throws -> AVCompositionTrack? {
    track(withTrackID: trackID)
  }
}

extension AVPartialAsyncProperty where Root: AVComposition {
  /// All tracks.
  public static var tracks: AVAsyncProperty<Root, [AVCompositionTrack]> {
    AVAsyncProperty("tracks", state: { _ in .loaded }, value: { $0.compositionTracks })
  }
}
