internal import HeadroomKernelLanguage
internal import HeadroomKernelRows
internal import HeadroomPixels

extension FuzzTarget {
  /// Kernel text of both dialects, compiled and run on 8 x 8 pixels by both evaluators, which have to agree and to read
  /// images where the analysis of regions says, and over rows.
  static let kernels: [FuzzTarget] = [
    FuzzTarget(name: "kernel-metal", seeds: { metalSeeds.map { Array($0.utf8) } }, run: { run($0, .metal) }),
    FuzzTarget(
      name: "kernel-coreimage", seeds: { coreImageSeeds.map { Array($0.utf8) } }, run: { run($0, .coreImage) }),
  ]

  private static let metalSeeds = [
    "#include <CoreImage/CoreImage.h>\nextern \"C\" { namespace coreimage { float4 k(sample_t s, float a) { return s * a; } } }",
    "struct P { float a; P(float x) : a(x) {} float f() const { return a; } }; [[stitchable]] float4 k(coreimage::sampler s, coreimage::destination d) { P p(1); float w[3] = {1, 2, 3}; for (int i = 0; i < 3; i++) { if (i == 1) continue; p.a += w[i]; } switch (int(p.f())) { case 1: break; default: p.a = 2; } return s.sample(s.transform(d.coord())) * p.a; }",
  ]

  private static let coreImageSeeds = [
    "kernel vec4 k(__sample s, __color c) { return mix(s, c, 0.5); }",
    "#define R 2\nvoid f(inout float a) { a += 1.0; } kernel vec4 k(sampler s, float r) { vec4 sum = vec4(0.0); for (int x = -R; x <= R; x++) { float y = r; f(y); sum += sample(s, samplerTransform(s, destCoord() + vec2(x, y))); } return sum / 5.0; }",
    "kernel vec2 k(float a) { vec2 d = destCoord(); return d + sin(d.yx / a) * 4.0; }",
  ]

  private static func run(_ bytes: [UInt8], _ dialect: KernelDialect) {
    var compiler = KernelText(dialect: dialect)
    compiler.limits.tokens = 1 << 14
    compiler.limits.instructions = 1 << 14
    let result = compiler.compile(SourceText(name: "kernel", bytes: bytes))
    _ = result.report
    guard let program = result.program else {
      if result.diagnostics.isEmpty { fatalError("refused without a word") }
      return
    }
    for kernel in program.kernels.prefix(2) {
      guard let form = result.form(of: kernel, limits: compiler.limits) else { continue }
      _ = KernelWarnings.found(in: form)
      let boxes = SampleRegions(form).boxes(
        arguments: arguments(of: kernel),
        images: Array(repeating: SamplerSpace(extent: SIMD4(0, 0, 8, 8)), count: kernel.imageCount),
        destination: SampleBox(x: 0.5...7.5, y: 0.5...7.5))
      for pixel in 0..<64 {
        let place = SIMD2(Float(pixel % 8) + 0.5, Float(pixel / 8) + 0.5)
        compare(program, kernel, form, FuzzPixel(destination: place, boxes: boxes))
      }
      runRows(kernel, form)
    }
  }

  /// Rows have errors of their own: here they only have to come to an end.
  private static func runRows(_ kernel: KernelSignature, _ form: KernelForm) {
    let extents = Array(repeating: SIMD4<Float>(0, 0, 8, 8), count: kernel.imageCount)
    let program = RowProgram(form.specialized(arguments: arguments(of: kernel), extents: extents), stepLimit: 64)
    var lanes: [Float] = (0..<64).map { Float($0) / 8 - 1 }
    unsafe lanes.withUnsafeMutableBufferPointer { lanes in
      guard let base = lanes.baseAddress else { return }
      let row = unsafe RowPointers(base: base, stride: 8)
      let result = unsafe RowPointers(base: base + 32, stride: 8)
      let inputs = unsafe [RowPointers](repeating: row, count: program.shifts.count + 1)
      unsafe inputs.withUnsafeBufferPointer { inputs in
        guard let first = inputs.baseAddress else { return }
        unsafe program.run(first, into: result, count: 8, x: 0, y: 3, sampler: FuzzSampler())
      }
    }
  }

  private static func arguments(of kernel: KernelSignature) -> [[UInt32]] {
    kernel.parameters.map { _ in (0..<16).map { Float($0).bitPattern } }
  }

  private static func compare(
    _ program: TypedProgram, _ kernel: KernelSignature, _ form: KernelForm, _ inputs: FuzzPixel
  ) {
    let arguments = arguments(of: kernel)
    // The tree also reads what nobody uses.
    var tree = TreeEvaluator(program, inputs: FuzzPixel(destination: inputs.destination, boxes: []), steps: 64)
    var interpreter = FormInterpreter(form, inputs: inputs, arguments: arguments, steps: 64)
    let (expected, found) = (tree.run(kernel, arguments: arguments), interpreter.run())
    for (a, b) in zip(expected, found) where a != b && !(Float(bitPattern: a).isNaN && Float(bitPattern: b).isNaN) {
      fatalError("the two forms of a kernel differ")
    }
  }
}

private struct FuzzPixel: PixelInputs {
  var destination: SIMD2<Float>
  /// Where each image may be read.
  var boxes: [SampleBox?]

  func pixel(_ image: Int) -> SIMD4<Float> { sample(image, destination) }
  func sample(_ image: Int, _ position: SIMD2<Float>) -> SIMD4<Float> {
    if position.x.isFinite, position.y.isFinite, boxes.indices.contains(image),
      boxes[image]?.contains(position) != true
    {
      fatalError("image \(image) is read at \(position), outside of its region")
    }
    return SIMD4(position.x, position.y, Float(image), 1)
  }
  func transform(_ image: Int, _ position: SIMD2<Float>) -> SIMD2<Float> { position }
  func extent(_ image: Int) -> SIMD4<Float> { SIMD4(0, 0, 8, 8) }
}

private final class FuzzSampler: SampledImages {
  func sample(
    _ image: Int, x: UnsafePointer<Float>, y: UnsafePointer<Float>, mask: UnsafePointer<Float>?, count: Int,
    into rows: RowPointers
  ) {
    for i in 0..<count { unsafe (rows.r[i], rows.g[i], rows.b[i], rows.a[i]) = (x[i], y[i], Float(image), 1) }
  }
}
