/// Counts of values in equal buckets. Counts are integers, so histograms of parts add up to the
/// same total in any order.
struct GainHistogram: Sendable {
  let low: Float
  let bucketsPerUnit: Float
  private(set) var counts: [Int]
  private(set) var total = 0

  init(low: Float, high: Float, bucketsPerUnit: Float) {
    self.low = low
    self.bucketsPerUnit = bucketsPerUnit
    counts = [Int](repeating: 0, count: Int((high - low) * bucketsPerUnit))
  }

  /// Counts `count` values; those outside the range count in the outermost buckets, NaN in the first.
  mutating func add(_ values: UnsafePointer<Float>, count: Int) {
    let last = Float(counts.count - 1)
    for index in 0..<count {
      let place = unsafe (values[index] - low) * bucketsPerUnit
      counts[place > 0 ? Int(min(place, last)) : 0] += 1
    }
    total += count
  }

  mutating func add(_ other: GainHistogram) {
    for index in counts.indices { counts[index] += other.counts[index] }
    total += other.total
  }

  /// The bucket edges between which all values lie except a share at either end.
  func range(trimming share: Double) -> ClosedRange<Float> {
    let allowed = Int(Double(total) * min(max(share, 0), 0.49))
    return edge(first(allowed, counts.indices))...edge(first(allowed, counts.indices.reversed()) + 1)
  }

  private func first(_ allowed: Int, _ order: some Sequence<Int>) -> Int {
    var seen = 0
    for index in order {
      seen += counts[index]
      if seen > allowed { return index }
    }
    return 0
  }

  private func edge(_ index: Int) -> Float { low + Float(index) / bucketsPerUnit }
}
