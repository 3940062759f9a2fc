public import Foundation

/// A stretch of a composition's track: a piece of a file and where it is shown, or a gap.
public final class AVCompositionTrackSegment: AVAssetTrackSegment, @unchecked Sendable {
  /// Nil in gaps.
  package let source: TrackSource?

  /// A piece of a file's track.
  ///
  /// - Parameters:
  ///   - URL: the file.
  ///   - trackID: the track's number in the file.
  ///   - sourceTimeRange: the piece, in the track's time.
  ///   - targetTimeRange: where it is shown; another duration is another speed.
  public init(
    url URL: URL, trackID: CMPersistentTrackID, sourceTimeRange: CMTimeRange, targetTimeRange: CMTimeRange
  ) {
    source = TrackSource(AssetFile(URL), trackID: trackID)
    super.init(timeMapping: CMTimeMapping(source: sourceTimeRange, target: targetTimeRange))
  }

  /// A gap.
  public init(timeRange: CMTimeRange) {
    source = nil
    super.init(timeMapping: CMTimeMappingMakeEmpty(target: timeRange))
  }

  init(_ source: TrackSource?, _ mapping: CMTimeMapping) {
    self.source = source
    super.init(timeMapping: mapping)
  }

  /// The file; nil in gaps.
  public var sourceURL: URL? { source?.url }
  /// The track's number in the file; ``kCMPersistentTrackID_Invalid`` in gaps.
  public var sourceTrackID: CMPersistentTrackID { source?.trackID ?? kCMPersistentTrackID_Invalid }
}
