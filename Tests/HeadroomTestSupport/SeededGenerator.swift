/// A small deterministic random generator (SplitMix64), so that a failing test can be repeated.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Changes, removes or inserts one to six bytes.
  public mutating func mutate(_ file: inout [UInt8]) {
    for _ in 0..<Int.random(in: 1...6, using: &self) {
      let index = Int.random(in: 0..<file.count, using: &self)
      switch Int.random(in: 0..<4, using: &self) {
      case 0: file[index] = UInt8.random(in: 0...255, using: &self)
      case 1: file[index] ^= 1 << UInt8.random(in: 0..<8, using: &self)
      case 2: file.remove(at: index)
      default: file.insert(UInt8.random(in: 0...255, using: &self), at: index)
      }
    }
  }
}
