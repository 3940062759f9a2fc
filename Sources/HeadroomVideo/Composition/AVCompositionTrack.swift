internal import Synchronization

/// A track of a composition: pieces of files' tracks one after the other.
public class AVCompositionTrack: AVAssetTrack, @unchecked Sendable {
  let state: Mutex<CompositionTrackModel>

  init(_ model: CompositionTrackModel, of composition: AVComposition) {
    state = Mutex(model)
    super.init(of: composition)
  }

  package override var values: TrackValues { model.values }
  public override var trackID: CMPersistentTrackID { model.id }
  public override var mediaType: AVMediaType { model.mediaType }
  package var model: CompositionTrackModel { state.withLock { $0 } }
  var compositionTimeline: SegmentTimeline<TrackSource> { model.timeline }
  package override var segmentObjects: [AVAssetTrackSegment] { compositionSegments }

  var compositionSegments: [AVCompositionTrackSegment] {
    let timeline = compositionTimeline
    return zip(timeline.pieces, timeline.mappings).map { AVCompositionTrackSegment($0.source, $1) }
  }

  /// Descriptions that stand for those of sources, in no order.
  public var formatDescriptionReplacements: [AVCompositionTrackFormatDescriptionReplacement] {
    model.replacements.map {
      AVCompositionTrackFormatDescriptionReplacement(
        originalFormatDescription: $0, replacementFormatDescription: $1)
    }
  }
}

/// A description that stands for that of a source.
public final class AVCompositionTrackFormatDescriptionReplacement: Sendable {
  public let originalFormatDescription: CMFormatDescription
  public let replacementFormatDescription: CMFormatDescription

  init(originalFormatDescription: CMFormatDescription, replacementFormatDescription: CMFormatDescription) {
    self.originalFormatDescription = originalFormatDescription
    self.replacementFormatDescription = replacementFormatDescription
  }
}

extension AVAsynchronousKeyValueLoading where Self: AVCompositionTrack {
  /// The pieces and gaps, in order and without gaps between their targets.
  public var segments: [AVCompositionTrackSegment] { compositionSegments }

  /// The piece or gap that a time is in; nil behind the end.
  public func segment(forTrackTime trackTime: CMTime) -> AVCompositionTrackSegment? {
    compositionSegments.first { $0.timeMapping.target.containsTime(trackTime) }
  }
}
