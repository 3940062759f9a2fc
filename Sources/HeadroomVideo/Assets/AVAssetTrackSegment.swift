/// A stretch of a track: a piece of its samples and where it is shown.
public class AVAssetTrackSegment: @unchecked Sendable {
  /// From the time of the samples to the track's.
  public let timeMapping: CMTimeMapping

  package init(timeMapping: CMTimeMapping) { self.timeMapping = timeMapping }

  /// Whether nothing is shown.
  public var isEmpty: Bool { !timeMapping.source.start.isValid }
}
