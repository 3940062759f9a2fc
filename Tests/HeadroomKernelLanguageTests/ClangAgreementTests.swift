internal import HeadroomKernelLanguage
internal import HeadroomTestSupport
internal import Testing

/// Real kernels, built as C++ by Clang and compiled here, give the same pixels.
@Suite(
  .enabled(if: ClangPeer.compiler != nil, "no clang++ on the PATH"),
  .enabled(if: RealSources.areAvailable, "no kernels in HEADROOM_TEST_DATA"))
struct ClangAgreementTests {
  /// Texts that GLSL takes and C++ does not: a variable that is set to what the function of its name gives.
  private static let noCPlusPlus: Set<String> = ["colin1994__CoreImageDemo__Mosaic.cikernel"]

  private static let names = ((try? RealSources.all()) ?? []).map(\.name).filter { !noCPlusPlus.contains($0) }

  @Test(arguments: names) func `A kernel built by Clang gives the same pixels`(_ name: String) throws {
    try Self.check(try #require(try RealSources.all().first { $0.name == name }))
  }

  static func check(_ source: RealSource) throws {
    let text = SourceText(name: source.name, bytes: source.bytes)
    let program = try #require(KernelText(dialect: source.dialect).compile(text).program)
    let peer = try ClangPeer(text, source.dialect, kernels: program.kernels)
    defer { peer.remove() }
    for (number, kernel) in program.kernels.enumerated() {
      let ir = try #require(KernelIR.compiled(program, kernel))
      let pixels = pixels(of: kernel, ir)
      let expected = try peer.results(of: number, pixels, lanes: kernel.family == .warp ? 2 : 4)
      for (pixel, wanted) in zip(pixels, expected) {
        let inputs = WaveInputs(destination: pixel.destination, seed: pixel.seed)
        var tree = TreeEvaluator(program, inputs: inputs, steps: 1_000_000)
        var interpreter = IRInterpreter(ir, inputs: inputs, arguments: pixel.arguments, steps: 1_000_000)
        let found = [tree.run(kernel, arguments: pixel.arguments), interpreter.run()]
        for (evaluator, lanes) in zip(["tree", "form"], found) where !isNear(lanes, wanted) {
          Issue.record(
            "\(kernel.name) at \(pixel.destination) of \(floats(pixel.arguments)): Clang gives \(floats([wanted])), the \(evaluator) \(floats([lanes]))"
          )
          return
        }
      }
    }
  }

  /// Random places and arguments, images that are HDR and negative, and for kernels without loops numbers that are none.
  private static func pixels(of kernel: KernelSignature, _ ir: KernelIR) -> [ClangPeer.Pixel] {
    var generator = SeededGenerator(seed: 5)
    var hasLoop = false
    ir.body.visit { if case .loop = $0 { hasLoop = true } }
    return (0..<200).map { number in
      var arguments = KernelTesting.arguments(of: kernel, using: &generator)
      let isHard = number % 3 == 2 && !hasLoop
      for place in arguments.indices where isHard && isFloat(kernel.parameters[place].argument) {
        for lane in arguments[place].indices where Bool.random(using: &generator) {
          arguments[place][lane] = (hard.randomElement(using: &generator) ?? 0).bitPattern
        }
      }
      let destination = SIMD2(
        Float.random(in: -60...60, using: &generator).rounded() + 0.5,
        Float.random(in: -60...60, using: &generator).rounded() + 0.5)
      return ClangPeer.Pixel(destination: destination, seed: Float(number % 7), arguments: arguments)
    }
  }

  private static let hard: [Float] = [
    0, -0.0, 1, -1, 0.5, 4, 100, .infinity, -.infinity, .nan, 1e-20, 0.04045, 1e10, -1e10,
  ]

  private static func isFloat(_ argument: KernelSignature.Argument) -> Bool {
    if case .value(let type) = argument { type.scalar?.isFloat == true } else { true }
  }

  /// Alike but for the last digits: sums may be added in another order.
  private static func isNear(_ a: [UInt32], _ b: [UInt32]) -> Bool {
    a.count == b.count
      && zip(a, b).allSatisfy { first, second in
        let (x, y) = (Float(bitPattern: first), Float(bitPattern: second))
        if x == y || (x.isNaN && y.isNaN) { return true }
        return (x - y).magnitude <= 2e-5 * max(1, x.magnitude, y.magnitude)
      }
  }

  private static func floats(_ lanes: [[UInt32]]) -> [[Float]] { lanes.map { $0.map { Float(bitPattern: $0) } } }
}
