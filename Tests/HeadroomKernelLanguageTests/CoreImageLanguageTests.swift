internal import HeadroomKernelLanguage
internal import Testing

/// The Core Image Kernel Language: what it has beside and instead of Metal.
@Suite struct CoreImageLanguageTests {
  static let samples: [(String, [Float])] = [
    (
      "kernel vec4 k(float matrix) { vec2 half = vec2(matrix) / 2.0; float array[2]; array[0] = half.x; return vec4((half) * 2.0, array[0], matrix); }",
      [3, 3, 1.5, 3]
    ),
    ("kernel vec4 k(float a) { return vec4(1, a, a > 0.0, 2); }", [1, 3, 1, 2]),
    (
      "kernel vec4 k(float a) { return vec4(mod(-1.0, 3.0), atan(1.0, 0.0) > 1.5, inversesqrt(4.0), vec3(2.0).z); }",
      [2, 1, 0.5, 2]
    ),
    ("kernel vec4 k(float a) { return vec4(vec3(vec4(1.0, 2.0, 3.0, 4.0)), float(vec2(5.0, 6.0))); }", [1, 2, 3, 5]),
    ("kernel vec4 k(float a) { return compare(vec4(-1.0, 0.0, 1.0, -2.0), vec4(a), vec4(9.0)); }", [3, 9, 9, 3]),
    (
      "kernel vec4 k(float a) { mat2 m = mat2(1.0, 2.0, 3.0, 4.0); vec2 v = m * vec2(1.0); v *= m; return vec4(v, m[1]); }",
      [16, 36, 3, 4]
    ),
    ("kernel vec4 k(float a) { ivec2 i = ivec2(a, 7); return vec4(i / 2, vec2(i) / 2.0); }", [1, 3, 1.5, 3.5]),
    (
      "kernel vec4 k(float a) { bvec2 b = lessThan(vec2(1.0, 5.0), vec2(a)); return vec4(any(b), all(b), not(b)); }",
      [1, 0, 0, 1]
    ),
    (
      "kernel vec4 k(float a) { return vec4(vec2(1.0) == vec2(1.0), vec2(1.0, 2.0) != vec2(1.0), true ^^ true, 0); }",
      [1, 1, 0, 0]
    ),
    (
      "void f(in float a, out float b, inout float c) { b = a * 2.0; c += b; } kernel vec4 k(float a) { float b = 7.0; float c = 1.0; f(a, b, c); return vec4(a, b, c, 0); }",
      [3, 6, 7, 0]
    ),
    (
      "const float PI = 3.0; uniform float two = 2.0; kernel vec4 k(float a) { return vec4(PI, two, PI * two, 0); }",
      [3, 2, 6, 0]
    ),
    ("#define SQ(x) ((x) * (x))\nkernel vec4 k(float a) { return vec4(SQ(a), SQ(a + 1.0), 0, 0); }", [9, 16, 0, 0]),
    (
      "kernel vec4 k(float a) { float w[3]; w[0] = 1.0; w[1] = 2.0; float s = 0.0; for (int i = 0; i < 3; i++) s += w[i]; return vec4(s); }",
      [3, 3, 3, 3]
    ),
    ("kernel vec4 k(float a) { vec4 c = vec4(1.0); c.stp = vec3(4.0, 5.0, 6.0); return c.tspq; }", [5, 4, 6, 1]),
    ("kernel vec4 k(float a) { return gl_FragCoord * a; }", [31.5, 22.5, 0, 3]),
    ("kernel vec4 k(float a) { vec2 cs = cossin(0.0); return vec4(cs, sin_(0.0), cos_(0.0)); }", [1, 0, 0, 1]),
    ("kernel vec4 k(__color c) { return unpremultiply(premultiply(vec4(c.rgb, 0.5))); }", [3, 0, 0, 0.5]),
    (
      "kernel vec4 k(float a) { highp float b = a; lowp vec3 c = vec3(b); return vec4(c, destCoord().x); }",
      [3, 3, 3, 10.5]
    ),
    (
      "kernel vec4 k(float a) { return vec4(radians(180.0) > 3.1, degrees(0.0), fract(1.25), ceil(1.2)); }",
      [1, 0, 0.25, 2]
    ),
    (
      "struct Pair { float a; vec2 b; }; kernel vec4 k(float a) { Pair p = Pair(1.0, vec2(2.0, 3.0)); p.b.y = 9.0; return vec4(p.a, p.b, 0); }",
      [1, 2, 9, 0]
    ),
    (
      "float g(float); kernel vec4 k(float a) { return vec4(g(a)); } float g(float v) { if (v > 2.0) return 1.0; else return 2.0; }",
      [1, 1, 1, 1]
    ),
    (
      "kernel vec4 k(float a) { return vec4(length(vec2(3, 4)), max(vec2(1.0, 5.0), 2.0), mix(1.0, 3.0, 0.5)); }",
      [5, 2, 5, 2]
    ),
  ]

  @Test(arguments: samples) func `A kernel gives its value`(text: String, value: [Float]) throws {
    #expect(try KernelTesting.run(text, .coreImage, [[3, 0, 0, 0.5]]) == value)
  }

  @Test func `Pixels, samplers and tables are told apart`() throws {
    let program = try KernelTesting.program(
      """
      kernel vec4 color(__sample s, __color c) { return s * c; }
      kernel vec4 blend(__sample a, __sample b) { return a + b; }
      kernel vec4 general(sampler s, __table sampler t, vec3 v) { return sample(t, samplerCoord(s)); }
      kernel vec2 warp(float a) { return destCoord() * a; }
      """, .coreImage)
    #expect(program.kernels.map(\.family) == [.color, .color, .general, .warp])
    #expect(program.kernels.map(\.isBlend) == [false, true, false, false])
    #expect(program.kernels[0].parameters.map(\.argument) == [.pixel(image: 0), .color])
    #expect(program.kernels[2].parameters[0].argument == .sampler(image: 0, isTable: false))
    #expect(program.kernels[2].parameters[1].argument == .sampler(image: 1, isTable: true))
    #expect(program.kernels[2].parameters[2].argument == .value(.vector(.float, 3)))
  }

  @Test func `The dialect of a text is found`() {
    #expect(KernelDialect.detected(in: "kernel vec4 f(__sample s) { return s; }") == .coreImage)
    #expect(
      KernelDialect.detected(in: "extern \"C\" { namespace coreimage { float4 f(sample_t s) { return s; } } }")
        == .metal)
    #expect(KernelDialect.detected(in: "[[stitchable]] half4 kernel1(sample_h s) { return s; }") == .metal)
  }
}
