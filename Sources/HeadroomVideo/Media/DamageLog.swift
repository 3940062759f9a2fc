/// What a decoder found wrong since it began at a sample, and which frames suffer from it.
package struct DamageLog {
  private struct Entry {
    var reason: MediaError.Reason
    /// Whether the sample is only one of several that a refusal may belong to.
    var isGuess: Bool
  }

  private let index: FrameIndex
  /// Samples that a decoder has at once.
  private let depth: Int
  private var entries: [Int: Entry] = [:]
  private var cameOut: Set<Int> = []
  /// The sample where decoding began.
  private var start = 0

  /// - Parameter depth: samples that a decoder has at once.
  package init(_ index: FrameIndex, depth: Int) { (self.index, self.depth) = (index, depth) }

  /// Forgets everything: decoding begins anew.
  package mutating func begin(at sample: Int) {
    (entries, cameOut, start) = ([:], [], sample)
  }

  package mutating func add(_ reason: MediaError.Reason, of sample: Int) {
    guard index.samples.indices.contains(sample) else { return }
    if entries[sample]?.isGuess ?? true { entries[sample] = Entry(reason: reason, isGuess: false) }
  }

  /// A decoder refused a sample: the last that went in, or one of those before it.
  package mutating func add(refusal: MediaError.Reason, before next: Int) {
    for sample in max(start, next - depth)..<max(next, start) where entries[sample] == nil && !cameOut.contains(sample)
    {
      entries[sample] = Entry(reason: refusal, isGuess: true)
    }
  }

  /// A frame came out: it was not the one that was refused.
  package mutating func take(_ sample: Int) {
    cameOut.insert(sample)
    if entries[sample]?.isGuess == true { entries[sample] = nil }
  }

  /// The first sample whose damage is in the frame of another one, and what it is; nil where the frame is sound.
  ///
  /// A frame refers to those between the last one that stands alone and itself, but not to those that are stored behind
  /// that one and shown before it.
  package func damage(of sample: Int) -> (sample: Int, reason: MediaError.Reason, isGuess: Bool)? {
    guard !entries.isEmpty else { return nil }
    let first = index.start(of: sample)
    let guilty = entries.keys.filter { other in
      guard first...max(first, sample) ~= other else { return false }
      return other == sample || index.samples[other].time >= index.samples[first].time
    }
    return guilty.min().flatMap { other in entries[other].map { (other, $0.reason, $0.isGuess) } }
  }
}
