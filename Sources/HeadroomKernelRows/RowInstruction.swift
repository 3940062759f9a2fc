internal import HeadroomKernelLanguage

/// An instruction over the pixels of a strip. Numbers are slots: rows of 32-bit lanes; masks hold 1 where a pixel takes
/// part, otherwise 0.
enum RowInstruction: Sendable {
  case compute(Operation, out: Int, a: Int, b: Int, c: Int)
  /// Operations on floats in one pass; with only two, `d` is not read.
  case fused(RowFusion, out: Int, a: Int, b: Int, c: Int, d: Int)
  case destination(axis: Int, out: Int)
  case table(Int, out: Int, index: Int)
  /// The same on one number for all pixels; the numbers are indexes of scalars, not slots.
  case scalar(Operation, out: Int, a: Int, b: Int, c: Int)
  case scalarTable(Int, out: Int, index: Int)
  case scalarCopy(out: Int, a: Int)
  /// Fills a row with a scalar.
  case spread(out: Int, scalar: Int)
  case copy(out: Int, a: Int)
  /// Copies `a` where the mask is set, and keeps the rest.
  case merge(out: Int, a: Int, mask: Int)
  /// Removes pixels from a mask.
  case remove(from: Int, gone: Int)
  case sample(image: Int, x: Int, y: Int, mask: Int?, results: [Int])
  case load(out: Int, memory: Int, index: Int)
  case store(memory: Int, index: Int, a: Int, mask: Int?)
  /// Counts a step for each pixel of a mask and removes those that took too many. Without a mask it counts for all
  /// pixels.
  case step(mask: Int?)
  /// Jumps where no pixel of a mask is left.
  case leave(unlessAny: Int, to: Int)
  /// The same at the start of a loop, where the remaining pixels may be compacted.
  case enter(loop: Int, mask: Int, to: Int)
  /// Moves the pixels of a loop back to their positions.
  case restore(loop: Int)
  /// Jumps where a scalar is 0.
  case skip(unless: Int, to: Int)
  case jump(to: Int)
  /// A jump target; removed when a program is finished.
  case place(Int)

  /// The slot that is written as a whole or in part.
  var results: [Int] {
    switch self {
    case .compute(_, let out, _, _, _), .fused(_, let out, _, _, _, _), .destination(_, let out), .table(_, let out, _),
      .copy(let out, _), .merge(let out, _, _), .load(let out, _, _), .remove(let out, _), .spread(let out, _):
      [out]
    case .step(let mask): mask.map { [$0] } ?? []
    case .sample(_, _, _, _, let results): results
    case .store, .leave, .enter, .restore, .skip, .jump, .place, .scalar, .scalarTable, .scalarCopy: []
    }
  }

  /// The slots that are read.
  var operands: [Int] {
    switch self {
    case .compute(let operation, _, let a, let b, let c): Array([a, b, c].prefix(operation.operandCount))
    case .fused(_, _, let a, let b, let c, let d): [a, b, c, d]
    case .destination, .jump, .place, .scalar, .scalarTable, .scalarCopy, .spread, .skip, .restore: []
    case .table(_, _, let index), .load(_, _, let index): [index]
    case .copy(_, let a): [a]
    case .merge(let out, let a, let mask): [out, a, mask]
    case .remove(let out, let gone): [out, gone]
    case .sample(_, let x, let y, let mask, _): [x, y] + (mask.map { [$0] } ?? [])
    case .store(_, let index, let a, let mask): [index, a] + (mask.map { [$0] } ?? [])
    case .step(let mask): mask.map { [$0] } ?? []
    case .leave(let mask, _), .enter(_, let mask, _): [mask]
    }
  }

  /// The same instruction with other slots.
  func mapped(_ slot: (Int) -> Int) -> RowInstruction {
    switch self {
    case .compute(let operation, let out, let a, let b, let c):
      let count = operation.operandCount
      return .compute(
        operation, out: slot(out), a: slot(a), b: count > 1 ? slot(b) : slot(a), c: count > 2 ? slot(c) : slot(a))
    case .fused(let fusion, let out, let a, let b, let c, let d):
      return .fused(fusion, out: slot(out), a: slot(a), b: slot(b), c: slot(c), d: slot(d))
    case .destination(let axis, let out): return .destination(axis: axis, out: slot(out))
    case .table(let table, let out, let index): return .table(table, out: slot(out), index: slot(index))
    case .copy(let out, let a): return .copy(out: slot(out), a: slot(a))
    case .merge(let out, let a, let mask): return .merge(out: slot(out), a: slot(a), mask: slot(mask))
    case .remove(let from, let gone): return .remove(from: slot(from), gone: slot(gone))
    case .sample(let image, let x, let y, let mask, let results):
      return .sample(image: image, x: slot(x), y: slot(y), mask: mask.map(slot), results: results.map(slot))
    case .load(let out, let memory, let index): return .load(out: slot(out), memory: memory, index: slot(index))
    case .store(let memory, let index, let a, let mask):
      return .store(memory: memory, index: slot(index), a: slot(a), mask: mask.map(slot))
    case .step(let mask): return .step(mask: mask.map(slot))
    case .leave(let mask, let to): return .leave(unlessAny: slot(mask), to: to)
    case .enter(let loop, let mask, let to): return .enter(loop: loop, mask: slot(mask), to: to)
    case .spread(let out, let scalar): return .spread(out: slot(out), scalar: scalar)
    case .jump, .place, .scalar, .scalarTable, .scalarCopy, .skip, .restore: return self
    }
  }

  /// The jump target, if it has one.
  var target: Int? {
    switch self {
    case .leave(_, let to), .enter(_, _, let to), .skip(_, let to), .jump(let to): to
    default: nil
    }
  }

  /// The same instruction with another jump target.
  func going(to place: Int) -> RowInstruction {
    switch self {
    case .leave(let mask, _): .leave(unlessAny: mask, to: place)
    case .enter(let loop, let mask, _): .enter(loop: loop, mask: mask, to: place)
    case .skip(let scalar, _): .skip(unless: scalar, to: place)
    case .jump: .jump(to: place)
    default: self
    }
  }
}

extension Operation {
  /// The number of slots that it reads.
  var operandCount: Int {
    switch self {
    case .select, .fma: 3
    case .fneg, .fabs, .floor, .ceil, .trunc, .round, .rint, .sqrt, .cbrt, .sin, .cos, .tan, .asin, .acos, .atan,
      .sinh, .cosh, .tanh, .asinh, .acosh, .atanh, .exp, .exp2, .log, .log2, .log10, .exponent, .significand,
      .popcount, .clz, .ctz, .reverse, .copyBits, .floatToInt, .floatToUInt, .intToFloat, .uintToFloat,
      .floatToHalf, .halfToFloat:
      1
    default: 2
    }
  }
}
