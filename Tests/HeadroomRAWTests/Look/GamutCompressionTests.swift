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

  /// The angle between two colours' directions from grey, in degrees; nil where there is hardly one.
  private func angle(_ a: SIMD3<Double>, _ b: SIMD3<Double>, least: Double) -> Double? {
    let (p, q) = (SIMD2(a.y, a.z), SIMD2(b.y, b.z))
    guard (p * p).sum() > least * least, (q * q).sum() > least * least else { return nil }
    let (along, across) = ((p * q).sum(), abs(p.x * q.y - p.y * q.x))
    let degrees = Libm.atan(across / max(abs(along), 1e-12)) * 180 / .pi
    return along < 0 ? 180 - degrees : degrees
  }

  @Test func `Hues of BT.2020 stay in BT.709 and P3`() {
    let toSRGB = ColorPrimaries.bt2020.matrix(to: .bt709)
    for (name, target) in [("BT.709", ColorPrimaries.bt709), ("P3", .p3D65)] {
      var (lab, labWorst, ictcp, ictcpWorst, count) = (0.0, 0.0, 0.0, 0.0, 0.0)
      let colors = lookColors(4000)
      for (a, b) in zip(colors, mapped(colors, into: target, peak: nil)) {
        guard
          let degrees = angle(
            OKLab.encode(linearSRGB: toSRGB.apply(a.asDouble)), OKLab.encode(linearSRGB: toSRGB.apply(b.asDouble)),
            least: 0.02),
          let other = angle(
            ICtCp.encodePQ(nits: a.asDouble * 203), ICtCp.encodePQ(nits: b.asDouble * 203), least: 0.01)
        else { continue }
        (lab, ictcp, count) = (lab + degrees, ictcp + other, count + 1)
        (labWorst, ictcpWorst) = (max(labWorst, degrees), max(ictcpWorst, other))
      }
      print("gamut \(name): hue shift OKLab \(lab / count) (\(labWorst)), ICtCp \(ictcp / count) (\(ictcpWorst))")
      #expect(count > 3000)
      #expect(labWorst < 0.5)
      #expect(ictcp / count < 1)
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
          mapped(oddColors, into: target, peak: peak).allSatisfy { $0.isFinite })
      }
    }
  }

  @Test func `Pieces of a row have the same bits, and come fast`() {
    let kernel = GamutCompression(from: .bt2020, into: .p3D65, peak: 1)
    #expect(
      unsafe givesSameBitsInPieces(lookColors(500) + oddColors) { rows, count, _ in unsafe kernel.apply(rows, count) })
    let speed = unsafe megapixelsPerSecond(lookColors(4096)) { rows, count in unsafe kernel.apply(rows, count) }
    let pale = lookColors(4096, from: 0.5, to: 0.75)
    let fast = unsafe megapixelsPerSecond(pale) { rows, count in unsafe kernel.apply(rows, count) }
    print("gamut: all colours \(speed) Mpx/s, pale ones \(fast)")
    #expect(fast > speed)
    #expect(speed > 5)
  }
}
