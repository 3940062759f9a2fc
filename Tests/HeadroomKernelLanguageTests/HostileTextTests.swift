internal import HeadroomKernelLanguage
internal import HeadroomTestSupport
internal import Testing

/// Text that was damaged: a diagnostic or a kernel, never a trap, and no hang.
@Suite struct HostileTextTests {
  @Test func `Damaged text gives diagnostics or runs`() throws {
    var generator = SeededGenerator(seed: 3)
    var random = RandomKernel(seed: 5)
    let seeds = CoreImageLanguageTests.samples.map(\.0) + [random.text()] + DiagnosticTests.mistakes.map(\.0)
    for round in 0..<600 {
      var bytes = Array(seeds[round % seeds.count].utf8)
      for _ in 0..<(1 + round % 4) { generator.mutate(&bytes) }
      HostileText.run(bytes, round % 2 == 0 ? .coreImage : .metal)
    }
  }

  @Test func `Every prefix of a text ends`() {
    var random = RandomKernel(seed: 11)
    let bytes = Array(random.text().utf8)
    for end in stride(from: 0, to: bytes.count, by: 37) { HostileText.run(Array(bytes[..<end]), .metal) }
  }
}

enum HostileText {
  /// Compiles and runs whatever comes of it on a few pixels, under limits.
  static func run(_ bytes: [UInt8], _ dialect: KernelDialect) {
    var compiler = KernelText(dialect: dialect)
    compiler.limits.tokens = 20_000
    compiler.limits.instructions = 20_000
    let result = compiler.compile(SourceText(name: "kernel", bytes: bytes))
    _ = result.report
    guard let program = result.program else {
      if result.diagnostics.isEmpty {
        Issue.record("refused without a word: \(String(decoding: bytes, as: UTF8.self))")
      }
      return
    }
    for kernel in program.kernels {
      guard let ir = result.ir(of: kernel, limits: compiler.limits) else { continue }
      _ = KernelWarnings.found(in: ir)
      for pixel in 0..<3 {
        let inputs = WaveInputs(destination: SIMD2(Float(pixel) * 40, 3))
        var tree = TreeEvaluator(program, inputs: inputs, steps: 50)
        var interpreter = IRInterpreter(ir, inputs: inputs, arguments: [], steps: 50)
        let (expected, found) = (tree.run(kernel, arguments: []), interpreter.run())
        let isSame = zip(expected, found).allSatisfy { a, b in
          a == b || (Float(bitPattern: a).isNaN && Float(bitPattern: b).isNaN)
        }
        if !isSame { Issue.record("tree \(expected), form \(found): \(String(decoding: bytes, as: UTF8.self))") }
      }
    }
  }
}
