internal import HeadroomKernelLanguage
internal import HeadroomTestSupport
internal import Synchronization
internal import Testing

/// Where kernels read their images: bounds that hold, and that are no wider than they have to be.
@Suite struct SampleRegionTests {
  private static let tile = SampleBox(x: 100.5...163.5, y: 40.5...47.5)
  private static let spaces = [
    SamplerSpace(extent: SIMD4(0, 0, 640, 480)), SamplerSpace(extent: SIMD4(0, 0, 640, 480)),
  ]

  private static func boxes(
    _ text: String, _ dialect: KernelDialect = .coreImage, _ arguments: [[Float]] = [], _ tile: SampleBox = tile,
    _ spaces: [SamplerSpace] = spaces
  ) throws -> [SampleBox?] {
    let program = try KernelTesting.program(text, dialect)
    let ir = try #require(KernelIR.compiled(program, program.kernels[0]))
    return SampleRegions(ir).boxes(
      arguments: arguments.map { $0.map(\.bitPattern) }, images: spaces, destination: tile)
  }

  private static func grown(_ dx: Float, _ dy: Float) -> SampleBox {
    SampleBox(
      x: (tile.x.lowerBound - dx)...(tile.x.upperBound + dx), y: (tile.y.lowerBound - dy)...(tile.y.upperBound + dy))
  }

  // MARK: Tightness

  /// Kernels of the older language without arguments, and how far beyond the tile they read their only image.
  static let exact: [(String, Float, Float)] = [
    ("return sample(s, samplerCoord(s));", 0, 0),
    ("return sample(s, destCoord() + vec2(1.0, 2.0)) + sample(s, destCoord() - vec2(1.0, 2.0));", 1, 2),
    (
      "vec4 t = vec4(0.0); for (int y = -1; y <= 1; y++) for (int x = -1; x <= 1; x++) t += sample(s, samplerTransform(s, destCoord() + vec2(x, y))); return t;",
      1, 1
    ),
    (
      "vec4 t = vec4(0.0); for (float i = -3.0; i < 3.5; i += 1.0) t += sample(s, destCoord() + vec2(i, 0.0)); return t;",
      3, 0
    ),
    (
      "vec2 o[4]; o[0] = vec2(2.0, -2.0); o[1] = vec2(-2.0, 2.0); o[2] = vec2(0.0); o[3] = vec2(1.0); vec4 t = vec4(0.0); for (int i = 0; i < 4; i++) t += sample(s, destCoord() + o[i]); return t;",
      2, 2
    ),
    (
      "vec2 p = destCoord(); if (p.x > 90.0) p.y += 3.0; else p.y += 1000.0; return sample(s, p - vec2(0.0, 3.0));", 0,
      0
    ),
    ("return sample(s, destCoord() + clamp(sample(s, destCoord()).rg, vec2(-5.0), vec2(5.0)));", 5, 5),
  ]

  @Test(arguments: exact) func `Taps around a pixel are bounded exactly`(_ kernel: (String, Float, Float)) throws {
    let boxes = try Self.boxes("kernel vec4 k(sampler s) { \(kernel.0) }")
    #expect(boxes[0] == Self.grown(kernel.1, kernel.2), "\(boxes)")
  }

  @Test func `What is not read has no box, and pixels of the same place have the tile's`() throws {
    let boxes = try Self.boxes(
      "kernel vec4 k(__sample a, sampler b, float t) { return t > 0.0 ? a : a * samplerSize(b).x; }")
    #expect(boxes == [Self.tile, nil])
    let unread = try Self.boxes(
      "kernel vec4 k(sampler b, float t) { if (t > 1.0) return vec4(0.0); return sample(b, destCoord()); }", .coreImage,
      [[], [2]])
    #expect(unread[0] == nil)
  }

  @Test func `Samplers of their own space are asked there`() throws {
    let space = SamplerSpace(extent: SIMD4(0, 0, 10, 10), transform: [0.5, 0, 0, 2, 3, -1])
    let box = try #require(
      try Self.boxes(
        "kernel vec4 k(sampler s) { return sample(s, samplerCoord(s)); }", .coreImage, [], Self.tile, [space])[0])
    #expect(box.contains(SIMD2(53.25, 80)) && box.contains(SIMD2(84.75, 94)))
    #expect(box.x.lowerBound > 53.2 && box.x.upperBound < 84.8 && box.y.lowerBound > 79.9 && box.y.upperBound < 94.1)
  }

  /// The position of a warp, with its arguments, and a box that may not be left much.
  static let warps: [(String, [[Float]], SampleBox, Float)] = [
    // A scale about a centre.
    (
      "vec2 c, float f) { return c + (destCoord() - c) * f; }", [[132, 44], [0.5]],
      SampleBox(x: 116.25...147.75, y: 42.25...45.75), 0.001
    ),
    // A swirl whose circle the tile lies outside of.
    (
      "vec2 c, float r) { vec2 d = destCoord() - c; float l = length(d); if (l > r) return destCoord(); float a = (r - l) / r * 3.0; return c + vec2(d.x * cos(a) - d.y * sin(a), d.x * sin(a) + d.y * cos(a)); }",
      [[500, 400], [100]], tile, 0
    ),
    // The same around the tile: at most the sum of both sides.
    (
      "vec2 c, float r) { vec2 d = destCoord() - c; float l = length(d); if (l > r) return destCoord(); float a = (r - l) / r * 3.0; return c + vec2(d.x * cos(a) - d.y * sin(a), d.x * sin(a) + d.y * cos(a)); }",
      [[132, 44], [40]], SampleBox(x: 97...167, y: 9...79), 1
    ),
    // A direction times a length.
    (
      "vec2 c, float r) { vec2 d = destCoord() - c; return c + normalize(d) * r; }", [[132, 44], [10]],
      SampleBox(x: 122...142, y: 34...54), 0.01
    ),
    // Cells.
    (
      "vec2 c, float r) { vec2 d = destCoord(); return d - mod(d, r) + r * 0.5; }", [[0, 0], [8]],
      SampleBox(x: 96.5...167.5, y: 36.5...51.5), 0.01
    ),
    (
      "vec2 c, float r) { return mix(destCoord(), c, 0.25 + 0.25 * sin(destCoord().y * r)); }", [[132, 44], [8]],
      SampleBox(x: 100.5...163.5, y: 40.5...47.5), 0.01
    ),
  ]

  @Test(arguments: warps) func `Warps are bounded well`(_ warp: (String, [[Float]], SampleBox, Float)) throws {
    let program = try KernelTesting.program("kernel vec2 k(\(warp.0)", .coreImage)
    let ir = try #require(KernelIR.compiled(program, program.kernels[0]))
    let box = SampleRegions(ir).position(arguments: warp.1.map { $0.map(\.bitPattern) }, destination: Self.tile)
    let limit = warp.2
    #expect(
      box.x.lowerBound >= limit.x.lowerBound - warp.3 && box.x.upperBound <= limit.x.upperBound + warp.3, "\(box)")
    #expect(
      box.y.lowerBound >= limit.y.lowerBound - warp.3 && box.y.upperBound <= limit.y.upperBound + warp.3, "\(box)")
  }

  // MARK: What cannot be bounded, and what never ends

  @Test func `Positions that nobody knows are anywhere`() throws {
    let boxes = try Self.boxes(
      "kernel vec4 k(sampler a, sampler b) { return sample(a, sample(b, destCoord()).rg * 1000.0); }")
    #expect(boxes == [.everything, Self.tile])
  }

  @Test(arguments: [
    "int i = 0; while (sample(s, destCoord() + vec2(i, 0)).r > 0.0) i++; return vec4(i);",
    "vec2 p = destCoord(); while (true) { p = p * 1.5 + sample(s, p).rg; if (p.x < 0.0) return vec4(p, p); }",
    "float a[9]; int i = 0; while (true) { a[i % 9] = a[(i + 1) % 9] + 1.0; i++; if (sample(s, vec2(a[i % 9], 0.0)).r > 1.0) return vec4(1.0); }",
  ])
  func `Loops without an end end here`(_ body: String) throws {
    let box = try #require(try Self.boxes("kernel vec4 k(sampler s) { \(body) }")[0])
    #expect(box.x.upperBound > 1e9)
  }

  @Test func `Loops in loops cost no more than the limit`() throws {
    let loops = (0..<20).map { "for (int i\($0) = 0; i\($0) < int(sample(s, destCoord()).r); i\($0)++) {" }.joined(
      separator: " ")
    let text =
      "kernel vec4 k(sampler s) { vec4 t = vec4(0.0); \(loops) t += sample(s, destCoord() + vec2(i3)); \(String(repeating: "}", count: 20)) return t; }"
    var boxes: [SampleBox?] = []
    let time = try ProcessorTime.ofThread { boxes = try Self.boxes(text) }
    #expect(boxes[0] == .everything && time < .seconds(1), "\(boxes) \(time)")
  }

  // MARK: Soundness

  @Test func `Random kernels read inside of their boxes`() throws {
    for seed in 0..<150 {
      var random = RandomKernel(seed: UInt64(seed))
      try SampleRegionChecking.check(try KernelTesting.program(random.text(), .metal), "random \(seed)", pixels: 24)
    }
  }

  @Test(.enabled(if: RealSources.areAvailable, "no kernels in HEADROOM_TEST_DATA"))
  func `Real kernels read inside of their boxes`() throws {
    for source in try RealSources.all() {
      let result = KernelText(dialect: source.dialect).compile(SourceText(name: source.name, bytes: source.bytes))
      try SampleRegionChecking.check(try #require(result.program), source.name, pixels: 24)
    }
  }
}

/// Notes where it is sampled.
private final class SampleLog: PixelInputs {
  let base: WaveInputs
  let places = Mutex<[(image: Int, position: SIMD2<Float>)]>([])

  init(_ base: WaveInputs) { self.base = base }

  var destination: SIMD2<Float> { base.destination }
  func pixel(_ image: Int) -> SIMD4<Float> { base.pixel(image) }
  func transform(_ image: Int, _ position: SIMD2<Float>) -> SIMD2<Float> { base.transform(image, position) }
  func extent(_ image: Int) -> SIMD4<Float> { base.extent(image) }
  func sample(_ image: Int, _ position: SIMD2<Float>) -> SIMD4<Float> {
    places.withLock { $0.append((image, position)) }
    return base.sample(image, position)
  }
}

private enum SampleRegionChecking {
  static func check(_ program: TypedProgram, _ name: String, pixels: Int) throws {
    for kernel in program.kernels where kernel.imageCount > 0 {
      let ir = try #require(KernelIR.compiled(program, kernel))
      let regions = SampleRegions(ir)
      var generator = SeededGenerator(seed: 11)
      for round in 0..<3 {
        let arguments = KernelTesting.arguments(of: kernel, using: &generator)
        let low = SIMD2(Float.random(in: -40...40, using: &generator), Float.random(in: -40...40, using: &generator))
        let size: Float = [0, 6, 60][round]
        let tile = SampleBox(x: low.x...(low.x + size), y: low.y...(low.y + size))
        let inputs = WaveInputs(destination: low, seed: Float(round))
        let spaces = (0..<kernel.imageCount).map {
          SamplerSpace(extent: inputs.extent($0), transform: [0.5, 0, 0, 0.5, Float($0), 3])
        }
        let boxes = regions.boxes(arguments: arguments, images: spaces, destination: tile)
        for _ in 0..<pixels {
          let place = SIMD2(Float.random(in: tile.x, using: &generator), Float.random(in: tile.y, using: &generator))
          let log = SampleLog(WaveInputs(destination: place, seed: Float(round)))
          var interpreter = IRInterpreter(ir, inputs: log, arguments: arguments, steps: 200)
          _ = interpreter.run()
          for (image, position) in log.places.withLock({ $0 }) where position.x.isFinite && position.y.isFinite {
            guard boxes[image]?.contains(position) != true else { continue }
            Issue.record(
              "\(name), \(kernel.name): image \(image) is read at \(position), outside of \(String(describing: boxes[image])), for \(place) of \(tile)"
            )
            return
          }
        }
      }
    }
  }
}
