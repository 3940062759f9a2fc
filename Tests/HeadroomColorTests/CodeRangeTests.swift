internal import HeadroomColor
internal import Testing

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
