internal import HeadroomKernelLanguage

/// Two operations on floats that are computed in one pass: `(a first b) second c`, or with the operands of the second the
/// other way round. A row that is not written and read again is a third of the work.
struct RowFusion: Hashable, Sendable {
  enum Part: UInt8, Sendable { case add, sub, mul }
  enum Second: UInt8, Sendable { case add, sub, subFrom, mul, min, max }

  let first: Part
  let second: Second
}

extension RowFusion.Part {
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
  /// - Parameter isFirst: whether the result of the first operation is the first operand.
  init?(_ operation: Operation, isFirst: Bool) {
    switch operation {
    case .fadd: self = .add
    case .fsub: self = isFirst ? .sub : .subFrom
    case .fmul: self = .mul
    case .fmin: self = .min
    case .fmax: self = .max
    default: return nil
    }
  }
}

/// Finds operations whose result is read once, by the next one that can take them in.
struct FusionPass {
  private var instructions: [RowInstruction]
  private var uses: [Int: Int] = [:]
  /// Where slots are written that may be taken in by what follows.
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
        if fuse(place, operation, out, a, b) { continue }
        if RowFusion.Part(operation) != nil, uses[out] == 1 { candidates[out] = place }
      case .destination, .sample, .load, .table: break
      // What is written in several places may change between the two.
      default: candidates = [:]
      }
    }
    return instructions.indices.filter { !isGone[$0] }.map { instructions[$0] }
  }

  private mutating func fuse(_ place: Int, _ operation: Operation, _ out: Int, _ a: Int, _ b: Int) -> Bool {
    for (isFirst, slot, other) in [(true, a, b), (false, b, a)] {
      guard let second = RowFusion.Second(operation, isFirst: isFirst), let earlier = candidates[slot],
        case .compute(let operation, _, let x, let y, _) = instructions[earlier],
        let first = RowFusion.Part(operation)
      else { continue }
      instructions[place] = .fused(RowFusion(first: first, second: second), out: out, a: x, b: y, c: other)
      isGone[earlier] = true
      candidates[slot] = nil
      return true
    }
    return false
  }
}
