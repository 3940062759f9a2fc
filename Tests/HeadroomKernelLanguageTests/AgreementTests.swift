internal import HeadroomKernelLanguage
internal import HeadroomTestSupport
internal import Testing

/// The tree and the IR, each run by its own evaluator, have to give the same bits.
@Suite struct AgreementTests {
  @Test(.enabled(if: RealSources.areAvailable, "no kernels in HEADROOM_TEST_DATA"))
  func `Real sources mean the same in both forms`() throws {
    for source in try RealSources.all() {
      let result = KernelText(dialect: source.dialect).compile(SourceText(name: source.name, bytes: source.bytes))
      try Agreement.check(try #require(result.program), source.name, pixels: 40)
    }
  }

  @Test func `The samples of both languages mean the same in both forms`() throws {
    for sample in MetalLanguageTests.expressions + MetalLanguageTests.statements + MetalLanguageTests.lambdas {
      let inside = sample.inside.contains("&v = w") ? "float4 w = 0;" + sample.inside : sample.inside
      let text =
        "\(sample.outside)\nextern \"C\" { float4 k(float x, float y, coreimage::destination dest) {\n\(inside)\nreturn float4(\(sample.expression)); } }"
      try Agreement.check(KernelTesting.program(text, .metal), sample.testDescription, pixels: 20)
    }
    for (text, _) in CoreImageLanguageTests.samples {
      try Agreement.check(KernelTesting.program(text, .coreImage), text, pixels: 20)
    }
  }

  @Test func `Every built-in function means the same in both forms`() throws {
    for call in Self.calls {
      let text = "extern \"C\" float4 k(float4 a, float4 b, float4 c, int4 i, uint4 u) { return float4(\(call)); }"
      try Agreement.check(KernelTesting.program(text, .metal), call, pixels: 60)
    }
  }

  static let calls: [String] = {
    let ones = [
      "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "sinpi", "cospi",
      "tanpi", "exp", "exp2", "exp10", "log", "log2", "log10", "sqrt", "rsqrt", "cbrt", "floor", "ceil", "trunc",
      "round",
      "rint", "fabs", "saturate", "radians", "degrees", "abs", "sign", "fract", "normalize", "length", "srgb_to_linear",
      "linear_to_srgb", "premultiply", "unpremultiply", "isnan", "isinf", "isfinite", "isnormal", "signbit", "ilogb",
      "any",
      "all", "not", "length_squared",
    ]
    let twos = [
      "atan2", "pow", "fmod", "mod", "copysign", "fdim", "nextafter", "step", "fmin", "fmax", "min", "max", "dot",
      "distance", "reflect", "lessThan", "equal", "isordered", "isunordered",
    ]
    let threes = ["fma", "smoothstep", "compare", "mix", "clamp", "min3", "max3", "median3", "faceforward"]
    let whole = ["abs", "sign", "popcount", "clz", "ctz", "reverse_bits"]
    let wholeTwos = ["min", "max", "rotate", "mulhi", "addsat", "subsat", "absdiff", "hadd", "rhadd"]
    return ones.map { "\($0)(a)" } + twos.map { "\($0)(a, b)" } + threes.map { "\($0)(a, b, c)" }
      + whole.flatMap { ["\($0)(i)", "\($0)(u)"] } + wholeTwos.flatMap { ["\($0)(i, i.yzwx)", "\($0)(u, u.wxyz)"] }
      + [
        "cross(a.xyz, b.xyz), 0", "refract(a, b, c.x)", "ldexp(a, i)", "extract_bits(i, u.x, u.y)",
        "extract_bits(u, u.x, u.y)", "insert_bits(u, u.wxyz, u.x, u.y)", "select(a, b, c > 0)",
        "float2x2(a.xy, a.zw) * b.xy, 0, 0", "inverse(float2x2(a.xy, b.xy)) * c.xy, 0, 0",
        "inverse(float3x3(a.xyz, b.xyz, c.xyz)) * a.yzw, 0", "inverse(float4x4(a, b, c, a.wzxy)) * b",
        "determinant(float4x4(a, b, c, b.yzwx)), 0, 0, 0", "transpose(float2x4(a, b)) * c.xyzw, 0, 0",
        "outerProduct(a, b)[2]", "matrixCompMult(float2x2(a.xy, b.xy), float2x2(b.zw, a.zw)) * c.xy, 0, 0",
        "i / i.yzwx", "i % i.wxyz",
        "u / u.yzwx", "u % u.wxyz", "i << i.yzwx", "i >> i.yzwx", "u >> u.yzwx", "as_type<float4>(i)",
        "as_type<int4>(a) & 255", "as_type<half4>(u.xy)",
        "as_type<short2>(i.x), as_type<ushort2>(as_type<uint>(half2(a.xy)))",
        "as_type<char4>(as_type<uint>(a.x))", "unpack_unorm4x8_to_float(u.x)", "unpack_snorm4x8_to_half(u.y)",
        "unpack_unorm10a2_to_float(u.x)", "unpack_snorm2x16_to_float(u.x), unpack_unorm2x16_to_float(u.y)",
        "unpack_unorm4x8_srgb_to_float(u.w)", "unpack_unorm4x8_to_float(pack_float_to_srgb_unorm4x8(a))",
        "pack_float_to_unorm4x8(a) & 0xFFFF, pack_float_to_snorm4x8(b) >> 16, pack_float_to_unorm10a2(c) >> 12, pack_half_to_snorm2x16(half2(a.xy)) & 0xFFFF",
        "uint4(a)", "int4(b * 1e9)", "char4(a * 50)", "uchar4(i * 77) + uchar4(200)",
        "short4(i) * short4(9999)", "~i", "-i", "i > 2", "a == b", "cossin(a.x), sincos(b.x)",
        "a[i.x], i[i.y], b[u.x], 0",
        "float3x3(a.x)[i.x], float3x3(float4x4(a.y))[2][i.z]",
      ]
  }()
}

enum Agreement {
  /// Values that break formulas, beside common ones.
  private static let hard: [Float] = [
    0, -0.0, 1, -1, 0.5, 2, .infinity, -.infinity, .nan, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 1e-20, 3e9,
    -3e9,
    0.04045, 1e10,
  ]

  private static func arguments(_ kernel: KernelSignature, _ pixel: Int, _ generator: inout SeededGenerator)
    -> [[UInt32]]
  {
    var arguments = KernelTesting.arguments(of: kernel, using: &generator)
    guard pixel % 3 == 2 else { return arguments }
    for place in arguments.indices where !arguments[place].isEmpty {
      let isFloat =
        if case .value(let type) = kernel.parameters[place].argument { type.scalar?.isFloat == true } else { true }
      for lane in arguments[place].indices where Bool.random(using: &generator) {
        arguments[place][lane] = isFloat ? hard.randomElement(using: &generator)?.bitPattern ?? 0 : generator.next32()
      }
    }
    return arguments
  }

  static func check(_ program: TypedProgram, _ name: String, pixels: Int) throws {
    for kernel in program.kernels {
      let ir = try #require(KernelIR.compiled(program, kernel))
      var generator = SeededGenerator(seed: 7)
      for pixel in 0..<pixels {
        let position = SIMD2(Float(pixel) * 3.5 - 20.5, Float(pixel % 7) * 9 + 0.5)
        let inputs = WaveInputs(destination: position, seed: Float(pixel))
        let arguments = arguments(kernel, pixel, &generator)
        var tree = TreeEvaluator(program, inputs: inputs, steps: 300)
        var interpreter = IRInterpreter(ir, inputs: inputs, arguments: arguments, steps: 300)
        var expected = tree.run(kernel, arguments: arguments)
        var found = interpreter.run()
        var printer = IRPrinter(ir)
        if isSame(expected, found) {
          // What is known of a render changes no bit. The waves have a transform, which renders have not.
          let known = ir.specialized(arguments: arguments, extents: Self.extents(kernel, inputs))
          var plain = TreeEvaluator(program, inputs: PlainInputs(inputs), steps: 300)
          expected = plain.run(kernel, arguments: arguments)
          interpreter = IRInterpreter(known, inputs: PlainInputs(inputs), arguments: [], steps: 300)
          // A loop that is written out counts no steps.
          if plain.isExhausted { continue }
          found = interpreter.run()
          printer = IRPrinter(known)
        }
        guard !isSame(expected, found) else { continue }
        Issue.record(
          "\(name), \(kernel.name) at \(position) of \(arguments.map { $0.map(Float.init(bitPattern:)) }): tree \(expected.map(Float.init(bitPattern:))), form \(found.map(Float.init(bitPattern:)))\n\(printer.text().prefix(4000))"
        )
        return
      }
    }
  }

  private static func extents(_ kernel: KernelSignature, _ inputs: WaveInputs) -> [SIMD4<Float>] {
    (0..<kernel.imageCount).map { inputs.extent($0) }
  }

  /// Equal bits; which NaN it is does not matter.
  private static func isSame(_ a: [UInt32], _ b: [UInt32]) -> Bool {
    a.count == b.count
      && zip(a, b).allSatisfy { $0 == $1 || (Float(bitPattern: $0).isNaN && Float(bitPattern: $1).isNaN) }
  }
}

extension SeededGenerator {
  mutating func next32() -> UInt32 { UInt32(truncatingIfNeeded: next()) }
}

/// Samplers in the coordinates of the result.
struct PlainInputs: PixelInputs {
  private let inputs: WaveInputs
  init(_ inputs: WaveInputs) { self.inputs = inputs }
  var destination: SIMD2<Float> { inputs.destination }
  func pixel(_ image: Int) -> SIMD4<Float> { sample(image, destination) }
  func sample(_ image: Int, _ position: SIMD2<Float>) -> SIMD4<Float> { inputs.sample(image, position) }
  func transform(_ image: Int, _ position: SIMD2<Float>) -> SIMD2<Float> { position }
  func extent(_ image: Int) -> SIMD4<Float> { inputs.extent(image) }
}
