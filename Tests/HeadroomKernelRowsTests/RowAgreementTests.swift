internal import HeadroomKernelLanguage
internal import HeadroomKernelRows
internal import HeadroomPixels
internal import HeadroomTestSupport
internal import Testing

/// Rows give what the evaluator of the text gives, pixel by pixel.
@Suite struct RowAgreementTests {
  /// Bodies of `float4 k(sample_t s, float x, float y, destination dest)` that use operations without functions: same bits.
  static let exact: [String] = [
    "return s * x + y;", "return s.bgra;", "return s.gbar * float4(1, 1, 1, 2);", "return float4(s.aaa, s.r + s.a);",
    "return float4(s.rgb / s.a, s.a);", "return float4(min(s.r, x), max(s.g, y), abs(s.b), -s.a);",
    "return s.r > 1.0 ? float4(1, 0, 0, 1) : s;",
    "if (s.r > 1.0) return float4(1, 0, 0, 1); return s.bgra;",
    "if (s.r > 0.5) { if (s.g > 0.5) return s + 1; s *= 2; } else if (s.b < 0.2) { return s - 1; } return s * y;",
    "float4 v = 0; for (int i = 0; i < 5; i++) { v += s * float(i); if (v.r > x) break; } return v;",
    "float4 v = s; while (v.r < 8) { v = v * 2 + 0.01; } return v;",
    "float4 v = s; int n = 0; while (v.r < 100 && n < 40) { v = v * 1.3 + 0.01; n++; if (v.g > 30) continue; v.b += 1; } return float4(v.rgb, n);",
    "float a[4] = { s.r, s.g, s.b, s.a }; int i = int(s.r * 3) & 3; return float4(a[i], a[3 - i], a[0], x);",
    "float a[4] = { 1, 2, 3, 4 }; int i = int(s.r * 3) & 3; a[i] = s.g; return float4(a[0], a[1], a[2], a[3]);",
    "const float w[3] = { 0.25, 0.5, 0.25 }; return s * w[int(s.r * 2) % 3];",
    "int i = int(s.r * 77) ^ int(s.g * 31); uint u = uint(i) * 2654435761u; return float4(i % 7, u >> 24, i / 3, i << 2);",
    "return float4(floor(s.r * 9), fract(s.g * 5), ceil(s.b * 3), round(s.a * 7));",
    "return float4(dest.coord().x, dest.coord().y, s.r + dest.coord().x, 1);",
    "switch (int(s.r * 4)) { case 0: return s; case 1: s.r = 7; case 2: s.g += 1; break; default: s = s.bgra; } return s;",
    "float t = 0; for (int i = 0; i < int(x) + 2; i++) { for (int j = 0; j < 3; j++) { if (s.r * j > y) break; t += i * s.g - j; } } return t;",
    "do { s.r += 1; if (s.r > 4) return s; } while (s.g > 0.3); return s * 3;",
    "while (true) { s.r += 1; } return s;", "return fmod(s, float4(0.3, 0.7, -0.2, 1));",
    "return float4(clamp(s.rgb, 0.0, 1.0), saturate(s.a));", "return mix(s, float4(x, y, 1, 2), s.a) * sqrt(abs(s));",
    "float2 p = float2(s.rg); for (int i = 0; i < 30; i++) { p = float2(p.x * p.x - p.y * p.y + 0.2, 2 * p.x * p.y + 0.3); if (dot(p, p) > 4) return float4(i); } return float4(p, 0, 1);",
    "float a = s.r, b = s.g; for (int i = 0; i < 300; i++) { float t = a; a = b; b = t + 0.001; if (b > 2) break; } return float4(a, b, 0, 1);",
  ]

  /// Loops that are too long to be written out: counters that are the same for all pixels, and pixels that leave one by one.
  static let loops: [String] = [
    "float v = 0; for (int i = 0; i < 450; i++) { float a = i * 0.1; v = s.r * a + v * 0.5 - s.g; v = max(v, s.b) * 0.9 + abs(v - a) * 0.1 + float(i % 7) * s.a; } return v;",
    "float v = 0; for (int i = 0; i < 21; i++) for (int j = 0; j < 21; j++) { if ((i + j) % 3 == 0) continue; float a = i * 0.1 - j; v = s.r * a + v * 0.5 - s.g; v = max(v, s.b) * 0.9 + abs(v - a) * 0.1; if (j > i * 2) break; } return v;",
    "const float w[5] = { 1, 2, 4, 8, 16 }; float v = 0; for (int i = 0; i < 400; i++) { v = v * 0.5 + w[i % 5] * s.r + floor(v * 0.1) - w[(i + 2) % 5] * s.g + min(v, 3.0) * 0.2 + max(v, s.b) * 0.1; } return v;",
    "float2 z = 0; int n = 0; for (; n < 300; n++) { z = float2(z.x * z.x - z.y * z.y + s.r - 1.5, 2 * z.x * z.y + s.g * 0.3); if (dot(z, z) > 4) break; } return float4(z, n, 1);",
    "float v = 0; int n = int(s.r * 60); for (int i = 0; i < n; i++) { int m = int(s.g * 6); for (int j = 0; j < m; j++) { v = v * 0.9 + s.b * float(i * j); if (v > 50) break; if (v < -3) return float4(i, j, v, 2); } v -= 1; } return v;",
    "float m[3] = { 0, 0, 0 }; int n = int(s.r * 70); for (int i = 0; i < n; i++) { int k = int(s.g * 9 + float(i)) % 3; m[k] += s.b + float(i); if (m[k] > 900) break; } return float4(m[0], m[1], m[2], n);",
    "float a = s.r, b = s.g, c = 0; while (c < 90) { float t = a; a = b; b = t; c += a + b + 0.2; if (a > 1.9) { if (b > 1) break; a -= 1; continue; } c += 1; } return float4(a, b, c, 1);",
    "float v = s.r; if (s.g > 0.3) { for (int i = 0; i < 400; i++) { v = v * 0.9 + s.b * 0.3 - float(i) * 0.01; v = max(v, -4.0) + abs(v) * 0.1 - min(v, s.a) * 0.2 + floor(v) * 0.01; } } return v;",
    "float v = 0; int n = int(s.r * 100); while (n > 0) { n--; v += s.g; } for (int i = 0; i < 330; i++) { v = v * 0.9 + s.b * 0.3 - float(i) * 0.01; v = max(v, -4.0) + abs(v) * 0.1 - min(v, s.a) * 0.2 + floor(v) * 0.01 + ceil(v) * 0.1; } return v;",
    "float v = 0; for (int i = 0; i < 40; i++) { float t = s.r + float(i); while (t > 3) { t *= 0.7 + 0.1 * s.a; v += 1; } v += t; } return v;",
    "float c = 0; float p = s.r; while (true) { c = p * 3; if (c > 80) break; p += 0.03 + s.g * 0.5 + abs(s.b); } return float4(c, p, 0, 1);",
    "float v = s.r; for (int i = 0; i < 600; i++) { v = v * 0.9 + s.b * 0.3 - float(i) * 0.01; v = max(v, -4.0) + abs(v) * 0.1 - min(v, s.a) * 0.2; } return v;",
  ]

  @Test(arguments: loops) func `Loops have the evaluator's bits, however their pixels are moved`(_ body: String) throws
  {
    try Rows.check(Rows.text(body), tolerance: 0)
  }

  @Test(arguments: 0..<40) func `Kernels made at random have the evaluator's bits`(_ seed: Int) throws {
    var kernel = RandomKernel(seed: UInt64(seed))
    try Rows.check(kernel.text(), tolerance: 0, stepLimit: 5000)
  }

  @Test(arguments: exact) func `What needs no function has the evaluator's bits`(_ body: String) throws {
    try Rows.check(Rows.text(body), tolerance: 0)
  }

  static let functions: [String] = [
    "sin(s * 9)", "cos(s * 9)", "tan(s)", "asin(s)", "acos(s)", "atan(s * 4)", "exp(s)", "exp2(s * 5)", "log(s)",
    "log2(s)",
    "log10(abs(s))", "pow(s, float4(2.2))", "pow(abs(s), float4(x, y, 0, 0.4))", "cbrt(s)", "atan2(s, s.gbar)",
    "sinh(s)",
    "cosh(s)", "tanh(s)", "srgb_to_linear(s)", "linear_to_srgb(s)", "normalize(s)", "smoothstep(0.0, 2.0, s)",
    "rsqrt(s)",
    "sin(s * 1e7)", "pow(s, 3.0)",
  ]

  @Test(arguments: functions) func `Functions are as near as they are stated`(_ expression: String) throws {
    try Rows.check(Rows.text("return \(expression);"), tolerance: 4e-6)
  }
}

enum Rows {
  static func text(_ body: String) -> String {
    """
    #include <CoreImage/CoreImage.h>
    using namespace metal;
    extern "C" { namespace coreimage {
      float4 k(sample_t s, float x, float y, destination dest) { \(body) }
    } }
    """
  }

  /// Runs a colour kernel of one image on rows and compares each pixel with the evaluator.
  static func check(_ text: String, tolerance: Float, stepLimit: Int = 500) throws {
    let result = KernelText(dialect: .metal).compile(SourceText(name: "kernel", text: text))
    if result.program == nil { Issue.record("\(result.report)") }
    let program = try #require(result.program)
    let kernel = try #require(program.kernels.first)
    let ir = try #require(KernelIR.compiled(program, kernel))
    let arguments = arguments(of: kernel)
    let known = ir.specialized(arguments: arguments, extents: Array(repeating: .zero, count: kernel.imageCount))
    let rows = RowProgram(known, stepLimit: stepLimit)
    let count = 517
    // Only the first image may lie where the result goes.
    let given = RowBuffer(capacity: count)
    let spare = RowBuffer(capacity: count)
    let isInPlace = rows.shifts.allSatisfy { $0.image == 0 }
    let pixels = unsafe fill(given.rows, count)
    unsafe withUnsafePointer(to: given.rows) { input in
      unsafe rows.run(input, into: isInPlace ? given.rows : spare.rows, count: count, x: -20, y: 7)
    }
    for i in 0..<count {
      let inputs = OnePixel(destination: SIMD2(Float(i) - 19.5, 7.5), color: pixels[i])
      var tree = TreeEvaluator(program, inputs: inputs, steps: stepLimit)
      let expected = tree.run(kernel, arguments: arguments).map(Float.init(bitPattern:))
      let row = unsafe isInPlace ? given.rows : spare.rows
      let found = unsafe [row.r[i], row.g[i], row.b[i], row.a[i]]
      guard zip(expected, found).allSatisfy({ isNear($0, $1, tolerance) }) else {
        var printer = IRPrinter(known)
        Issue.record("pixel \(i) of \(pixels[i]): \(expected) expected, \(found) found\n\(printer.text())")
        return
      }
    }
  }

  private static func arguments(of kernel: KernelSignature) -> [[UInt32]] {
    var next: Float = 1.5
    return kernel.parameters.map { parameter in
      guard case .value(let type) = parameter.argument else { return [] }
      guard type.scalar?.isFloat == true else { return [3] }
      defer { next /= 6 }
      return [next, 2, -1, 0.5].map(\.bitPattern)
    }
  }

  private static func isNear(_ a: Float, _ b: Float, _ tolerance: Float) -> Bool {
    if a.bitPattern == b.bitPattern || (a.isNaN && b.isNaN) { return true }
    return tolerance > 0 && (a == b || abs(a - b) <= tolerance * max(1, abs(a)))
  }

  private static func fill(_ rows: RowPointers, _ count: Int) -> [SIMD4<Float>] {
    var generator = SeededGenerator(seed: 3)
    let hard: [Float] = [0, -0.0, 1, -1, .infinity, -.infinity, .nan, 65504, 1e-30, 3e9, -2, 0.5]
    return (0..<count).map { i in
      var color = SIMD4<Float>(
        .random(in: -0.5...4, using: &generator), .random(in: -0.5...2, using: &generator),
        .random(in: 0...1, using: &generator), .random(in: 0...1, using: &generator))
      if i % 11 == 3 { for lane in 0..<4 { color[lane] = hard.randomElement(using: &generator) ?? 0 } }
      unsafe (rows.r[i], rows.g[i], rows.b[i], rows.a[i]) = (color.x, color.y, color.z, color.w)
      return color
    }
  }
}

struct OnePixel: PixelInputs {
  var destination: SIMD2<Float>
  var color: SIMD4<Float>
  func pixel(_ image: Int) -> SIMD4<Float> { color }
  func sample(_ image: Int, _ position: SIMD2<Float>) -> SIMD4<Float> { .zero }
  func transform(_ image: Int, _ position: SIMD2<Float>) -> SIMD2<Float> { position }
  func extent(_ image: Int) -> SIMD4<Float> { .zero }
}
