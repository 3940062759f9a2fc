internal import HeadroomKernelLanguage
internal import Synchronization
internal import Testing

/// What the compiler says of texts that are wrong.
@Suite struct DiagnosticTests {
  /// Text, dialect, and what the report has to hold.
  static let mistakes: [(String, KernelDialect, [String])] = [
    ("kernel vec4 k(float a) { return vec4(b); }", .coreImage, ["kernel:1:38: error: unknown name 'b'"]),
    ("kernel vec4 k(float amount) { return vec4(amout); }", .coreImage, ["did you mean 'amount'?"]),
    (
      "kernel vec4 k(float a) { return vec4(smothstep(0.0, 1.0, a)); }", .coreImage,
      ["unknown function 'smothstep'", "did you mean 'smoothstep'?"]
    ),
    ("extern \"C\" vec4 k(float a) { return a; }", .metal, ["unknown type 'vec4'", "in Metal it is 'float4'"]),
    (
      "extern \"C\" float4 k(float a) { flaot b = a; return b; }", .metal,
      ["unknown type 'flaot'", "did you mean 'float'?"]
    ),
    ("kernel vec4 k(float a) { return vec3(a); }", .coreImage, ["the returned value is 'vec3'; expected 'vec4'"]),
    (
      "kernel vec4 k(float a) { vec3 v = vec3(1.0) return vec4(v, a); }", .coreImage,
      ["expected ';' after a declaration"]
    ),
    ("kernel vec4 k(float a) {\n  float b = a\n  return vec4(b);\n}", .coreImage, ["kernel:2:14: error: expected ';'"]),
    (
      "extern \"C\" float4 k(float a) { return float4(1.0, a); }", .metal,
      ["'float4' takes 4 numbers; (float, float) has 2", "did you mean 'float2'?"]
    ),
    ("extern \"C\" float4 k(float4 c) { return c.xyr; }", .metal, ["has no member 'xyr'", "one set"]),
    ("extern \"C\" float4 k(float2 c) { return c.z; }", .metal, ["'float2' has no element 'z'"]),
    (
      "extern \"C\" float4 k(float a) { float b = a; auto f = [](float c) { return b * c; }; return f(a); }", .metal,
      ["'b' lies outside of this function without a name", "write [&]"]
    ),
    (
      "extern \"C\" float4 k(float a) { auto f = [=](float c) { a = c; return c; }; return f(a); }", .metal,
      ["'a' is constant"]
    ),
    (
      "float g(float a) { return a; } extern \"C\" float4 k(float a) { return g([](float c) { return c; }); }", .metal,
      ["argument 1 of 'g' is 'a function'", "expected 'float'"]
    ),
    (
      "extern \"C\" float4 k(float a) { auto f = [&](float b) { return b < 0 ? b : f(b - 1); }; return f(a); }", .metal,
      ["unknown function 'f'"]
    ),
    ("extern \"C\" float4 k(float a) { const float b = 1; b = a; return b; }", .metal, ["'b' is constant"]),
    ("extern \"C\" float4 k(float a) { a + 1 = 2; return a; }", .metal, ["only a variable can be changed"]),
    ("float f(float a) { return f(a); } extern \"C\" float4 k(float a) { return f(a); }", .metal, ["'f' calls itself"]),
    (
      "float g(float); float f(float a) { return g(a); } float g(float a) { return f(a); } extern \"C\" float4 k(float a) { return f(a); }",
      .metal, ["kernels have no recursion"]
    ),
    (
      "extern \"C\" float4 k(float a) { return float4(a % 2.0); }", .metal, ["'%' works on whole numbers only", "fmod"]
    ),
    (
      "extern \"C\" float4 k(float4 a) { return a + float3(1); }", .metal,
      ["'+' cannot be applied to 'float4' and 'float3'"]
    ),
    (
      "extern \"C\" float4 k(int4 a) { return a; }", .metal,
      ["the returned value is 'int4'; expected 'float4'", "convert it"]
    ),
    ("extern \"C\" float4 k(float a) { if (float2(a)) return 1; return 0; }", .metal, ["use 'any' or 'all'"]),
    ("extern \"C\" float4 k(float a) { return sin(a, a); }", .metal, ["'sin' takes 1 argument, not 2"]),
    (
      "float f(float2 a) { return a.x; } extern \"C\" float4 k(float3 a) { return f(a); }", .metal,
      ["argument 1 of 'f' is 'float3'; expected 'float2'", "note: 'f' takes (float2)"]
    ),
    (
      "float f(float2 a) { return 1; } float f(int3 a) { return 1; } extern \"C\" float4 k(float3 a) { return f(a); }",
      .metal, ["no 'f' takes (float3)"]
    ),
    (
      "extern \"C\" float4 k(float a) { float w[a]; return w[0]; }", .metal,
      ["the size of an array has to be a number that is known"]
    ),
    ("extern \"C\" float4 k(float a) { double d = a; return d; }", .metal, ["there is no 'double' in kernels"]),
    (
      "kernel void k(texture2d<float> t) { }", .metal,
      [
        "the text has no kernel of Core Image: 'k' is a compute function",
        "extern \"C\" float4 k(coreimage::sample_t s)",
      ]
    ),
    (
      "extern \"C\" float4 k(texture2d<float> t) { return 0; }", .metal,
      ["textures are not part of Core Image kernels"]
    ),
    ("extern \"C\" float4 k(coreimage::sampler s) { return s.smaple(s.coord()); }", .metal, ["did you mean 'sample'?"]),
    ("extern \"C\" float4 k(coreimage::sampler s) { return sin(s); }", .metal, ["is a sampler; expected a value"]),
    (
      "extern \"C\" float4 k(coreimage::sampler s, coreimage::group::destination d) { return 0; }", .metal,
      ["groups of 2 x 2 pixels", "take a 'destination'"]
    ),
    ("auto f(float a); extern \"C\" float4 k(float a) { return f(a); }", .metal, ["says what it gives"]),
    (
      "extern \"C\" float4 k(float a) { if (a > 1) { return 1; } elseif (a > 2) { return 2; } return a; }", .metal,
      ["'elseif' is not a word", "did you mean 'else if'?"]
    ),
    (
      "extern \"C\" float4 k(coreimage::sampler s) {\n  return s.smaple(s.coords());\n}", .metal,
      ["kernel:2:12: error: a sampler has no function 'smaple'", "kernel:2:21: error"]
    ),
    (
      "extern \"C\" float4 k(float a) {\n  if (a > 1) {\n    a = 1;\n  return a;\n}\n", .metal,
      ["expected '}'", "kernel:2:14: note: the block begins here"]
    ),
    ("extern \"C\" float4 k(float a) { return numeric_limits<float>::maxi(); }", .metal, ["did you mean 'max'?"]),
    (
      "extern \"C\" float4 k(float a) { const half3 p = any(tex.read(1).rgb == 1.0) ? 1.0 : half3(2.0); return float4(p, a); }",
      .metal, ["unknown name 'tex'"]
    ),
    (
      "kernel vec3 k(__sample s) { return s.rgb; }", .coreImage,
      ["it gives 'vec3'; expected 'vec4', a colour, or 'vec2', a position"]
    ),
    (
      "kernel vec2 k(sampler s) { return samplerCoord(s); }", .coreImage,
      ["a kernel that gives a position reads no image"]
    ),
    ("float f(float a) { return a; }", .coreImage, ["the text has no kernel"]),
    ("kernel vec4 k(__sample s) { return sample(s, destCoord() + 1.0); }", .coreImage, ["declare it as 'sampler s'"]),
    (
      "#include \"missing.h\"\nkernel vec4 k(float a) { return vec4(a); }", .coreImage,
      ["file 'missing.h' was not found", "include path"]
    ),
    ("#if 1\nkernel vec4 k(float a) { return vec4(a); }", .coreImage, ["this condition has no end"]),
    (
      "#define F(a, b) a + b\nkernel vec4 k(float a) { return vec4(F(a)); }", .coreImage,
      ["macro 'F' takes 2 arguments, not 1", "defined here"]
    ),
    (
      "kernel vec4 k(float a) { return vec4(a\u{2013}1.0); }", .coreImage,
      ["unexpected character", "did you mean '-'?"]
    ),
    ("kernel vec4 k(float a) { /* return vec4(a); }", .coreImage, ["this comment has no end"]),
    ("kernel vec4 k(float a) { break; return vec4(a); }", .coreImage, ["'break' outside of a loop"]),
    (
      "kernel vec4 k(float a) { float a1 = 99999999999; return vec4(a1); }", .coreImage,
      ["is not a number that fits 32 bits"]
    ),
    (
      "template <float N> float f(float a) { return a * N; }\nextern \"C\" float4 k(float a) { return a; }", .metal,
      ["only templates of types and whole numbers are supported"]
    ),
    ("float f(float);\nextern \"C\" float4 k(float a) { return f(a); }", .metal, ["'f' has no body"]),
    (
      "extern \"C\" float4 k(float a) { float x = 1; float x = 2; return x; }", .metal, ["'x' is already declared"]
    ),
    (
      "kernel vec4 k(float a) { switch (1) { case 1: break; case 1: break; } return vec4(a); }", .coreImage,
      ["label 1 stands twice"]
    ),
    (
      "constant float g = 1;\nfloat h = 2;\nextern \"C\" float4 k(float a) { return g; }", .metal,
      ["has to be constant"]
    ),
    ("kernel vec4 k(__sample s) { return lerp(s, s, 0.5); }", .coreImage, ["'lerp'", "'mix(a, b, t)'"]),
    ("extern \"C\" float4 k(float4 s) { return s * frac(s.x); }", .metal, ["unknown function 'frac'", "'fract(x)'"]),
    ("kernel vec4 k(__sample s) { gl_FragColor = s; return s; }", .coreImage, ["gives its colour with 'return'"]),
    ("kernel vec4 k(vec2 p) { return vec4(p / iResolution.xy, 0.0, 1.0); }", .coreImage, ["'samplerSize(image)'"]),
    (
      "kernel vec4 k(sampler s) { return tex2D(s, destCoord()); }", .coreImage,
      ["textures are not part of Core Image kernels", "use 'sample'"]
    ),
    ("kernel vec4 k(__sample s) { retrun s; }", .coreImage, ["unknown type 'retrun'", "did you mean 'return'?"]),
    (
      "extern \"C\" float4 k(float4 s) { return s.unpremultiply(); }", .metal,
      ["has no function 'unpremultiply'", "it is a function of its own: 'unpremultiply(...)'"]
    ),
    (
      "float f(float3 c, constant float (*p)[3]); constant float3 a[2] = {1, 2}; extern \"C\" float4 k(float4 s) { return f(s.rgb, (constant float(*)[3])a); }",
      .metal, ["a pointer keeps the type of what it was made of", "declare the parameter with the type"]
    ),
  ]

  @Test(arguments: mistakes) func `A mistake is told with its place and a way out`(
    text: String, dialect: KernelDialect, wanted: [String]
  ) {
    let result = KernelTesting.compile(text, dialect)
    #expect(result.program == nil)
    for part in wanted { #expect(result.report.contains(part), "\(result.report)") }
  }

  @Test func `Several mistakes are told in one go, each once`() {
    let result = KernelTesting.compile(
      """
      kernel vec4 k(__sample s, float amount) {
        float a = amout;
        vec3 b = s.rgb * 2.0
        float c = sqr(a);
        return vec4(b c, a);
      }
      kernel vec4 other(__sample s) { return s.rgbx; }
      """, .coreImage)
    let lines = result.diagnostics.filter { $0.severity == .error }.map { diagnostic in
      result.sources[0].place(of: Int(diagnostic.range.offset)).line
    }
    #expect(Set(lines) == [2, 3, 4, 5, 7], "\(result.report)")
  }

  @Test func `Diagnostics stand in the order of the text`() {
    let text = "extern \"C\" float4 k(float a) {\n  float b = amout;\n  float c = a +;\n  return d;\n}"
    let places = KernelTesting.compile(text, .metal).diagnostics.map(\.range.offset)
    #expect(places.count == 3 && places == places.sorted())
  }

  @Test func `A condition that sets a variable is told`() {
    let result = KernelTesting.compile(
      "extern \"C\" float4 k(int m) { if (m = 1) return 1; if ((m = 2)) return 2; return 0; }", .metal)
    #expect(result.program != nil && result.diagnostics.count == 1)
    #expect(result.report.contains("the condition sets 'm'") && result.report.contains("did you mean '=='?"))
  }

  @Test func `A kernel's argument without a name is given by its place`() throws {
    let program = try KernelTesting.program("extern \"C\" float4 k(coreimage::sample_t s, float) { return s; }", .metal)
    #expect(program.kernels[0].parameters.map(\.name) == ["s", "argument2"])
  }

  @Test func `A report shows the line and marks the place`() {
    let result = KernelTesting.compile("kernel vec4 k(__sample s) {\n\treturn vec4(s.rgb, opacity);\n}\n", .coreImage)
    #expect(
      result.report == """
        kernel:2:21: error: unknown name 'opacity'
                return vec4(s.rgb, opacity);
                                   ^~~~~~~

        """)
  }

  @Test func `Hostile text ends in a diagnostic`() {
    var bomb = "#define A0 1 1 1 1\n"
    for level in 1...40 { bomb += "#define A\(level) A\(level - 1) A\(level - 1) A\(level - 1)\n" }
    let texts = [
      bomb + "kernel vec4 k() { return vec4(A40); }",
      "kernel vec4 k() { return " + String(repeating: "(", count: 100_000) + "1; }",
      "kernel vec4 k() { return vec4(" + String(repeating: "1+", count: 100_000) + "1); }",
      "kernel vec4 k() { " + String(repeating: "{", count: 50_000) + " }",
      "kernel vec4 k() { " + String(repeating: "if (true) ", count: 50_000) + "; }",
      "kernel vec4 k() { return vec4(" + String(repeating: "-", count: 50_000) + "1); }",
      String(repeating: "kernel vec4 ", count: 80_000),
      String(repeating: "#if 1\n", count: 50_000),
      "#define F(x) F(F(x))\n#define G(x) " + String(repeating: "F(", count: 2000) + "x"
        + String(repeating: ")", count: 2000) + "\nkernel vec4 k() { return vec4(G(1)); }",
      "#include \"self.h\"\n",
      "struct S { S s; }; kernel vec4 k() { return vec4(1); }",
      "struct A { float v[8000]; }; struct B { A a[8000]; }; kernel vec4 k() { B b; return vec4(1); }",
      (0..<2000).map { "float f\($0 + 1)(float a) { return f\($0)(a); }\n" }.joined()
        + "float f0(float a) { return a; } kernel vec4 k() { return vec4(f2000(1.0)); }",
      "kernel vec4 k() { return vec4(" + String(repeating: "a[", count: 50_000) + "); }",
      "kernel vec4 k() { return vec4(1) " + String(repeating: "? 1 : ", count: 20_000) + "; }",
      String(repeating: "struct S { ", count: 20_000),
      String(repeating: "template <class T> ", count: 20_000),
      "kernel vec4 k() { " + String(repeating: "vec<", count: 20_000) + "float a; }",
      "#if " + String(repeating: "1 ? ", count: 20_000) + "1\n#endif\nkernel vec4 k() { return vec4(1); }",
      "struct S0 { float a; }; " + (1...5000).map { "struct S\($0) { S\($0 - 1) s; }; " }.joined()
        + "kernel vec4 k() { S5000 s; return vec4(1); }",
      "typedef float A0[1]; " + (1...5000).map { "typedef A\($0 - 1) A\($0)[1]; " }.joined()
        + "kernel vec4 k() { A5000 a; return vec4(1); }",
    ]
    for text in texts {
      var compiler = KernelText(dialect: .coreImage)
      compiler.search = IncludeSearch { $0 == "self.h" ? Array("#include \"self.h\"\n".utf8) : nil }
      let result = compiler.compile(SourceText(name: "kernel", text: text))
      #expect(result.program == nil, "\(text.prefix(60))")
      #expect(!result.diagnostics.isEmpty)
    }
  }

  @Test func `Text that is not UTF-8 is refused where it goes wrong`() {
    let bytes = Array("kernel vec4 k() {\n  // caf".utf8) + [0xE9, 0x0A] + Array("return vec4(1); }".utf8)
    let result = KernelText(dialect: .coreImage).compile(SourceText(name: "kernel", bytes: bytes))
    #expect(result.report.hasPrefix("kernel:2:9: error: the text is not UTF-8"))
  }

  @Test func `Includes are read from the folders given, and definitions made`() throws {
    var compiler = KernelText(dialect: .metal)
    compiler.definitions = [("GAIN", "3")]
    compiler.search = IncludeSearch(paths: ["lib"]) { name in
      name == "lib/tools.h" ? Array("#pragma once\nfloat twice(float a) { return a * 2 * GAIN; }\n".utf8) : nil
    }
    let text =
      "#include \"tools.h\"\n#include <tools.h>\n#include \"tools.h\"\nextern \"C\" float4 k(float a) { return twice(a); }"
    let result = compiler.compile(SourceText(name: "kernel", text: text))
    let program = try #require(result.program, "\(result.report)")
    var evaluator = TreeEvaluator(program, inputs: WaveInputs(destination: .zero), steps: 10)
    #expect(evaluator.run(program.kernels[0], arguments: [[Float(2).bitPattern]])[0] == Float(12).bitPattern)
  }

  @Test func `Files that cannot be read, are too large or too many say so`() {
    let text = "kernel vec4 k() { return vec4(1.0); }"
    func report(_ text: String, _ read: @escaping @Sendable (String) throws -> [UInt8]?) -> String {
      var compiler = KernelText(dialect: .coreImage)
      compiler.search = IncludeSearch(read: read)
      return compiler.compile(SourceText(name: "kernel", text: text)).report
    }
    struct Locked: Error, CustomStringConvertible { let description = "it is locked" }
    #expect(report("#include \"a\"\n" + text) { _ in throw Locked() }.contains("'a': it is locked"))
    let blank = [UInt8](repeating: 0x20, count: 1 << 20)
    let many = (0..<5).map { "#include \"\($0)\"\n" }.joined() + text
    #expect(report(many) { _ in blank }.contains("more than 4194304 bytes"))
    // The same file, again and again, is read and cut into tokens once.
    let reads = Mutex(0)
    let again = String(repeating: "#include \"a\"\n", count: 2000) + text
    let answer = report(again) { _ in
      reads.withLock { $0 += 1 }
      return blank
    }
    #expect(answer.isEmpty && reads.withLock { $0 } == 1)
    // Files that include themselves twice double with each level.
    #expect(
      report("#include \"a\"\n" + text) { _ in Array("#include \"a\"\n#include \"a\"".utf8) }.contains("deeper than"))
    let long = Array(String(repeating: "float f();\n", count: 40_000).utf8)
    #expect(report("#include \"a\"\n#include \"b\"\n" + text) { _ in long }.contains("tokens with what it includes"))
  }

  @Test func `Tabs and unprintable characters leave the mark below its place`() {
    let source = SourceText(name: "k", text: "a\tb\u{1B}c")
    let printer = DiagnosticPrinter(sources: [source]) { $0 == "\u{1B}" ? "\\x1b" : $0 }
    let text = printer.text(
      Diagnostic(severity: .error, message: "no", range: SourceRange(file: 0, offset: 4, length: 1)))
    #expect(text == "k:1:5: error: no\n    a   b\\x1bc\n             ^\n")
  }
}
