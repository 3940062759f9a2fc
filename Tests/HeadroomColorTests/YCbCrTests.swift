internal import HeadroomColor
internal import Testing

@Suite struct YCbCrTests {
  static let matrices: [String: YCbCrMatrix] = [
    "bt601": .bt601, "bt709": .bt709, "bt2020_ncl": .bt2020, "smpte240m": .smpte240,
  ]

  @Test func `Matrices, values and integer codes are those of the reference`() throws {
    for (name, block) in ColorVectors.block("ycbcr")["matrices"].members {
      let matrix = try #require(Self.matrices[name])
      #expect(matrix.kr == block["kr"].double && matrix.kb == block["kb"].double)
      #expect(isClose(matrix.fromRGB, block["rgb_to_ycbcr"].matrix, 1e-12))
      #expect(isClose(matrix.toRGB, block["ycbcr_to_rgb"].matrix, 1e-12))
      for sample in block["samples"].array {
        let ycbcr = matrix.encode(sample["rgb"].vector)
        #expect(isClose(ycbcr, sample["ycbcr"].vector, 1e-12))
        #expect(isClose(matrix.decode(ycbcr), sample["rgb"].vector, 1e-12))
        for (depth, isFull) in [(8, false), (8, true), (10, false), (10, true), (12, false), (12, true)] {
          let range = CodeRange(bitDepth: depth, isFull: isFull)
          let codes = [range.lumaCode(ycbcr.x), range.chromaCode(ycbcr.y), range.chromaCode(ycbcr.z)]
          #expect(codes == sample["code_\(depth)_\(isFull ? "full" : "narrow")"].array.map(\.int), "\(name) \(sample)")
        }
      }
    }
  }

  @Test func `BT.2020 constant luminance gives the reference values and codes, and inverts`() {
    let range = CodeRange(bitDepth: 10, isFull: false)
    for sample in ColorVectors.block("ycbcr")["bt2020_cl"]["samples"].array {
      let linear = sample["rgb_linear"].vector
      let ycbcr = ConstantLuminanceYCbCr.encode(linear: linear)
      #expect(isClose(ycbcr, sample["ycbcr"].vector, 1e-12), "\(sample) \(ycbcr)")
      #expect(
        [range.lumaCode(ycbcr.x), range.chromaCode(ycbcr.y), range.chromaCode(ycbcr.z)]
          == sample["code_10_narrow"].array.map(\.int))
      #expect(isClose(ConstantLuminanceYCbCr.decode(ycbcr), linear, 1e-12))
    }
  }

  @Test func `YCgCo inverts and puts gray in the first component alone`() {
    #expect(YCgCo.toRGB * YCgCo.fromRGB == .identity)
    #expect(YCgCo.fromRGB.apply(SIMD3(0.5, 0.5, 0.5)) == SIMD3(0.5, 0, 0))
  }
}

@Suite struct CodeRangeTests {
  @Test func `Known signals have the known codes`() {
    for row in ColorVectors.block("code_values")["rows"].array {
      for (depth, isFull) in [(8, false), (8, true), (10, false), (10, true), (12, false), (12, true), (16, true)] {
        let key = "\(isFull ? "full" : "narrow")_\(depth)"
        let code = CodeRange(bitDepth: depth, isFull: isFull).lumaCode(row["signal"].double)
        #expect(code == row[key].int, "\(row["name"].string) \(key)")
      }
    }
  }

  @Test func `Reference levels are the codes of BT.2408`() {
    let range = CodeRange(bitDepth: 10, isFull: false)
    for (nits, code) in [(0.0, 64), (0.1, 119), (1, 195), (26, 397), (100, 509), (203, 573), (1000, 723), (10000, 940)]
    {
      #expect(range.lumaCode(PQCurve.signal(nits: nits)) == code)
    }
    #expect(CodeRange(bitDepth: 16, isFull: true).lumaCode(PQCurve.signal(nits: 203)) == 38055)
    #expect(range.lumaCode(SceneCurve.exact.encode(0.18)) == 422)
    #expect(CodeRange(bitDepth: 8, isFull: true).lumaCode(TransferFunction.sRGB.encode(0.18)) == 118)
    #expect(range.lumaCode(1.09) == 1019)
  }

  @Test(arguments: [8, 10, 12, 16], [false, true])
  func `Every code comes back from its signal`(_ depth: Int, _ isFull: Bool) {
    let range = CodeRange(bitDepth: depth, isFull: isFull)
    for code in stride(from: 0, through: range.maximumCode, by: 1) {
      guard range.lumaCode(range.luma(code: code)) == code, range.chromaCode(range.chroma(code: code)) == code else {
        Issue.record("code \(code)")
        return
      }
    }
    #expect(range.luma(code: range.lumaCode(0)) == 0 && range.luma(code: range.lumaCode(1)) == 1)
    #expect(range.chroma(code: 1 << (depth - 1)) == 0)
  }

  @Test func `Ties round away from zero`() {
    #expect(CodeRange(bitDepth: 8, isFull: false).lumaCode(0.5) == 126)
    #expect(CodeRange(bitDepth: 8, isFull: true).lumaCode(0.5) == 128)
    #expect(CodeRange(bitDepth: 8, isFull: true).lumaCode(-0.5) == -128)
  }

  @Test func `Clipping keeps super-whites for video and leaves out the timing codes`() {
    let narrow = CodeRange(bitDepth: 10, isFull: false)
    #expect(narrow.clippedForVideo(2000) == 1019 && narrow.clippedForVideo(-5) == 4)
    #expect(narrow.clipped(2000) == 1023 && narrow.clipped(-5) == 0)
    #expect(CodeRange(bitDepth: 8, isFull: false).clippedForVideo(255) == 254)
    #expect(CodeRange(bitDepth: 8, isFull: true).clippedForVideo(255) == 255)
    #expect(narrow.lumaCode(.nan) == 0 && narrow.lumaCode(.infinity) > 1023)
  }
}
