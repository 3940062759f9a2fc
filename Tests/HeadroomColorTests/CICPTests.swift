internal import HeadroomColor
internal import Testing

@Suite struct CICPTests {
  @Test func `Well-known code points are the named spaces`() {
    #expect(CICP.sRGB.encoding == .sRGB)
    #expect(CICP.displayP3.encoding == .displayP3)
    #expect(CICP.bt2100PQ.encoding == .itur2100PQ)
    #expect(CICP.bt2100HLG.encoding == .itur2100HLG)
    #expect(CICP(primaries: 12, transfer: 16).encoding == .displayP3PQ)
    #expect(CICP(primaries: 9, transfer: 8).encoding == .linearITUR2020)
    #expect(CICP(primaries: 9, transfer: 14).encoding == CICP(primaries: 9, transfer: 1).encoding)
  }

  @Test func `Every assigned code has a meaning, and every reserved one has none`() {
    let primaries: Set<UInt8> = [1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 22]
    let transfers = Set<UInt8>([1] + Array(4...18))
    let matrices: Set<UInt8> = [0, 1, 4, 5, 6, 7, 8, 9, 10, 12, 14]
    for code in UInt8.min...UInt8.max {
      #expect((ColorPrimaries(cicpCode: code) != nil) == primaries.contains(code))
      #expect((TransferFunction(cicpCode: code) != nil) == transfers.contains(code))
      #expect((CICP(primaries: 9, transfer: 16, matrix: code).matrixCoefficients != nil) == matrices.contains(code))
    }
    #expect(CICP(primaries: 2, transfer: 16).encoding == nil)
    #expect(CICP(primaries: 9, transfer: 2).encoding == nil)
  }

  @Test func `An encoding finds its code points where H.273 has them`() {
    for name in ["sRGB", "displayP3", "itur_2100_PQ", "itur_2100_HLG", "linearSRGB", "itur_709", "itur_2020"] {
      let encoding = ColorEncoding(name: name)
      #expect(encoding.flatMap(CICP.init)?.encoding == encoding)
      #expect(encoding.flatMap(CICP.init)?.fullRange == true)
    }
    #expect(CICP(encoding: .adobeRGB1998) == nil)
    #expect(CICP(encoding: .rommRGB) == nil)
    #expect(CICP(encoding: .genericLab) == nil)
    #expect(CICP(encoding: .extendedLinearSRGB) == CICP(primaries: 1, transfer: 8))
  }

  @Test func `The matrix derived from primaries is that of their luminance`() throws {
    let coefficients = CICP(primaries: 1, transfer: 1, matrix: 12).matrixCoefficients
    guard case .ycbcr(let matrix)? = coefficients else {
      Issue.record("code 12 gave \(String(describing: coefficients))")
      return
    }
    #expect(isClose(matrix.kr, 0.2126, 1e-3) && isClose(matrix.kb, 0.0722, 1e-3))
    #expect(CICP(primaries: 2, transfer: 1, matrix: 12).matrixCoefficients == nil)
  }
}
