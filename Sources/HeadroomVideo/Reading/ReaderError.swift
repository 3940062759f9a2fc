/// Why a reader cannot read, exactly; the `underlying` error of an ``AVError``.
public enum ReaderError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A reader reads once.
  case alreadyStarted
  /// There are no outputs.
  case noOutputs
  /// An output's track is not one of the reader's asset.
  case foreignTrack(CMPersistentTrackID)
  /// An output is added to two readers, or twice.
  case usedOutput
  /// An output for one kind of media has a track of another.
  case mediaType(CMPersistentTrackID, AVMediaType)
  /// A setting that means nothing, or that readers cannot fulfil.
  case setting(String, String)
  /// The range to be read is none.
  case timeRange(CMTimeRange)
  /// A range starts before the one in front of it ends.
  case overlap(CMTimeRange, CMTimeRange)
  /// Ranges are reset for an output that does not support it, or that is not at its end.
  case reset(String)
  /// An output of a composition has none.
  case noVideoComposition
  /// A composition needs a track that its output does not have.
  case missingTrack(CMPersistentTrackID)
  /// Samples of a track do not lie in the file as they are.
  case noReference(CMPersistentTrackID)

  public var description: String {
    switch self {
    case .alreadyStarted: "a reader reads once"
    case .noOutputs: "there are no outputs to read"
    case .foreignTrack(let id): "track \(id) is not one of the reader's asset"
    case .usedOutput: "an output belongs to one reader"
    case .mediaType(let id, let type): "track \(id) is of the kind \(type.rawValue), which this output does not read"
    case .setting(let key, let words): "\(key): \(words)"
    case .timeRange(let range): "\(range.start) for \(range.duration) is no range to read"
    case .overlap(let first, let second): "the range from \(second.start) on starts before \(first.end)"
    case .reset(let words): "ranges cannot be reset: \(words)"
    case .noVideoComposition: "the output has no video composition"
    case .missingTrack(let id): "the video composition shows track \(id), which the output does not read"
    case .noReference(let id): "the samples of track \(id) do not lie in the file as they are"
    }
  }
}

extension AVError {
  init(_ error: ReaderError) { self.init(.unknown, underlying: error) }
}
