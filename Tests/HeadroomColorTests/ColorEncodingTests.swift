internal import HeadroomColor
internal import Testing

@Suite struct ColorEncodingTests {
  @Test(arguments: ColorEncoding.allNames)
  func `Every name resolves, names its own value, and decodes what it encodes`(_ name: String) throws {
    let encoding = try #require(ColorEncoding(name: name))
    #expect(encoding.name == name)
    #expect(ColorEncoding(name: "kCGColorSpace" + name) == encoding)
    let scale = encoding.model == .lab ? 60.0 : 1
    for components in [SIMD3(0.2, 0.5, 0.8), SIMD3(0, 0.01, 1), SIMD3(1, 1, 1)] {
      let signal = components * scale
      #expect(isClose(encoding.encode(encoding.decode(signal)), signal, 1e-10))
    }
    #expect(isClose(encoding.encode(encoding.decode(SIMD3(0, 0, 0))), .zero, 1e-10))
  }

  @Test func `There are as many names as values and no two are the same`() {
    let values = ColorEncoding.allNames.compactMap { ColorEncoding(name: $0) }
    #expect(Set(values).count == ColorEncoding.allNames.count)
    #expect(Set(ColorEncoding.allNames).count == ColorEncoding.allNames.count)
  }

  @Test func `Old aliases give the value and take the new name`() {
    #expect(ColorEncoding(name: "displayP3_PQ_EOTF") == .displayP3PQ)
    #expect(ColorEncoding(name: "itur_2020_HLG") == .itur2100HLG)
    #expect(ColorEncoding(name: "itur_2020_PQ") == .itur2100PQ)
    #expect(ColorEncoding(name: "itur_2020_PQ_EOTF")?.name == "itur_2100_PQ")
    #expect(ColorEncoding(name: "kCGColorSpaceITUR_2020_PQ_EOTF") == .itur2100PQ)
  }

  @Test(arguments: ["", "kCGColorSpace", "srgb ", "itur_2100", "rec2020"])
  func `Unknown names give nothing`(_ name: String) {
    #expect(ColorEncoding(name: name) == nil)
  }

  @Test func `White is one in every space but PQ, HLG and ST 428`() throws {
    for name in ColorEncoding.allNames {
      let encoding = try #require(ColorEncoding(name: name))
      guard !encoding.transfer.isHDR else { continue }
      let white: SIMD3<Double>
      switch encoding.model {
      case .lab: white = SIMD3(100, 0, 0)
      case .xyz: white = encoding.primaries.whiteXYZ
      default: white = SIMD3(1, 1, 1)
      }
      #expect(isClose(encoding.decode(white), SIMD3(1, 1, 1), 1e-12), "\(name)")
    }
    #expect(isClose(ColorEncoding.itur2100PQ.decode(SIMD3(repeating: 1)).x, 49.26108374384236, 1e-12))
  }

  @Test func `Copies with another range or curve lead to the named spaces`() {
    #expect(ColorEncoding.sRGB.extended == .extendedSRGB)
    #expect(ColorEncoding.extendedSRGB.linearized == .extendedLinearSRGB)
    #expect(ColorEncoding.extendedLinearDisplayP3.standardRange == .linearDisplayP3)
    #expect(ColorEncoding.itur2100PQ.linearized.extended == .extendedLinearITUR2020)
    #expect(ColorEncoding.itur2100PQ.extended == .itur2100PQ)
    #expect(ColorEncoding.extendedGray.linearized == .extendedLinearGray)
  }

  @Test func `The headroom of untagged content is that of its curve`() {
    #expect(ColorEncoding.itur2100PQ.contentHeadroomDefault == 1000.0 / 203)
    #expect(ColorEncoding.displayP3HLG.contentHeadroomDefault == 1000.0 / 203)
    #expect(ColorEncoding.sRGB.contentHeadroomDefault == 1)
    #expect(ColorEncoding.extendedLinearSRGB.contentHeadroomDefault == 0)
  }

  @Test func `Lab is relative to D50 and CMYK is the device formula`() {
    let gray = ColorEncoding.genericLab.decode(SIMD3(53.585013452169036, 0, 0))
    #expect(isClose(gray, SIMD3(repeating: 0.215861), 1e-6))
    #expect(isClose(ColorEncoding.genericLab.decode(SIMD3(4, 0, 0)).y, 4 / 903.2962962962963, 1e-12))
    #expect(ColorEncoding.genericCMYK.decode(cmyk: SIMD4(0, 1, 1, 0)) == SIMD3(1, 0, 0))
    #expect(ColorEncoding.genericCMYK.decode(cmyk: SIMD4(0, 0, 0, 1)) == .zero)
    let toXYZ = ColorPrimaries.xyzD50
    #expect(isClose(toXYZ.toXYZ.apply(SIMD3(1, 1, 1)), Chromaticity.d50.xyz, 1e-14))
  }

  @Test func `The generic monitor's profile columns are those of its published profile`() {
    let columns = ColorEncoding.genericRGBLinear.primaries.toProfileConnectionSpace.columns
    #expect(isClose(columns[0], SIMD3(0.4543, 0.2419, 0.0149), 1e-4))
  }
}
