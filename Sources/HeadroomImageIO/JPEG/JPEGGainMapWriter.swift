internal import Foundation
internal import HeadroomColor
internal import HeadroomContainers
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
  /// The base; nil where it does not exist yet, or the map's codes are to be kept.
  var base: CodedBase?

  /// A base in coded form.
  struct CodedBase {
    let bytes: FileBytes
    /// The encoding of its numbers.
    let encoding: ColorEncoding
  }

  /// A picture to put after the primary.
  struct EncodedMap: Sendable {
    var bytes: [UInt8]
    /// The ways it is described in.
    var kinds: Set<GainMapDescription.Kind>
  }

  /// A map whose codes are final, and its descriptions.
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
      // The XMP of Ultra HDR supports only the base's working space.
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

  /// Shares of the base's bytes that a computed map should take: below that, finer steps cost little;
  /// above that, they cost much.
  private static let usualShares = 0.1...0.2
  /// The largest factor by which a step is divided or multiplied to get there.
  private static let mostChange = 1.15
  /// A step larger by a third saves about a quarter of the bytes.
  private static let exponent = 0.9

  /// The step that brings the map's bytes nearer to the share that the base's bytes allow, estimated
  /// from a sample of its rows.
  private func fitting(_ step: Double, _ map: PixelBitmap) throws(ImageIOError) -> Double {
    guard let baseSize = base?.bytes.count, baseSize > 0, let sample = try Self.sample(of: map) else { return step }
    let bytes = try JPEGEncoder.encode(
      sample, quality: 90, chroma: .full, isProgressive: false,
      tables: .gainMap(GainMapQuantizers(graded: step)))
    let share = Double(bytes.count) * Double(map.height) / Double(sample.height) / Double(baseSize)
    let wanted = min(max(share, Self.usualShares.lowerBound), Self.usualShares.upperBound)
    return step * min(max(pow(share / wanted, Self.exponent), 1 / Self.mostChange), Self.mostChange)
  }

  /// Every eighth row of blocks of a large map, all of a small one; nil without rows.
  private static func sample(of map: PixelBitmap) throws(ImageIOError) -> PixelBitmap? {
    let blocks = map.height / 8
    let step = map.width * map.height > 1 << 18 ? 8 : 1
    guard blocks > 0, step > 1 else { return blocks > 0 ? map : nil }
    let out: PixelBitmap
    do throws(PixelError) {
      out = try PixelBitmap(
        width: map.width, height: (blocks + step - 1) / step * 8, format: map.format, alpha: .opaque)
    } catch {
      throw ImageIOError(error)
    }
    for row in 0..<out.height {
      let source = unsafe map.rowAddress(row / 8 * step * 8 + row % 8)
      unsafe out.rowAddress(row).copyMemory(from: source, byteCount: map.width * map.format.bytesPerPixel)
    }
    return out
  }

  /// The steps for a computed map, whose codes are adjusted to keep its highlights; nil where codes are to be kept.
  private func fittedQuantizers(of map: GainMapImage) throws(ImageIOError) -> GainMapQuantizers? {
    guard let metadata = map.metadata, let step = options.gainMapStep(of: map) else { return nil }
    let quantizers = GainMapQuantizers(graded: try fitting(step, map.bitmap))
    try HighlightRounding(map.bitmap, range: metadata.min.x...metadata.max.x, quantizers: quantizers)?
      .apply(to: map.bitmap, base: base, offset: metadata.baseOffset.max())
    return quantizers
  }

  private func assemble(
    _ described: Described, _ kinds: Set<GainMapDescription.Kind>
  ) throws(ImageIOError) -> [UInt8] {
    // Readers enlarge the map after decoding, so chroma at half size would blur it twice: always 4:4:4.
    let quality = options.keptMapQuality
    let quantizers = try fittedQuantizers(of: described.map)
    let picture = try JPEGEncoder.encode(
      described.map.bitmap, quality: quality, chroma: .full, isProgressive: false,
      tables: .gainMap(quantizers ?? GainMapQuantizers(flat: JPEGEncoder.flatStep(quality: quality))))
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
