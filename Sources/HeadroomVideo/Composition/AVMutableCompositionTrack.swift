public import HeadroomGraphics
internal import Synchronization

/// A track of a composition that can be edited.
///
/// An edit that throws leaves the track as it was. Calls may come from any thread; each is done as a whole.
public final class AVMutableCompositionTrack: AVCompositionTrack, @unchecked Sendable {
  /// What shall turn the pictures; identity unless set: it is not copied from sources.
  public override var preferredTransform: CGAffineTransform {
    get { model.preferredTransform }
    set { state.withLock { $0.preferredTransform = newValue } }
  }

  /// How loud sound is meant to be; 1 leaves it as it is.
  public override var preferredVolume: Float {
    get { model.preferredVolume }
    set { state.withLock { $0.preferredVolume = newValue } }
  }

  /// Whether the track is shown.
  public override var isEnabled: Bool {
    get { model.isEnabled }
    set { state.withLock { $0.isEnabled = newValue } }
  }

  /// Units of a second for the track's times: those of the first piece's source, or 600, unless set. 0 sets it back.
  public override var naturalTimeScale: CMTimeScale {
    get { values.naturalTimeScale }
    set { state.withLock { $0.givenTimeScale = max(newValue, 0) } }
  }

  /// Three letters of ISO 639-2.
  public override var languageCode: String? {
    get { model.languageCode }
    set { state.withLock { $0.languageCode = newValue } }
  }

  /// The language by BCP 47.
  public override var extendedLanguageTag: String? {
    get { model.extendedLanguageTag }
    set { state.withLock { $0.extendedLanguageTag = newValue } }
  }
}

extension AVMutableCompositionTrack {
  /// Inserts a piece of a track at natural speed. What is at the time and after it moves by the range's duration; a piece
  /// that spans the time is cut. Behind the end a gap is left.
  ///
  /// - Parameters:
  ///   - timeRange: in the source track's time. An infinite duration takes the rest; what lies behind the source's end
  ///     becomes a gap.
  ///   - track: a track of a file or a composition, of the same kind of media.
  ///   - startTime: in this track; an invalid time is its end.
  /// - Throws: ``AVError`` with a ``CompositionError``.
  public func insertTimeRange(_ timeRange: CMTimeRange, of track: AVAssetTrack, at startTime: CMTime) throws {
    try insertTimeRanges([timeRange], of: [track], at: startTime)
  }

  /// Inserts several pieces one after the other, or none of them if one cannot be.
  ///
  /// - Parameters:
  ///   - timeRanges: as many as tracks.
  ///   - tracks: nil is a gap as long as the range, whose start does not count.
  ///   - startTime: in this track; an invalid time is its end.
  /// - Throws: ``AVError`` with a ``CompositionError``.
  public func insertTimeRanges(_ timeRanges: [CMTimeRange], of tracks: [AVAssetTrack?], at startTime: CMTime) throws {
    guard timeRanges.count == tracks.count else {
      throw AVError(CompositionError.count(ranges: timeRanges.count, tracks: tracks.count))
    }
    let inserted = try zip(timeRanges, tracks).flatMap { try pieces($0, of: $1) }
    try state.withLock { try $0.insert(inserted, at: startTime) }
  }

  private func pieces(
    _ range: CMTimeRange, of track: AVAssetTrack?
  ) throws -> [SegmentTimeline<TrackSource>.Piece] {
    guard let track else {
      guard CMTimeRange(start: .zero, duration: range.duration).isEditable else {
        throw AVError(CompositionError.timeRange(range))
      }
      return [SegmentTimeline.Piece(gap: range.duration)]
    }
    guard track.mediaType == mediaType else {
      throw AVError(CompositionError.mediaType(track.mediaType, expected: mediaType))
    }
    return try track.pieces(in: range, needsMedia: true)
  }

  /// Inserts a gap. What is at its start and after it moves; behind the end nothing happens, as a track does not end with a
  /// gap. Ranges that are not numbers from 0 on have no effect.
  public func insertEmptyTimeRange(_ timeRange: CMTimeRange) {
    guard timeRange.isEditable else { return }
    state.withLock { try? $0.insert([SegmentTimeline.Piece(gap: timeRange.duration)], at: timeRange.start) }
  }

  /// Takes a range out; what comes after moves to its start. Ranges that are not numbers from 0 on have no effect.
  public func removeTimeRange(_ timeRange: CMTimeRange) {
    guard timeRange.isEditable else { return }
    state.withLock { $0.timeline.remove(timeRange) }
  }

  /// Shows a range faster or slower; what comes after moves. Ranges that are not numbers from 0 on, durations that are not
  /// above 0, and such that make the track longer than times can say have no effect.
  public func scaleTimeRange(_ timeRange: CMTimeRange, toDuration duration: CMTime) {
    guard timeRange.isEditable, duration.isNumeric, duration > .zero, duration.epoch == 0 else { return }
    state.withLock { $0.scale(timeRange, to: duration) }
  }

  /// Whether `segments` could be set to these.
  ///
  /// - Throws: ``AVError`` with a ``CompositionError`` that has both times, where the first target does not start at 0,
  ///   another not where the one before it ends, or a range is none.
  public func validateSegments(_ trackSegments: [AVCompositionTrackSegment]) throws {
    try CompositionTrackModel.validate(trackSegments)
  }

  /// Lets another description stand for one of `formatDescriptions`, so that samples are read as it says, as other
  /// colours. It changes no samples, and insertions into other tracks do not take it along.
  ///
  /// - Parameters:
  ///   - originalFormatDescription: one that the track's samples have.
  ///   - replacementFormatDescription: nil ends the replacement.
  public func replaceFormatDescription(
    _ originalFormatDescription: CMFormatDescription, with replacementFormatDescription: CMFormatDescription?
  ) {
    state.withLock { model in
      let original =
        model.replacements.first { $0.value == originalFormatDescription }?.key ?? originalFormatDescription
      model.replacements[original] = replacementFormatDescription
    }
  }
}

extension AVAsynchronousKeyValueLoading where Self: AVMutableCompositionTrack {
  /// The pieces and gaps, in order and without gaps between their targets. Setting what `validateSegments(_:)` refuses
  /// has no effect.
  public var segments: [AVCompositionTrackSegment] {
    get { compositionSegments }
    nonmutating set { state.withLock { try? $0.set(newValue) } }
  }
}
