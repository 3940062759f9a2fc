/// Collects the largest of many numbers.
struct TopLevels: Sendable {
  /// The wanted number of levels.
  let count: Int
  /// At least the wanted ones, in no order.
  private(set) var levels: [Float] = []
  /// Numbers at or below this are not among the wanted ones.
  private(set) var least: Float

  /// - Parameter least: numbers at or below this are known not to be among the largest; everything is above the
  ///   default.
  init(count: Int, above least: Float = -.infinity) {
    self.count = max(count, 1)
    self.least = least
  }

  mutating func add(_ level: Float) {
    guard level > least else { return }
    levels.append(level)
    guard levels.count >= 2 * count + 64 else { return }
    levels = Array(sorted.prefix(count))
    // Among equal numbers any may stay.
    least = levels[count - 1]
  }

  /// The largest first.
  var sorted: [Float] { levels.sorted(by: >) }
}
