extension KernelText.Result {
  /// The typed form of a kernel, or nil where it is larger than the limits allow.
  package func form(of kernel: KernelSignature, limits: KernelLimits = KernelLimits()) -> KernelForm? {
    program.flatMap { KernelForm.compiled($0, kernel, limits: limits) }
  }
}

extension KernelForm {
  /// Compiles a kernel of a checked program; nil where it grows beyond the limit of instructions.
  package static func compiled(
    _ program: TypedProgram, _ kernel: KernelSignature, limits: KernelLimits = KernelLimits()
  ) -> KernelForm? {
    var builder = FormBuilder(program, kernel, limits: limits)
    return builder.build().map { UniformAnalysis.marked(DeadCode.removed(from: $0)) }
  }

  /// The number of instructions, including nested ones.
  package var instructionCount: Int {
    var count = 0
    body.visit { _ in count += 1 }
    return count
  }
}
