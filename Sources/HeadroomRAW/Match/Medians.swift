/// Medians, which a few outliers do not move.
enum Medians {
  /// Nil for none.
  static func median(_ values: [Float]) -> Float? { quantile(0.5, of: values) }

  static func quantile(_ share: Double, of values: [Float]) -> Float? {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    return sorted[min(Int(share * Double(sorted.count)), sorted.count - 1)]
  }

  /// The value with half of all weight on either side.
  static func weighted(_ values: [(value: Float, weight: Float)]) -> Float? {
    let sorted = values.sorted { $0.value < $1.value }
    let half = 0.5 * sorted.reduce(0) { $0 + Double($1.weight) }
    var sum = 0.0
    for entry in sorted {
      sum += Double(entry.weight)
      if sum >= half { return entry.value }
    }
    return nil
  }
}
