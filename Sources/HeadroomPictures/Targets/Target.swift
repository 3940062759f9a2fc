package import HeadroomColor
package import HeadroomContainers
package import HeadroomImageIO

/// The wanted result: its format, its rendition, and its coding.
package struct Target: Sendable {
  package enum Rendition: String, CaseIterable, Sendable {
    /// The richest the format can hold.
    case keep
    case hdr, sdr, adaptive
  }

  package enum GainMap: String, CaseIterable, Sendable {
    /// A map if the format needs one, with the channels that the colours need.
    case auto
    case luma, rgb, none

    package var channels: GainMapOptions.Channels? { self == .luma ? .luma : self == .rgb ? .rgb : nil }
  }

  package enum GainMapScale: String, CaseIterable, Sendable {
    /// The smallest map that restores the light.
    case auto
    case one = "1"
    case two = "2"
    case four = "4"

    package var factor: Int? { Int(rawValue) }
  }

  package var format: TargetFormat
  package var rendition = Rendition.keep
  /// Nil chooses by picture and rendition.
  package var colorSpace: ColorSpaceChoice?
  /// Nil takes the depth that the rendition needs.
  package var depth: SampleDepth?
  /// The most headroom of the result; nil for no limit except the format's.
  package var headroom: HeadroomValue?
  /// 0 ... 100; nil takes `DefaultQuality`.
  package var quality: Double?
  /// The most bytes of the file; nil for no limit.
  package var byteLimit: Int?
  package var isLossless = false
  /// 0 is slow for a small file, 10 is fast; nil is the codec's default.
  package var speed: Int?
  /// Nil takes `DefaultQuality`.
  package var chroma: EncodeOptions.Chroma?
  package var gainMap = GainMap.auto
  package var gainMapScale = GainMapScale.auto
  /// The curve that brings HDR into less headroom; nil takes each rendition's default.
  package var toneMap: ToneMapOperator?
  /// Whether the result's light is measured and tagged; PQ with changed pixels always is.
  package var measures = false
  /// The parts removed from the metadata.
  package var strippedParts: MetadataParts = []
  /// Whether a loss of HDR is an error.
  package var isStrict = false

  package init(format: TargetFormat) { self.format = format }

  /// Whether a gain map of this shape was asked for.
  var shapesGainMap: Bool { gainMapScale != .auto || gainMap.channels != nil }

  /// Whether no setting concerns the codec or requires new numbers.
  var leavesCoding: Bool {
    quality == nil && byteLimit == nil && speed == nil && chroma == nil && toneMap == nil && !measures
  }

  var wishes: RenditionWishes {
    var wishes = RenditionWishes()
    switch rendition {
    case .keep: wishes.choice = .keep
    case .hdr: wishes.choice = .hdr
    case .sdr: wishes.choice = .sdr
    case .adaptive: wishes.choice = .adaptive
    }
    wishes.encoding = colorSpace?.encoding
    wishes.depth = depth
    wishes.headroom = headroom?.ratio ?? .infinity
    wishes.isLossless = isLossless
    wishes.forbidsGainMap = gainMap == .none
    wishes.shapesGainMap = shapesGainMap
    wishes.gainMap = GainMapOptions(channels: gainMap.channels, scale: gainMapScale.factor)
    return wishes
  }

  /// - Throws: for settings that contradict each other or the format, whatever the picture.
  package func checkCodecSettings() throws(PictureError) {
    let name = format.name
    if isLossless, !format.isLossless { throw .usage(.lossless, "\(name) is a lossy format") }
    if quality != nil, !format.isLossy { throw .usage(.quality, "\(name) is lossless and has none") }
    if byteLimit != nil, !format.isLossy {
      throw .usage(.targetSize, "\(name) is lossless; there is no quality to choose")
    }
    if byteLimit != nil, isLossless { throw .excluding(.targetSize, .lossless) }
    if quality != nil, isLossless { throw .excluding(.quality, .lossless) }
    if chroma != nil, !format.hasChroma { throw .usage(.chroma, "\(name) has no chroma of another size") }
    guard !format.holdsGainMap else { return }
    if gainMap.channels != nil { throw .usage(.gainMap, "\(name) holds none") }
    if gainMapScale != .auto { throw .usage(.gainMapScale, "\(name) holds no gain map") }
  }
}

extension PictureError {
  /// The error for two settings that exclude each other.
  static func excluding(_ one: Setting, _ other: Setting) -> PictureError {
    .usage("\(one.mention) and \(other.mention) exclude each other")
  }
}
