internal import HeadroomKernelLanguage
internal import Testing

/// Mistakes that people make, and how many errors each may be: what follows from one only hides it.
@Suite struct MistakeTests {
  /// What stands around the body of a kernel of one pixel.
  private static func kernel(_ body: String) -> String {
    "extern \"C\" float4 k(coreimage::sample_t s, coreimage::destination d) {\n  \(body)\n  return s;\n}"
  }

  static let bodies: [(body: String, wanted: [String])] = [
    (
      "for (int i = 0, i < 3, i++) { s.r += 1; }",
      ["kernel:2:17: error: the three parts of a 'for' are separated by ';'", "for (int i = 0; i < count; i++)"]
    ),
    ("for (int i = 0; i < 3, i++) { s.r += 1; }", ["kernel:2:24: error: the three parts of a 'for'"]),
    ("for (int i = 0 : i < 3 : i++) s.r += 1;", ["kernel:2:18: error: the three parts of a 'for'"]),
    ("for (int i = 0; i < 3) s.r += 1;", ["kernel:2:24: error: the three parts of a 'for'"]),
    ("for (int i in 0..<3) { s.r += 1; }", ["the three parts of a 'for'"]),
    ("for (int i = 0; i < 3; i++;) s.r += 1;", ["kernel:2:29: error: a 'for' has two ';' in its head, not 3"]),
    ("for int i = 0; i < 3; i++ { s.r += 1; }", ["expected '(' after 'for'", "for (int i = 0; i < count; i++)"]),
    ("for (i = 0; i < 3; i++) s.r += 1;", ["unknown name 'i'", "'float i = ...'"]),
    ("float x = max(s.r, s.g));", ["expected ';'", "this ')' has no '('"]),
    ("if s.r > 1.0 { s.r = 1.0; }", ["expected '(' after 'if'"]),
    ("if (s.r > 1.0): s.r = 1.0;", ["no ':' stands behind a condition"]),
    ("if (s.r > 1) s.r = 1; s.g = 1; else s.b = 1;", ["'else' without 'if'", "takes one statement"]),
    ("let x = 1.0; s.r *= x;", ["'let' is not a word of the language", "'float x = ...'"]),
    ("float luma(float3 c) { return c.g; } s.r = luma(s.rgb);", ["'luma' is a function inside of a function"]),
    ("float x = 1.0; float x = 2.0;", ["'x' is already declared", "note: it is declared here first"]),
    ("retrun s; float s2 = 1; s.r = s2;", ["unknown type 'retrun'", "did you mean 'return'?"]),
    ("s.r = s.r ** 2.2;", ["is not a pointer", "'pow(x, y)'"]),
    ("s.r = s.r ^ 2.0;", ["'^' cannot be applied", "'pow(x, y)'"]),
    ("s.rgb = float3x3(1) * s;", ["cannot be applied", "the matrix takes 3 elements: '.xyz'"]),
    ("s.r = d.x;", ["a destination has no member 'x'", "'.coord()'"]),
    ("s = s.sample(d.coord());", ["has no function 'sample'", "declare it as 'sampler s'"]),
    ("s.r = 0.5ff;", ["'ff' behind a number has no meaning"]),
    ("s.r = 1e;", ["'e' behind a number has no meaning", "the exponent is missing"]),
    ("s.r = .5.;", ["'.5.' is not a number"]),
    (
      "if (s.r > 1) { s.g = 1; } else (s.r > 0.5) { s.g = 2; }",
      ["a condition behind 'else'", "did you mean 'else if'?"]
    ),
    ("switch (1) { case 1: s.r = 1; defualt: s.r = 2; }", ["'defualt' is not a label", "did you mean 'default'?"]),
    ("float w[3] = [1.0, 2.0, 3.0]; s.r = w[0];", ["a list of values stands in '{' and '}'"]),
    ("int n = 3; float w[n];", ["has to be a number that is known", "'const int'"]),
    ("thread float *p = &s.r; p = 1.0;", ["a pointer is set to a value", "'*p' or 'p[0]'"]),
    ("printf(s.r);", ["unknown function 'printf'", "kernels print nothing"]),
  ]

  @Test(arguments: bodies) func `A mistake in a body is told once, with a way out`(body: String, wanted: [String]) {
    let result = KernelTesting.compile(Self.kernel(body), .metal)
    #expect(result.program == nil)
    for part in wanted { #expect(result.report.contains(part), "\(result.report)") }
    #expect(result.diagnostics.count == 1, "\(result.report)")
  }

  static let texts: [(text: String, dialect: KernelDialect, wanted: [String])] = [
    (
      "extern \"C\" float4 k(float4 s) {\n  if (s.r > 1) {\n    s.r = 1;\n  return s;\n}\nextern \"C\" float4 m(float4 s) { return s; }",
      .metal, ["kernel:5:2: error: expected '}'", "kernel:2:16: note: the block begins here"]
    ),
    (
      "float f(float a) {\n  if (a > 1) {\n  return a;\n}\nfloat g(float a) { return a; }\nextern \"C\" float4 k(float a) { return g(f(a)); }",
      .metal, ["kernel:4:2: error: expected '}'"]
    ),
    ("extern \"C\" float4 k(float4 s) { return s; }\n}", .metal, ["kernel:2:1: error: this '}' closes nothing"]),
    (
      "struct P { float a; }\nextern \"C\" float4 k(float4 s) { P p; return s * p.a; }", .metal,
      ["kernel:1:22: error: expected ';' after a structure"]
    ),
    (
      "using namespace metal\nextern \"C\" float4 k(float4 s) { return s; }", .metal,
      ["kernel:1:22: error: expected ';' after 'using namespace'"]
    ),
    ("extern C float4 k(float4 s) { return s; }", .metal, ["'C' stands in quotes behind 'extern'"]),
    (
      "void f(thread float *x) { *x = 1; }\nextern \"C\" float4 k(float4 s) { float a = 0; f(a); return s * a; }",
      .metal,
      ["is 'float'; expected 'float *'", "write '&' in front of it"]
    ),
    ("func k(s: float4) -> float4 { return s }", .metal, ["'func' is not a word", "'float4 k(...)'"]),
    ("kernal vec4 k(__sample s) { return s; }", .coreImage, ["'kernal' is not a word", "did you mean 'kernel'?"]),
    (
      "extern \"C\" float4 k(float4 s, gain) { return s * gain; }", .metal,
      ["parameter 'gain' has no type", "write 'float gain'"]
    ),
    ("extern \"C\" float4 k(float a float b) { return a; }", .metal, ["expected ',' or ')' after a parameter"]),
    (
      "extern \u{201C}C\u{201D} float4 k(float4 s) { return s; }", .metal,
      ["unexpected character '\u{201C}'", "did you mean '\"'?"]
    ),
    ("#include \"a.h\"\nextern \"C\" float4 k(float4 s) { return tone(s); }", .metal, ["file 'a.h' was not found"]),
    (
      "extern \"C\" float4 k(float4 s, device float *t) { return s * t[0]; }", .metal,
      ["cannot be given from outside", "a table as an image: 'sampler'"]
    ),
    (
      "void f(float x) { new float[3]; }\nvoid g(float x) { x = 1; }\nextern \"C\" float4 k(float4 s) { g(1.0); return s; }",
      .metal, ["memory cannot be allocated in a kernel"]
    ),
  ]

  @Test(arguments: texts) func `A mistake in a text is told once, with a way out`(
    text: String, dialect: KernelDialect, wanted: [String]
  ) {
    let result = KernelTesting.compile(text, dialect)
    #expect(result.program == nil)
    for part in wanted { #expect(result.report.contains(part), "\(result.report)") }
    #expect(result.diagnostics.count == 1, "\(result.report)")
  }

  static let doubts: [(body: String, wanted: [String])] = [
    ("s.r == 1.0;", ["this compares and does nothing with it", "did you mean '='?"]),
    ("s.g + 1.0;", ["this value is not used"]),
    ("s.r = (s.g * 1,5 + s.b);", ["what stands in front of this comma is not used", "'1.5'"]),
    ("s.rgb = (0.2, 0.7);", ["what stands in front of this comma is not used", "'float3(...)'"]),
    (
      "float3 sum; for (int i = 0; i < 3; i++) { sum += s.rgb; } s.rgb = sum;",
      ["'sum' is read before it is set", "it is 0 here, and anything elsewhere"]
    ),
    ("float a; s.r *= a;", ["'a' is read before it is set"]),
    ("s.r *= 1 / 2;", ["1 / 2 of whole numbers is 0", "'1.0 / 2.0'"]),
    ("if (0.0 < s.r < 1.0) s.g = 1;", ["compares a truth value with a number", "'a < b && b < c'"]),
  ]

  @Test(arguments: doubts) func `What is probably not meant is a warning`(body: String, wanted: [String]) {
    let result = KernelTesting.compile(Self.kernel(body), .metal)
    #expect(result.program != nil && result.diagnostics.count == 1, "\(result.report)")
    for part in wanted { #expect(result.report.contains(part), "\(result.report)") }
  }

  @Test(arguments: [
    "float a; if (s.r > 1) { a = 1; } else { a = 2; } s.r = a;", "float a, b; a = 1; b = a; s.rg = float2(a, b);",
    "float2 p; p.x = 1; p.y = 2; s.rg = p;", "float w[2]; w[0] = 1; w[1] = 2; s.r = w[1];",
    "float last; for (int i = 0; i < 3; i++) { if (i > 0) { s.r += last; } last = s.g; }",
    "float whole; s.r = modf(s.g, whole); s.b = whole;",
    "float a; auto set = [&](float x) { a = x; }; set(1.0); s.r = a;", "thread float *p = &s.r; *p = 2;",
  ]) func `What may set a variable is no reason for a warning`(body: String) {
    let result = KernelTesting.compile(Self.kernel(body), .metal)
    #expect(result.program != nil && result.diagnostics.isEmpty, "\(result.report)")
  }

  @Test func `A macro that is written as a variable is a warning`() {
    let text = "#define A = 2.0\n#define B 2.0;\nextern \"C\" float4 k(float4 s) { return s; }"
    let report = KernelTesting.compile(text, .metal).report
    #expect(report.contains("'A' begins with '='") && report.contains("write '#define A 2.0'"), "\(report)")
    #expect(report.contains("'B' ends with ';'") && report.contains("write '#define B 2.0'"), "\(report)")
  }

  @Test func `An attribute that nearly makes a kernel is a warning`() {
    let result = KernelTesting.compile("[[stichable]] float4 k(coreimage::sample_t s) { return s; }", .metal)
    #expect(result.program != nil && result.report.contains("did you mean 'stitchable'?"))
  }

  @Test func `Pointers to arrays are parameters`() throws {
    let text = """
      constant float t[2][3] = {{1, 2, 3}, {4, 5, 6}};
      float g(constant float (*rows)[3], int i) { return rows[i][1]; }
      extern "C" float4 k(float a) { return float4(g(t, 0), g(t, 1), g(t + 1, 0), 0); }
      """
    let program = try KernelTesting.program(text, .metal)
    var evaluator = TreeEvaluator(program, inputs: NoInputs(), steps: 100)
    let found = evaluator.run(program.kernels[0], arguments: [[0]]).map { Float(bitPattern: $0) }
    #expect(found == [2, 5, 5, 0])
    let wrong = KernelTesting.compile("float g(float m[2][3]) { return m; }", .metal)
    #expect(wrong.report.contains("is 'float[3] *'"), "\(wrong.report)")
  }

  /// The checker tried to convert what the constructor gave, which led to the same constructor.
  @Test func `A constructor of an unknown type ends no process`() {
    let text = """
      struct P { float a; P(fl x) : a(x) {} };
      extern "C" float4 k(coreimage::sample_t s) { P p = 1.0; return s * p.a; }
      """
    let result = KernelTesting.compile(text, .metal)
    #expect(result.program == nil && result.report.contains("unknown type 'fl'"), "\(result.report)")
  }
}
