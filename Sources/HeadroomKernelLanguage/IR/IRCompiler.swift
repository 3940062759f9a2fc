extension KernelText.Result {
  /// The IR of a kernel, or nil where it is larger than the limits allow.
  package func ir(of kernel: KernelSignature, limits: KernelLimits = KernelLimits()) -> KernelIR? {
    program.flatMap { KernelIR.compiled($0, kernel, limits: limits) }
  }
}

extension KernelIR {
  /// Compiles a kernel of a checked program; nil where it grows beyond the limit of instructions.
  package static func compiled(
    _ program: TypedProgram, _ kernel: KernelSignature, limits: KernelLimits = KernelLimits()
  ) -> KernelIR? {
    var builder = IRBuilder(program, kernel, limits: limits)
    return builder.build().map { UniformityAnalysis.marked(DeadCodeElimination.removed(from: $0)) }
  }

  /// The number of instructions, including nested ones.
  package var instructionCount: Int {
    var count = 0
    body.visit { _ in count += 1 }
    return count
  }
}
