internal import HeadroomKernelLanguage
internal import HeadroomTestSupport
internal import Testing

/// Images made of waves, so that every sample anywhere has a value: HDR, some of it negative, alpha from 0 to 1.
struct WaveInputs: PixelInputs {
  var destination: SIMD2<Float>
  var seed: Float = 1

  func sample(_ image: Int, _ position: SIMD2<Float>) -> SIMD4<Float> {
    let phase = Float(image) * 1.7 + seed
    // What is far away or no number is black, as outside of an image.
    guard position.x.magnitude < 1e6, position.y.magnitude < 1e6 else { return .zero }
    let (x, y) = (wave(position.x * 0.31 + phase), wave(position.y * 0.23 - phase))
    return SIMD4(x * 4 - 0.5, y * 2 - 0.25, x * y * 1.5, 0.5 + 0.5 * (x - y))
  }

  /// A triangle between 0 and 1, of operations that every machine rounds alike.
  private func wave(_ x: Float) -> Float {
    let part = x - x.rounded(.down)
    return part < 0.5 ? part * 2 : 2 - part * 2
  }

  func pixel(_ image: Int) -> SIMD4<Float> { sample(image, transform(image, destination)) }
  func transform(_ image: Int, _ position: SIMD2<Float>) -> SIMD2<Float> { position * 0.5 + SIMD2(Float(image), 3) }
  func extent(_ image: Int) -> SIMD4<Float> { SIMD4(Float(image), 3, 40 + Float(image), 30) }
}

enum KernelTesting {
  static func compile(_ text: String, _ dialect: KernelDialect) -> KernelText.Result {
    KernelText(dialect: dialect).compile(SourceText(name: "kernel", text: text))
  }

  /// The program of a text that has to be right; records its diagnostics where it is not.
  static func program(_ text: String, _ dialect: KernelDialect) throws -> TypedProgram {
    let result = compile(text, dialect)
    if result.program == nil { Issue.record("\(result.report)") }
    return try #require(result.program)
  }

  /// Values for the arguments of a kernel: small numbers, some of them whole, some negative.
  static func arguments(of kernel: KernelSignature, using generator: inout SeededGenerator) -> [[UInt32]] {
    kernel.parameters.map { parameter in
      switch parameter.argument {
      case .color: return (0..<4).map { _ in Float.random(in: 0...1.5, using: &generator).bitPattern }
      case .value(let type): return lanes(type, using: &generator)
      default: return []
      }
    }
  }

  private static func lanes(_ type: ValueType, using generator: inout SeededGenerator) -> [UInt32] {
    (0..<16).map { _ in
      guard type.scalar?.isFloat == true else { return UInt32.random(in: 0...5, using: &generator) }
      let value = Float.random(in: -1...4, using: &generator)
      return (Bool.random(using: &generator) ? value.rounded() : value).bitPattern
    }
  }

  /// What the first kernel of a text gives for one pixel, by the tree.
  static func run(
    _ text: String, _ dialect: KernelDialect, _ arguments: [[Float]] = [],
    at destination: SIMD2<Float> = SIMD2(10.5, 7.5)
  ) throws -> [Float] {
    let program = try program(text, dialect)
    let kernel = try #require(program.kernels.first)
    var evaluator = TreeEvaluator(program, inputs: WaveInputs(destination: destination), steps: 10_000)
    return evaluator.run(kernel, arguments: arguments.map { $0.map(\.bitPattern) }).map(Float.init(bitPattern:))
  }

  /// The value of an expression of the Metal dialect, after declarations outside of and inside of a function.
  static func value(_ expression: String, outside: String = "", inside: String = "") throws -> [Float] {
    try run(
      "\(outside)\nextern \"C\" { float4 k(float x, float y, coreimage::destination dest) {\n\(inside)\nreturn float4(\(expression)); } }",
      .metal, [[3], [-2]])
  }
}
