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
    let matrices: Set<UInt8> = [0, 1, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14]
    for code in UInt8.min...UInt8.max {
      #expect((ColorPrimaries(cicpCode: code) != nil) == primaries.contains(code))
      #expect((TransferFunction(cicpCode: code) != nil) == transfers.contains(code))
      #expect((CICP(primaries: 9, transfer: 16, matrix: code).matrixCoefficients != nil) == matrices.contains(code))
    }
    #expect(CICP(primaries: 2, transfer: 16).encoding == nil)
    #expect(CICP(primaries: 9, transfer: 2).encoding == nil)
  }

  @Test func `An encoding finds its code points where H.273 has them`() {
    for name in ["sRGB", "displayP3", "itur_2100_PQ", "itur_2100_HLG", "linearSRGB", "displayP3_HLG"] {
      let encoding = ColorEncoding(name: name)
      #expect(encoding.flatMap(CICP.init)?.encoding == encoding)
      #expect(encoding.flatMap(CICP.init)?.fullRange == true)
    }
    #expect(CICP(encoding: .adobeRGB1998) == nil)
    #expect(CICP(encoding: .rommRGB) == nil)
    // Its camera curve would come back as the display curve.
    #expect(CICP(encoding: .itur709) == nil)
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

  /// Linear light of gray signals and of pure red in BT.709 primaries, read back from Chromium 156 with 16-bit PNG
  /// files that carry these code points. It keeps half floats, and its PQ is up to 0.5 % off.
  static let shown: [(primaries: UInt8, transfer: UInt8, gray: [Double], red: SIMD3<Double>)] = [
    (1, 13, [0.00077, 0.01003, 0.07324, 0.21399, 0.78711], [1, 0, 0]),
    (1, 1, [0.00002, 0.00398, 0.05560, 0.18945, 0.77637], [1, 0, 0]),
    (1, 6, [0.00002, 0.00398, 0.05560, 0.18945, 0.77637], [1, 0, 0]),
    (1, 11, [0.00002, 0.00398, 0.05560, 0.18945, 0.77637], [1, 0, 0]),
    (9, 14, [0.00002, 0.00399, 0.05563, 0.18945, 0.77637], [1.66016, -0.12451, -0.01813]),
    (9, 15, [0.00002, 0.00399, 0.05563, 0.18945, 0.77637], [1.66016, -0.12451, -0.01813]),
    (1, 4, [0.00004, 0.00631, 0.07074, 0.21765, 0.79297], [1, 0, 0]),
    (1, 5, [0.00000, 0.00159, 0.03436, 0.14355, 0.74414], [1, 0, 0]),
    (1, 7, [0.00250, 0.02507, 0.10999, 0.26489, 0.81055], [1, 0, 0]),
    (10, 8, [0.00999, 0.10004, 0.30005, 0.50000, 0.89990], [3.14648, -0.99561, 0.06366]),
    (11, 17, [0.00001, 0.00274, 0.04770, 0.17993, 0.82910], [1.26270, -0.04526, -0.01967]),
    (12, 17, [0.00001, 0.00274, 0.04770, 0.17993, 0.82910], [1.33594, -0.04587, -0.02141]),
    (4, 13, [0.00077, 0.01003, 0.07324, 0.21399, 0.78711], [1.48633, -0.02507, -0.02721]),
    (5, 13, [0.00077, 0.01003, 0.07324, 0.21399, 0.78711], [1.04395, 0, 0]),
    (6, 13, [0.00077, 0.01003, 0.07324, 0.21399, 0.78711], [0.93945, 0.01779, -0.00161]),
    (8, 13, [0.00077, 0.01003, 0.07324, 0.21399, 0.78711], [1.34570, -0.04733, -0.02165]),
    (22, 13, [0.00077, 0.01003, 0.07324, 0.21399, 0.78711], [1.02539, 0.01941, -0.00175]),
    (9, 18, [0.00002, 0.00525, 0.07330, 0.24976, 2.57031], [6.26172, -0.46948, -0.06836]),
    (12, 18, [0.00002, 0.00525, 0.07330, 0.24976, 2.57031], [4.49219, -0.15417, -0.07196]),
    (12, 16, [0.00001, 0.00159, 0.04938, 0.45459, 19.32812], [60.34375, -2.07031, -0.96680]),
  ]

  @Test(arguments: shown.indices)
  func `Pictures with these code points look as Chromium shows them`(_ index: Int) throws {
    let row = Self.shown[index]
    let encoding = try #require(CICP(primaries: row.primaries, transfer: row.transfer).encoding)
    let toBT709 = encoding.primaries.matrix(to: .bt709)
    for (signal, light) in zip([0.01, 0.1, 0.3, 0.5, 0.9], row.gray) {
      #expect(
        isClose(encoding.decode(SIMD3(repeating: signal)).y, light, row.transfer == 16 ? 5e-3 : 1e-3),
        "\(row) at \(signal)")
    }
    #expect(isClose(toBT709.apply(encoding.decode(SIMD3(1, 0, 0))), row.red, 1e-3), "\(row)")
  }
}
