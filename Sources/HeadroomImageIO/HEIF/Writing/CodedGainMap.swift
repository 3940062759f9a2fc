internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomPixels

/// A gain map in coded form, and its descriptions.
struct CodedGainMap: Sendable {
  /// Colour of the alternate rendition.
  struct Alternate: Sendable {
    var cicp: CICP
    var profile: [UInt8]?
    var bitDepth: Int
  }

  var layer: CodedLayer
  /// The codes of Apple's description, where ``layer`` has others for that of ISO 21496-1.
  var appleLayer: CodedLayer?
  /// Code points of the samples: only the matrix has a meaning.
  var cicp: CICP
  /// The description of ISO 21496-1; nil where only Apple's is wanted.
  var metadata: GainMapMetadata?
  /// Apple's description; nil where only the one of ISO is wanted or possible.
  var apple: AppleGainMap?
  var alternate: Alternate

  /// The type of Apple's auxiliary picture.
  static let appleType = "urn:com:apple:photo:2020:aux:hdrgainmap"
}

extension CodedGainMap {
  /// A map whose codes are final, and its descriptions.
  private struct Described {
    var image: GainMapImage
    var iso: GainMapMetadata?
    var apple: AppleGainMap?
    /// The codes for ``apple``, where they are not the same.
    var appleBitmap: PixelBitmap?
  }

  /// Encodes a map for the descriptions that are wanted and possible.
  ///
  /// - Parameters:
  ///   - map: the map.
  ///   - available: the descriptions that the container supports; all that fit are written where
  ///     the options leave it open.
  ///   - base: encoding of the base picture.
  ///   - options: quality, speed and the requested descriptions.
  /// - Throws: `ImageIOError/notEncodable(format:text:)` where none of the requested descriptions fits the map, or
  ///   readers would refuse a value.
  init<Codec: StillPictureCodec>(
    _: Codec.Type, _ map: GainMapImage, available: Set<GainMapDescription.Kind>, base: ColorEncoding,
    options: EncodeOptions
  ) throws(ImageIOError) {
    let kinds = options.gainMapKinds?.intersection(available) ?? Self.fitting(map, of: available)
    guard let described = try Self.describe(map, kinds) else {
      throw .notEncodable(format: Codec.format, text: "none of the descriptions asked for fits the gain map")
    }
    if let iso = described.iso {
      do throws(GainMapError) {
        try iso.validate()
      } catch {
        throw .notEncodable(format: Codec.format, text: "\(error)")
      }
    }
    let bitmap = described.image.bitmap
    let isGray = bitmap.format.isGray
    cicp = CICP(
      primaries: CICP.unspecified, transfer: CICP.unspecified, matrix: isGray ? CICP.unspecified : 6)
    let wanted = options.gainMapStep(of: described.image).map(Codec.quality(forStep:)) ?? options.keptMapQuality
    let quality = wanted.isNaN ? 0 : min(max(wanted, 0), 100)
    // Readers enlarge the map after decoding, so chroma at half size would blur it twice: always 4:4:4.
    let settings = CodingSettings(quality: quality, speed: options.speed, isPerceptual: false, cicp: cicp)
    layer = try LayerEncoder<Codec>.encode(
      bitmap, bitDepth: bitmap.format.component == .uint8 ? 8 : 10,
      subsampling: isGray ? .monochrome : .full, settings: settings)
    appleLayer = try described.appleBitmap.map { (codes) throws(ImageIOError) in
      try LayerEncoder<Codec>.encode(codes, bitDepth: 8, subsampling: .monochrome, settings: settings)
    }
    metadata = described.iso
    apple = described.apple
    alternate = Self.alternate(of: described.image.description, isBaseHDR: described.iso?.isBaseHDR == true, base: base)
  }

  /// Apple's formula has no gains below 0. Gains down to this many stops are given up for readers that
  /// support only this formula.
  private static let lowestAppleStops = -0.125

  /// Stops by which two readings of the same codes may differ: a hundredth of the light.
  private static let mostResidualStops = 0.015

  private static func fitting(
    _ map: GainMapImage, of available: Set<GainMapDescription.Kind>
  ) -> Set<GainMapDescription.Kind> {
    if let lowest = map.metadata?.min.x, lowest < lowestAppleStops { return available.subtracting([.apple]) }
    return available
  }

  /// One map for all requested descriptions that fit it; nil when there is none.
  private static func describe(
    _ map: GainMapImage, _ kinds: Set<GainMapDescription.Kind>
  ) throws(ImageIOError) -> Described? {
    if kinds.contains(.apple), map.fitsApple {
      guard kinds.contains(.iso) else {
        let image = try map.reencodedAsApple()
        guard case .apple(let apple) = image.formula else { throw .internalError("a map without Apple's formula") }
        return Described(image: image, apple: apple)
      }
      if case .apple(let apple) = map.formula, apple.fittedGamma().residualStops > mostResidualStops {
        // No gamma makes both readings right.
        let image = try map.reencodedAsISO()
        return Described(image: image, iso: image.metadata, apple: apple, appleBitmap: map.bitmap)
      }
      let shared = try map.sharedWithApple()
      return Described(image: shared.image, iso: shared.image.metadata, apple: shared.apple)
    }
    guard kinds.contains(.iso) else { return nil }
    let image = try map.reencodedAsISO()
    return Described(image: image, iso: image.metadata)
  }

  /// The alternate's colour that the map states, else the base's primaries with PQ, or with the sRGB curve for the SDR
  /// alternate of an HDR base.
  private static func alternate(
    of description: GainMapDescription, isBaseHDR: Bool, base: ColorEncoding
  ) -> Alternate {
    var encoding = base
    encoding.transfer = isBaseHDR ? .sRGB : .pq
    encoding = description.alternateEncoding ?? encoding
    let cicp = BaseCoding.codePoints(of: encoding.standardRange)
    let needsProfile = cicp.primaries == CICP.unspecified || cicp.transfer == CICP.unspecified
    var profile = description.alternateICCProfile
    if profile == nil, needsProfile { profile = ICCProfile.data(for: encoding.standardRange) }
    return Alternate(cicp: cicp, profile: profile, bitDepth: isBaseHDR ? 8 : 10)
  }
}
