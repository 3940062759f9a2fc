internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomPixels

/// The gain map of a file, its codestream's headers read.
struct JPEGXLGainMap: Sendable {
  let description: GainMapDescription
  private let bytes: FileBytes
  private let header: JPEGXL.Header
  private let plan: JPEGXLPicture.Plan

  /// The map of the first `jhgm` box; nil without one, and with a warning where it cannot be used.
  init?(
    _ container: JPEGXL.Container, of file: FileBytes, base: JPEGXL.Header, limits: DecodeLimits,
    _ warnings: inout [String]
  ) {
    do throws(ImageIOError) {
      // It is a picture, not a block of metadata, so it may be as large as the file allows.
      var generous = limits
      generous.maxMetadataBytes = max(limits.maxMetadataBytes, file.count)
      guard let content = try container.content("jhgm", of: file, limits: generous) else { return nil }
      try self.init(content, base: base, limits: limits, &warnings)
    } catch {
      warnings.append("jhgm/\(error); the base picture is shown")
      return nil
    }
  }

  private init(
    _ content: [UInt8], base: JPEGXL.Header, limits: DecodeLimits, _ warnings: inout [String]
  ) throws(ImageIOError) {
    let box = try JPEGXL.GainMapBox(parsing: content)
    bytes = FileBytes(box.codestream)
    guard bytes.hasBytes(JPEGXL.codestreamSignature, at: 0) else {
      throw .malformed(part: "jhgm", text: "the gain map is no codestream", offset: nil)
    }
    header = try JPEGXL.Decoder(bytes, part: "gain map").readHeader(limits: limits)
    guard header.width <= base.width, header.height <= base.height else {
      throw .malformed(part: "jhgm", text: "the gain map is larger than the picture", offset: nil)
    }
    guard !header.isFloat, header.bits <= 16 else {
      throw .unsupported(part: "jhgm", text: "a gain map of \(header.bits)-bit floating point numbers")
    }
    if box.hasProfile, box.alternate == nil, !box.metadata.useBaseColorSpace {
      warnings.append("jhgm: the alternate picture's compressed profile is not read; its colour is taken as the base's")
    }
    description = GainMapDescription(
      kinds: [.iso], formula: .iso(box.metadata), width: header.width, height: header.height,
      channels: header.colorChannels, alternateEncoding: box.alternate?.encoding)
    // The original codes are wanted, so XYB is converted to the encoding that the map's own header declares.
    var ignored: [String] = []
    let target = JPEGXLReader.Meaning(header, &ignored).target
    plan = JPEGXLPicture.Plan(header, color: target, keepsAlpha: false)
  }

  /// Decodes the map.
  func decode() throws(ImageIOError) -> GainMapImage {
    let decoder = try JPEGXL.Decoder(bytes, part: "gain map")
    let picture = try JPEGXLPicture(decoding: decoder, header, plan: plan, index: 0, allowPartial: false)
    return GainMapImage(bitmap: picture.bitmap, description: description)
  }
}
