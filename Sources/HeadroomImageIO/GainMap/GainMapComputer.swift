internal import Glibc
package import HeadroomColor
package import HeadroomPixels

/// Computes the gain map that leads from a base picture to an alternate one.
///
/// ### Formula
/// `L = log2((alternate + k) / (base + k))` in linear light of the base picture's primaries, per channel or of the
/// luminances, averaged over areas in the log2 domain when the map is smaller. The range of the map is the range of `L`
/// without 0.05 % of the values on either side. Gamma is 1. For an HDR base the ratio is turned round: gains always mean
/// HDR over SDR.
///
/// Give the base picture as readers will decode it: the map then makes up for losses of the base's coding.
/// The result does not depend on the number of threads.
package enum GainMapComputer {
  /// What kind of map to make.
  package struct Options: Hashable, Sendable {
    /// One gain for all channels, or one for each.
    package enum Channels: String, CaseIterable, Hashable, Sendable {
      case luma
      case rgb
    }

    /// One gain or three. Default luma.
    package var channels: Channels
    /// Pixels of the base for one of the map, each way: 1, 2 or 4. Default 2.
    package var scale: Int
    /// The offset `k`; nil takes 1/64 for three channels, raised up to 1/32 where the alternate has negative values, and
    /// 1/1024 for one. One gain scales all channels, so a larger offset would lift the dark channel of a saturated
    /// highlight out of the dark: on real photos 1/64 costs up to 14 dB there, and 1/1024 at most 3 dB elsewhere.
    package var offset: Double?
    /// Linear headroom of the alternate; nil measures it (99.95 % level of the largest channel), or means 1 for an HDR
    /// base.
    package var alternateHeadroom: Double?
    /// Linear headroom of the base. More than 1 makes it the HDR rendition, and the alternate the SDR one. Default 1.
    package var baseHeadroom: Double
    /// Whether the map has 16 bits instead of 8, for containers that can store them.
    package var isDeep: Bool
    /// Share of values that may fall out of the map's range at either end. Default 0.05 %.
    package var trimmedShare: Double

    package init(
      channels: Channels = .luma, scale: Int = 2, offset: Double? = nil, alternateHeadroom: Double? = nil,
      baseHeadroom: Double = 1, isDeep: Bool = false, trimmedShare: Double = 0.0005
    ) {
      self.channels = channels
      self.scale = scale
      self.offset = offset
      self.alternateHeadroom = alternateHeadroom
      self.baseHeadroom = baseHeadroom
      self.isDeep = isDeep
      self.trimmedShare = trimmedShare
    }
  }

  /// PQ's peak over reference white: no rendition needs more headroom.
  static let largestHeadroom = 10_000 / 203.0
  /// Readers of Ultra HDR refuse a headroom of 0 stops, and a map of less than this changes nothing to be seen.
  private static let smallestHeadroomStops = 1.0 / 64
  /// A larger offset would keep more of colours outside the base's gamut, at the price of coarse steps in the dark: on real
  /// photos 0.1 costs 3 to 5 dB.
  private static let largestOffset = 1.0 / 32

  static func offset(_ options: Options, _ statistics: GainMapPair.Statistics) -> Double {
    switch options.channels {
    case .luma: 1.0 / 1024
    case .rgb: min(1.0 / 64 - statistics.lowest(trimming: options.trimmedShare), largestOffset)
    }
  }

  private static func stops(_ headroom: Double) -> Double { log2(max(min(headroom, largestHeadroom), 1)) }

  /// Computes the map.
  ///
  /// - Parameters:
  ///   - base: the picture of the file, usually 8 bits, as decoded.
  ///   - alternate: the other rendition at the same size, in any encoding; usually linear half floats.
  /// - Throws: ``ImageIOError/notEncodable(format:text:)`` when the sizes differ.
  package static func compute(
    base: PixelBitmap, baseEncoding: ColorEncoding, alternate: PixelBitmap, alternateEncoding: ColorEncoding,
    options: Options = Options(), pool: ThreadPool = .shared
  ) throws(ImageIOError) -> GainMapImage {
    guard base.width == alternate.width, base.height == alternate.height else {
      throw .notEncodable(
        format: "gain map",
        text: "base \(base.width)x\(base.height) and alternate \(alternate.width)x\(alternate.height) differ in size")
    }
    let pair = GainMapPair(
      base: base, baseEncoding: baseEncoding, alternate: alternate, alternateEncoding: alternateEncoding)
    let statistics = pair.measureAlternate(pool: pool)
    let offset = options.offset ?? Self.offset(options, statistics)
    let isBaseHDR = options.baseHeadroom > 1
    let field = GainField(
      pair: pair, isLuma: options.channels == .luma, scale: max(options.scale, 1), offset: offset,
      isBaseHDR: isBaseHDR)
    let stored = try field.compute(pool: pool)
    return try finish(field, offset: offset, stored: stored, statistics, options, pool: pool)
  }

  static func finish(
    _ field: GainField, offset: Double, stored: PixelBitmap?, _ statistics: GainMapPair.Statistics, _ options: Options,
    pool: ThreadPool
  ) throws(ImageIOError) -> GainMapImage {
    let isBaseHDR = options.baseHeadroom > 1
    let range = field.range(trimming: options.trimmedShare, stored: stored, pool: pool)
    let bitmap = try field.encode(range: range, isDeep: options.isDeep, stored: stored, pool: pool)
    let alternateHeadroom =
      options.alternateHeadroom ?? (isBaseHDR ? 1 : statistics.headroom(trimming: options.trimmedShare))
    let stops = (base: Self.stops(options.baseHeadroom), alternate: Self.stops(alternateHeadroom))
    let metadata = GainMapMetadata(
      baseHeadroom: isBaseHDR ? max(stops.base, stops.alternate + smallestHeadroomStops) : 0,
      alternateHeadroom: isBaseHDR ? stops.alternate : max(stops.alternate, smallestHeadroomStops),
      min: Double(range.lowerBound), max: Double(range.upperBound), gamma: 1, baseOffset: offset,
      alternateOffset: offset)
    let description = GainMapDescription(
      kinds: [.iso, .ultraHDR], formula: .iso(metadata), width: bitmap.width, height: bitmap.height,
      channels: bitmap.format.channelCount)
    return GainMapImage(bitmap: bitmap, description: description)
  }
}
