internal import HeadroomKernelLanguage

/// Two or three operations on floats that are computed in one pass: `(a first b) second c`, followed by `third d`, or
/// with the operands reversed. Writing a row and reading it again costs as much as the operation.
struct RowFusion: Hashable, Sendable {
  enum First: UInt8, Sendable { case add, sub, mul }
  enum Second: UInt8, Sendable { case add, sub, subFrom, mul, div, divInto, min, max }
  enum Third: UInt8, Sendable { case none, add, sub, subFrom, mul, div }

  let first: First
  let second: Second
  var third = Third.none
}

extension RowFusion.First {
  init?(_ operation: Operation) {
    switch operation {
    case .fadd: self = .add
    case .fsub: self = .sub
    case .fmul: self = .mul
    default: return nil
    }
  }
}

extension RowFusion.Second {
  /// - Parameter isFirst: whether the result of the operation before is the first operand.
  init?(_ operation: Operation, isFirst: Bool) {
    switch operation {
    case .fadd: self = .add
    case .fsub: self = isFirst ? .sub : .subFrom
    case .fmul: self = .mul
    case .fdiv: self = isFirst ? .div : .divInto
    case .fmin: self = .min
    case .fmax: self = .max
    default: return nil
    }
  }

  /// Whether a third operation may follow; minimum and maximum end a pass.
  var isFollowed: Bool { self != .min && self != .max }
}

extension RowFusion.Third {
  init?(_ operation: Operation, isFirst: Bool) {
    switch operation {
    case .fadd: self = .add
    case .fsub: self = isFirst ? .sub : .subFrom
    case .fmul: self = .mul
    case .fdiv where isFirst: self = .div
    default: return nil
    }
  }
}

/// Fuses operations whose result is read only once into the operation that reads it.
struct FusionPass {
  private var instructions: [RowInstruction]
  private var uses: [Int: Int] = [:]
  /// The instructions that write slots and may be fused into a later one.
  private var candidates: [Int: Int] = [:]
  private var isGone: [Bool]

  static func fused(_ instructions: [RowInstruction], results: [Int]) -> [RowInstruction] {
    var pass = FusionPass(instructions, results)
    return pass.run()
  }

  private init(_ instructions: [RowInstruction], _ results: [Int]) {
    self.instructions = instructions
    isGone = Array(repeating: false, count: instructions.count)
    for instruction in instructions { for slot in instruction.operands { uses[slot, default: 0] += 1 } }
    for slot in results { uses[slot, default: 0] += 1 }
  }

  private mutating func run() -> [RowInstruction] {
    for place in instructions.indices {
      switch instructions[place] {
      case .compute(let operation, let out, let a, let b, _):
        let isFused = fuse(place, operation, out, a, b)
        if uses[out] == 1, isFused || RowFusion.First(operation) != nil { candidates[out] = place }
      case .destination, .sample, .load, .table, .scalar, .scalarTable, .scalarCopy, .spread: break
      // A slot that is written in several places may change between the two instructions.
      default: candidates = [:]
      }
    }
    return instructions.indices.filter { !isGone[$0] }.map { instructions[$0] }
  }

  private mutating func fuse(_ place: Int, _ operation: Operation, _ out: Int, _ a: Int, _ b: Int) -> Bool {
    for (isFirst, slot, other) in [(true, a, b), (false, b, a)] {
      guard let earlier = candidates[slot],
        let made = taken(instructions[earlier], operation, isFirst: isFirst, out, other)
      else { continue }
      instructions[place] = made
      isGone[earlier] = true
      candidates[slot] = nil
      return true
    }
    return false
  }

  /// The instruction fused with the next operation.
  private func taken(
    _ earlier: RowInstruction, _ operation: Operation, isFirst: Bool, _ out: Int, _ other: Int
  ) -> RowInstruction? {
    switch earlier {
    case .compute(let before, _, let a, let b, _):
      guard let first = RowFusion.First(before), let second = RowFusion.Second(operation, isFirst: isFirst) else {
        return nil
      }
      return .fused(RowFusion(first: first, second: second), out: out, a: a, b: b, c: other, d: other)
    case .fused(var fusion, _, let a, let b, let c, _):
      guard fusion.third == .none, fusion.second.isFollowed,
        let third = RowFusion.Third(operation, isFirst: isFirst)
      else { return nil }
      fusion.third = third
      return .fused(fusion, out: out, a: a, b: b, c: c, d: other)
    default: return nil
    }
  }
}
