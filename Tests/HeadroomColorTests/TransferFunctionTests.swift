internal import HeadroomColor
internal import Testing

@Suite struct TransferFunctionTests {
  /// The function that each curve of the fixture samples.
  static let functions: [String: @Sendable (Double) -> Double] = [
    "srgb encode": TransferFunction.sRGB.encode,
    "srgb decode": TransferFunction.sRGB.decode,
    "rec709_oetf_exact encode": TransferFunction.bt709.encode,
    "rec709_oetf_exact decode": TransferFunction.bt709.decode,
    "rec709_oetf_nominal encode": SceneCurve.printed.encode,
    "rec709_oetf_nominal decode": SceneCurve.printed.decode,
    "rec2020_12bit_oetf encode": SceneCurve.twelveBit.encode,
    "bt1886_zero_black encode": TransferFunction.bt1886.encode,
    "bt1886_zero_black decode": TransferFunction.bt1886.decode,
    "bt1886_black_0.1_white_100 decode": BT1886Display(whiteNits: 100, blackNits: 0.1).nits(signal:),
    "gamma22 encode": TransferFunction.gamma(2.2).encode,
    "gamma22 decode": TransferFunction.gamma(2.2).decode,
    "gamma24 encode": TransferFunction.gamma(2.4).encode,
    "gamma24 decode": TransferFunction.gamma(2.4).decode,
    "gamma26 encode": TransferFunction.gamma(2.6).encode,
    "gamma26 decode": TransferFunction.gamma(2.6).decode,
    "gamma18 encode": TransferFunction.gamma(1.8).encode,
    "gamma18 decode": TransferFunction.gamma(1.8).decode,
    "adobe_rgb encode": TransferFunction.adobeRGB.encode,
    "adobe_rgb decode": TransferFunction.adobeRGB.decode,
    "prophoto encode": TransferFunction.romm.encode,
    "prophoto decode": TransferFunction.romm.decode,
    "pq encode": PQCurve.signal(nits:),
    "pq decode": PQCurve.nits(signal:),
    "pq_edr203 encode": TransferFunction.pq.encode,
    "pq_edr203 decode": TransferFunction.pq.decode,
    "pq_edr100 decode": {
      ColorEncoding.itur2100PQ.decode(SIMD3(repeating: $0), placement: .legacy).x
    },
    "hlg_oetf encode": TransferFunction.hlg.encode,
    "hlg_oetf decode": TransferFunction.hlg.decode,
    "hlg_eotf_gray_1000nit decode": {
      HLGSystem.reference.display(fromSignal: SIMD3(repeating: $0)).x * ReferenceWhite.nits
    },
    "hlg_edr decode": { ColorEncoding.itur2100HLG.decode(SIMD3(repeating: $0)).y },
    "hlg_eotf_gray_1000nit_black_0.05 decode": {
      HLGSystem(blackNits: 0.05).display(fromSignal: SIMD3(repeating: $0)).z * ReferenceWhite.nits
    },
    "scrgb_to_nits decode": { $0 * ReferenceWhite.scRGBScale * ReferenceWhite.nits },
  ]

  static let curves = ColorVectors.block("transfer_functions")["curves"].array

  @Test(arguments: curves.map { "\($0["name"].string) \($0["direction"].string)" })
  func `Each curve gives the reference numbers to twelve digits`(_ name: String) throws {
    let curve = try #require(Self.curves.first { "\($0["name"].string) \($0["direction"].string)" == name })
    let function = try #require(Self.functions[name])
    for (x, y) in zip(curve["x"].doubles, curve["y"].doubles) {
      // The reference takes the power branch at the break of sRGB, the standard's text the straight one.
      let tolerance = name == "srgb decode" && abs(x) == 0.04045 ? 3e-9 : 1e-12
      #expect(isClose(function(x), y, tolerance), "\(name) at \(x): \(function(x)), not \(y)")
    }
  }

  static let all: [TransferFunction] = {
    let shape = ParametricCurve(g: 2.4, a: 1 / 1.055, b: 0.055 / 1.055, c: 1 / 12.92, d: 0.04045)
    let table = SampledCurve(samples: (0...1024).map { Double($0 * $0) / (1024 * 1024) })
    return [
      .linear, .sRGB, .bt709, .bt1886, .gamma(2.2), .adobeRGB, .romm, .pq, .hlg, .smpte240, .log100, .log316, .bt1361,
      .smpte428, shape.map { .parametric($0) } ?? .linear, table.map { .sampled($0) } ?? .linear,
    ]
  }()

  @Test(arguments: all)
  func `Decoding and encoding again gives the signal back`(_ transfer: TransferFunction) {
    for step in 0...1000 {
      let signal = Double(step) / 1000
      #expect(isClose(transfer.encode(transfer.decode(signal)), signal, 1e-6), "\(transfer) at \(signal)")
    }
  }

  @Test(arguments: all.filter { $0 != .bt1361 })
  func `Every curve is odd and passes zero and one's neighbourhood without a step`(_ transfer: TransferFunction) {
    #expect(transfer.decode(0) == 0)
    #expect(transfer.encode(0) == 0)
    for x in [1e-9, 0.001, 0.02, 0.3, 0.5, 1, 1.7] {
      #expect(transfer.decode(-x) == -transfer.decode(x))
      #expect(transfer.encode(-x) == -transfer.encode(x))
    }
    #expect(abs(transfer.decode(1 + 1e-9) - transfer.decode(1 - 1e-9)) < 1e-6)
  }

  @Test(arguments: all)
  func `Every curve is monotone`(_ transfer: TransferFunction) {
    // The limit of a table is its last sample, so equality is allowed.
    let decoded = (-300...400).map { transfer.decode(Double($0) / 200) }
    #expect(zip(decoded, decoded.dropFirst()).allSatisfy { $0 <= $1 })
    let encoded = (-300...2000).map { transfer.encode(Double($0) / 200) }
    #expect(zip(encoded, encoded.dropFirst()).allSatisfy { $0 <= $1 })
  }

  @Test(arguments: all)
  func `Not a number stays not a number`(_ transfer: TransferFunction) {
    #expect(transfer.decode(.nan).isNaN)
    #expect(transfer.encode(.nan).isNaN)
  }

  @Test func `PQ stays finite beyond its pole and has an exact zero`() {
    #expect(TransferFunction.pq.decode(5).isFinite)
    #expect(TransferFunction.pq.decode(-5) == -TransferFunction.pq.decode(1.99))
    #expect(TransferFunction.pq.decode(1e-8) == 0)
    #expect(PQCurve.signal(nits: 0) == 0)
    #expect(isClose(PQCurve.signal(nits: 10000), 1, 1e-15))
    #expect(isClose(PQCurve.nits(signal: PQCurve.signal(nits: 1e-4)), 1e-4, 1e-13))
  }

  @Test func `The code points of H.273 decode to their printed constants`() {
    // Continuity at the break is what fixes the constants of 709 and 240.
    for curve in [SceneCurve.exact, .smpte240] {
      let straight = curve.slope * curve.breakpoint
      #expect(isClose(curve.encode(curve.breakpoint), straight, 1e-12))
    }
    #expect(isClose(TransferFunction.log100.encode(0.1), 0.5, 1e-12))
    #expect(TransferFunction.log100.encode(0.009) == 0)
    #expect(isClose(TransferFunction.log316.encode(0.1), 0.6, 1e-12))
    #expect(isClose(TransferFunction.smpte428.encode(52.37 / 48), 1, 1e-12))
    #expect(isClose(TransferFunction.bt1361.encode(-0.25), -0.25, 1e-12))
  }
}
