internal import HeadroomColor
internal import HeadroomPixels

/// Makes the second picture of a gain map file.
///
/// | asked for | codes | descriptions |
/// |---|---|---|
/// | ISO, Ultra HDR (the default) | as they are; Apple's maps encoded anew with gamma 1 | both, or the one asked for |
/// | Apple alone | Apple's maps as they are; others encoded for Apple's curve | XMP of the HDRGainMap namespace |
/// | Apple with others | one map that all descriptions fit: ``GainMapImage/sharedWithApple()`` | all that were asked for |
struct JPEGGainMapWriter {
  let options: EncodeOptions

  /// A picture to put behind the primary.
  struct EncodedMap: Sendable {
    var bytes: [UInt8]
    /// The ways it is described in.
    var kinds: Set<GainMapDescription.Kind>
  }

  /// A map whose codes are final, and what will be said of it.
  private struct Described {
    var map: GainMapImage
    var iso: GainMapMetadata?
    var apple: AppleGainMap?
  }

  func encode(_ map: GainMapImage) throws(ImageIOError) -> EncodedMap {
    var kinds = options.gainMapKinds ?? [.iso, .ultraHDR]
    let described = try describe(map, kinds)
    if let metadata = described.iso {
      do throws(GainMapError) {
        try metadata.validate()
      } catch {
        throw .notEncodable(format: "jpeg", text: "\(error)")
      }
      // The XMP of Ultra HDR knows no other working space than the base's.
      if !metadata.useBaseColorSpace { kinds.remove(.ultraHDR) }
    }
    guard !kinds.isEmpty else {
      throw .notEncodable(format: "jpeg", text: "none of the descriptions asked for fits the gain map")
    }
    return EncodedMap(bytes: try assemble(described, kinds), kinds: kinds)
  }

  private func describe(
    _ map: GainMapImage, _ kinds: Set<GainMapDescription.Kind>
  ) throws(ImageIOError) -> Described {
    guard kinds.contains(.apple) else {
      let map = try map.reencodedAsISO()
      return Described(map: map, iso: map.metadata)
    }
    guard kinds == [.apple] else {
      let shared = try map.sharedWithApple()
      return Described(map: shared.image, iso: shared.image.metadata, apple: shared.apple)
    }
    let map = try map.reencodedAsApple()
    guard case .apple(let apple) = map.formula else { throw .internalError("a map without Apple's formula") }
    return Described(map: map, apple: apple)
  }

  private func assemble(
    _ described: Described, _ kinds: Set<GainMapDescription.Kind>
  ) throws(ImageIOError) -> [UInt8] {
    // Readers enlarge the map after decoding, so chroma at half size would blur it twice: always 4:4:4.
    let picture = try JPEGEncoder.encode(
      described.map.bitmap, quality: options.gainMapQuality, chroma: .full, isProgressive: false, tables: .gainMap)
    var out = ByteWriter(reserving: picture.count + 2048)
    out.append(picture[..<2])
    let descriptions =
      (kinds.contains(.ultraHDR) ? described.iso.map(GainMapXMP.ultraHDRDescription) ?? "" : "")
      + (described.apple.map(GainMapXMP.appleDescription) ?? "")
    if !descriptions.isEmpty {
      let packet = Array(XMPPacket.wrapped(descriptions).utf8)
      try JPEGWriter.append(JPEGMarker.app1, JPEGSignature.xmp + packet, to: &out)
    }
    if let metadata = described.iso {
      if !metadata.useBaseColorSpace, let profile = described.map.description.alternateProfile {
        try JPEGWriter.appendICC(profile, to: &out)
      }
      if kinds.contains(.iso) {
        try JPEGWriter.append(JPEGMarker.app2, JPEGSignature.isoGainMap + metadata.serialized(), to: &out)
      }
    }
    out.append(picture[2...])
    return out.bytes
  }
}
