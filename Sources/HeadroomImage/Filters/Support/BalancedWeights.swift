/// Weights whose sum is exactly 1, added up in the order of the kernel that uses them, in single precision.
///
/// Then flat areas stay flat and opaque images opaque, to the last bit, and sums over ones need not be computed.
enum BalancedWeights {
  /// How a kernel adds up what it weights.
  enum Order {
    /// One after the other.
    case inTurn
    /// Those of even and those of odd index apart, then both; the last of an odd number comes at the end.
    case byPairs
  }

  /// Moves the rounding error of the sum into the largest weight, and what is left of it into the last.
  ///
  /// With all others added, the last weight can nearly always be chosen so that the sum is 1. It cannot where that weight is
  /// coarser than the error; then another is moved by less than the rounding of the sum, and the choice made again.
  static func balance(
    _ weights: UnsafeMutablePointer<Float>, count: Int, largest: Int, order: Order = .inTurn
  ) {
    unsafe weights[largest] += 1 - sum(weights, count, order)
    for other in 0..<count {
      if unsafe sum(weights, count, order) == 1 { return }
      let rest = unsafe rest(weights, count, order)
      unsafe weights[count - 1] = rest
      if unsafe sum(weights, count, order) == 1 { return }
      unsafe weights[other] += other % 2 == 0 ? 0x1p-25 : -0x1p-25
    }
  }

  /// What the last weight has to be for a sum of 1.
  private static func rest(_ weights: UnsafeMutablePointer<Float>, _ count: Int, _ order: Order) -> Float {
    guard order == .byPairs, count % 2 == 0 else { return unsafe 1 - sum(weights, count - 1, order) }
    let even = unsafe sum(weights, count, from: 0, by: 2)
    let odd = unsafe sum(weights, count - 1, from: 1, by: 2)
    return (1 - even) - odd
  }

  private static func sum(_ weights: UnsafeMutablePointer<Float>, _ count: Int, _ order: Order) -> Float {
    guard order == .byPairs else { return unsafe sum(weights, count, from: 0, by: 1) }
    let paired = count & ~1
    let pairs = unsafe sum(weights, paired, from: 0, by: 2) + sum(weights, paired, from: 1, by: 2)
    return unsafe count > paired ? pairs + weights[paired] : pairs
  }

  private static func sum(_ weights: UnsafeMutablePointer<Float>, _ end: Int, from start: Int, by step: Int) -> Float {
    var sum: Float = 0
    for index in stride(from: start, to: end, by: step) { unsafe sum += weights[index] }
    return sum
  }
}
