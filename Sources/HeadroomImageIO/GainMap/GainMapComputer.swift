internal import Glibc
package import HeadroomColor
package import HeadroomContainers
package import HeadroomPixels

/// Computes the gain map that leads from a base picture to an alternate one.
///
/// ### Formula
/// `L = log2((alternate + k) / (base + k))` in linear light of the base picture's primaries, per channel or of the
/// luminances; a smaller map is fitted to these gains (``FittedGainMap``). The range of the map is the range of `L`
/// without 0.05 % of the values on either side, but with all gains of light above half of reference white; it ends
/// lower where only the ringing of the base's coding needs more (``GainRangeLimit``). Gamma is 1. Colours too far outside
/// the base's gamut for any gain are moved nearer to it, and keep their luminance. For an HDR base the ratio is
/// inverted: gains always mean HDR over SDR.
///
/// Pass the base picture as readers will decode it: the map then compensates for losses of the base's
/// coding. The blocks of that base also decide whether one gain serves all channels. The result does not
/// depend on the number of threads.
package enum GainMapComputer {
  /// PQ's peak over reference white: no rendition needs more headroom.
  static let largestHeadroom = 10_000 / 203.0
  /// Readers of Ultra HDR refuse a headroom of 0 stops, and a map of less than this has no visible effect.
  private static let smallestHeadroomStops = 1.0 / 64
  /// A larger offset would keep more of colours outside the base's gamut, at the price of coarse steps in the dark: on real
  /// photos 0.1 costs 3 to 5 dB.
  private static let largestOffset = 1.0 / 32
  /// The offset of one gain for all channels.
  static let lumaOffset = 1.0 / 256

  /// The largest picture, in pixels, for which three gains are computed without a request: they are held, a byte
  /// each, until the map is made.
  private static let mostPixelsOfThree = 50_000_000

  private static func stops(_ headroom: Double) -> Double { log2(max(min(headroom, largestHeadroom), 1)) }

  /// Computes the map.
  ///
  /// - Parameters:
  ///   - base: the picture of the file, usually 8 bits, as decoded.
  ///   - alternate: the other rendition at the same size, in any encoding; usually linear half floats.
  /// - Throws: `ImageIOError/notEncodable(format:text:)` when the sizes differ.
  package static func compute(
    base: PixelBitmap, baseEncoding: ColorEncoding, alternate: PixelBitmap, alternateEncoding: ColorEncoding,
    options: GainMapOptions = GainMapOptions(), pool: ThreadPool = .shared
  ) throws(ImageIOError) -> GainMapImage {
    try computeRecording(
      base: base, baseEncoding: baseEncoding, alternate: alternate, alternateEncoding: alternateEncoding,
      options: options, pool: pool
    ).map
  }

  /// As ``compute(base:baseEncoding:alternate:alternateEncoding:options:pool:)``, with the record that later shows how
  /// much of the light a coded map restores.
  package static func computeRecording(
    base: PixelBitmap, baseEncoding: ColorEncoding, alternate: PixelBitmap, alternateEncoding: ColorEncoding,
    options: GainMapOptions = GainMapOptions(), pool: ThreadPool = .shared
  ) throws(ImageIOError) -> (map: GainMapImage, record: GainMapRecord) {
    guard base.width == alternate.width, base.height == alternate.height else {
      throw .notEncodable(
        format: "gain map",
        text: "base \(base.width)x\(base.height) and alternate \(alternate.width)x\(alternate.height) differ in size")
    }
    let pair = GainMapPair(
      base: base, baseEncoding: baseEncoding, alternate: alternate, alternateEncoding: alternateEncoding)
    let (width, height) = (base.width, base.height)
    var field: GainField?
    if options.channels != .rgb {
      field = try Self.field(width: width, height: height, baseEncoding, options)
      try field?.add(pair, rows: 0..<height, pool: pool)
    }
    if field.map({ needsThree(options, $0) }) ?? true {
      var lowest = LowestLight(width: width, height: height, primaries: baseEncoding.primaries)
      lowest.add(alternate, alternateEncoding, firstRow: 0)
      field = nil
      field = try Self.field(width: width, height: height, baseEncoding, options, lowest)
      try field?.add(pair, rows: 0..<height, pool: pool)
    }
    guard let field else { throw .internalError("no gains") }
    let map = try finish(field, options, pool: pool)
    return (map, GainMapRecord(field, baseEncoding: baseEncoding))
  }

  /// Whether three gains have to replace one, where that is left open.
  ///
  /// - Parameter field: one gain for all channels.
  static func needsThree(_ options: GainMapOptions, _ field: GainField) -> Bool {
    options.channels == nil && field.isLuma && field.width * field.height <= mostPixelsOfThree
      && !(field.keepsColors && GainMapRecord.keepsHighlights(field))
  }

  /// Gains that are to be computed.
  ///
  /// - Parameter lowest: the lowest light of the alternate, for three gains; nil means one gain for all channels.
  static func field(
    width: Int, height: Int, _ baseEncoding: ColorEncoding, _ options: GainMapOptions, _ lowest: LowestLight? = nil
  ) throws(ImageIOError) -> GainField {
    let usual = lowest.map { min(1.0 / 64 - $0.level(trimming: options.trimmedShare), largestOffset) } ?? lumaOffset
    return try GainField(
      width: width, height: height, isLuma: lowest == nil, offset: options.offset ?? usual,
      primaries: baseEncoding.primaries, isBaseHDR: options.baseHeadroom > 1, isDeep: options.isDeep)
  }

  static func finish(
    _ field: GainField, _ options: GainMapOptions, pool: ThreadPool
  ) throws(ImageIOError) -> GainMapImage {
    let isBaseHDR = options.baseHeadroom > 1
    let writer = GainMapQuantizer(field: field, options: options)
    let coded = try writer.codes(pool: pool)
    let alternateHeadroom = options.alternateHeadroom ?? (isBaseHDR ? 1 : field.statistics.headroom)
    let stops = (base: Self.stops(options.baseHeadroom), alternate: Self.stops(alternateHeadroom))
    let metadata = GainMapMetadata(
      baseHeadroom: isBaseHDR ? max(stops.base, stops.alternate + smallestHeadroomStops) : 0,
      alternateHeadroom: isBaseHDR ? stops.alternate : max(stops.alternate, smallestHeadroomStops),
      min: Double(coded.range.lowerBound), max: Double(coded.range.upperBound), gamma: 1, baseOffset: field.offset,
      alternateOffset: field.offset)
    let description = GainMapDescription(
      kinds: [.iso, .ultraHDR], formula: .iso(metadata), width: coded.bitmap.width, height: coded.bitmap.height,
      channels: coded.bitmap.format.channelCount)
    var map = GainMapImage(bitmap: coded.bitmap, description: description)
    map.codingStep = GainMapImage.codingStep(forScale: coded.scale)
    return map
  }
}
