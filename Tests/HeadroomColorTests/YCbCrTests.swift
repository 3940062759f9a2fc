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
