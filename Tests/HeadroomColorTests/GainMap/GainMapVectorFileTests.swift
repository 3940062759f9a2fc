internal import Foundation
internal import HeadroomColor
internal import HeadroomTestSupport
internal import Testing

@Suite("Gain map metadata of the shared vector files", .enabled(if: TestData.isAvailable))
struct GainMapVectorFileTests {
  struct Expectation: Sendable {
    let name: String
    var alternate = 1.3
    var min = SIMD3<Double>.zero
    var max = SIMD3(repeating: 1.3)
    var gamma = 1.0
    var baseOffset = 1.0 / 64
    var base = 0.0
    var usesBase = false
    var isMultichannel = false
  }

  private static let halfOfRange = 2_147_483_647.0 / 4_294_967_295

  /// What tools/gen-iso21496.py of the vectors' origin puts into each file, read off the bytes by hand.
  static let cases: [Expectation] = [
    .init(name: "01_sdr_base_1ch"), .init(name: "02_hdr_base_1ch"),
    .init(name: "03_multi_channel_3", max: SIMD3(1.3, 1.5, 1.2), isMultichannel: true),
    .init(name: "04_use_base_colour_space", usesBase: true),
    .init(name: "05_common_denom_1ch", baseOffset: 0.016),
    .init(
      name: "06_common_denom_3ch", min: SIMD3(0, -0.5, 0), max: SIMD3(1.3, 1.5, 1.2), baseOffset: 0.016,
      isMultichannel: true),
    .init(name: "07_negative_min", min: SIMD3(repeating: -1), max: SIMD3(repeating: 3)),
    .init(name: "08_large_negative_min", min: SIMD3(repeating: -8), max: SIMD3(repeating: 8)),
    .init(name: "09_max_4x", alternate: 2, max: SIMD3(repeating: 2)),
    .init(name: "10_max_16x", alternate: 4, max: SIMD3(repeating: 4)),
    .init(name: "11_denom_1", alternate: 2, max: SIMD3(repeating: 2), baseOffset: 0),
    .init(name: "12_denom_10", baseOffset: 0.2), .init(name: "13_denom_1000", baseOffset: 0.016),
    .init(
      name: "14_denom_65535", alternate: 85196.0 / 65535, max: SIMD3(repeating: 85196.0 / 65535),
      baseOffset: 1024.0 / 65535),
    .init(
      name: "15_denom_umax", alternate: halfOfRange,
      max: SIMD3(repeating: halfOfRange),
      baseOffset: 67108864.0 / 4_294_967_295),
    .init(name: "16_gamma_half", max: .zero, gamma: 0.5),
    .init(name: "17_gamma_quarter", max: .zero, gamma: 0.25),
    .init(name: "18_gamma_large", max: .zero, gamma: 100),
    .init(
      name: "19_i32_max_numerators", min: SIMD3(repeating: -halfOfRange),
      max: SIMD3(repeating: halfOfRange),
      baseOffset: -halfOfRange),
    .init(name: "20_zero_offsets", baseOffset: 0), .init(name: "21_writer_version_nonzero"),
    .init(
      name: "22_all_flags", alternate: 0, min: SIMD3(-1, -0.5, -1.5), max: .zero, baseOffset: 0.016, base: 1.3,
      usesBase: true, isMultichannel: true),
  ]

  @Test("Both forms of each file have its values", arguments: cases)
  func values(expected: Expectation) throws {
    let jpeg = try TestData.stillBytes("iso21496-vectors/\(expected.name)_jpeg.bin")
    let tmap = try TestData.stillBytes("iso21496-vectors/\(expected.name)_avif.bin")
    let metadata = try GainMapMetadata(parsing: jpeg)
    #expect(try GainMapMetadata(parsingTmap: tmap) == metadata)
    #expect(metadata.baseHeadroom == expected.base)
    #expect(metadata.alternateHeadroom == expected.alternate)
    #expect(metadata.min == expected.min)
    #expect(metadata.max == expected.max)
    #expect(metadata.gamma == SIMD3(repeating: expected.gamma))
    #expect(metadata.baseOffset == SIMD3(repeating: expected.baseOffset))
    #expect(metadata.useBaseColorSpace == expected.usesBase)
    #expect(metadata.isMultichannel == expected.isMultichannel)
    let again = try GainMapMetadata(parsing: metadata.serialized())
    #expect(isClose(again.max, metadata.max, 1e-9))
    #expect(again.baseHeadroom == metadata.baseHeadroom)
  }

  @Test("The list covers every file of the set")
  func complete() throws {
    let folder = TestData.still("iso21496-vectors")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix("_jpeg.bin") }
    #expect(Set(names) == Set(Self.cases.map { $0.name + "_jpeg.bin" }))
  }
}
