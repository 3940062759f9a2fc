internal import Synchronization

/// Collects the changes that a writer had to make so that the file can hold a picture, while files are written with
/// options that name it (``EncodeOptions/report``). It is equal only to itself.
package final class EncodingReport: Sendable {
  private let counts = Mutex((changed: 0, lost: 0))

  package init() {}

  /// Samples of floating point that the file cannot hold: NaN, written as 0, infinities, written as 65504, and numbers
  /// beyond its range, written as the largest that it can hold.
  package var changedSamples: Int { counts.withLock { $0.changed } }

  /// Samples other than 0 that halves hold as 0.
  package var lostSamples: Int { counts.withLock { $0.lost } }

  /// Adds to ``changedSamples``.
  package func add(changedSamples count: Int) { counts.withLock { $0.changed += count } }

  /// Adds to ``lostSamples``.
  package func add(lostSamples count: Int) { counts.withLock { $0.lost += count } }

  /// As ``add(changedSamples:)`` for a whole picture, which may be written more than once until its
  /// file has the wanted size.
  package func note(changedSamples count: Int) { counts.withLock { $0.changed = max($0.changed, count) } }

  /// As ``add(lostSamples:)`` for a whole picture.
  package func note(lostSamples count: Int) { counts.withLock { $0.lost = max($0.lost, count) } }

  /// One sentence for each kind of change; empty where nothing was changed.
  package var warnings: [String] {
    let (changed, lost) = counts.withLock { $0 }
    var result: [String] = []
    if changed > 0 {
      let fate = "written as 0, 65504 and the largest value"
      result.append("\(Self.samples(changed)) NaN, infinite or beyond what the file takes; \(fate)")
    }
    if lost > 0 { result.append("\(Self.samples(lost)) too small for half floats; written as 0") }
    return result
  }

  private static func samples(_ count: Int) -> String { count == 1 ? "1 sample is" : "\(count) samples are" }
}

extension EncodingReport: Hashable {
  package static func == (one: EncodingReport, other: EncodingReport) -> Bool { one === other }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
