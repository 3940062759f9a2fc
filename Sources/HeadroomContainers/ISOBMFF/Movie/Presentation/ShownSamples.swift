/// The samples of a track in the order in which they are shown; those with the same time in the order of decoding.
struct ShownSamples: Sendable {
  private let samples: [IndexedSample]
  /// Nil where the order is that of decoding.
  private let order: [UInt32]?

  init(_ index: SampleIndex) {
    samples = index.samples
    let isSorted = zip(samples, samples.dropFirst()).allSatisfy { $0.time <= $1.time }
    let samples = samples
    // The sort is stable.
    order =
      isSorted
      ? nil
      : samples.indices.map { UInt32($0) }.sorted { first, second in
        let (one, other) = (samples[Int(first)].time, samples[Int(second)].time)
        return one == other ? first < second : one < other
      }
  }

  var count: Int { samples.count }

  /// The number of a sample in the order of decoding.
  subscript(place: Int) -> Int { order.map { Int($0[place]) } ?? place }

  func time(_ place: Int) -> Int64 { samples[self[place]].time }

  /// Where a sample gives way to the next; the last one has its own end.
  func end(_ place: Int) -> Int64 { place + 1 < count ? time(place + 1) : samples[self[place]].end }

  /// The first place whose time is not below `time`.
  func first(from time: Int64) -> Int { (0..<count).partitioningIndex { self.time($0) >= time } }
}
