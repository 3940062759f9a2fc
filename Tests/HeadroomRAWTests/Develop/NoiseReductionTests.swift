import HeadroomPixels
import HeadroomRAW
import Testing

@Suite struct NoiseReductionTests {
  private static let noise = [NoiseModel(scale: 1e-3, offset: 1e-5)]
  private static let balance = SIMD3<Double>(1, 1, 1)
  private static let size = PixelRect(width: 96, height: 80)

  /// Planes of a picture: a step in brightness, with noise or without.
  private static func picture(noisy: Bool) -> [Float] {
    var state: UInt64 = 7
    func random() -> Float {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Float(state >> 40) / 16_777_216 - 0.5
    }
    return (0..<3 * size.area).map { index in
      let light: Float = index % size.width < 48 ? 0.1 : 0.6
      // Four uniform numbers are nearly normal; their variance is 1/3.
      let normal = (random() + random() + random() + random()) * 1.732
      return noisy ? light + normal * (1e-3 * light + 1e-5).squareRoot() : light
    }
  }

  private static func smoothed(
    _ picture: [Float], luminance: Double, color: Double, rect: PixelRect = size
  ) throws -> [Float] {
    let reduction = try #require(
      NoiseReduction(noise: noise, whiteBalance: balance, luminance: luminance, color: color))
    var source = picture
    var result = [Float](repeating: .nan, count: 3 * rect.area)
    unsafe source.withUnsafeMutableBufferPointer { from in
      unsafe result.withUnsafeMutableBufferPointer { to in
        guard let a = from.baseAddress, let b = to.baseAddress else { return }
        unsafe reduction.apply(
          ColorPlanes(red: a, green: a + size.area, blue: a + 2 * size.area, stride: size.width), of: size, to: rect,
          into: ColorPlanes(red: b, green: b + rect.area, blue: b + 2 * rect.area, stride: rect.width))
      }
    }
    return result
  }

  private static func squaredError(_ a: [Float], _ b: [Float]) -> Float {
    zip(a, b).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
  }

  @Test func `Noise goes and edges stay`() throws {
    let truth = Self.picture(noisy: false)
    let noisy = Self.picture(noisy: true)
    let before = Self.squaredError(noisy, truth)
    let luminance = try Self.squaredError(Self.smoothed(noisy, luminance: 1, color: 0), truth)
    let color = try Self.squaredError(Self.smoothed(noisy, luminance: 0, color: 1), truth)
    let both = try Self.squaredError(Self.smoothed(noisy, luminance: 1, color: 1), truth)
    #expect(luminance < 0.85 * before && color < 0.75 * before)
    #expect(both < 0.55 * before)
    for (found, wanted) in zip(try Self.smoothed(truth, luminance: 1, color: 1), truth) {
      #expect(abs(found - wanted) < 0.012)
    }
  }

  @Test func `Pixels do not depend on the rectangle they are asked with`() throws {
    let noisy = Self.picture(noisy: true)
    let whole = try Self.smoothed(noisy, luminance: 0.7, color: 0.9)
    for rect in [PixelRect(x: 0, y: 0, width: 1, height: 1), PixelRect(x: 33, y: 21, width: 50, height: 59)] {
      let part = try Self.smoothed(noisy, luminance: 0.7, color: 0.9, rect: rect)
      let cut = (0..<3).flatMap { plane in
        rect.rows.flatMap { y in rect.columns.map { whole[(plane * Self.size.height + y) * Self.size.width + $0] } }
      }
      #expect(part == cut)
    }
  }

  @Test func `There is nothing to do without noise or amounts`() {
    func make(_ noise: [NoiseModel], _ amount: Double) -> NoiseReduction? {
      NoiseReduction(noise: noise, whiteBalance: Self.balance, luminance: amount, color: amount)
    }
    #expect(make([], 1) == nil)
    #expect(make(Self.noise, 0) == nil)
    #expect(make([NoiseModel(scale: .nan, offset: 0)], 1) == nil)
    #expect(make([NoiseModel(scale: 0, offset: 0)], 1) == nil)
    #expect(make(Self.noise, .nan) == nil)
    #expect(make(Self.noise, 1) != nil)
  }
}
