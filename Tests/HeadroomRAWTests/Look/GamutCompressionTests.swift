import HeadroomColor
import HeadroomPixels
import HeadroomRAW
import Testing

@Suite struct GamutCompressionTests {
  private static let targets: [ColorPrimaries] = [.bt709, .p3D65, .bt2020]

  private func mapped(_ colors: [SIMD3<Float>], into target: ColorPrimaries, peak: Double?) -> [SIMD3<Float>] {
    let kernel = GamutCompression(from: .bt2020, into: target, peak: peak)
    return unsafe through(colors) { rows, count in unsafe kernel.apply(rows, count) }
  }

  private func seen(_ color: SIMD3<Float>, in target: ColorPrimaries) -> SIMD3<Double> {
    ColorPrimaries.bt2020.matrix(to: target).apply(color.asDouble)
  }

  @Test(arguments: targets)
  func `Everything ends inside the gamut`(target: ColorPrimaries) {
    let colors = lookColors(3000) + lookColors(500, from: -0.2, to: 6)
    for pixel in mapped(colors, into: target, peak: 1) {
      let rgb = seen(pixel, in: target)
      #expect(rgb.min() > -2e-5 && rgb.max() < 1 + 2e-5)
    }
    for pixel in mapped(colors, into: target, peak: nil) where target != .bt2020 {
      let rgb = seen(pixel, in: target)
      #expect(rgb.min() > -2e-5 * max(rgb.max(), 1))
    }
  }

  @Test(arguments: targets)
  func `Luminance stays, light above white too`(target: ColorPrimaries) {
    let weights = ColorPrimaries.bt2020.luminanceWeights
    let colors = lookColors(3000, from: 0, to: 4)
    for (a, b) in zip(colors, mapped(colors, into: target, peak: nil)) {
      #expect(abs((weights * a.asDouble).sum() / (weights * b.asDouble).sum() - 1) < 1e-5)
    }
    for (a, b) in zip(colors, mapped(colors, into: target, peak: 1)) {
      let luminance = min((weights * a.asDouble).sum(), 1)
      #expect(abs((weights * b.asDouble).sum() - luminance) < 1e-5)
    }
  }

  @Test(arguments: targets)
  func `Colours of little saturation stay bit for bit`(target: ColorPrimaries) {
    let toWorking = target.matrix(to: .bt2020)
    let colors = lookColors(1000, from: 0.2, to: 0.8).map { color in
      let rgb = toWorking.apply(color.asDouble)
      return SIMD3<Float>(Float(rgb.x), Float(rgb.y), Float(rgb.z))
    }
    // The least channel is at least 15 % of the luminance, and the largest not near the peak.
    #expect(mapped(colors, into: target, peak: nil) == colors)
    let greys = (0..<100).map { SIMD3(repeating: Float($0) / 50) }
    #expect(mapped(greys, into: target, peak: nil) == greys)
  }

  @Test func `Hues of BT.2020 stay close in BT.709 and P3`() {
    for target in [ColorPrimaries.bt709, .p3D65] {
      var (worst, sum, count) = (0.0, 0.0, 0.0)
      let colors = lookColors(4000)
      for (a, b) in zip(colors, mapped(colors, into: target, peak: nil)) {
        let from = ICtCp.encodePQ(nits: a.asDouble * 203)
        let to = ICtCp.encodePQ(nits: b.asDouble * 203)
        let (p, q) = (SIMD2(from.y, from.z), SIMD2(to.y, to.z))
        let sizes = ((p * p).sum() * (q * q).sum()).squareRoot()
        guard sizes > 1e-4 else { continue }
        let cross = abs(p.x * q.y - p.y * q.x) / sizes
        let degrees = Libm.atan(cross / max(1 - cross * cross, 1e-9).squareRoot()) * 180 / .pi
        worst = max(worst, degrees)
        sum += degrees
        count += 1
      }
      print("gamut \(target == .bt709 ? "BT.709" : "P3"): hue shift \(sum / count), worst \(worst)")
      #expect(count > 3000)
      #expect(sum / count < 2)
    }
  }

  @Test func `Saturated colours stay apart, and in order`() {
    // From grey to BT.2020's green and beyond BT.709's border: always more saturated, never jumping.
    let steps = (0...1000).map { step in
      SIMD3<Float>(0.5, 0.5, 0.5) + (SIMD3<Float>(0, 1, 0) - SIMD3<Float>(0.5, 0.5, 0.5)) * (Float(step) / 1000)
    }
    let saturations = mapped(steps, into: .bt709, peak: nil).map { pixel -> Double in
      let rgb = seen(pixel, in: .bt709)
      let luminance = (ColorPrimaries.bt709.luminanceWeights * rgb).sum()
      return (luminance - rgb.min()) / luminance
    }
    for (a, b) in zip(saturations, saturations.dropFirst()) { #expect(b > a - 1e-6 && b - a < 0.01) }
    #expect(saturations.last! > 0.98)
  }

  @Test func `A second time changes little`() {
    let colors = lookColors(2000)
    let once = mapped(colors, into: .bt709, peak: 1)
    #expect(distance(once, mapped(once, into: .bt709, peak: 1)) < 0.06)
  }

  @Test func `Odd numbers in, numbers out`() {
    for peak in [nil, 1.0] {
      for target in Self.targets {
        #expect(
          mapped(oddColors, into: target, peak: peak).allSatisfy { $0.isFinite || peak == nil && target == .bt2020 })
      }
    }
  }

  @Test func `Pieces of a row have the same bits, and come fast`() {
    let kernel = GamutCompression(from: .bt2020, into: .p3D65, peak: 1)
    #expect(
      unsafe givesSameBitsInPieces(lookColors(500) + oddColors) { rows, count, _ in unsafe kernel.apply(rows, count) })
    let speed = unsafe megapixelsPerSecond(lookColors(4096)) { rows, count in unsafe kernel.apply(rows, count) }
    print("gamut: \(speed) Mpx/s")
    #expect(speed > 5)
  }
}
