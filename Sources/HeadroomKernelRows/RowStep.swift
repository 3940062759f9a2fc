internal import HeadroomKernelLanguage

/// An instruction as the machine reads it: few bytes, and nothing that is counted. Taking a ``RowInstruction`` apart takes as
/// long as the arithmetic of half a strip.
enum RowStep: Sendable {
  case compute(Operation, out: Int32, a: Int32, b: Int32, c: Int32)
  case fused(RowFusion, out: Int32, a: Int32, b: Int32, c: Int32, d: Int32)
  /// The instruction itself says what is done.
  case other

  init(_ instruction: RowInstruction) {
    switch instruction {
    case .compute(let operation, let out, let a, let b, let c):
      self = .compute(operation, out: Int32(out), a: Int32(a), b: Int32(b), c: Int32(c))
    case .fused(let fusion, let out, let a, let b, let c, let d):
      self = .fused(fusion, out: Int32(out), a: Int32(a), b: Int32(b), c: Int32(c), d: Int32(d))
    default: self = .other
    }
  }
}
