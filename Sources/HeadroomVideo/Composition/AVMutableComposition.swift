public import Foundation
internal import Synchronization

/// A composition that can be edited: tracks of pieces of files.
///
/// It is as long as its longest track. Where a track shows nothing there is no picture, or silence. An edit that throws
/// leaves all tracks as they were.
public final class AVMutableComposition: AVComposition, @unchecked Sendable {
  /// An empty composition.
  public override init() { super.init() }

  /// The size of the pictures; `.zero` takes the largest width and height of the video tracks.
  public override var naturalSize: CGSize {
    get { super.naturalSize }
    set { state.withLock { $0.naturalSize = newValue == .zero ? nil : newValue } }
  }

  var mutableTracks: [AVMutableCompositionTrack] { compositionTracks.compactMap { $0 as? AVMutableCompositionTrack } }
}

extension AVMutableComposition {
  /// Adds a track without pieces.
  ///
  /// - Parameters:
  ///   - mediaType: what it holds.
  ///   - preferredTrackID: the number it shall have; one that is taken, or not above 0, is replaced by a free one.
  @discardableResult
  public func addMutableTrack(
    withMediaType mediaType: AVMediaType, preferredTrackID: CMPersistentTrackID
  ) -> AVMutableCompositionTrack? {
    state.withLock { state in
      let id = state.freeID(preferring: preferredTrackID)
      let track = AVMutableCompositionTrack(CompositionTrackModel(id: id, mediaType: mediaType), of: self)
      state.tracks.append(track)
      return track
    }
  }

  /// Takes a track out of the composition; a track of another one has no effect.
  public func removeTrack(_ track: AVCompositionTrack) {
    state.withLock { $0.tracks.removeAll { $0 === track } }
  }

  /// A track that pieces of another track can be inserted into: the first of its kind of media. Nil if there is none.
  public func mutableTrack(compatibleWith track: AVAssetTrack) -> AVMutableCompositionTrack? {
    mutableTracks.first { $0.mediaType == track.mediaType }
  }

  /// Inserts a range of all video and audio tracks of an asset, into tracks of their kinds that are added where missing. All tracks move,
  /// those too that get nothing.
  ///
  /// - Parameters:
  ///   - timeRange: in the asset's time. An infinite duration takes the rest.
  ///   - asset: a file's or a composition.
  ///   - startTime: in this composition; an invalid time is its end.
  /// - Throws: ``AVError`` where the asset cannot be read, or with a ``CompositionError``.
  public func insertTimeRange(_ timeRange: CMTimeRange, of asset: AVAsset, at startTime: CMTime) throws {
    let contents = try asset.contents()
    var range = timeRange
    if range.duration.isPositiveInfinity { range = CMTimeRange(start: range.start, end: contents.duration) }
    guard range.isEditable else { throw AVError(CompositionError.timeRange(timeRange)) }
    let sources = contents.tracks.filter { $0.mediaType == .video || $0.mediaType == .audio }
    let pieces = try sources.map { ($0, try $0.pieces(in: range, needsMedia: false)) }
    guard pieces.contains(where: { $0.1.contains { !$0.isEmpty } }) else {
      throw AVError(CompositionError.outside(timeRange, of: CMTimeRange(start: .zero, duration: contents.duration)))
    }
    try insert(pieces, lasting: range.duration, at: startTime.isValid ? startTime : duration)
  }

  private func insert(
    _ sources: [(track: AVAssetTrack, pieces: [SegmentTimeline<TrackSource>.Piece])], lasting duration: CMTime,
    at time: CMTime
  ) throws {
    try state.withLock { state in
      var free = state.tracks.map(\.model)
      var (edited, added): ([CompositionTrackModel], [CompositionTrackModel]) = ([], [])
      for (track, pieces) in sources {
        let index = free.firstIndex { $0.mediaType == track.mediaType }
        var model = index.map { free.remove(at: $0) } ?? state.newModel(like: track, beside: added)
        try model.insert(pieces, at: time)
        if index == nil { added.append(model) } else { edited.append(model) }
      }
      for var model in free {
        try model.insert([SegmentTimeline.Piece(gap: duration)], at: time)
        edited.append(model)
      }
      for model in edited {
        state.tracks.first { $0.trackID == model.id }?.state.withLock { $0.timeline = model.timeline }
      }
      state.tracks += added.map { AVMutableCompositionTrack($0, of: self) }
    }
  }

  /// Inserts a gap into all tracks; see ``AVMutableCompositionTrack/insertEmptyTimeRange(_:)``.
  public func insertEmptyTimeRange(_ timeRange: CMTimeRange) {
    for track in mutableTracks { track.insertEmptyTimeRange(timeRange) }
  }

  /// Takes a range out of all tracks, which stay even if nothing is left in them; see
  /// ``AVMutableCompositionTrack/removeTimeRange(_:)``.
  public func removeTimeRange(_ timeRange: CMTimeRange) {
    for track in mutableTracks { track.removeTimeRange(timeRange) }
  }

  /// Shows a range of all tracks faster or slower; see ``AVMutableCompositionTrack/scaleTimeRange(_:toDuration:)``.
  public func scaleTimeRange(_ timeRange: CMTimeRange, toDuration duration: CMTime) {
    for track in mutableTracks { track.scaleTimeRange(timeRange, toDuration: duration) }
  }
}

extension AVComposition.State {
  /// The preferred number if it is free, otherwise the one after the largest; the lowest free one where there is none.
  func freeID(
    preferring id: CMPersistentTrackID = 0, beside added: [CompositionTrackModel] = []
  ) -> CMPersistentTrackID {
    let taken = Set(tracks.map(\.trackID) + added.map(\.id))
    if id > 0, !taken.contains(id) { return id }
    let (next, overflow) = (taken.max() ?? 0).addingReportingOverflow(1)
    return overflow ? (1...CMPersistentTrackID.max).first { !taken.contains($0) } ?? 0 : next
  }

  fileprivate func newModel(like track: AVAssetTrack, beside added: [CompositionTrackModel]) -> CompositionTrackModel {
    CompositionTrackModel(id: freeID(preferring: track.trackID, beside: added), mediaType: track.mediaType)
  }
}

extension AVAsynchronousKeyValueLoading where Self: AVMutableComposition {
  /// All tracks.
  public var tracks: [AVMutableCompositionTrack] { mutableTracks }
  /// The tracks of a kind.
  public func tracks(withMediaType mediaType: AVMediaType) -> [AVMutableCompositionTrack] {
    mutableTracks.filter { $0.mediaType == mediaType }
  }
  /// The tracks with a characteristic.
  public func tracks(withMediaCharacteristic characteristic: AVMediaCharacteristic) -> [AVMutableCompositionTrack] {
    mutableTracks.filter { $0.hasMediaCharacteristic(characteristic) }
  }
  /// The track of a number; nil if there is none.
  public func track(withTrackID trackID: CMPersistentTrackID) -> AVMutableCompositionTrack? {
    mutableTracks.first { $0.trackID == trackID }
  }
  /// The tracks of a kind.
  public func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVMutableCompositionTrack] {
    tracks(withMediaType: mediaType)
  }
  /// The tracks with a characteristic.
  public func loadTracks(
    withMediaCharacteristic characteristic: AVMediaCharacteristic
  ) async throws -> [AVMutableCompositionTrack] {
    tracks(withMediaCharacteristic: characteristic)
  }
  /// The track of a number; nil if there is none.
  public func loadTrack(withTrackID trackID: CMPersistentTrackID) async throws -> AVMutableCompositionTrack? {
    track(withTrackID: trackID)
  }
}

extension AVPartialAsyncProperty where Root: AVMutableComposition {
  /// All tracks.
  public static var tracks: AVAsyncProperty<Root, [AVMutableCompositionTrack]> {
    AVAsyncProperty("tracks", state: { _ in .loaded }, value: { $0.mutableTracks })
  }
}

extension AVAsset {
  /// What works for long takes this: a mutable composition as it is now, which may change meanwhile, and others as they are.
  var snapshot: AVAsset { (self as? AVMutableComposition).flatMap { $0.copy() as? AVAsset } ?? self }
}
