internal import Glibc
internal import HeadroomColor
internal import HeadroomTestSupport
internal import Testing

@Suite("Gain map formulas")
struct GainMapFormulaTests {
  @Test("The decoding formula has the reference sheet's values")
  func decoding() {
    // base, g, min, max, gamma, offset, base headroom, alternate headroom, display headroom, result
    let rows: [[Double]] = [
      [0.18, 0.5, 0, 2, 1, 1.0 / 64, 0, 2, 2, 0.3756250], [1, 1, 0, 2, 1, 1.0 / 64, 0, 2, 2, 4.0468750],
      [1, 1, 0, 2, 1, 1.0 / 64, 0, 2, 1, 2.0156250], [0, 0.5, 0, 2, 1, 1.0 / 64, 0, 2, 2, 0.0156250],
      [0.5, 0.25, -1, 3, 0.5, 1.0 / 64, 0, 3, 1.5, 0.3819762], [4, 1, 0, 3, 1, 1.0 / 64, 3, 0, 0, 0.4863281],
      [4, 1, 0, 3, 1, 1.0 / 64, 3, 0, 1, 0.9882812], [4, 1, 0, 3, 1, 1.0 / 64, 3, 0, 3, 4],
      [0.5, 0.5, 0, 2.787109, 0.896973, 1e-5, 0, 2.787109, 2.787109, 1.2200369],
    ]
    for row in rows {
      let metadata = GainMapMetadata(
        baseHeadroom: row[6], alternateHeadroom: row[7], min: row[2], max: row[3], gamma: row[4], baseOffset: row[5],
        alternateOffset: row[5])
      let weight = metadata.weight(displayHeadroomStops: row[8])
      let result = metadata.apply(base: SIMD3(repeating: row[0]), gain: SIMD3(repeating: row[1]), weight: weight)
      #expect(abs(result.x - row[9]) < 1e-7, "\(row)")
    }
  }

  @Test("Weights follow the display's headroom")
  func weights() {
    let sdr = GainMapMetadata(alternateHeadroom: 2, max: 2)
    for (display, weight) in [(0.0, 0.0), (0.5, 0.25), (1, 0.5), (2, 1), (3, 1), (-1, 0)] {
      #expect(sdr.weight(displayHeadroomStops: display) == weight)
    }
    let hdr = GainMapMetadata(baseHeadroom: 3, alternateHeadroom: 1, max: 2)
    for (display, weight) in [(0.0, -1.0), (1, -1), (2, -0.5), (3, 0), (5, 0)] {
      #expect(hdr.weight(displayHeadroomStops: display) == weight)
    }
    #expect(GainMapMetadata(baseHeadroom: 1, alternateHeadroom: 1, max: 2).weight(displayHeadroomStops: 5) == 0)
    #expect(sdr.weight(displayHeadroomStops: .nan) == 0)
  }

  @Test("Encoding and decoding are inverse, for SDR and HDR bases")
  func inverse() {
    var generator = SeededGenerator(seed: 7)
    for isHDRBase in [false, true] {
      let metadata = GainMapMetadata(
        baseHeadroom: isHDRBase ? 4 : 0, alternateHeadroom: isHDRBase ? 0 : 4, min: SIMD3(-6, -7, -8),
        max: SIMD3(12, 11, 13), gamma: SIMD3(1, 0.7, 2.2), baseOffset: SIMD3(repeating: 1.0 / 64),
        alternateOffset: SIMD3(0.01, 0.02, 0.03))
      for _ in 0..<500 {
        let base = SIMD3<Double>.random(in: 0...1, using: &generator)
        let alternate = SIMD3<Double>.random(in: 0...1, using: &generator)
        let gain = metadata.encode(base: base, alternate: alternate)
        #expect(gain.min() >= 0 && gain.max() <= 1)
        let result = metadata.apply(base: base, gain: gain, weight: isHDRBase ? -1 : 1)
        #expect(isClose(result, alternate, 1e-12))
      }
    }
  }

  @Test("A map without range encodes as 0 and still applies its gain")
  func withoutRange() {
    let metadata = GainMapMetadata(alternateHeadroom: 1, min: 1, max: 1, baseOffset: 0, alternateOffset: 0)
    #expect(metadata.encode(base: .one, alternate: SIMD3(repeating: 2)) == .zero)
    #expect(metadata.apply(base: .one, gain: .zero, weight: 1) == SIMD3(repeating: 2))
  }

  @Test("Apple's headroom has the reference sheet's values")
  func appleHeadroom() throws {
    let rows: [(Double, Double, Double)] = [
      (1.00999999, 0.2693225, 4.6634), (1.01, 0.003041189, 6.90249), (0.5, 0, 3.4822), (0.5, 0.1, 3.0125), (1, 0, 8),
      (1, 8, 1),
    ]
    for (first, second, expected) in rows {
      let headroom = try #require(AppleHeadroom.headroom(makerNote33: first, makerNote48: second))
      #expect(abs(headroom - expected) < 2e-4)
    }
    #expect(AppleHeadroom.headroom(makerNote33: 1.5, makerNote48: nil) == 8)
    #expect(AppleHeadroom.headroom(makerNote33: nil, makerNote48: 0.1) == nil)
    #expect(AppleHeadroom.headroom(makerNote33: 1.5, makerNote48: -1000) == 8)
    #expect(AppleHeadroom.headroom(makerNote33: .nan, makerNote48: 0) == nil)
    #expect(AppleHeadroom.headroom(xmp: 4.663514, makerNote33: 1, makerNote48: 0) == 4.663514)
    #expect(AppleHeadroom.headroom(xmp: -1, makerNote33: 1, makerNote48: 0) == 8)
  }

  @Test("Apple's map scales between white and headroom and is weighted in stops")
  func appleMap() {
    for curve in AppleGainMap.Curve.allCases {
      let map = AppleGainMap(headroom: 6, curve: curve)
      #expect(map.apply(base: SIMD3(1, 0.5, 0), gain: 0, weight: 1) == SIMD3(1, 0.5, 0))
      #expect(isClose(map.apply(base: SIMD3(1, 0.5, 0), gain: 1, weight: 1), SIMD3(6, 3, 0), 1e-12))
      let half = map.weight(displayHeadroomStops: log2(6) / 2)
      #expect(isClose(map.apply(base: .one, gain: 1, weight: half).x, 6.0.squareRoot(), 1e-12))
      for code in 0...255 {
        let gain = Double(code) / 255
        #expect(abs(map.encode(logGain: map.logGain(gain)) - gain) < 2e-4)
      }
    }
    #expect(
      isClose(AppleGainMap(headroom: 3).apply(base: .one, gain: 0.5, weight: 1).x, 1 + 2 * pow(0.5, 1.961), 1e-12))
    #expect(AppleGainMap(headroom: 1).weight(displayHeadroomStops: 3) == 0)
  }

  @Test("The ISO gamma fitted to the 709 reading is the reference sheet's")
  func fittedGamma() {
    let rows: [(Double, Double, Double)] = [
      (2, 0.639, 0.009), (3, 0.723, 0.025), (4, 0.787, 0.040), (4.66, 0.823, 0.050), (6.9, 0.919, 0.076),
      (8, 0.957, 0.086),
    ]
    for (headroom, gamma, residual) in rows {
      let fit = AppleGainMap(headroom: headroom, curve: .rec709).fittedGamma()
      #expect(abs(fit.gamma - gamma) < 0.003, "\(headroom): \(fit)")
      #expect(abs(fit.residualStops - residual) < 0.002)
      let metadata = AppleGainMap(headroom: headroom).isoMetadata()
      #expect(metadata.max.x == log2(headroom) && metadata.alternateHeadroom == log2(headroom))
      #expect(
        metadata.apply(base: .one, gain: .one, weight: 1).x == headroom
          || abs(metadata.contentHeadroom - headroom) < 1e-12)
    }
  }
}

extension SIMD3<Double> {
  static var one: SIMD3<Double> { SIMD3(1, 1, 1) }
}
