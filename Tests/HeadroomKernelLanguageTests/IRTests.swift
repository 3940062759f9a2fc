internal import HeadroomKernelLanguage
internal import HeadroomTestSupport
internal import Testing

/// The IR: what it keeps, folds and leaves out, and what is told of it.
@Suite struct IRTests {
  private func ir(_ text: String, _ dialect: KernelDialect = .coreImage) throws -> KernelIR {
    let program = try KernelTesting.program(text, dialect)
    let kernel = try #require(program.kernels.first)
    return try #require(KernelIR.compiled(program, kernel))
  }

  private func printed(_ text: String) throws -> String {
    var printer = IRPrinter(try ir(text))
    return printer.text()
  }

  @Test func `Random programs mean the same in both forms`() throws {
    for seed in 0..<UInt64(150) {
      var kernel = RandomKernel(seed: seed)
      let text = kernel.text()
      try Agreement.check(KernelTesting.program(text, .metal), "seed \(seed)\n\(text)", pixels: 12)
    }
  }

  @Test func `A form is printed with its values, their kinds and what is uniform`() throws {
    let text = try printed(
      "kernel vec4 k(__sample s, float gain) { float twice = gain * 2.0; return vec4(s.rgb * twice, s.a); }")
    #expect(
      text == """
        color kernel k(s, gain)
          %0: f32 = pixel(image: 0, lane: 0)
          %1: f32 = pixel(image: 0, lane: 1)
          %2: f32 = pixel(image: 0, lane: 2)
          %3: f32 = pixel(image: 0, lane: 3)
          %4: uniform f32 = argument(parameter: 1, lane: 0)
          %6: uniform f32 = fmul %4, 2.0
          %7: f32 = fmul %0, %6
          %8: f32 = fmul %1, %6
          %9: f32 = fmul %2, %6
          return %7, %8, %9, %3

        """)
  }

  @Test func `Constants are computed and what is equal is computed once`() throws {
    let folded = try ir(
      "kernel vec4 k(float a) { float x = sqrt(16.0) * 2.0 + float(3 / 2); return vec4(x, mat2(2.0)[0], 1.0); }")
    #expect(folded.instructionCount == 0)
    let shared = try ir(
      "kernel vec4 k(sampler s) { return sample(s, samplerCoord(s)) * sample(s, samplerCoord(s)).a; }")
    var samples = 0
    shared.body.visitAll { if case .sample = $0 { samples += 1 } }
    #expect(samples == 1)
  }

  @Test func `Functions leave no trace, and what is not needed is left out`() throws {
    let text = try printed(
      "float unused(float a) { return sin(a); } vec3 f(vec3 c) { float dead = exp(c.x); return c * 2.0; } kernel vec4 k(__sample s) { unused(s.r); return vec4(f(s.rgb), 1.0); }"
    )
    #expect(!text.contains("exp") && !text.contains("sin") && !text.contains("block"))
  }

  @Test func `Counters of loops stay uniform, and what differs between pixels does not`() throws {
    let text = try printed(
      "kernel vec4 k(sampler s, float n) { vec4 sum = vec4(0.0); for (int i = 0; i < int(n); i++) { sum += sample(s, samplerCoord(s) + float(i)); } return sum / n; }"
    )
    #expect(text.contains(": uniform i32 = 0"))
    #expect(text.contains("if %"), "the condition of the loop is uniform")
    #expect(!text.contains("if varying"))
    let varying = try printed(
      "kernel vec4 k(__sample s) { float x = s.r; int i = 0; while (x < 10.0) { x = x * 2.0 + 1.0; i++; } return vec4(float(i)); }"
    )
    #expect(varying.contains("if varying"))
  }

  @Test func `Small choices between pixels become selections, uniform ones stay branches`() throws {
    let varying = try printed("kernel vec4 k(__sample s) { if (s.r > 1.0) return vec4(1.0, 0.0, 0.0, 1.0); return s; }")
    #expect(varying.contains("if varying") || varying.contains("select"))
    let uniform = try printed(
      "kernel vec4 k(__sample s, float mode) { vec3 c = s.rgb; if (mode > 0.5) { c = c * 2.0; } else { c = c + 1.0; } return vec4(c, s.a); }"
    )
    #expect(uniform.contains("if %") && uniform.contains("} else {"))
  }

  @Test func `Arrays that never change are tables, others lie in memory only where an index is not known`() throws {
    let table = try ir(
      "const float w[3] = float[3](1.0, 2.0, 3.0); kernel vec4 k(float n) { return vec4(w[int(n)]); }")
    #expect(table.tables == [[1, 2, 3].map { Float($0).bitPattern }] && table.memories.isEmpty)
    let slots = try ir("kernel vec4 k(float n) { float w[3]; w[0] = n; w[1] = 2.0; return vec4(w[0] + w[1]); }")
    #expect(slots.memories.isEmpty && slots.tables.isEmpty)
    let memory = try ir("kernel vec4 k(float n) { float w[3]; w[int(n)] = n; return vec4(w[0]); }")
    #expect(memory.memories == [3])
  }

  @Test func `A kernel that grows beyond its limit is no kernel`() throws {
    let doubling = (1...30).map { "float f\($0)(float a) { return f\($0 - 1)(a) + f\($0 - 1)(a + 1.0); }\n" }.joined()
    let program = try KernelTesting.program(
      "float f0(float a) { return sin(a); }\n" + doubling + "kernel vec4 k(float a) { return vec4(f30(a)); }",
      .coreImage)
    #expect(KernelIR.compiled(program, program.kernels[0]) == nil)
  }

  // MARK: Warnings

  static let warned: [(String, String)] = [
    ("return vec4(clamp(s.rgb * 2.0, 0.0, 1.0), s.a);", "colour is limited to 1"),
    ("return vec4(min(s.rgb, 1.0), s.a);", "colour is limited to 1"),
    ("return vec4(min(max(s.rgb, 0.0), vec3(1.0)), s.a);", "colour is limited to 1"),
    (
      "vec3 c = s.rgb; c = clamp(c, vec3(0.0), vec3(1.0)); return vec4(pow(c, vec3(2.2)), s.a);",
      "colour is limited to 1"
    ),
    ("return clamp(s, 0.0, 1.0);", "colour is limited to 1"),
    ("return vec4(s.rgb, s.a + s.r);", "alpha can leave 0...1"),
    ("return s + s;", "alpha can leave 0...1"),
    ("return s * 2.0;", "alpha can leave 0...1"),
    ("return vec4(1.0) - s - s;", "alpha can leave 0...1"),
    ("return vec4(s.rgb, dot(s.rgb, vec3(0.2, 0.7, 0.1)));", "alpha can leave 0...1"),
    ("return vec4(s.rgb, distance(s.rgb, vec3(0.0, 1.0, 0.0)) * s.a);", "alpha can leave 0...1"),
    ("return t > 0.5 ? s : vec4(s.rgb, 1.5);", "alpha can leave 0...1"),
    ("while (t > 0.0) { } return s;", "this loop may not end"),
    ("while (true) { } return s;", "this loop never ends"),
    ("float x = 0.0; while (x < 1.0) { x += t; } return s;", "this loop may not end"),
    ("float x = t; for (int i = 0; i < 10; i--) x += 1.0; return s * x;", "this loop may not end"),
    ("float x = s.r; while (x > 0.0) { x *= 1.01; } return vec4(x);", "this loop may not end"),
    ("float x = s.r; while (x < 100.0) { x -= 1.0; } return vec4(x);", "this loop may not end"),
    ("return vec4(clamp(s.rgb / s.a, 0.0, 1.0), s.a);", "colour is limited to 1"),
  ]

  static let silent: [String] = [
    "return vec4(s.rgb * clamp(t, 0.0, 1.0), s.a);",
    "float m = clamp(dot(s.rgb, vec3(0.3, 0.6, 0.1)) * 4.0, 0.0, 1.0); return vec4(s.rgb * m, s.a);",
    "return vec4(max(s.rgb, 0.0), s.a);",
    "return mix(s, s.bgra, 0.5);",
    "return vec4(mix(s.rgb, vec3(1.0), smoothstep(0.0, 1.0, s.r)), s.a);",
    "return vec4(s.rgb, clamp(t, 0.0, 1.0));",
    "return vec4(s.rgb, t);",
    "return s * t;",
    "vec3 p = abs(fract(vec3((s.r - s.g) / (s.b + 0.1)) + vec3(1.0, 0.6, 0.3)) * 6.0 - 3.0); return vec4(s.r * clamp(p - 1.0, 0.0, 1.0), s.a);",
    "return vec4(clamp(s.rgb / (1.0 + s.rgb), 0.0, 1.0), s.a);",
    "float x = s.r; while (x > 0.01) { x *= 0.5; } return vec4(x, x, x, s.a);",
    "float v[3]; v[0] = s.r; v[1] = s.g; v[2] = s.b; bool b; do { b = false; for (int i = 0; i < 2; i++) if (v[i] > v[i + 1]) { float h = v[i]; v[i] = v[i + 1]; v[i + 1] = h; b = true; } } while (b); return vec4(v[0], v[1], v[2], s.a);",
    "return vec4(s.rgb, max(s.a - t, 0.0));",
    "return mix(s, s.bgra, t);",
    "return s * (1.0 - t) + s.gbra * t;",
    "return vec4(s.rgb, smoothstep(t, t + 0.1, distance(s.rgb, vec3(0.0, 1.0, 0.0))));",
    "return vec4(s.rgb, step(t, s.r) * s.a);",
    "vec4 sum = vec4(0.0); for (int i = 0; i < 4; i++) sum += s; return sum / 4.0;",
    "return vec4(s.rgb, s.r > 1.0 ? 0.0 : s.a);",
    "return premultiply(unpremultiply(s));",
    "float x = 0.0; for (int i = 0; i < 10; i++) { x += t; } return vec4(x, x, x, 1.0);",
    "float x = t; for (int i = 0; i < int(t); i++) { x *= 0.5; if (x < 0.1) break; } return vec4(x, x, x, 1.0);",
  ]

  private func warnings(_ body: String) throws -> [String] {
    KernelWarnings.found(in: try ir("kernel vec4 k(__sample s, float t) { \(body) }")).map(\.message)
  }

  @Test(arguments: warned) func `What is probably not meant is told`(body: String, wanted: String) throws {
    #expect(try warnings(body).contains { $0.contains(wanted) })
  }

  @Test(arguments: silent) func `What is common is not told`(body: String) throws {
    #expect(try warnings(body) == [])
  }

  @Test func `One source over another keeps alpha`() throws {
    let program = try KernelTesting.program(
      "kernel vec4 k(__sample a, __sample b) { return a + b * (1.0 - a.a); }", .coreImage)
    let ir = try #require(KernelIR.compiled(program, program.kernels[0]))
    #expect(KernelWarnings.found(in: ir).isEmpty)
  }
}

extension KernelIR.Region {
  func visitAll(_ body: (KernelIR.Instruction) -> Void) {
    for instruction in instructions {
      body(instruction)
      for region in instruction.regions { region.visitAll(body) }
    }
  }
}
