internal import Glibc

/// Random numbers that are the same for the same seed, everywhere.
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }

  /// Above 0, at most 1.
  mutating func unit() -> Double { Double(next() >> 11 &+ 1) * 0x1p-53 }

  /// Mean 0, standard deviation 1.
  mutating func normal() -> Double { (-2 * log(unit())).squareRoot() * cos(2 * .pi * unit()) }

  /// Times between events that come at random, `mean` apart.
  mutating func exponential(mean: Double) -> Double { -mean * log(unit()) }

  /// A number below `count`, all equally likely.
  mutating func index(below count: Int) -> Int { Int(next().multipliedFullWidth(by: UInt64(max(count, 1))).high) }
}
