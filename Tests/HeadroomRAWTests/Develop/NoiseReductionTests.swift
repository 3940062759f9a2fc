import Foundation
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
    _ picture: [Float], luminance: Double, color: Double, moire: Double = 0, rect: PixelRect = size
  ) throws -> [Float] {
    let reduction = try #require(
      NoiseReduction(noise: noise, whiteBalance: balance, luminance: luminance, color: color, moire: moire))
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
    let whole = try Self.smoothed(noisy, luminance: 0.7, color: 0.9, moire: 0.8)
    for rect in [PixelRect(x: 0, y: 0, width: 1, height: 1), PixelRect(x: 33, y: 21, width: 50, height: 59)] {
      let part = try Self.smoothed(noisy, luminance: 0.7, color: 0.9, moire: 0.8, rect: rect)
      let cut = (0..<3).flatMap { plane in
        rect.rows.flatMap { y in rect.columns.map { whole[(plane * Self.size.height + y) * Self.size.width + $0] } }
      }
      #expect(part == cut)
    }
  }

  // MARK: False colours

  /// Planes of a formula for the three colours of a pixel.
  private static func planes(_ color: (_ x: Int, _ y: Int) -> SIMD3<Float>) -> [Float] {
    (0..<3).flatMap { plane in
      size.rows.flatMap { y in size.columns.map { x in color(x, y)[plane] } }
    }
  }

  /// How much red and blue differ from green on the whole, as roots, in the middle of the picture.
  private static func colorfulness(_ planes: [Float]) -> Float {
    var sum: Float = 0
    for y in 10..<70 {
      for x in 10..<86 {
        let at = y * size.width + x
        let green = planes[size.area + at].squareRoot()
        for plane in [0, 2] {
          let difference = planes[plane * size.area + at].squareRoot() - green
          sum += difference * difference
        }
      }
    }
    return (sum / (2 * 60 * 76)).squareRoot()
  }

  /// Cloth: a pattern of single pixels, with the bands of colours that a mosaic makes of it.
  private static func cloth(_ x: Int, _ y: Int) -> SIMD3<Float> {
    let light: Float = (x + y) % 2 == 0 ? 0.36 : 0.2
    let band = 0.12 * sin(Float(x) * 0.55 + Float(y) * 0.2)
    return light * SIMD3(1 + band, 1, 1 - band)
  }

  @Test func `False colours of fine patterns go`() throws {
    let cloth = Self.planes(Self.cloth)
    let before = Self.colorfulness(cloth)
    let half = Self.colorfulness(try Self.smoothed(cloth, luminance: 0, color: 0, moire: 0.5))
    let all = Self.colorfulness(try Self.smoothed(cloth, luminance: 0, color: 0, moire: 1))
    #expect(all < 0.45 * before && half < 0.8 * before && all < half, "\(before), \(half), \(all)")
    // Brightness is not touched.
    let after = try Self.smoothed(cloth, luminance: 0, color: 0, moire: 1)
    for at in 0..<Self.size.area {
      func light(_ planes: [Float]) -> Float {
        0.25 * (planes[at].squareRoot() + planes[2 * Self.size.area + at].squareRoot())
          + 0.5 * planes[Self.size.area + at].squareRoot()
      }
      #expect(abs(light(after) - light(cloth)) < 1e-3)
    }
  }

  @Test func `Colours that are there stay: edges, and whatever has no fine pattern`() throws {
    let edge = Self.planes { x, y in
      let light: Float = (x + y) % 2 == 0 ? 0.4 : 0.3
      return light * (x < 48 ? SIMD3(1, 0.3, 0.2) : SIMD3(0.2, 0.7, 1))
    }
    // The edge is a step of 0.3.
    let kept = try Self.smoothed(edge, luminance: 0, color: 0, moire: 1)
    for at in 0..<3 * Self.size.area { #expect(abs(kept[at] - edge[at]) < 0.06) }
    let soft = Self.planes { x, y in
      SIMD3(0.3 + 0.1 * sin(Float(x) * 0.3), 0.3, 0.3 + 0.1 * cos(Float(y) * 0.3))
    }
    let same = try Self.smoothed(soft, luminance: 0, color: 0, moire: 1)
    for at in 0..<3 * Self.size.area { #expect(abs(same[at] - soft[at]) < 0.012) }
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
