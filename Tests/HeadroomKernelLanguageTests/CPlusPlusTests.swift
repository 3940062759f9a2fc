internal import HeadroomKernelLanguage
internal import Testing

/// Parts of C++ beyond plain functions, each in a text of its own, with the value it has to give. `x` is 3 and `y` is -2.
@Suite struct CPlusPlusTests {
  typealias Sample = MetalLanguageTests.Sample

  static let types: [Sample] = [
    Sample(
      expression: "A, M(B), C, Mode(D)",
      outside:
        "typedef enum : uint { A, B } M;\n#define NS_ENUM(t, n) enum n : t n; enum n : t\ntypedef NS_ENUM(int, Mode) { C = 4, D };",
      value: [0, 1, 4, 5]),
    Sample(
      expression: "p.a, p.b, q.b, r.c.y",
      inside: "P p = { .a = x, .b = 2 }; P q = P{ .b = 7 }; R r = { .c = {1, 5} };",
      outside: "struct P { float a; float b = 9; }; struct R { P p; float2 c; };", value: [3, 2, 7, 5]),
    Sample(
      expression: "C::k, C::twice(2), v.w[1], C::n",
      inside: "C v; v.w[1] = v.k * 2;",
      outside:
        "struct C { static constexpr constant float k = 2; static constexpr constant int n = 3; float w[n]; static float twice(float a) { return a * k; } };",
      value: [2, 4, 4, 3]),
    Sample(
      expression: "a[2], a.size(), b[1].y, b.size() + c.size()",
      inside: "array<float, 3> a = {{1, 2, 3}}; array<float2, 2> b = {{ {1, 2}, {3, 4} }};",
      outside: "constant array<float, 5> c = {{1, 2, 3, 4, 5}};", value: [3, 3, 4, 7]),
    Sample(
      expression: "w[1], F{2}(x), g(y), h.f(1)", inside: "W w = {{5, 6}}; F g{10}; H h = {{3}};",
      outside:
        "struct W { float v[2]; float operator[](int i) const { return v[i]; } }; struct F { float k; float operator()(float a) const { return a * k; } }; struct H { F f; };",
      value: [6, 6, -20, 3]),
    Sample(
      expression: "float(a), a * 2, f(a), take(4.0)", inside: "A a(x); ",
      outside:
        "struct A { float v; explicit A(float k) : v(k) {} operator float() const { return v; } }; float f(float k) { return k + 1; } float take(A a) { return a.v; }",
      value: [3, 6, 4, 4]),
    Sample(
      expression: "(a + b).v, (a - b).v, s.id(x), s.at<2>()", inside: "A a{1}, b{4}; S s; ",
      outside:
        "struct A { float v; friend A operator+(A a, A b) { return {a.v + b.v}; } A operator-(A o) const { return A{v - o.v}; } }; struct S { template <typename T> T id(T k) const { return k; } template <int N> float at() { return N; } };",
      value: [5, -3, 3, 2]),
    Sample(
      expression: "w.sum(), total(w), v.a, d.n()",
      inside: "W<3> w; for (int i = 0; i < 3; i++) w.v[i] = i + 1; V<float> v{x, 2}; D<> d;",
      outside:
        "template <int N> struct W { float v[N]; float sum() const { float s = 0; for (int i = 0; i < N; i++) s += v[i]; return s; } }; template <typename T> struct V { T a, b; }; template <typename T = float, int N = 6> struct D { T k; int n() { return N; } }; template <int N> float total(W<N> w) { return w.sum() + N; }",
      value: [6, 9, 3, 6]),
    Sample(
      expression: "g(x), h<int>(2.5), h<float>(2.5), W<2>{7}.v",
      outside:
        "template <typename T = float> T g(T a) { return a; } template <typename T> float h(float a) { return a; } template <> float h<int>(float a) { return floor(a); } template <int N> struct W { float u; }; template <> struct W<2> { float v; };",
      value: [3, 2, 2.5, 7]),
    Sample(
      expression: "m.columns[1].x, m.columns[i][1], n, 1'000",
      inside: "float2x2 m = float2x2(1, 2, 3, 4); int i = 0; m.columns[0][1] = 8; int n = 'A';",
      value: [3, 8, 65, 1000]),
    Sample(
      expression: "a, b, c, d", inside: "auto [a, b] = f(); P p{5, 6}; auto &[c, d] = p; p.a = 7;",
      outside: "struct P { float a, b; }; P f() { return {1, 2}; }", value: [1, 2, 7, 6]),
    Sample(
      expression: "sq(x), twice(float2(1, 2)), 1", inside: "decltype(x) z = 1; ",
      outside: "auto twice(float2 v) { return v * 2; } auto sq(float a) { return a * a; }", value: [9, 2, 4, 1]),
    Sample(
      expression: "kind(1.0f), kind(1), is_same<float, half>::value, is_floating_point_v<half>",
      outside:
        "template <typename T> int kind(T a) { if constexpr (is_same_v<T, float>) return 1; else return 2; }",
      value: [1, 2, 0, 1]),
  ]

  static let statements: [Sample] = [
    Sample(
      expression: "r, s, n, 0",
      inside:
        "float r = 0; if (float d = x * 2; d > 1) r = d; else r = -d; int s = 5; if (int k = int(y)) s = k; int n = 0; int left = 3; while (int k = left) { n += k; --left; }",
      value: [6, -2, 6, 0]),
    Sample(
      expression: "mul24(0x1000003, 2), mad24(2, 3, 4), madhi(1 << 30, 8, 1), madsat(2147483647, 2, 3) == INT_MAX",
      value: [6, 10, 3, 1]),
    Sample(
      expression:
        "madsat(-2147483647, 3, 1) == INT_MIN, madsat(-3, 4, 5), madsat(4000000000u, 2u, 1u) == UINT_MAX, mul24(int2(-3, 5), 2).x",
      value: [1, -7, 1, -6]),
    Sample(
      expression: "v[0], v[2], t, *(p + 2)",
      inside:
        "float v[3]; fill(v); thread float *p = v; float t = *p++; t += *p; p = v; p += 1; p -= 1;",
      outside: "void fill(thread float *v) { thread float *p = v; for (int i = 0; i < 3; i++) *p++ = i + 1; }",
      value: [1, 3, 3, 3]),
    Sample(
      expression: "sum(v + 1, 2), end - v, q[-1], around(v + i)",
      inside:
        "float v[4] = {1, 2, 4, 8}; thread float *end = v; for (; end != v + 4; ++end) *end *= 2; thread float *q = &v[2]; int i = int(x) - 1;",
      outside:
        "float sum(const thread float *p, int n) { float s = 0; while (n-- > 0) s += *p++; return s; } float around(thread float *p) { return p[-1] + p[1]; }",
      value: [12, 4, 4, 20]),
    Sample(
      expression:
        "apply(x, [](float a) { return a * 2; }), apply(y, sq), apply(1.0f, add), twice(2) + twice(float2(1)).y",
      inside:
        "float k = 5; auto add = [&](float a) { k += 1; return a + k; }; auto twice = [](auto a) { return a * 2; };",
      outside:
        "float sq(float a) { return a * a; } template <typename F> float apply(float a, F f) { return f(a); }",
      value: [6, 4, 7, 6]),
  ]

  @Test(arguments: types + statements) func `A part of the language has its value`(sample: Sample) throws {
    #expect(try KernelTesting.value(sample.expression, outside: sample.outside, inside: sample.inside) == sample.value)
  }

  @Test(arguments: types + statements) func `Both evaluators give the same`(sample: Sample) throws {
    let text =
      "\(sample.outside)\nextern \"C\" { float4 k(float x, float y, coreimage::destination dest) {\n\(sample.inside)\nreturn float4(\(sample.expression)); } }"
    try Agreement.check(KernelTesting.program(text, .metal), sample.testDescription, pixels: 20)
  }

  @Test func `Wide sums are right for any numbers`() throws {
    let text =
      "extern \"C\" float4 k(int4 i, uint4 u) { return float4(madsat(i.x, i.y, i.z) >> 8, madsat(u.x, u.y, u.z) >> 8, madhi(i.x, i.y, i.z) >> 8, mad24(u.x, u.y, u.z) >> 8); }"
    try Agreement.check(KernelTesting.program(text, .metal), "wide", pixels: 300)
    let program = try KernelTesting.program(text, .metal)
    let numbers: [Int32] = [0, 1, -1, 7, .max, .min, 65_536, -65_537]
    for a in numbers {
      for b in numbers {
        for c in numbers {
          var evaluator = TreeEvaluator(program, inputs: NoInputs(), steps: 10)
          let lanes = [a, b, c, 0].map(UInt32.init(bitPattern:))
          let found = evaluator.run(program.kernels[0], arguments: [lanes, lanes]).map(Float.init(bitPattern:))
          let sum = Int32(clamping: Int64(a) * Int64(b) + Int64(c))
          let (product, isCut) = UInt64(lanes[0]).multipliedReportingOverflow(by: UInt64(lanes[1]))
          let unsigned =
            isCut
            ? UInt32.max
            : UInt32(
              clamping: product.addingReportingOverflow(UInt64(lanes[2])).overflow ? .max : product + UInt64(lanes[2]))
          #expect(found[0] == Float(sum >> 8) && found[1] == Float(unsigned >> 8), "\(a) \(b) \(c)")
        }
      }
    }
  }

  // MARK: What is refused

  /// Each has one error, with a way out.
  static let refused: [(String, String, String)] = [
    (
      "struct A { float a; }; struct B : A { float c; }; float f(B b) { return b.a; }", "inherit from others",
      "a field of type 'A'"
    ),
    (
      "union U { float f; int i; }; float f(float a) { U u; u.f = a; return u.i; }", "unions are not supported",
      "as_type<uint>"
    ),
    (
      "float sq(float a) { return a; } float f(float a, float (*g)(float)) { return g(a); }", "pointers to functions",
      "template <typename F>"
    ),
    (
      "typedef float (*G)(float); float f(float a, G g) { return g(a); }", "pointers to functions",
      "template <typename F>"
    ),
    (
      "template <typename T, typename... R> T f(T a, R... r) { return a + f(r...); }", "any number of arguments",
      "for each number"
    ),
    (
      "template <typename T, int N> struct V { T v[N]; }; template <typename T> struct V<T, 1> { T v; };",
      "some of their types only", "template <>"
    ),
    ("float f(float a) { thread float *p = nullptr; return p[0]; }", "no null pointers", "'&x'"),
    (
      "float f(float a) { float v[2]; float w[2]; thread float *p = v; p = w; return *p; }", "stays with the array",
      "use an index"
    ),
    (
      "float f(float a) { float v[2]; float w[2]; thread float *p = v; return p < w; }",
      "not known to point at one array", ""
    ),
    (
      "template <int N> struct W { W<N + 1> *p; W<N + 1> w; };\nfloat f(W<0> w) { return 0; }",
      "made for too many kinds", ""
    ),
    (
      "struct P { float size; }; float f(float a) { P p = { .sise = a }; return p.size; }", "has no field 'sise'",
      "did you mean 'size'?"
    ),
  ]

  @Test(arguments: refused) func `What is not supported is told once, with what to write instead`(
    text: String, wanted: String, hint: String
  ) {
    let result = KernelTesting.compile("\(text)\nextern \"C\" float4 k(float a) { return a; }", .metal)
    let errors = result.diagnostics.filter { $0.severity == .error }
    #expect(errors.first?.message.contains(wanted) == true, "\(result.report)")
    #expect(hint.isEmpty || errors.first?.hint?.contains(hint) == true, "\(result.report)")
    #expect(errors.count == 1 || wanted.contains("kinds") || wanted.contains("null"), "\(result.report)")
  }

  @Test func `A function whose fields call it in their initial values is told`() {
    let text =
      "float f(float a); struct S { float v = f(1); }; float f(float a) { S s; return s.v; }\nextern \"C\" float4 k(float a) { return f(a); }"
    #expect(KernelTesting.compile(text, .metal).report.contains("kernels have no recursion"))
  }
}
