/// Runs a kernel for one grey pixel: a kernel that takes too many steps there, with all numbers 0, also does in most
/// pictures.
package enum KernelTrial {
  /// Kernels of more instructions are not tried, so that a trial takes a second at most.
  private static let mostInstructions = 256

  /// A warning where the pixel reached the limit of steps; nil where it did not, or where that is unknown.
  package static func warning(_ kernel: KernelSignature, of program: TypedProgram, _ ir: KernelIR) -> Diagnostic? {
    guard count(ir.body) <= mostInstructions else { return nil }
    var evaluator = TreeEvaluator(program, inputs: GreyPixel(), steps: KernelLimits.steps)
    _ = evaluator.run(kernel, arguments: [])
    guard evaluator.isExhausted else { return nil }
    return Diagnostic(
      severity: .warning,
      message: "the loops of '\(kernel.name)' take more than \(KernelLimits.steps) steps for a grey pixel",
      range: kernel.range, hint: "pixels that reach this limit are transparent black")
  }

  private static func count(_ region: KernelIR.Region) -> Int {
    region.instructions.reduce(region.instructions.count) { sum, instruction in
      instruction.regions.reduce(sum) { $0 + count($1) }
    }
  }

  /// Grey everywhere, as an image of 100 by 100.
  private struct GreyPixel: PixelInputs {
    let destination = SIMD2<Float>(50.5, 50.5)
    private let color = SIMD4<Float>(0.5, 0.5, 0.5, 1)

    func pixel(_ image: Int) -> SIMD4<Float> { color }
    func sample(_ image: Int, _ position: SIMD2<Float>) -> SIMD4<Float> { color }
    func transform(_ image: Int, _ position: SIMD2<Float>) -> SIMD2<Float> { position }
    func extent(_ image: Int) -> SIMD4<Float> { SIMD4(0, 0, 100, 100) }
  }
}
