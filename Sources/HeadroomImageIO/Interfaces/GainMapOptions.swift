/// The kind of gain map to make.
package struct GainMapOptions: Hashable, Sendable {
  /// One gain for all channels, or one for each.
  package enum Channels: String, CaseIterable, Hashable, Sendable {
    case luma
    case rgb
  }

  /// One gain or three; nil chooses three where one would visibly change colours, in pictures of at most 50
  /// megapixels: see `GainMapComputer`.
  package var channels: Channels?
  /// Pixels of the base per pixel of the map, each way: 1, 2 or 4; nil chooses 2 where that restores the light, else 1.
  package var scale: Int?
  /// The offset `k`; nil chooses 1/64 for three channels, raised up to 1/32 where the alternate has negative values,
  /// and 1/256 for one. One gain scales all channels, so a larger offset would lift the dark channel of a saturated
  /// highlight out of the dark: on real photos 1/64 costs up to 14 dB there, and 1/1024 at most 3 dB elsewhere.
  package var offset: Double?
  /// Linear headroom of the alternate; nil measures it (99.99 % level of the largest channel), or means 1 for an HDR
  /// base.
  package var alternateHeadroom: Double?
  /// Linear headroom of the base. More than 1 makes it the HDR rendition, and the alternate the SDR one. Default 1.
  package var baseHeadroom: Double
  /// Whether the map has 16 bits instead of 8, for containers that can store them.
  package var isDeep: Bool
  /// Share of gains that may fall out of the map's range at either end where there is little light. Default 0.05 %.
  package var trimmedShare: Double

  package init(
    channels: Channels? = nil, scale: Int? = nil, offset: Double? = nil, alternateHeadroom: Double? = nil,
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

  /// The least headroom of an HDR base: a map without a range has no effect.
  private static let leastHeadroom = 1.1

  /// The same for an HDR base, of this headroom unless another is requested, and a map that leads to SDR.
  package func leadingToSDR(from headroom: Double) -> GainMapOptions {
    var result = self
    result.baseHeadroom = max(alternateHeadroom ?? headroom, Self.leastHeadroom)
    result.alternateHeadroom = 1
    return result
  }
}
