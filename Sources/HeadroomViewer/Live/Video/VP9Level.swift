/// The levels of VP9: the sizes and rates of pictures that a decoder of a level has to support.
///
/// Source: VP9 Bitstream & Decoding Process Specification, annex A.
enum VP9Level {
  /// Level times ten, pixels per second, pixels per picture.
  private static let table: [(level: UInt8, rate: Int, size: Int)] = [
    (10, 829_440, 36_864), (11, 2_764_800, 73_728), (20, 4_608_000, 122_880), (21, 9_216_000, 245_760),
    (30, 20_736_000, 552_960), (31, 36_864_000, 983_040), (40, 83_558_400, 2_228_224), (41, 160_432_128, 2_228_224),
    (50, 311_951_360, 8_912_896), (51, 588_251_136, 8_912_896), (52, 1_176_502_272, 8_912_896),
    (60, 1_176_502_272, 35_651_584), (61, 2_353_004_544, 35_651_584), (62, 4_706_009_088, 35_651_584),
  ]

  /// The lowest level for pictures of a size at a rate; beyond the highest, the highest.
  static func lowest(width: Int, height: Int, framesPerSecond: Int) -> UInt8 {
    let size = width * height
    return table.first { size <= $0.size && size * framesPerSecond <= $0.rate }?.level ?? 62
  }
}
