internal import HeadroomKernelLanguage

/// Assigns numbers to values that are the same for all pixels.
struct RowScalars {
  /// The initial value of each; computed ones start as 0.
  private(set) var initial: [UInt32] = []
  private var numbers: [KernelIR.Value: Int] = [:]
  private var constants: [UInt32: Int] = [:]

  mutating func number(of value: KernelIR.Value) -> Int {
    if let known = numbers[value] { return known }
    let made = new()
    numbers[value] = made
    return made
  }

  mutating func constant(_ bits: UInt32) -> Int {
    if let known = constants[bits] { return known }
    let made = new(bits)
    constants[bits] = made
    return made
  }

  mutating func new(_ bits: UInt32 = 0) -> Int {
    initial.append(bits)
    return initial.count - 1
  }
}
