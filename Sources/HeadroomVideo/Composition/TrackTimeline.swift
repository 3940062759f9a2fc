package import Foundation
package import HeadroomColor

/// A track of a file as a composition uses it.
package struct ResolvedSource: Sendable {
  package let url: URL
  package let trackID: CMPersistentTrackID
  package let facts: TrackFacts
  /// What the pictures' codes mean: as the file says, or as a replaced format description does. Nil for sound.
  package let color: CICP?
  /// The open file; nil where facts alone are known.
  package let media: MediaFile?

  package var video: VideoFacts? { facts.video }
  /// Of pictures as displayed, before their transform.
  package var naturalSize: CGSize { facts.video?.naturalSize ?? .zero }
}

/// What a track shows when, resolved to files; gaps are left out.
package struct TrackTimeline: Sendable {
  /// A stretch that shows a source at one speed.
  package struct Stretch: Sendable {
    package let source: ResolvedSource
    /// In the time of the source's track, after its edits.
    package let sourceRange: CMTimeRange
    /// In the composition's time.
    package let target: CMTimeRange

    /// - Parameter time: in ``target``.
    package func sourceTime(at time: CMTime) -> CMTime {
      sourceRange.start + (time - target.start).scaled(by: sourceRange.duration, over: target.duration)
    }
  }

  package let trackID: CMPersistentTrackID
  /// In order, without overlaps.
  package let stretches: [Stretch]
  /// How loud its sound is, over the composition's time.
  package var volumes = RampList<SoundVolume>()

  /// - Throws: ``AVError`` where a file cannot be read or has no such track.
  package init(_ track: AVAssetTrack) throws(AVError) {
    trackID = track.trackID
    let replaced = (track as? AVCompositionTrack)?.model.replacements ?? [:]
    let timeline = track.shownPieces
    var stretches: [Stretch] = []
    for (piece, target) in zip(timeline.pieces, timeline.ranges) {
      guard let source = piece.source else { continue }
      let resolved = try ResolvedSource(source, replaced)
      stretches.append(Stretch(source: resolved, sourceRange: piece.sourceRange, target: target))
    }
    self.stretches = stretches
  }

  /// Nil in gaps.
  package func stretch(at time: CMTime) -> Stretch? {
    let place = stretches.partitionPoint { $0.target.end > time }
    return place < stretches.count && stretches[place].target.containsTime(time) ? stretches[place] : nil
  }

  /// The stretches that a range touches.
  package func stretches(in range: CMTimeRange) -> [Stretch] {
    stretches.filter { $0.target.start < range.end && $0.target.end > range.start }
  }
}

extension ResolvedSource {
  fileprivate init(
    _ source: TrackSource, _ replaced: [CMFormatDescription: CMFormatDescription]
  ) throws(AVError) {
    let track = try source.track()
    let replacement = track.values.formatDescriptions.first.flatMap { replaced[$0] }
    self.init(
      url: source.url, trackID: source.trackID, facts: track.facts, color: replacement?.cicp ?? track.facts.video?.cicp,
      media: try source.file.content().media)
  }

  /// Refuses what compositions do not take.
  func checkComposable() throws(VideoCompositionError) {
    guard let video else { return }
    if video.fieldOrder != .progressive { throw .source(url, trackID, "interlaced video") }
  }
}
