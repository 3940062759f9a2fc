internal import HeadroomEngine
internal import HeadroomKernelLanguage
internal import HeadroomKernelRows
internal import HeadroomPixels
internal import HeadroomRAW

extension FuzzTarget {
  /// Kernel text of both dialects, compiled and run over rows of 64 pixels, and by both evaluators for some of them, which
  /// have to agree, with the rows as well, and to read images where the analysis of regions says.
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
    // Larger kernels take longer and find no more.
    compiler.limits.tokens = 1 << 13
    compiler.limits.instructions = 1 << 12
    let result = compiler.compile(SourceText(name: "kernel", bytes: bytes))
    _ = result.report
    guard let program = result.program else {
      if result.diagnostics.isEmpty { fatalError("refused without a word") }
      return
    }
    for kernel in program.kernels.prefix(2) {
      guard let ir = result.ir(of: kernel, limits: compiler.limits) else { continue }
      _ = KernelWarnings.found(in: ir)
      let boxes = SampleRegions(ir).boxes(
        arguments: arguments(of: kernel),
        images: Array(repeating: SamplerSpace(extent: SIMD4(0, 0, 8, 8)), count: kernel.imageCount),
        destination: SampleBox(x: 0.5...7.5, y: 0.5...7.5))
      let first = bytes.count % 8
      for pixel in stride(from: first, to: 64, by: 9) {
        let place = SIMD2(Float(pixel % 8) + 0.5, Float(pixel / 8) + 0.5)
        compare(program, kernel, ir, FuzzPixel(destination: place, boxes: boxes))
      }
      runRows(kernel, ir, compared: stride(from: first, to: 64, by: 8))
    }
  }

  /// Rows of 64 pixels, enough for loops to move pixels together. Functions over rows have small errors of their own, which
  /// grow without bound behind them: each is held to the exact one alone, and the kernel to itself with the functions of
  /// rows, bit for bit.
  private static func runRows(_ kernel: KernelSignature, _ ir: KernelIR, compared: StrideTo<Int>) {
    let extents = Array(repeating: SIMD4<Float>(0, 0, 8, 8), count: kernel.imageCount)
    let known = ir.specialized(arguments: arguments(of: kernel), extents: extents)
    let program = RowProgram(known, stepLimit: 64)
    let count = 64
    var lanes: [Float] = program.shifts.flatMap { shift in
      let x = (0..<count).map { Float($0 + shift.dx) + 0.5 }
      let others = [Float(3 + shift.dy) + 0.5, Float(shift.image), 1]
      return x + others.flatMap { Array(repeating: $0, count: count) }
    }
    lanes += Array(repeating: 0, count: 4 * count)
    unsafe lanes.withUnsafeMutableBufferPointer { lanes in
      guard let base = lanes.baseAddress else { return }
      let rows = unsafe (0...program.shifts.count).map {
        unsafe RowPointers(base: base + $0 * 4 * count, stride: count)
      }
      unsafe rows.withUnsafeBufferPointer { rows in
        guard let first = rows.baseAddress else { return }
        unsafe program.run(
          first, into: rows[program.shifts.count], count: count, x: 0, y: 3, sampler: FuzzSampler())
      }
    }
    for lane in compared {
      let inputs = FuzzPixel(destination: SIMD2(Float(lane) + 0.5, 3.5), boxes: [])
      var interpreter = IRInterpreter(known, inputs: inputs, arguments: [], steps: 64, apply: rowFunction)
      for (result, expected) in interpreter.run().enumerated() {
        let found = lanes[(program.shifts.count * 4 + result) * count + lane]
        guard found.bitPattern == expected || (found.isNaN && Float(bitPattern: expected).isNaN) else {
          fatalError("rows give \(found) for pixel \(lane), not \(Float(bitPattern: expected))")
        }
      }
    }
  }

  private static func rowFunction(
    _ operation: HeadroomKernelLanguage.Operation, _ a: UInt32, _ b: UInt32, _ c: UInt32
  ) -> UInt32 {
    let (found, exact) = (RowLane.apply(operation, a, b, c), operation.apply(a, b, c))
    if found == exact { return found }
    let (x, y) = (finite(found), finite(exact))
    // Beside its poles a tangent may be off by any amount.
    let isNear = operation == .tan ? x.isNaN == y.isNaN : x == y || abs(x - y) <= 1e-4 * max(1, abs(y))
    guard operation.kind == .float, isNear || (x.isNaN && y.isNaN) else {
      fatalError("\(operation) over rows is \(x) of \(a) and \(b), not \(y)")
    }
    return found
  }

  /// A result that overflows is as near as one that just does not.
  private static func finite(_ bits: UInt32) -> Float {
    let x = Float(bitPattern: bits)
    return x.isInfinite ? (x < 0 ? -Float.greatestFiniteMagnitude : .greatestFiniteMagnitude) : x
  }

  private static func arguments(of kernel: KernelSignature) -> [[UInt32]] {
    kernel.parameters.map { _ in (0..<16).map { Float($0).bitPattern } }
  }

  private static func compare(
    _ program: TypedProgram, _ kernel: KernelSignature, _ ir: KernelIR, _ inputs: FuzzPixel
  ) {
    let arguments = arguments(of: kernel)
    // The tree also reads what nobody uses.
    var tree = TreeEvaluator(program, inputs: FuzzPixel(destination: inputs.destination, boxes: []), steps: 64)
    var interpreter = IRInterpreter(ir, inputs: inputs, arguments: arguments, steps: 64)
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
