extension JPEGEncoder {
  /// The purpose of quantiser and Huffman tables.
  enum Tables: Hashable {
    /// The standard's own tables, made for viewing, coded as the rows arrive.
    case photo
    /// One quantiser step for all frequencies, and Huffman tables made for the picture.
    ///
    /// The standard's tables save where the eye does not see it in a photo. A map's errors are multiplied by the light,
    /// and its fine structure compensates for the base's losses, so all frequencies count alike. Measured on 14 photos,
    /// same base, same bytes of the map, PU21-PSNR of the HDR: colour maps of full size gain 1.8, 1.1 and 0.9 dB at
    /// qualities 80, 88 and 95 (the worst photo loses 0.6), maps of brightness at half size 0.1 dB (none loses). Its
    /// own tables make a colour map some percent smaller: 0.5, 0.3 and 0.2 dB at equal file size, none loses.
    ///
    /// The steps of maps that are computed are large and graded, since the borders of blocks would show in smooth
    /// light. That costs few bytes: at equal bytes the error of means is a third, and PU21-PSNR is not lower. Those of
    /// colour differences are larger by a quarter: some percent fewer bytes for 0.1 dB.
    case gainMap(GainMapQuantizers)
  }

  /// The step of a map at a quality of 1...100, scaled as the standard's tables are. With 32 at quality 50 a map has about
  /// as many bytes as with the standard's luma table.
  static func flatStep(quality: Double) -> Int {
    let quality = min(max(quality.isNaN ? 0 : quality, 1), 100).rounded()
    let percent = quality < 50 ? 5000 / quality : 200 - 2 * quality
    return Int(min(max((32 * percent / 100).rounded(), 1), 255))
  }

  /// Samples whose coefficients, two bytes each, may be held until the Huffman tables are known: enough for a colour
  /// map of 13 megapixels, but not for the map of a 200-megapixel picture, which has to be written in little memory.
  static let mostHeldSamples = 40_000_000
}
