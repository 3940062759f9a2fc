internal import Synchronization

/// What a writer had to change in a picture so that the file can hold it; filled while files are written with options that
/// name it (``EncodeOptions/report``). Equal to itself only.
package final class EncodingReport: Sendable {
  private let samples = Mutex(0)

  package init() {}

  /// Samples of floating point that the file cannot hold: NaN, written as 0, and infinities and numbers beyond its
  /// range, written as the largest it takes.
  package var changedSamples: Int { samples.withLock { $0 } }

  /// Adds to ``changedSamples``.
  package func add(changedSamples count: Int) {
    guard count > 0 else { return }
    samples.withLock { $0 += count }
  }

  /// As ``add(changedSamples:)`` for a whole picture, which may be written more than once until its file has a wanted size.
  package func note(changedSamples count: Int) { samples.withLock { $0 = max($0, count) } }

  /// One sentence for each kind of change; empty where nothing was changed.
  package var warnings: [String] {
    let count = changedSamples
    guard count > 0 else { return [] }
    let were = count == 1 ? "1 sample is" : "\(count) samples are"
    return ["\(were) NaN, infinite or beyond what the file takes; written as 0 and as the largest value"]
  }
}

extension EncodingReport: Hashable {
  package static func == (one: EncodingReport, other: EncodingReport) -> Bool { one === other }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
