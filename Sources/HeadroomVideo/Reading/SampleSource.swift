/// Where an output's samples are from. One thread at a time.
protocol SampleSource: AnyObject {
  /// Goes to the start of a range of the asset.
  func begin(_ range: CMTimeRange) throws
  /// The next samples of the range; nil behind the last.
  func next() throws -> CMSampleBuffer?
}

/// Several ranges of a source one after the other.
// Sendable: an output uses it, and what its source holds, behind a lock.
final class RangedSamples: @unchecked Sendable {
  private let source: any SampleSource
  private var waiting: [CMTimeRange]
  private var isInside = false

  init(_ source: any SampleSource, _ ranges: [CMTimeRange]) { (self.source, waiting) = (source, ranges) }

  /// Whether all samples have been given.
  private(set) var isAtEnd = false

  func next() throws -> CMSampleBuffer? {
    while true {
      if isInside, let buffer = try source.next() { return buffer }
      guard !waiting.isEmpty else {
        isAtEnd = true
        return nil
      }
      try source.begin(waiting.removeFirst())
      isInside = true
    }
  }

  func restart(_ ranges: [CMTimeRange]) { (waiting, isInside, isAtEnd) = (ranges, false, false) }
}
