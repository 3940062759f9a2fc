internal import HeadroomKernelLanguage

/// An instruction in the form that the machine reads: few bytes, without reference counting. Unpacking a
/// ``RowInstruction`` takes as long as the arithmetic of half a strip.
enum RowStep: Sendable {
  case compute(Operation, out: Int32, a: Int32, b: Int32, c: Int32)
  case fused(RowFusion, out: Int32, a: Int32, b: Int32, c: Int32, d: Int32)
  case scalar(Operation, out: Int32, a: Int32, b: Int32, c: Int32)
  case scalarCopy(out: Int32, a: Int32)
  case spread(out: Int32, scalar: Int32)
  case copy(out: Int32, a: Int32)
  case merge(out: Int32, a: Int32, mask: Int32)
  case remove(from: Int32, gone: Int32)
  case leave(unlessAny: Int32, to: Int32)
  case enter(loop: Int32, to: Int32)
  case skip(unless: Int32, to: Int32)
  case jump(to: Int32)
  /// Counts a step of all pixels.
  case stepAll
  case step(mask: Int32)
  /// The machine runs the ``RowInstruction`` itself.
  case other

  init(_ instruction: RowInstruction) {
    switch instruction {
    case .compute(let operation, let out, let a, let b, let c):
      self = .compute(operation, out: Int32(out), a: Int32(a), b: Int32(b), c: Int32(c))
    case .fused(let fusion, let out, let a, let b, let c, let d):
      self = .fused(fusion, out: Int32(out), a: Int32(a), b: Int32(b), c: Int32(c), d: Int32(d))
    case .scalar(let operation, let out, let a, let b, let c):
      self = .scalar(operation, out: Int32(out), a: Int32(a), b: Int32(b), c: Int32(c))
    case .scalarCopy(let out, let a): self = .scalarCopy(out: Int32(out), a: Int32(a))
    case .spread(let out, let scalar): self = .spread(out: Int32(out), scalar: Int32(scalar))
    case .copy(let out, let a): self = .copy(out: Int32(out), a: Int32(a))
    case .merge(let out, let a, let mask): self = .merge(out: Int32(out), a: Int32(a), mask: Int32(mask))
    case .remove(let from, let gone): self = .remove(from: Int32(from), gone: Int32(gone))
    case .leave(let mask, let to): self = .leave(unlessAny: Int32(mask), to: Int32(to))
    case .enter(let loop, _, let to): self = .enter(loop: Int32(loop), to: Int32(to))
    case .skip(let scalar, let to): self = .skip(unless: Int32(scalar), to: Int32(to))
    case .jump(let to): self = .jump(to: Int32(to))
    case .step(let mask): self = mask.map { .step(mask: Int32($0)) } ?? .stepAll
    default: self = .other
    }
  }
}
