internal import Glibc
internal import HeadroomColor
internal import HeadroomTestSupport
internal import Testing

@Suite("Tone curves")
struct ToneCurveTests {
  static let headrooms = [1.0, 1.1, 1.5, 2, 8.0 / 3, 3, 1000.0 / 203, 8, 16, 10000.0 / 203, 64]

  static let pairs: [(content: Double, target: Double)] = headrooms.flatMap { content in
    headrooms.filter { $0 < content }.map { (content, $0) }
  }

  @Test("A target that holds the content changes nothing", arguments: ToneMapOperator.allCases)
  func identity(toneMapOperator: ToneMapOperator) {
    for content in Self.headrooms {
      for target in [content, content * 1.5, .infinity] {
        let curve = ToneCurve(operator: toneMapOperator, contentHeadroom: content, targetHeadroom: target)
        #expect(curve.isIdentity)
        #expect(curve.isMaxRGBGain)
        let color = SIMD3(-0.5, 0.18, 4)
        #expect(curve.map(color) == color)
        #expect(curve.gain(at: 4) == 1)
      }
    }
  }

  @Test("No result is above the target, whatever comes in", arguments: ToneMapOperator.allCases)
  func bounded(toneMapOperator: ToneMapOperator) {
    var generator = SeededGenerator(seed: 1)
    for (content, target) in Self.pairs {
      for desaturation in [0, 0.4, 1] {
        let curve = ToneCurve(
          operator: toneMapOperator, contentHeadroom: content, targetHeadroom: target, desaturation: desaturation)
        for _ in 0..<60 {
          let scale = exp2(Double.random(in: -8...8, using: &generator))
          let color = SIMD3<Double>.random(in: -0.2...1, using: &generator) * scale
          let result = curve.map(color)
          #expect(result.max() <= curve.targetHeadroom, "\(color) by \(curve)")
          #expect(result.sum().isFinite)
        }
      }
      let curve = ToneCurve(operator: toneMapOperator, contentHeadroom: content, targetHeadroom: target)
      for value in [content, content * 2, 1e6, 1e300] { #expect(value * curve.gain(at: value) <= target) }
    }
  }

  @Test("Brighter input never gives darker output", arguments: [ToneMapOperator.rwtmo, .bt2390, .reinhard, .bt2446a])
  func monotone(toneMapOperator: ToneMapOperator) {
    for (content, target) in Self.pairs {
      // The report's three pieces of method A do not meet exactly: its slack is the size of their steps.
      let slack = toneMapOperator == .bt2446a ? 2e-3 : 1e-12
      let curve = ToneCurve(operator: toneMapOperator, contentHeadroom: content, targetHeadroom: target)
      #expect(Self.largestFall(curve, to: content * 1.1) <= slack, "\(content) to \(target)")
    }
  }

  @Test("The draft's spline rises up to 4.65 stops of content")
  func conformingMonotone() {
    for content in [1.5, 2, 4.9, 8, 16, exp2(4.64)] {
      for target in [1, 1.2, 2, 3] where target < content {
        let curve = ToneCurve(mode: .conforming, contentHeadroom: content, targetHeadroom: target)
        #expect(curve.evaluation == .conforming)
        #expect(Self.largestFall(curve, to: content) <= 1e-12)
      }
    }
  }

  @Test("Above 4.65 stops of content the exact curve is taken")
  func exactAboveLimit() {
    let curve = ToneCurve(mode: .conforming, contentHeadroom: exp2(4.66), targetHeadroom: 1)
    #expect(curve.evaluation == .exact)
    // What that avoids: the spline falls by several per cent for 10 000 cd/m².
    let spline = ReferenceWhiteToneMap(contentStops: log2(10000 / 203.0), evaluation: .conforming)
    let outputs = (0...10000).map { index in
      let value = 1 + Double(index) * 0.0048
      return value * exp2(spline.gainStops(at: value, targetStops: 0))
    }
    var peak = 0.0
    var fall = 0.0
    for output in outputs {
      peak = max(peak, output)
      fall = max(fall, 1 - output / peak)
    }
    #expect((0.04...0.06).contains(fall))
  }

  private static func largestFall(_ curve: ToneCurve, to end: Double) -> Double {
    var previous = 0.0
    var fall = 0.0
    for index in 0...10000 {
      let value = end * Double(index) / 10000
      let output = value * curve.gain(at: value)
      fall = max(fall, previous - output)
      previous = output
    }
    return fall
  }

  @Test(
    "One per cent of the target moves the picture by at most one per cent",
    arguments: [ToneMapOperator.rwtmo, .bt2390, .reinhard])
  func continuousInTarget(toneMapOperator: ToneMapOperator) {
    for (content, target) in Self.pairs {
      let curve = ToneCurve(operator: toneMapOperator, contentHeadroom: content, targetHeadroom: target)
      let next = ToneCurve(operator: toneMapOperator, contentHeadroom: content, targetHeadroom: target * 1.01)
      for index in 1...200 {
        let value = content * Double(index) / 200
        #expect(abs(next.gain(at: value) / curve.gain(at: value) - 1) <= 0.01 + 1e-9, "\(content) \(target) \(value)")
      }
    }
  }

  @Test("One per cent of the content's headroom moves the picture by at most one per cent")
  func continuousInContent() {
    for (content, target) in Self.pairs where target * 1.01 < content {
      let curve = ToneCurve(contentHeadroom: content, targetHeadroom: target)
      let next = ToneCurve(contentHeadroom: content * 1.01, targetHeadroom: target)
      for index in 1...200 {
        let value = content * Double(index) / 200
        #expect(abs(next.gain(at: value) / curve.gain(at: value) - 1) <= 0.01 + 1e-9)
      }
    }
  }

  @Test("Operators give the reference sheet's table for 1000 nits")
  func sheetTable() {
    let inputs = [0.18, 0.5, 1, 2, 3, 1000.0 / 203]
    let rows: [(ToneMapOperator, Double, [Double])] = [
      (.rwtmo, 1, [0.090, 0.250, 0.500, 0.745, 0.863, 1]), (.rwtmo, 2, [0.147, 0.408, 0.816, 1.341, 1.642, 2]),
      (.rwtmo, 4, [0.180, 0.5, 1.0, 1.897, 2.677, 4]),
      (.reinhard, 1, [0.154, 0.340, 0.521, 0.722, 0.843, 1]), (.reinhard, 2, [0.168, 0.416, 0.722, 1.165, 1.497, 2]),
      (.reinhard, 4, [0.177, 0.481, 0.932, 1.773, 2.562, 4]),
      (.bt2390, 1, [0.180, 0.496, 0.783, 0.956, 0.992, 1]), (.bt2390, 2, [0.180, 0.500, 1.0, 1.747, 1.955, 2]),
      (.bt2390, 4, [0.18, 0.5, 1, 2, 3, 4]),
      (.bt2446a, 1, [0.081, 0.203, 0.376, 0.626, 0.794, 1]),
    ]
    for (toneMapOperator, target, outputs) in rows {
      let curve = ToneCurve(operator: toneMapOperator, contentHeadroom: 1000.0 / 203, targetHeadroom: target)
      for (input, output) in zip(inputs, outputs) {
        #expect(abs(input * curve.gain(at: input) - output) < 0.0016, "\(toneMapOperator) \(target) \(input)")
        let gray = curve.map(SIMD3(repeating: input))
        #expect(abs(gray.x - output) < 0.0016)
      }
    }
  }

  @Test("The reference-white operator gives the filter sheet's numbers")
  func filterSheet() {
    let rows: [(Double, Double, [(Double, Double)])] = [
      (1000.0 / 203, 1, [(0.18, 0.0900), (1, 0.5), (2, 0.7452), (4, 0.9440), (1000.0 / 203, 1)]),
      (1000.0 / 203, 2, [(1, 0.8160), (2, 1.3408), (4, 1.8528), (1000.0 / 203, 2)]),
      (1000.0 / 203, 4, [(1, 1), (2, 1.8968), (4, 3.3876), (1000.0 / 203, 4)]),
      (2, 1, [(0.18, 0.1409), (1, 0.7827), (2, 1)]),
      (8, 1, [(1, 0.5), (2, 0.6927), (4, 0.8455), (8, 1)]),
    ]
    for (content, target, samples) in rows {
      let curve = ToneCurve(contentHeadroom: content, targetHeadroom: target)
      for (input, output) in samples { #expect(abs(input * curve.gain(at: input) - output) < 6e-5) }
    }
  }

  @Test("Exact and conforming evaluation drift apart as the sheet says")
  func drift() {
    for (nits, expected) in [(1000.0, 0.0015), (4000, 0.043), (10000, 0.156)] {
      let stops = log2(nits / 203)
      let exact = ReferenceWhiteToneMap(contentStops: stops)
      let spline = ReferenceWhiteToneMap(contentStops: stops, evaluation: .conforming)
      let drift =
        (0...2000).map { index in
          let value = exp2(stops * Double(index) / 2000)
          return abs(exact.gainStops(at: value, targetStops: 0) - spline.gainStops(at: value, targetStops: 0))
        }.max() ?? 0
      #expect(abs(drift - expected) < expected * 0.1 + 1e-4, "\(nits): \(drift)")
    }
  }

  @Test("Desaturation mixes the common gain with the curve of each component")
  func desaturation() {
    let (content, target) = (1000.0 / 203, 1.0)
    let color = SIMD3(4.0, 0.5, -0.1)
    let common = ToneCurve(contentHeadroom: content, targetHeadroom: target)
    let single = ToneCurve(contentHeadroom: content, targetHeadroom: target, desaturation: 1)
    let mixed = ToneCurve(contentHeadroom: content, targetHeadroom: target, desaturation: 0.25)
    #expect(common.isMaxRGBGain)
    #expect(!mixed.isMaxRGBGain)
    #expect(single.map(color).y == 0.5 * common.gain(at: 0.5))
    #expect(single.map(color).z == -0.1 * common.gain(at: 0.1))
    #expect(isClose(mixed.map(color), 0.75 * common.map(color) + 0.25 * single.map(color), 1e-15))
  }

  @Test("Clip cuts each component")
  func clip() {
    let curve = ToneCurve(operator: .clip, contentHeadroom: 8, targetHeadroom: 2)
    #expect(curve.map(SIMD3(5, 1.5, -1)) == SIMD3(2, 1.5, -1))
    #expect(!curve.isMaxRGBGain)
  }

  @Test("Headrooms that make no sense are taken as 1")
  func nonsense() {
    #expect(ToneCurve(contentHeadroom: .nan, targetHeadroom: .nan).isIdentity)
    #expect(ToneCurve(contentHeadroom: -3, targetHeadroom: 0).isIdentity)
    let curve = ToneCurve(contentHeadroom: .infinity, targetHeadroom: 0.5)
    #expect(curve.targetHeadroom == 1)
    #expect(curve.gain(at: 1).isFinite)
  }
}
