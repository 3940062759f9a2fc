import HeadroomColor
import HeadroomPixels
import HeadroomRAW
import Testing

@Suite struct RAWToneRowsTests {
  private func rendered(
    _ colors: [SIMD3<Float>], _ settings: RAWToneSettings, profile: ProfileToneCurve? = nil,
    primaries: ColorPrimaries = .bt2020
  ) -> [SIMD3<Float>] {
    let kernel = RAWToneRows(RAWToneCurve(settings, profile: profile), primaries: primaries)
    return unsafe through(colors) { rows, count in unsafe kernel.apply(rows, count) }
  }

  private static let settings = [
    RAWToneSettings(), RAWToneSettings(dynamicRange: 1), RAWToneSettings(dynamicRange: 2, shadows: 1.7),
    RAWToneSettings(dynamicRange: 0.3, boost: 0.4, shadowBias: 0.01), RAWToneSettings(boost: 0, shadowBias: -0.01),
  ]

  @Test(arguments: settings)
  func `Grey stays grey and follows the curve`(settings: RAWToneSettings) {
    for profile in [nil, ProfileToneCurve.standard] {
      let curve = RAWToneCurve(settings, profile: profile)
      let greys = (0..<300).map { SIMD3(repeating: Float(Libm.exp2(Double($0 - 200) / 20))) }
      for (grey, pixel) in zip(greys, rendered(greys, settings, profile: profile)) {
        let expected = Float(curve.value(Double(grey.x)))
        #expect(abs(pixel.x - expected) < 4e-5 * max(expected, 0.01), "\(grey.x)")
        #expect(abs(pixel.y - pixel.x) < 1e-6 * max(expected, 0.01))
        #expect(abs(pixel.z - pixel.x) < 1e-6 * max(expected, 0.01))
      }
    }
  }

  @Test(arguments: settings)
  func `Odd numbers in, numbers out`(settings: RAWToneSettings) {
    for profile in [nil, ProfileToneCurve.standard] {
      #expect(rendered(oddColors, settings, profile: profile).allSatisfy { $0.isFinite })
    }
  }

  @Test(arguments: settings)
  func `Pieces of a row have the same bits`(settings: RAWToneSettings) {
    let colors = lookColors(700, from: -0.1, to: 4) + oddColors
    for profile in [nil, ProfileToneCurve.standard] {
      let kernel = RAWToneRows(RAWToneCurve(settings, profile: profile), primaries: .bt2020)
      #expect(unsafe givesSameBitsInPieces(colors) { rows, count, _ in unsafe kernel.apply(rows, count) })
    }
  }

  /// Colours of all hues, up to 2.5 stops above white, none more saturated than BT.709's.
  private static let highlights: [SIMD3<Float>] = {
    let toWorking = ColorPrimaries.bt709.matrix(to: .bt2020)
    return lookColors(4000).map { color in
      let size = 0.4 + 5 * Double(color.x * color.y)
      let rgb = SIMD3(Double(color.x), Double(color.y), Double(color.z)) / Double(max(color.x, color.y, color.z)) * size
      let working = toWorking.apply(rgb)
      return SIMD3(Float(working.x), Float(working.y), Float(working.z))
    }
  }()

  private func hue(oklab color: SIMD3<Double>) -> (degrees: Double, chroma: Double) {
    let lab = OKLab.encode(linearSRGB: ColorPrimaries.bt2020.matrix(to: .bt709).apply(color))
    return (angle(lab.y, lab.z), (lab.y * lab.y + lab.z * lab.z).squareRoot())
  }

  private func hue(ictcp color: SIMD3<Double>) -> (degrees: Double, chroma: Double) {
    let ictcp = ICtCp.encodePQ(nits: color * 203)
    return (angle(ictcp.y, ictcp.z), (ictcp.y * ictcp.y + ictcp.z * ictcp.z).squareRoot())
  }

  private func angle(_ x: Double, _ y: Double) -> Double {
    // The arc tangent of half the angle: no case is left out.
    2 * Libm.atan(y / ((x * x + y * y).squareRoot() + x)) * 180 / .pi
  }

  @Test(arguments: [0.0, 1, 2])
  func `Highlights keep their hue`(amount: Double) {
    let results = rendered(Self.highlights, RAWToneSettings(dynamicRange: amount))
    var (worst, sum, worstICtCp, sumICtCp) = (0.0, 0.0, 0.0, 0.0)
    var count = 0.0
    for (source, result) in zip(Self.highlights, results) {
      let (before, after) = (hue(oklab: source.asDouble), hue(oklab: result.asDouble))
      guard after.chroma > 0.02 else { continue }
      let shift = abs((after.degrees - before.degrees).remainder(dividingBy: 360))
      worst = max(worst, shift)
      sum += shift
      // PQ is not the same at every luminance, so the reference has the result's.
      let scale = Double(max(result.x, result.y, result.z) / max(source.x, source.y, source.z))
      let (at, to) = (hue(ictcp: source.asDouble * scale), hue(ictcp: result.asDouble))
      let other = abs((at.degrees - to.degrees).remainder(dividingBy: 360))
      worstICtCp = max(worstICtCp, other)
      sumICtCp += other
      count += 1
    }
    print("hue shift, amount \(amount): OKLab \(sum / count) (\(worst)), ICtCp \(sumICtCp / count) (\(worstICtCp))")
    #expect(count > 3000)
    #expect(worst < 0.1)
    #expect(sumICtCp / count < 2)
  }

  @Test func `Bright colours go towards white`() {
    let stops = (0...10).map { SIMD3<Float>(1, 0.3, 0.1) * Float(Libm.exp2(Double($0) / 2)) }
    for amount in [0.0, 1, 2] {
      let saturations = rendered(stops, RAWToneSettings(dynamicRange: amount)).map { 1 - $0.min() / $0.max() }
      let isFalling = zip(saturations, saturations.dropFirst()).allSatisfy { $0 > $1 }
      #expect(isFalling)
      #expect(saturations.last! < 0.65)
    }
    // More range needs less of it.
    let sdr = rendered([stops[2]], RAWToneSettings())[0]
    let hdr = rendered([stops[2]], RAWToneSettings(dynamicRange: 2))[0]
    #expect(sdr.min() / sdr.max() > hdr.min() / hdr.max())
  }

  @Test(arguments: [0.5, 1, 2])
  func `SDR and HDR are a known function of one another below white`(amount: Double) {
    let colors = lookColors(2000, from: 0.002, to: 0.95)
    let sdr = rendered(colors, RAWToneSettings())
    let hdr = rendered(colors, RAWToneSettings(dynamicRange: amount))
    // z = (q0 y / (P0 - y))^(n / n0), P z / (z + q), from raw numbers.
    let (p0, n0, q0) = (1.1476, 1.5155, 0.14761)
    let p = Libm.exp2(1.5 * amount)
    let grey = p0 * Libm.pow(0.18, n0) / (Libm.pow(0.18, n0) + q0)
    let n = n0 * (1 - grey / p0) / (1 - grey / p)
    let q = Libm.pow(0.18, n) * (p / grey - 1)
    for (a, b) in zip(sdr, hdr) {
      let y = Double(a.max())
      let z = Libm.pow(q0 * y / (p0 - y), n / n0)
      #expect(abs(Libm.log2(Double(b.max()) / (p * z / (z + q)))) < 0.02)
    }
  }

  @Test func `A profile's curve in SDR is the DNG SDK's`() {
    let colors = lookColors(1000)
    let kernel = ProfileToneRows(.standard)
    let exact = unsafe through(colors) { rows, count in unsafe kernel.apply(rows, count) }
    #expect(distance(exact, rendered(colors, RAWToneSettings(), profile: .standard, primaries: .romm)) < 1e-6)
  }

  @Test func `An HDR profile's curve is the DNG SDK's from amount 1 on`() throws {
    let colors = lookColors(1000, from: 0, to: 3)
    let curve = try ProfileToneCurve(points: [SIMD2(0, 0), SIMD2(0.5, 0.4), SIMD2(1, 0.9)], isHDR: true)
    let kernel = ProfileToneRows(curve)
    let exact = unsafe through(colors) { rows, count in unsafe kernel.apply(rows, count) }
    let rendered = rendered(colors, RAWToneSettings(dynamicRange: 1), profile: curve, primaries: .romm)
    #expect(distance(exact, rendered) < 2e-4)
    #expect(self.rendered(colors, RAWToneSettings(), profile: curve, primaries: .romm).allSatisfy { $0.max() <= 1 })
  }

  @Test func `Boost mixes in what a look table made`() {
    let (linear, looked) = (lookColors(300), Array(lookColors(300).reversed()))
    let settings = RAWToneSettings(dynamicRange: 1, boost: 0.3)
    let kernel = RAWToneRows(RAWToneCurve(settings, profile: .standard), primaries: .romm)
    let full = rendered(looked, RAWToneSettings(dynamicRange: 1), profile: .standard, primaries: .romm)
    let result = unsafe through(linear) { rows, count in
      let buffer = RowBuffer(capacity: count)
      let other = unsafe buffer.rows
      for (i, pixel) in looked.enumerated() {
        unsafe other.r[i] = pixel.x
        unsafe other.g[i] = pixel.y
        unsafe other.b[i] = pixel.z
      }
      unsafe kernel.apply(rows, look: other, count)
    }
    let expected = zip(linear, full).map { $0 + ($1 - $0) * 0.3 }
    #expect(distance(result, expected) < 1e-5)
  }

  @Test func `Rows are rendered fast`() {
    let colors = lookColors(4096, from: 0, to: 1.2)
    for (name, settings, profile) in [
      ("standard SDR", RAWToneSettings(), nil), ("standard HDR", RAWToneSettings(dynamicRange: 1), nil),
      ("profile SDR", RAWToneSettings(), ProfileToneCurve.standard), ("linear", RAWToneSettings(boost: 0), nil),
    ] {
      let kernel = RAWToneRows(RAWToneCurve(settings, profile: profile), primaries: .bt2020)
      let speed = unsafe megapixelsPerSecond(colors) { rows, count in unsafe kernel.apply(rows, count) }
      print("tone \(name): \(speed) Mpx/s")
      #expect(speed > 5)
    }
  }
}
