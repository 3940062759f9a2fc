internal import HeadroomColor
internal import HeadroomTestSupport
internal import Testing

@Suite("Gamut projection")
struct GamutProjectionTests {
  static let weights = ColorPrimaries.bt709.luminanceWeights

  @Test("Colours inside the cube stay as they are")
  func identity() {
    var generator = SeededGenerator(seed: 2)
    for peak in [1.0, 2.5, 8] {
      for _ in 0..<500 {
        let color = SIMD3<Double>.random(in: 0...peak, using: &generator)
        #expect(GamutProjection.project(color, weights: Self.weights, peak: peak) == color)
        #expect(GamutProjection.clip(color, peak: peak) == color)
      }
    }
  }

  @Test("Every result lies inside the cube and keeps the luminance that the peak allows")
  func inside() {
    var generator = SeededGenerator(seed: 3)
    for peak in [1.0, 4] {
      for _ in 0..<3000 {
        let color = SIMD3<Double>.random(in: -peak...2 * peak, using: &generator)
        let result = GamutProjection.project(color, weights: Self.weights, peak: peak)
        #expect(result.min() >= 0)
        #expect(result.max() <= peak)
        let scaled = color * min(1, peak / color.max())
        let luminance = (Self.weights * scaled).sum()
        if color.max() > 0, luminance > 0 {
          #expect(isClose((Self.weights * result).sum(), min(luminance, peak), 1e-12))
        }
      }
    }
  }

  @Test("A small step in gives a small step out")
  func continuous() {
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<2000 {
      let start = SIMD3<Double>.random(in: -0.5...1.5, using: &generator)
      let step = SIMD3<Double>.random(in: -1...1, using: &generator) * 1e-7
      let a = GamutProjection.project(start, weights: Self.weights, peak: 1)
      let b = GamutProjection.project(start + step, weights: Self.weights, peak: 1)
      let change = a - b
      #expect(max(abs(change.x), abs(change.y), abs(change.z)) < 1e-4)
    }
  }

  @Test("Black, infinite and undefined components give finite colours")
  func extremes() {
    for value in [Double.infinity, -.infinity, .nan, 0, -1, 1e300] {
      let result = GamutProjection.project(SIMD3(value, 0.5, 0.25), weights: Self.weights, peak: 2)
      #expect(result.min() >= 0)
      #expect(result.max() <= 2)
    }
    #expect(GamutProjection.project(SIMD3(-1, -1, -1), weights: Self.weights, peak: 1) == .zero)
    #expect(GamutProjection.project(SIMD3(.infinity, 0, 0), weights: Self.weights, peak: 2) == SIMD3(2, 0, 0))
  }

  @Test("Saturated BT.2020 green goes to BT.709 with its luminance")
  func green() {
    let color = ColorPrimaries.bt2020.matrix(to: .bt709).apply(SIMD3(0, 1, 0))
    let result = GamutProjection.project(color, weights: Self.weights, peak: 2)
    #expect(isClose((Self.weights * result).sum(), (Self.weights * color).sum(), 1e-12))
    #expect(abs(result.min()) < 1e-15)
  }
}
