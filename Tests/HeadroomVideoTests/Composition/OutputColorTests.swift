import HeadroomColor
import HeadroomVideo
import Testing

@Suite("Colour of the output")
struct OutputColorTests {
  private static let ranges: [VideoDynamicRange: CICP] = [.sdr: Film.hd, .hlg: Film.hlg, .pq: Film.pq]

  /// video.md has this table from Apple's talks of 2020.
  @Test(arguments: [
    (VideoDynamicRange.sdr, VideoDynamicRange.sdr, VideoDynamicRange.sdr), (.sdr, .hlg, .hlg), (.sdr, .pq, .pq),
    (.hlg, .sdr, .hlg), (.hlg, .hlg, .hlg), (.hlg, .pq, .hlg), (.pq, .sdr, .pq), (.pq, .hlg, .hlg), (.pq, .pq, .pq),
  ])
  func `HLG goes before PQ before SDR`(_ a: VideoDynamicRange, _ b: VideoDynamicRange, _ result: VideoDynamicRange)
    throws
  {
    let sources = [a, b].compactMap { Self.ranges[$0] }
    #expect(try OutputColor.codes(for: sources) == Self.ranges[result])
  }

  @Test func `Of SDR sources the widest primaries are taken, with their matrix`() throws {
    let sd = CICP(primaries: 6, transfer: 6, matrix: 6, fullRange: false)
    let ultra = CICP(primaries: 9, transfer: 14, matrix: 9, fullRange: false)
    #expect(try OutputColor.codes(for: [Film.hd, Film.wide]) == Film.wide)
    #expect(try OutputColor.codes(for: [Film.hd, sd]) == Film.hd)
    #expect(
      try OutputColor.codes(for: [Film.wide, ultra]) == CICP(primaries: 9, transfer: 1, matrix: 9, fullRange: false))
    #expect(try OutputColor.codes(for: []) == Film.hd)
  }

  @Test func `Sources that agree keep what they have, in narrow range`() throws {
    let odd = CICP(primaries: 12, transfer: 18, matrix: 9, fullRange: true)
    #expect(
      try OutputColor.codes(for: [odd, odd]) == CICP(primaries: 12, transfer: 18, matrix: 9, fullRange: false))
    #expect(try OutputColor.codes(for: [odd, Film.hlg]) == Film.hlg)
  }

  @Test func `What is stated wins, and the rest follows from it`() throws {
    func codes(_ sources: [CICP], _ primaries: String?, _ transfer: String?, _ matrix: String? = nil) throws -> CICP {
      try OutputColor.codes(
        for: sources,
        stated: .init(colorPrimaries: primaries, colorTransferFunction: transfer, colorYCbCrMatrix: matrix))
    }
    #expect(try codes([Film.hd], nil, AVVideoTransferFunction_ITU_R_2100_HLG) == Film.hlg)
    #expect(try codes([Film.hlg, Film.pq], nil, AVVideoTransferFunction_ITU_R_709_2) == Film.hd)
    #expect(try codes([Film.hlg, Film.wide], nil, AVVideoTransferFunction_ITU_R_709_2) == Film.wide)
    #expect(try codes([Film.hd], AVVideoColorPrimaries_P3_D65, nil) == Film.wide)
    #expect(
      try codes([Film.hd], nil, nil, AVVideoYCbCrMatrix_ITU_R_601_4)
        == CICP(primaries: 1, transfer: 1, matrix: 6, fullRange: false))
    #expect(throws: VideoCompositionError.self) { try codes([], "wide", nil) }
  }
}
