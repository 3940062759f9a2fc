import Foundation
import HeadroomColor
import HeadroomTestSupport
import HeadroomViewer
import Testing

/// Scopes against a plain count of the light that the viewer sends.
struct ViewerScopeTests {
  private let folder: TemporaryFolder
  private let harness: ViewerHarness
  private static let (width, height) = (97, 61)

  init() throws {
    folder = try TemporaryFolder()
    var generator = SeededGenerator(seed: 7)
    let file = MadeFiles.pfm(width: Self.width, height: Self.height) { x, y in
      if x == 3 { return .zero }
      if x == 4 { return SIMD3(-0.25, 0.5, 0.125) }
      let color = SIMD3<Float>.random(in: 0.01...1, using: &generator)
      return color * exp2(Float.random(in: -14...6, using: &generator))
    }
    try Data(file).write(to: URL(filePath: folder.path("noise.pfm")))
    harness = try ViewerHarness([folder.path("noise.pfm")])
  }

  /// Pixels as the viewer sends them, multiplied.
  private func light(_ gain: Double) async throws -> [SIMD3<Double>] {
    let values = try await harness.file("/light?max=4096").halfFloats
    return stride(from: 0, to: values.count, by: 3).map {
      SIMD3(Double(values[$0]), Double(values[$0 + 1]), Double(values[$0 + 2])) * gain
    }
  }

  private func distance(_ a: [Int], _ b: [Int]) -> Int {
    zip(a, b).reduce(0) { sum, pair in sum + abs(pair.0 - pair.1) }
  }

  /// What the bytes of the answer are: words of 32 bits, then planes of words of 16.
  private struct Counts {
    static let (bins, side) = (192, 65_536)
    let bytes: [UInt8]

    init(_ answer: ViewerResponse) throws {
      bytes = answer.body
      try #require(bytes.count == (4 * Self.bins + 2) * 4 + 6 * Self.side * 2)
    }

    private func number(_ place: Int, _ size: Int) -> Int {
      (0..<size).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }

    func histogram(_ channel: Int) -> [Int] { (0..<Self.bins).map { number((channel * Self.bins + $0) * 4, 4) } }
    var belowZero: Int { number(4 * Self.bins * 4, 4) }
    var zero: Int { number((4 * Self.bins + 1) * 4, 4) }

    /// Waveforms of red, green, blue and luminance, chromaticities, vectors.
    func plane(_ index: Int) -> [Int] {
      let start = (4 * Self.bins + 2) * 4 + index * Self.side * 2
      return (0..<Self.side).map { number(start + 2 * $0, 2) }
    }
  }

  private func counts(_ query: String = "") async throws -> Counts {
    try Counts(try await harness.file("/scopes" + query))
  }

  @Test(arguments: [0.0, 2.3]) func `The histogram counts every component in its eighth of a stop`(_ stops: Double)
    async throws
  {
    let pixels = try await light(exp2(stops))
    let scopes = try await counts("?exposure=\(stops)")
    for channel in 0..<3 {
      var expected = [Int](repeating: 0, count: 192)
      for pixel in pixels where pixel[channel] > 0 {
        let stops: Double = log2(Double(Float(pixel[channel])))
        let bin = Int(((stops + 12) * 8).rounded(.down))
        expected[min(max(bin, 0), 191)] += 1
      }
      let bins = scopes.histogram(channel)
      #expect(distance(bins, expected) <= 2, "\(channel)")
      #expect(bins.reduce(0, +) == expected.reduce(0, +))
    }
    let components: [Double] = pixels.flatMap { [$0.x, $0.y, $0.z] }
    let below = components.count { $0 < 0 }
    let zero = components.count { $0 == 0 }
    #expect(scopes.belowZero == below)
    #expect(scopes.zero == zero)
  }

  @Test func `Luminance is counted like the components`() async throws {
    let levels = try await light(1).map { ($0 * ColorPrimaries.bt2020.luminanceWeights).sum() }
    let scopes = try await counts()
    var expected = (bins: [Int](repeating: 0, count: 192), waves: [Int](repeating: 0, count: 65_536))
    for (index, level) in levels.enumerated() {
      if level > 0 { expected.bins[min(max(Int(((log2(level) + 12) * 8).rounded(.down)), 0), 191)] += 1 }
      let row = 255 - min(Int(PQCurve.signal(nits: max(level, 0) * 203) * 255 + 0.5), 255)
      expected.waves[row * 256 + index % Self.width * 256 / Self.width] += 1
    }
    #expect(distance(scopes.histogram(3), expected.bins) <= levels.count / 100)
    #expect(distance(scopes.plane(3), expected.waves) <= levels.count / 200)
  }

  @Test func `A pixel that is no number is black and leaves its neighbours alone`() async throws {
    let file = MadeFiles.pfm(width: 3, height: 1) { x, _ in x == 1 ? SIMD3(.nan, 4, .infinity) : SIMD3(repeating: 1) }
    try Data(file).write(to: URL(filePath: folder.path("odd.pfm")))
    let scopes = try Counts(try await ViewerHarness([folder.path("odd.pfm")]).file("/scopes"))
    #expect(scopes.zero == 3)
    for channel in 0..<4 { #expect(scopes.histogram(channel).reduce(0, +) == 2) }
  }

  @Test func `The waveform has every pixel in its column, at its PQ signal`() async throws {
    let pixels = try await light(1)
    let scopes = try await counts()
    for channel in 0..<3 {
      let found = scopes.plane(channel)
      var expected = [Int](repeating: 0, count: 65_536)
      for (index, pixel) in pixels.enumerated() {
        let signal = PQCurve.signal(nits: max(pixel[channel], 0) * 203)
        let row = 255 - min(Int(signal * 255 + 0.5), 255)
        expected[row * 256 + index % Self.width * 256 / Self.width] += 1
      }
      #expect(found.reduce(0, +) == pixels.count)
      // Signals that lie on an edge between two rows may fall to either side.
      #expect(distance(found, expected) <= pixels.count / 200, "\(channel)")
    }
  }

  @Test func `Colours are counted where they lie`() async throws {
    let pixels = try await light(1)
    let scopes = try await counts()
    let (diagram, vectors) = (scopes.plane(4), scopes.plane(5))
    var expected = ([Int](repeating: 0, count: 65_536), [Int](repeating: 0, count: 65_536))
    func place(_ position: Double) -> Int { min(max(Int(position.rounded(.down)), 0), 255) }
    for pixel in pixels where (pixel * ColorPrimaries.bt2020.luminanceWeights).sum() > exp2(-12) {
      let xyz = ColorPrimaries.bt2020.toXYZ.apply(pixel)
      let (x, y) = (place(xyz.x / xyz.sum() / 0.8 * 256), place(xyz.y / xyz.sum() / 0.9 * 256))
      expected.0[(255 - y) * 256 + x] += 1
      let ictcp = ICtCp.encodePQ(nits: pixel * 203)
      expected.1[(255 - place(ictcp.z * 256 + 128)) * 256 + place(ictcp.y * 256 + 128)] += 1
    }
    #expect(diagram.reduce(0, +) == expected.0.reduce(0, +))
    #expect(distance(diagram, expected.0) <= pixels.count / 100)
    #expect(distance(vectors, expected.1) <= pixels.count / 100)
  }

  @Test func `Statistics are those of the pixels of the rectangle`() async throws {
    let pixels = try await light(1)
    let part = (0..<20).flatMap { y in (10..<50).map { x in pixels[y * Self.width + x] } }
    let found = try await harness.json("/statistics?rect=10,0,40,20")
    let largest = part.map { max($0.max(), 0) }
    func close(_ name: String, _ expected: Double) throws {
      let value = try #require(found[name] as? Double)
      #expect(abs(value - expected) <= 0.002 * abs(expected) + 1e-6, "\(name): \(value) \(expected)")
    }
    try close("maxCLL", (largest.max() ?? 0) * 203)
    try close("maxFALL", largest.reduce(0, +) / Double(part.count) * 203)
    try close("maximum", largest.max() ?? 0)
    try close("minimum", part.map { $0.min() }.min() ?? 0)
    // Light a little above white is white as a half float.
    let above = try #require(found["aboveWhite"] as? Double) * Double(part.count)
    #expect(abs(above - Double(largest.count { $0 > 1 })) <= 2)
    try close("mean", part.reduce(0) { $0 + ($1 * ColorPrimaries.bt2020.luminanceWeights).sum() } / Double(part.count))
  }
}
