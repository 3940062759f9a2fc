internal import HeadroomKernelLanguage
internal import Testing

/// Each part of the Metal dialect in a text of its own, with the value it has to give. `x` is 3 and `y` is -2.
@Suite struct MetalLanguageTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    var expression: String
    var inside = ""
    var outside = ""
    var value: [Float]
    var testDescription: String { expression + (inside.isEmpty ? "" : " after " + inside.prefix(40)) }
  }

  static let expressions: [Sample] = [
    Sample(expression: "x + y * 2, x - y, -x, +y", value: [-1, 5, -3, -2]),
    Sample(expression: "7 / 2, -7 / 2, -7 % 3, 7 % -3", value: [3, -3, -1, 1]),
    Sample(expression: "1 << 4, -16 >> 2, 6 & 3, 6 ^ 3", value: [16, -4, 2, 5]),
    Sample(expression: "x > y, x <= y, x == 3, x != 3", value: [1, 0, 1, 0]),
    Sample(expression: "x > 0 && y > 0, x > 0 || y > 0, !(x > 0), true", value: [0, 1, 0, 1]),
    Sample(expression: "int(2.9), int(-2.9), uint(-1.0), int(1e20) == 2147483647", value: [2, -2, 0, 1]),
    Sample(expression: "1.5f, .5h, 2., 1e-1 * 10", value: [1.5, 0.5, 2, 1]),
    Sample(expression: "0x10, 010, 3u, 0b11", value: [16, 8, 3, 3]),
    Sample(expression: "(int)x / 2, (float)7 / 2, (float2)x", value: [1, 3.5, 3, 3]),
    Sample(
      expression: "static_cast<int>(2.5), as_type<uint>(1.0f) == 0x3f800000, sizeof(float4), 0", value: [2, 1, 16, 0]),
    Sample(expression: "as_type<half2>(0x3C00C000u), as_type<half2>(half2(3, 4))", value: [-2, 1, 3, 4]),
    Sample(
      expression:
        "as_type<uint>(half2(1, -2)) == 0xC0003C00u, as_type<ushort>(half(65504)) == 0x7BFF, as_type<half>(ushort(0x7C00)), as_type<uint>(as_type<half4>(as_type<float2>(half4(1)))[3] == 1 ? 3 : 4)",
      value: [1, 1, .infinity, 3]),
    Sample(expression: "as_type<uchar4>(0x01020304u)", value: [4, 3, 2, 1]),
    Sample(
      expression: "as_type<char2>(short(-2)), as_type<short>(char2(-2, -1)), as_type<uint>(ushort2(7, 1)) == 0x10007",
      value: [-2, -1, -2, 1]),
    // The layouts and roundings of Metal's specification: the first number lowest, ties to even, NaN is 0.
    Sample(
      expression:
        "pack_float_to_unorm4x8(float4(0, 0.5, 1, 2)) == 0xFFFF8000u, pack_float_to_snorm4x8(float4(-1, -2, 0.5, 1)) == 0x7F408181u, pack_float_to_unorm2x16(float2(1, 0.25)) == 0x4000FFFFu, pack_float_to_snorm2x16(float2(NAN, -1)) == 0x80010000u",
      value: [1, 1, 1, 1]),
    Sample(
      expression:
        "pack_float_to_unorm10a2(float4(1, 0, 0.5, 1)) == 0xE00003FFu, pack_half_to_unorm4x8(half4(1, 0, NAN, -3)) == 0xFFu, pack_float_to_srgb_unorm4x8(float4(0, 1, 0.2158605, 0.5)) == 0x8080FF00u, pack_half_to_snorm2x16(half2(INFINITY, 0)) == 0x7FFFu",
      value: [1, 1, 1, 1]),
    Sample(expression: "unpack_unorm4x8_to_float(0x80FF0040u)", value: [64 / 255, 0, 1, 128 / 255]),
    Sample(expression: "unpack_snorm4x8_to_float(0x7F408081u)", value: [-1, -1, 64 / 127, 1]),
    Sample(
      expression: "unpack_unorm2x16_to_float(0x4000FFFFu), unpack_snorm2x16_to_half(0x80008001u)",
      value: [1, 16384 / 65535, -1, -1]),
    Sample(expression: "unpack_unorm10a2_to_float(0xE00003FFu)", value: [1, 0, 512 / 1023, 1]),
    Sample(expression: "unpack_unorm4x8_srgb_to_float(0x80FF00FFu)", value: [1, 0, 1, 128 / 255]),
    Sample(expression: "float4(1, 2, 3, 4).wzyx", value: [4, 3, 2, 1]),
    Sample(expression: "float2(1, 2).xyxy", value: [1, 2, 1, 2]),
    Sample(expression: "vec<float, 4>(x).rgba", value: [3, 3, 3, 3]),
    Sample(expression: "metal::max(x, y), fast::abs(y), metal::precise::sqrt(4.0), min(x, 1)", value: [3, 2, 2, 1]),
    Sample(expression: "float2(7, 8), float2(9)", value: [7, 8, 9, 9]),
    Sample(expression: "x ? 1 : 2, y > 0 ? 1 : 2, 0, 0", value: [1, 2, 0, 0]),
    Sample(expression: "float4(1, 2, 3, 4) > 2.5 ? float4(1) : float4(0)", value: [0, 0, 1, 1]),
    Sample(expression: "select(float4(1), float4(2), bool4(true, false, true, false))", value: [2, 1, 2, 1]),
    Sample(
      expression:
        "dot(float3(1, 2, 3), float3(4, 5, 6)), length(float2(3, 4)), cross(float3(1, 0, 0), float3(0, 1, 0)).z, 0",
      value: [32, 5, 1, 0]),
    Sample(expression: "clamp(x, 0.0, 1.0), saturate(y), mix(0.0, 10.0, 0.25), step(1.0, x)", value: [1, 0, 2.5, 1]),
    Sample(
      expression: "smoothstep(0.0, 4.0, 2.0), fract(-0.25), sign(y), fmod(-7.0, 3.0)", value: [0.5, 0.75, -1, -1]),
    Sample(expression: "M_PI_F > 3.14, INFINITY > 1, isnan(NAN), FLT_MAX > 1e38", value: [1, 1, 1, 1]),
    Sample(expression: "popcount(7), clz(1), ctz(8), reverse_bits(1u) == 0x80000000", value: [3, 31, 3, 1]),
    Sample(expression: "any(float2(0, 1) > 0), all(float2(0, 1) > 0), 0, 0", value: [1, 0, 0, 0]),
    Sample(
      expression: "float2x2(1, 2, 3, 4) * float2(1, 1), float2(1, 1) * float2x2(1, 2, 3, 4)", value: [4, 6, 3, 7]),
    Sample(
      expression: "transpose(float2x2(1, 2, 3, 4))[0], determinant(float2x2(1, 2, 3, 4)), 0", value: [1, 3, -2, 0]),
    Sample(expression: "1 / 0, 1 % 0, 5u / 0u, (int)NAN", value: [0, 0, 0, 0]),
    Sample(expression: "2147483647 + 1 < 0, 1 << 33, -1 >> 40, uint(-1) > 0u", value: [1, 2, -1, 1]),
    Sample(
      expression: "rgb2gray(float3(1, 2, 3)), half(2.5h), 0, 0",
      outside: "float rgb2gray(float3 c) { return dot(c, float3(1.0)); }", value: [6, 2.5, 0, 0]),
  ]

  /// Functions without a name.
  static let lambdas: [Sample] = [
    Sample(
      expression: "f(2), f(3), n, 0", inside: "int n = 0; auto f = [&](float a) { n++; return a * x; };",
      value: [6, 9, 2, 0]),
    Sample(
      expression: "f(), g(), z, 0",
      inside: "float z = 1; auto f = [=] { return z; }; const auto g = [&]() -> float { return z; }; z = 5;",
      value: [1, 5, 5, 0]),
    Sample(
      expression: "f(1), g(1), z, 0",
      inside:
        "float z = 1; auto f = [z](float a) { return a + z; }; auto g = [&z, w = z * 3](float a) { z += w; return z; }; z = 10;",
      value: [2, 13, 13, 0]),
    Sample(
      expression: "f(x), f(y), c, 0",
      inside: "const float c = [&] { if (x > 0) return 7.0; return 8.0; }(); auto f = [](float a) { return a * a; };",
      value: [9, 4, 7, 0]),
    Sample(
      expression: "s, n, 0, 0",
      inside:
        "float s = 0; int n = 0; auto add = [&](float a, float w = 2) { if (a < 0) return; s += a * w; ++n; }; for (int i = -2; i < 3; i++) add(i);",
      value: [6, 3, 0, 0]),
    Sample(
      expression: "outer(1), v[0], v[1], v[2]",
      inside:
        "float v[3] = {1, 2, 3}; auto outer = [&](float a) { auto inner = [=](int i) { return v[i] * a; }; v[1] = 9; int k = int(x) - 1; return inner(k); };",
      value: [3, 1, 9, 3]),
  ]

  static let statements: [Sample] = [
    Sample(expression: "v", inside: "float4 v; v.x = 1; v.yz = float2(2, 3); v[3] = 4;", value: [1, 2, 3, 4]),
    Sample(expression: "v", inside: "float4 v = 0; v.bgr = float3(1, 2, 3); v.xy += 1;", value: [4, 3, 1, 0]),
    Sample(expression: "i++, i, --i, i", inside: "int i = 5;", value: [5, 6, 5, 5]),
    Sample(
      expression: "s", inside: "float4 s = 0; for (int i = 0; i < 4; i++) { if (i == 2) continue; s[i] = i; }",
      value: [0, 1, 0, 3]),
    Sample(
      expression: "n, i, 0, 0",
      inside: "int n = 0, i = 0; while (true) { if (++i > 10) break; if (i % 2) continue; n += i; }",
      value: [30, 11, 0, 0]),
    Sample(expression: "n, 0, 0, 0", inside: "int n = 0; do { n++; } while (n < 0);", value: [1, 0, 0, 0]),
    Sample(
      expression: "a, b, 0, 0",
      inside:
        "int a = 0, b = 0; for (int k = 0; k < 5; ++k) { switch (k) { case 0: a += 1; case 1: a += 10; break; case 3: { b += 1; break; } default: b += 100; } }",
      value: [21, 201, 0, 0]),
    Sample(expression: "w[0], w[2], w[5], w[-1]", inside: "const float w[] = {1, 2, 3};", value: [1, 3, 3, 1]),
    Sample(
      expression: "w[i], w[i + 1], w[i * 100], w[-i]", inside: "float w[4] = {5, 6, 7}; int i = x - 2; w[i] += 0.5;",
      value: [6.5, 7, 0, 5]),
    Sample(
      expression: "m[1][0], m[1].y, m[i][i], 0",
      inside: "float2x2 m = float2x2(float2(1, 2), float2(3, 4)); int i = 0; m[i][1] = 9;", value: [3, 4, 1, 0]),
    Sample(expression: "c[0].x, c[1].y, 0, 0", inside: "float2 c[2] = {float2(1, 2), {3, 4}};", value: [1, 4, 0, 0]),
    Sample(
      expression: "a, b, 0, 0", inside: "float a = 1, b = 2; swap(a, b);",
      outside: "void swap(thread float &p, thread float &q) { float t = p; p = q; q = t; }", value: [2, 1, 0, 0]),
    Sample(
      expression: "sum(w, 3), w[0], 0, 0", inside: "float w[3] = {1, 2, 3};",
      outside:
        "float sum(thread float *p, int n) { float s = 0; for (int i = 0; i < n; i++) s += p[i]; p[0] = 9; return s; }",
      value: [6, 9, 0, 0]),
    Sample(
      expression: "a, 0, 0, 0", inside: "float a = 1; set(&a);",
      outside: "static void set(thread float *p) { *p = 7; }", value: [7, 0, 0, 0]),
    Sample(
      expression: "table[2], pick(table, 1), 0, 0",
      outside: "constant float table[3] = {4, 5, 6}; float pick(constant float *t, int i) { return t[i]; }",
      value: [6, 5, 0, 0]),
    Sample(
      expression: "f(), f(2), f(2, 3), 0", outside: "float f(float a = 10, float b = 1) { return a * b; }",
      value: [10, 2, 6, 0]),
    Sample(
      expression: "f(1), f(1.0f), f(float2(1)), 0",
      outside: "float f(int a) { return 1; } float f(float a) { return 2; } float f(float2 a) { return 3; }",
      value: [1, 2, 3, 0]),
    Sample(
      expression: "later(x), 0, 0, 0",
      outside: "float later(float); float before(float a) { return later(a); } float later(float a) { return a + 1; }",
      value: [4, 0, 0, 0]),
    Sample(
      expression: "b.area(), b.size.x, Box{float2(1), 1}.scale, b.grown().scale", inside: "Box b = {float2(2, 3), 2}; ",
      outside:
        "struct Box { float2 size; float scale; float area() const { return size.x * size.y * scale; } Box grown() { Box r = *this; r.scale += 1; return r; } };",
      value: [12, 2, 1, 3]),
    Sample(
      expression: "c.re, c.im, d.re, d.im",
      inside: "Complex a(1, 2), b = Complex(3); Complex c = a * b; Complex d; d.conjugate();",
      outside:
        "struct Complex { float re = 8; float im = 5; Complex() {} Complex(float r, float i = 0) : re(r), im(i) {} void conjugate() { im = -im; } Complex operator*(Complex o) { return Complex(re * o.re - im * o.im, re * o.im + im * o.re); } };",
      value: [3, 6, 8, -5]),
    Sample(
      expression: "green, Mode::blue, Mode(1), (Mode)2", outside: "enum Mode { red, green = 5, blue };",
      value: [5, 6, 1, 2]),
    Sample(
      expression: "Space::linear, 0, 0, 0", outside: "enum class Space : uint { gamma, linear };", value: [1, 0, 0, 0]),
    Sample(
      expression: "color(1), Pair{1, 2}.b, 0",
      outside: "typedef float2 color; using Scalar = float; typedef struct { Scalar a; Scalar b; } Pair;",
      value: [1, 1, 2, 0]),
    Sample(
      expression: "N, twice(3), AREA(2, 3), 0",
      outside: "#define N 4\n#define twice(a) ((a) * 2)\n#define AREA(w, h) \\\n  (w * h)", value: [4, 6, 6, 0]),
    Sample(
      expression: "v, 0, 0, 0",
      inside:
        "#if defined(__METAL_VERSION__) && 2 > 1\nfloat v = 1;\n#elif 1\nfloat v = 2;\n#else\nfloat v = 3;\n#endif",
      value: [1, 0, 0, 0]),
    Sample(
      expression: "s, c, f, i", inside: "float c; float s = sincos(0.0, c); float i; float f = modf(2.25, i);",
      value: [0, 1, 0.25, 2]),
    Sample(
      expression: "r", inside: "float4 r = 0; for (uint i = 0; i < 3u; i += 1) r[i] = float(i) * 2;",
      value: [0, 2, 4, 0]),
    Sample(
      expression: "s, w[1], t, 0",
      inside:
        "float w[3] = {1, 2, 3}; float s = 0, t = 0; for (float x : w) { if (x > 2) break; s += x; } for (thread auto &x : w) x *= 2; for (auto x : w) for (const float y : w) t += x * y;",
      value: [3, 4, 144, 0]),
    Sample(expression: "v", inside: "thread float4 &v = w; v.x = 5;", outside: "", value: [5, 0, 0, 0]),
    Sample(
      expression: "early(1), early(-1), 0, 0",
      outside:
        "float early(float a) { for (int i = 0; i < 10; i++) { if (a > 0) return i + 1; if (i == 4) { return -a; } } return 99; }",
      value: [1, 1, 0, 0]),
    Sample(
      expression: "uchar(300), short(40000), char(-1), uchar(a + b)", inside: "uchar a = 200, b = 100;",
      value: [44, -25536, -1, 44]),
    Sample(
      expression: "tool::lift(1), lift2(1), 0, 0",
      outside:
        "namespace tool { constant float k = 2; float lift(float a) { return a + k; } } using namespace tool; float lift2(float a) { return tool::lift(a) * k; }",
      value: [3, 6, 0, 0]),
    Sample(
      expression: "h.x, 0, 0, 0", inside: "half4 h = half4(x); h *= 2.0h; float4 f = float4(h); h = half4(f);",
      value: [6, 0, 0, 0]),
    Sample(
      expression: "a.x, a.y, b, 0",
      inside: "auto a = float2(1, 2); const auto b = 3; constexpr int n = 2; float t[n * 2]; t[0] = 1;",
      value: [1, 2, 3, 0]),
    Sample(
      expression: "wrap(7.0, 4.0), wrap(float2(5, 6), float2(4)), first(w)", inside: "float w[2] = {9, 8};",
      outside:
        "template <typename T> T wrap(T a, T b) { T q = floor(a / b); return a - b * q; } template<class T> T first(thread T *p) { return p[0]; }",
      value: [3, 1, 2, 9]),
    Sample(
      expression: "m[0][1], m[2][2], half_.x, matrix[1]",
      inside: "float3x3 m = float3x3({1, 2, 3}, {4, 5, 6}, {7, 8, 9}); float2 half_ = 1; float matrix[2] = {1, 2};",
      value: [2, 9, 1, 2]),
    Sample(
      expression: "p[1], *p, q[0], w[1]",
      inside: "float w[3] = {1, 2, 3}; thread float *p = w; thread float *q = &w[2]; p[1] = 7;",
      value: [7, 1, 3, 7]),
    Sample(
      expression: "half_(4), pick(x, y, true), µ, straße", inside: "float µ = 0.5, straße = 3;",
      outside:
        "auto half_(float a) -> float { return a / 2; } auto pick(float a, float b, bool first) -> float { return first ? a : b; }",
      value: [2, 3, 0.5, 3]),
    Sample(expression: "float3(float4(1, 2, 3, 4)), 9", value: [1, 2, 3, 9]),
    Sample(
      expression: "x > 0 and y < 0, x < 0 or y > 0, not (x > 0), 6 bitand 3", inside: "int c = 5; c and_eq 4;",
      value: [1, 0, 0, 2]),
    Sample(
      expression: "n, sizeof(w), sizeof w[0], sizeof x",
      inside: "float w[] = {1, 2, 3}; const int n = sizeof(w) / sizeof(w[0]); float u[n]; u[0] = 0;",
      value: [3, 12, 4, 4]),
    Sample(
      expression:
        "numeric_limits<float>::max() == FLT_MAX, metal::numeric_limits<int>::min() == INT_MIN, numeric_limits<uchar>::max(), numeric_limits<half>::lowest()",
      value: [1, 1, 255, -65504]),
    Sample(
      expression: "m.twice(x), 0, 0, 0", inside: "struct M { float twice(float a) { return a * 2; } }; M m;",
      outside: "namespace long_name { constant float k = 2; } namespace l = long_name;", value: [6, 0, 0, 0]),
    Sample(
      expression: "only(float3(x)), w[1][0]", inside: "array<vec<float, 2>, 2> w; w[1] = 5;",
      outside:
        "template <typename T> metal::enable_if_t<is_floating_point_v<T>, vec<T, 3>> only(vec<T, 3> a) { return a * 2; }",
      value: [6, 6, 6, 5]),
    Sample(
      expression: "srgb_to_linear(float4(0, 1, 0, 0.5)).gr, linear_to_srgb(float4(0, 1, 0, 0.25)).ra",
      value: [1, 0, 0, 0.25]),
    Sample(
      expression: "c",
      inside:
        "float4 c; float w = 4; if (dest.coord().x > 0) c = float4(x, y, 1, w); else c = float4(y, x, 1, w);",
      value: [3, -2, 1, 4]),
    Sample(expression: "v + w.xyxy", inside: "float4 v = {1, 2}; float2 w{3};", value: [4, 2, 3, 0]),
    Sample(
      expression: "sum(w), twice(float2(x)).x, power<3>(x), power<2>(x) + lift<float>(y)",
      inside: "float w[3] = {1, 2, 3};",
      outside:
        "template <typename T, int N> T sum(thread T (&a)[N]) { T s = T(0); for (int i = 0; i < N; i++) s += a[i]; return s; } template <typename T, int N> vec<T, N> twice(vec<T, N> v) { return v * T(2) + T(N); } template <int N> float power(float a) { float r = 1; for (int i = 0; i < N; i++) r *= a; return r; } template <class T> T lift(T a) { return a + T(1); }",
      value: [6, 8, 27, 8]),
    Sample(expression: "unset, u.x, 0, 0", inside: "float unset; int2 u;", value: [0, 0, 0, 0]),
  ]

  @Test(arguments: expressions) func `An expression has its value`(sample: Sample) throws {
    #expect(try KernelTesting.value(sample.expression, outside: sample.outside, inside: sample.inside) == sample.value)
  }

  @Test(arguments: lambdas) func `Functions without a name see and change what is around them`(sample: Sample) throws {
    #expect(try KernelTesting.value(sample.expression, outside: sample.outside, inside: sample.inside) == sample.value)
  }

  @Test(arguments: statements) func `Statements have their effect`(sample: Sample) throws {
    let inside = sample.inside.contains("&v = w") ? "float4 w = 0;" + sample.inside : sample.inside
    #expect(try KernelTesting.value(sample.expression, outside: sample.outside, inside: inside) == sample.value)
  }

  @Test func `Kernels are found in every spelling of their surroundings`() throws {
    let texts = [
      "#include <CoreImage/CoreImage.h>\nextern \"C\" { namespace coreimage { float4 k(sample_t s) { return s; } } }",
      "#include <metal_stdlib>\nusing namespace metal;\n[[stitchable]] float4 k(coreimage::sample_t s) { return s; }",
      "extern \"C\" float4 k(coreimage::sample_t s) { return s; }",
      "namespace coreimage { extern \"C\" { [[ stitchable ]] half4 k(sample_h s) { return s; } } }",
      "using namespace coreimage;\nfloat4 k(sample_t s) { return s; }",
      "extern \"C\" { namespace coreimage { float h(float a) { return a; } float4 k(sample_t s, destination d) { return s * h(1); } } }",
    ]
    for text in texts {
      let program = try KernelTesting.program(text, .metal)
      #expect(program.kernels.map(\.name) == ["k"])
      #expect(program.kernels.first?.family == .color)
    }
  }

  @Test func `Images are sampled in the space of their samplers`() throws {
    let text =
      "extern \"C\" float4 k(coreimage::sampler s, coreimage::destination d) { return s.sample(s.transform(d.coord() + float2(1, 0))); }"
    let inputs = WaveInputs(destination: SIMD2(10.5, 7.5))
    let expected = inputs.sample(0, inputs.transform(0, SIMD2(11.5, 7.5)))
    #expect(try KernelTesting.run(text, .metal) == (0..<4).map { expected[$0] })
    let extent =
      "extern \"C\" float4 k(coreimage::sampler s) { return float4(s.origin(), s.extent().zw + s.size() + s.coord()); }"
    #expect(try KernelTesting.run(extent, .metal) == [0, 3, 40 + 40 + 5.25, 30 + 30 + 6.75])
  }

  @Test func `A gather reads the four pixels around a position from the lower left on`() throws {
    let text =
      "extern \"C\" float4 k(coreimage::sampler_h s) { half4 g = s.gatherY(float2(4.2, 7.9)); return float4(g); }"
    let inputs = WaveInputs(destination: SIMD2(10.5, 7.5))
    let places: [SIMD2<Float>] = [SIMD2(3.5, 7.5), SIMD2(4.5, 7.5), SIMD2(4.5, 8.5), SIMD2(3.5, 8.5)]
    #expect(try KernelTesting.run(text, .metal) == places.map { inputs.sample(0, $0).y })
  }

  @Test func `A loop without end gives 0`() throws {
    #expect(try KernelTesting.value("1", inside: "while (true) { x += 1; }") == [0, 0, 0, 0])
  }
}
