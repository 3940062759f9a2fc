import Foundation
import HeadroomColor
import HeadroomDisplay
import HeadroomGraphics
import HeadroomPixels
import HeadroomTestSupport
import Testing

struct CALayerTests {
  /// 0 to 10 in equal steps that half floats hold.
  private static let ramp = (0...1280).map { Float($0) / 128 }

  private func rampImage(headroom: Float = 10) throws -> CGImage {
    try floatImage(width: Self.ramp.count, headroom: headroom) { x, _ in gray(Self.ramp[x]) }
  }

  @Test func `ten times white on a screen of ten is the same on both kinds of layer`() throws {
    var random = SeededGenerator(seed: 1)
    let image = try floatImage(width: 64, height: 32, headroom: 10) { x, y in
      let color = (0..<3).map { _ in Float(Float16.random(in: -0.25...10, using: &random)) }
      return x + y == 0 ? gray(10) : SIMD4(color[0], color[1], color[2], 1)
    }
    let core = try brightLayer(image).light(headroom: 10)
    #expect(try metalLayer(image).light(headroom: 10).values == core.values)
    #expect(core.peak == 10)
  }

  @Test func `on a screen of five a metal layer cuts sharply, a layer rises smoothly to the end`() throws {
    let image = try rampImage()
    let cut = try metalLayer(image).light(headroom: 5).reds
    #expect(cut == Self.ramp.map { min($0, 5) })
    let mapped = try brightLayer(image).light(headroom: 5).reds
    #expect(mapped.allSatisfy { $0 <= 5 } && (mapped.last ?? 0) > 4.9999)
    let steps = zip(mapped, mapped.dropFirst()).map { $1 - $0 }
    #expect(steps.allSatisfy { $0 >= 0 })
    // No step differs from the next by more than a fiftieth of a step without tone mapping: no corner, no break.
    #expect(zip(steps, steps.dropFirst()).allSatisfy { abs($1 - $0) < 0.02 / 128 })
  }

  @Test(arguments: [1.0, 1.5, 2, 3, 5, 9.9]) func `light follows the operator's formula`(headroom: Double) throws {
    let mapped = try brightLayer(rampImage()).light(headroom: headroom).reds
    let map = ReferenceWhiteToneMap(contentStops: log2(10), evaluation: .exact)
    for (value, result) in zip(Self.ramp, mapped) {
      let wanted = Double(value) * exp2(map.gainStops(at: Double(value), targetStops: log2(headroom)))
      #expect(abs(Double(result) - min(wanted, headroom)) <= 2e-4 * wanted + 1e-6)
    }
  }

  @Test func `a brighter pixel is never darker, whatever its colour and the headroom`() throws {
    var random = SeededGenerator(seed: 7)
    for encoding in [ColorEncoding.extendedLinearSRGB, .extendedLinearDisplayP3, .extendedLinearITUR2020] {
      for headroom in [1.0, 1.7, 4, 7.3] {
        let colors = (0..<64).map { _ in SIMD3<Float>.random(in: 0...1, using: &random) }
        let image = try floatImage(width: 200, height: 64, encoding, headroom: 20) { x, y in
          SIMD4(colors[y] * 20 * Float(x) / 199, 1)
        }
        let light = try brightLayer(image).light(headroom: headroom)
        for y in 0..<64 {
          for x in 1..<200 {
            #expect(light[x - 1, y].largestColor <= light[x, y].largestColor * (1 + 1e-5) + 1e-6)
          }
        }
      }
    }
  }

  @Test func `SDR content is untouched on any screen, wide colours too`() throws {
    let bytes = (0..<768).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    for name in [CGColorSpace.sRGB, CGColorSpace.displayP3] {
      let space = try #require(CGColorSpace(name: name))
      let provider = try #require(CGDataProvider(data: Data(bytes)))
      let made = unsafe CGImage(
        width: 16, height: 16, bitsPerComponent: 8, bitsPerPixel: 24, bytesPerRow: 48, space: space,
        bitmapInfo: CGBitmapInfo(alpha: .none), provider: provider, decode: nil, shouldInterpolate: false,
        intent: .defaultIntent)
      let image = try #require(made)
      let toSRGB = space.encoding.primaries.matrix(to: .bt709)
      for headroom in [1.0, 4] {
        let light = try brightLayer(image).light(headroom: headroom)
        for (index, value) in light.values.enumerated() {
          let codes = (0..<3).map { Double(bytes[3 * index + $0]) / 255 }
          let wanted = toSRGB.apply(
            SIMD3(codes[0], codes[1], codes[2]).replacing {
              $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4)
            })
          for part in 0..<3 { #expect(abs(Double(value[part]) - wanted[part]) < 3e-6) }
        }
      }
    }
  }

  /// Whether a layer's light ends at a level, which rounding may miss by a hundred-thousandth but not exceed.
  private func reaches(_ level: Float, _ layer: CALayer, headroom: Double) throws -> Bool {
    let peak = try layer.light(headroom: headroom).peak
    return peak <= level && peak > level * 0.99999
  }

  @Test func `each range takes its share of the headroom`() throws {
    let layer = CALayer()
    layer.contents = try rampImage()
    #expect(try reaches(1, layer, headroom: 8))
    layer.wantsExtendedDynamicRangeContent = true
    #expect(layer.preferredDynamicRange == .standard)
    #expect(try reaches(8, layer, headroom: 8))
    layer.preferredDynamicRange = .constrainedHigh
    #expect(try reaches(2, layer, headroom: 8))
    #expect(try reaches(1.5, layer, headroom: 1.5))
    layer.constrainedHighLimit = 1.6
    #expect(try reaches(1.6, layer, headroom: 8))
    layer.preferredDynamicRange = .standard
    #expect(try reaches(1, layer, headroom: 8))
    layer.preferredDynamicRange = .automatic
    #expect(try reaches(8, layer, headroom: 8))
  }

  @Test func `without tone mapping light is cut`() throws {
    let layer = brightLayer(try rampImage())
    layer.toneMapMode = .never
    #expect(try layer.light(headroom: 3).reds == Self.ramp.map { min($0, 3) })
    layer.toneMapMode = .ifSupported
    #expect(try layer.light(headroom: 3).reds != Self.ramp.map { min($0, 3) })
  }

  @Test func `in reference mode nothing is tone mapped and PQ has its luminance`() throws {
    let image = try floatImage(width: 3, headroom: 12) { x, _ in gray([0.5, 9, 12][x]) }
    #expect(try brightLayer(image).light(on: .reference).reds == [0.5, 9, 10])
    // 100, 1000 and 4000 cd/m² as PQ signals by the formula of ST 2084.
    let signals: [Float] = [100, 1000, 4000].map { nits in
      let y = pow(nits / 10_000, 2610.0 / 16_384)
      return Float(pow((3424.0 / 4096 + 2413.0 / 128 * y) / (1 + 2392.0 / 128 * y), 2523.0 / 32))
    }
    let pq = try floatImage(width: 3, .itur2100PQ) { x, _ in gray(signals[x]) }
    let shown = try brightLayer(pq).light(on: .reference).reds
    for (value, wanted) in zip(shown, [1, 10, 10] as [Float]) { #expect(abs(value - wanted) < 2e-3) }
  }

  @Test func `what a picture does not say is measured`() throws {
    let untagged = try brightLayer(rampImage(headroom: 0)).light(headroom: 5).reds
    let tagged = try brightLayer(rampImage()).light(headroom: 5).reds
    for (a, b) in zip(untagged, tagged) { #expect(abs(a - b) < 0.03) }
    let layer = brightLayer(try rampImage(headroom: 0))
    layer.contentsHeadroom = 10
    #expect(try layer.light(headroom: 5).reds == tagged)
  }

  @Test func `PQ and HLG without a word count as 1000 cd/m², whatever a few pixels have`() throws {
    for encoding in [ColorEncoding.itur2100PQ, .itur2100HLG] {
      func light(fringes: Int, headroom: CGFloat = 0) throws -> [Float] {
        let image = try floatImage(width: 1024, encoding) { x, _ in gray(x < fringes ? 1 : Float(x) / 1400) }
        let layer = brightLayer(image)
        layer.contentsHeadroom = headroom
        return try layer.light(headroom: 3).reds
      }
      let plain = try light(fringes: 0)
      #expect(Array(try light(fringes: 3)[3...]) == Array(plain[3...]))
      #expect(try light(fringes: 3, headroom: CGFloat(kCGDefaultHDRImageContentHeadroom)) == light(fringes: 3))
    }
  }

  @Test func `another headroom is another picture, and an endless one shows everything`() throws {
    let layer = brightLayer(try rampImage())
    let pictures = try [1, 2, 4, 8].map { try layer.light(headroom: $0).reds }
    #expect(zip(pictures, pictures.dropFirst()).allSatisfy { $0 != $1 })
    #expect(try layer.light(headroom: .infinity).reds == Self.ramp)
  }

  @Test func `HLG by the standard's rule has the gamma of the screen's peak`() throws {
    let signals = (0...64).map { Float($0) / 64 }
    let image = try floatImage(width: 65, .itur2100HLG) { x, _ in gray(signals[x]) }
    let layer = brightLayer(image)
    layer.contentToneMappingInfo = .ituRecommended
    for headroom: Double in [1, 2, 1000.0 / 203, 12] {
      let peak = min(headroom, 1000.0 / 203)
      let gamma = 1.2 * pow(1.111, log2(peak * 203 / 1000))
      let light = try layer.light(headroom: headroom).reds
      for (signal, value) in zip(signals, light) {
        let wanted = peak * pow(Self.scene(ofHLG: Double(signal)), gamma)
        #expect(abs(Double(value) - wanted) < 2e-4 * peak)
      }
    }
  }

  /// Scene light of an HLG signal by the formula of BT.2100.
  private static func scene(ofHLG signal: Double) -> Double {
    if signal <= 0.5 { return signal * signal / 3 }
    return (exp((signal - 0.55991073) / 0.17883277) + 0.28466892) / 12
  }

  @Test func `the ITU curve leaves mid-tones alone, OpenEXR's does not`() throws {
    let layer = brightLayer(try rampImage())
    layer.contentToneMappingInfo = .ituRecommended
    let light = try layer.light(headroom: 5).reds
    #expect(abs(light[128] - 1) < 1e-4 && light.allSatisfy { $0 <= 5 })
    layer.contentToneMappingInfo = .exrGamma(.init())
    #expect(try abs(layer.light(headroom: 5).reds[128] - 1) > 0.05)
  }

  @Test func `numbers that are no light do no harm`() throws {
    let odd: [Float] = [.nan, .infinity, -.infinity, .greatestFiniteMagnitude, -0.0, .leastNonzeroMagnitude]
    let image = try floatImage(width: odd.count, headroom: 10) { x, _ in gray(odd[x]) }
    for layer in [brightLayer(image), try metalLayer(image)] {
      let light = try layer.light(headroom: 5)
      #expect(light.values.allSatisfy { $0.x.isFinite && $0.y.isFinite && $0.z.isFinite && $0.largestColor <= 5 })
    }
    for value in [CGFloat.nan, .infinity, -3, 0.5] {
      let layer = brightLayer(image)
      layer.contentsHeadroom = value
      layer.opacity = .nan
      #expect(layer.emission(on: .showing(.nan)) == nil)
      layer.opacity = 1
      #expect(try layer.light(headroom: .nan).peak <= 1)
    }
  }
}

extension SIMD3<Double> {
  fileprivate func replacing(_ body: (Double) -> Double) -> SIMD3<Double> { SIMD3(body(x), body(y), body(z)) }
}
