internal import Glibc
internal import HeadroomColor
internal import HeadroomTestSupport
internal import Testing

@Suite("Tone maps that content carries")
struct HeadroomAdaptiveToneMapTests {
  /// The reference-white operator's own nodes, written as curves.
  static func referenceWhiteCurves(contentStops: Double) -> HeadroomAdaptiveToneMap.Curves {
    let map = ReferenceWhiteToneMap(contentStops: contentStops)
    return .init(
      contentStops: contentStops, alternates: map.alternates.map { .init(stops: $0.stops, curve: $0.curve) })
  }

  @Test("The reference payloads are read and written byte for byte")
  func payloads() throws {
    let expected: [HeadroomAdaptiveToneMap] = [
      .init(toneMap: .referenceWhite(contentStops: 2.3005)), .init(toneMap: nil),
      .init(referenceWhiteNits: 100, toneMap: .referenceWhite(contentStops: 2)),
      .init(toneMap: .curves(.init(contentStops: 2, alternates: []))),
    ]
    let payloads = ColorVectors.block("rwtmo_st2094_50")["binary_payloads"].array.map(\.["hex"].bytes)
    #expect(payloads.count == expected.count)
    for (payload, metadata) in zip(payloads, expected) {
      #expect(try HeadroomAdaptiveToneMap(parsing: payload) == metadata)
      #expect(metadata.serialized() == payload)
      #expect(metadata.serializedT35() == [0xB5, 0, 0x90, 0, 1] + payload)
      #expect(try HeadroomAdaptiveToneMap(parsingT35: metadata.serializedT35()) == metadata)
    }
    #expect(throws: HeadroomAdaptiveToneMapError.foreignMessage) {
      try HeadroomAdaptiveToneMap(parsingT35: [0xB5, 0, 0x3C, 0, 1, 4])
    }
  }

  @Test("Curves with the operator's nodes give the operator's picture")
  func equalsOperator() throws {
    let content = 2.25
    let metadata = HeadroomAdaptiveToneMap(toneMap: .curves(Self.referenceWhiteCurves(contentStops: content)))
    for target in [1.0, 1.4, 2, 3, 4.5, 8] {
      let own = try #require(ToneCurve(metadata, targetHeadroom: target))
      let flag = try #require(
        ToneCurve(HeadroomAdaptiveToneMap(toneMap: .referenceWhite(contentStops: content)), targetHeadroom: target))
      #expect(own.isMaxRGBGain && flag.isMaxRGBGain)
      #expect(own.isIdentity == flag.isIdentity)
      for color in [SIMD3(0.18, 0.1, 0.05), SIMD3(1, 2, 0.5), SIMD3(4.7, -0.2, 1), SIMD3(9, 9, 9)] {
        #expect(isClose(own.map(color), flag.map(color), 1e-12))
      }
    }
  }

  @Test("What is written reads back, curves within the format's steps")
  func roundTrip() throws {
    var generator = SeededGenerator(seed: 9)
    let mixings: [HeadroomAdaptiveToneMap.ComponentMixing?] = [
      .max, .component, .meanAndMax,
      .init(components: SIMD3(0.25, 0.5, 0.125), maximum: 0, minimum: 0.125, own: 0),
    ]
    for primaries in [ColorPrimaries.bt709, .p3D65, .bt2020, .adobeRGB] {
      for mixing in mixings {
        var curves = Self.referenceWhiteCurves(contentStops: .random(in: 1...4, using: &generator))
        curves.primaries = primaries
        for index in curves.alternates.indices { curves.alternates[index].mixing = try #require(mixing) }
        let bytes = HeadroomAdaptiveToneMap(referenceWhiteNits: 150, toneMap: .curves(curves)).serialized()
        let read = try HeadroomAdaptiveToneMap(parsing: bytes)
        #expect(read.serialized() == bytes)
        guard case .curves(let found) = read.toneMap else {
          Issue.record("no curves")
          continue
        }
        #expect(found.primaries == primaries)
        #expect(found.alternates.map(\.mixing) == curves.alternates.map(\.mixing))
        for (a, b) in zip(found.alternates, curves.alternates) {
          for (first, second) in zip(a.curve.nodes, b.curve.nodes) {
            #expect(abs(first.x - second.x) <= 5.1e-4 && abs(first.stops - second.stops) <= 5.1e-5)
            #expect(abs(first.slope - second.slope) <= 1e-4)
          }
        }
      }
    }
  }

  @Test("Shared mixtures and points are read, and slopes chosen so that curves do not overshoot")
  func sharedParts() throws {
    // Content 2 stops; two alternates at 0 and 1; all flags; three points with slopes left to the reader.
    var bytes: [UInt8] = [0x00, 0x40, 0x4E, 0x20, 0x2B]
    bytes += [0x00, 0x00, 0x40, 0x14, 0x03, 0xE8, 0x07, 0xD0, 0x0F, 0xA0]
    bytes += [0x00, 0x00, 0x27, 0x10, 0x4E, 0x20]
    bytes += [0x27, 0x10, 0x00, 0x00, 0x13, 0x88, 0x27, 0x10]
    let metadata = try HeadroomAdaptiveToneMap(parsing: bytes)
    guard case .curves(let curves) = metadata.toneMap else {
      Issue.record("no curves")
      return
    }
    #expect(curves.primaries == .bt2020)
    #expect(curves.alternates.map(\.stops) == [0, 1])
    #expect(curves.alternates.map(\.mixing) == [.component, .component])
    #expect(curves.alternates[1].curve.nodes.map(\.x) == [1, 2, 4])
    #expect(curves.alternates[1].curve.nodes.map(\.stops) == [0, -0.5, -1])
    // Secants -1 over 1 and -0.5 over 2: -3 (1 + 2) 0.5 / (4 · 1 + 5 · 0.5) inside, three-point estimates outside.
    let slopes = curves.alternates[0].curve.nodes.map(\.slope)
    #expect(isClose(slopes[0], -3.5 / 3, 1e-14))
    #expect(isClose(slopes[1], -4.5 / 6.5, 1e-14))
    #expect(isClose(slopes[2], -0.5 / 3, 1e-14))
    var previous = 0.0
    for index in 0...300 {
      let stops = curves.alternates[0].curve.stops(at: 1 + Double(index) / 100)
      #expect(stops <= previous && stops >= -2)
      previous = stops
    }
    let curve = try #require(ToneCurve(metadata, targetHeadroom: 1))
    #expect(!curve.isMaxRGBGain)
    #expect(isClose(curve.map(SIMD3(2, 1, 0.5)), SIMD3(1, 1, 0.5), 1e-14))
  }

  @Test("Gains in other primaries, for brighter displays and without renditions stay within the display")
  func bounded() throws {
    var generator = SeededGenerator(seed: 10)
    var foreign = Self.referenceWhiteCurves(contentStops: 3)
    foreign.primaries = .bt709
    let brighter = HeadroomAdaptiveToneMap.Curves(
      contentStops: 0,
      alternates: [
        .init(stops: 2, curve: GainCurve(nodes: [.init(x: 0.5, stops: 0, slope: 0), .init(x: 1, stops: 2, slope: 0)]))
      ])
    let none = HeadroomAdaptiveToneMap.Curves(contentStops: 3, alternates: [])
    for curves in [foreign, brighter, none] {
      for target in [1.0, 1.5, 3, 6] {
        let curve = try #require(
          ToneCurve(HeadroomAdaptiveToneMap(toneMap: .curves(curves)), targetHeadroom: target))
        for _ in 0..<200 where !curve.isIdentity {
          let result = curve.map(SIMD3<Double>.random(in: -1...9, using: &generator))
          #expect(result.max() <= target)
        }
      }
    }
    let expanded = try #require(
      ToneCurve(HeadroomAdaptiveToneMap(toneMap: .curves(brighter)), targetHeadroom: 2))
    #expect(!expanded.isIdentity)
    #expect(isClose(expanded.map(SIMD3(1, 1, 1)), SIMD3(2, 2, 2), 1e-14))
    #expect(isClose(expanded.map(SIMD3(0.4, 0.2, 0)), SIMD3(0.4, 0.2, 0), 1e-14))
    let cut = try #require(ToneCurve(HeadroomAdaptiveToneMap(toneMap: .curves(none)), targetHeadroom: 2))
    #expect(cut.map(SIMD3(5, 1, -1)) == SIMD3(2, 1, -1))
    #expect(ToneCurve(HeadroomAdaptiveToneMap(toneMap: nil), targetHeadroom: 2) == nil)
  }

  @Test("Faults are told apart")
  func faults() {
    let cases: [([UInt8], HeadroomAdaptiveToneMapError)] = [
      ([], .truncated(offset: 0, needed: 1, available: 0)), ([0x04, 0], .unsupportedVersion(minimum: 1)),
      ([0x01, 0], .reservedBits(offset: 0)), ([0x00, 0x41], .reservedBits(offset: 1)),
      ([0x00, 0x40, 0x4E], .truncated(offset: 2, needed: 2, available: 1)),
      ([0x00, 0x40, 0x4E, 0x20, 0x81], .reservedBits(offset: 4)),
      ([0x00, 0x40, 0x4E, 0x20, 0x58], .tooManyAlternates(5)),
      (
        [0x00, 0x40, 0x4E, 0x20, 0x18, 0x4E, 0x20, 0, 4, 0, 1, 0, 1],
        .badHeadrooms([2], content: 2)
      ),
      ([0x00, 0x40, 0x4E, 0x20, 0x18, 0, 0, 0xC0], .badMixing(alternate: 0)),
      ([0x00, 0x40, 0x4E, 0x20, 0x18, 0, 0, 0, 0x0C, 0, 2, 0, 1, 0, 0, 0, 0], .badCurve(alternate: 0)),
      ([0x00, 0x40, 0x4E, 0x20, 0x0C] + [UInt8](repeating: 0, count: 16), .badPrimaries),
    ]
    for (bytes, expected) in cases {
      #expect(throws: expected) { try HeadroomAdaptiveToneMap(parsing: bytes) }
    }
  }

  @Test("Damaged payloads give a value or an error")
  func mutations() {
    var generator = SeededGenerator(seed: 11)
    var curves = Self.referenceWhiteCurves(contentStops: 3)
    curves.primaries = .adobeRGB
    let seed = HeadroomAdaptiveToneMap(referenceWhiteNits: 100, toneMap: .curves(curves)).serialized()
    for _ in 0..<20000 {
      var bytes = seed
      for _ in 0..<Int.random(in: 1...5, using: &generator) {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator)
      }
      bytes.removeLast(Bool.random(using: &generator) ? 0 : .random(in: 0..<bytes.count, using: &generator))
      guard let metadata = try? HeadroomAdaptiveToneMap(parsing: bytes),
        let curve = ToneCurve(metadata, targetHeadroom: 1.5)
      else { continue }
      let result = curve.map(SIMD3(-0.5, 2, 7))
      #expect(curve.isIdentity || result.max() <= 1.5, "\(bytes) gives \(result)")
      _ = metadata.serialized()
    }
  }
}
