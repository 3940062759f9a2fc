internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomGraphics
internal import HeadroomPixels

/// A JPEG XL file whose headers have been read: a bare codestream, or boxes around one.
///
/// libjxl 0.7 takes as long for the eighth-size picture that precedes a lossy one as for the whole, so
/// ``DecodeRequest/scaleDenominator`` is ignored.
struct JPEGXLReader: ImageReader {
  let info: StillInfo
  let container: JPEGXL.Container
  let bytes: FileBytes
  var codecBytesPerPixel: Int { CodecMemory.jpegXLDecoder(isLossless: true, isLayered: header.isLayered) }
  private let header: JPEGXL.Header
  private let plan: JPEGXLPicture.Plan
  private let gainMap: JPEGXLGainMap?

  init(_ bytes: FileBytes, limits: DecodeLimits) throws(ImageIOError) {
    let container = try JPEGXL.Container(bytes, limits: limits)
    let decoder = try JPEGXL.Decoder(bytes, part: "codestream")
    let header = try decoder.readHeader(limits: limits)
    var warnings: [String] = []
    let meaning = Meaning(header, &warnings)
    let plan = JPEGXLPicture.Plan(header, color: meaning.target)
    var info = Self.info(header, meaning)
    info.isAlphaPremultiplied = plan.alpha == .premultiplied && meaning.device == nil
    if let cut = Self.cut(header, container) {
      info.isPictureCut = true
      warnings.append("\(cut): the file ends inside the picture data")
    }
    Self.readMetadata(container, of: bytes, limits: limits, into: &info, &warnings)
    let gainMap = JPEGXLGainMap(container, of: bytes, base: header, limits: limits, &warnings)
    if let gainMap {
      info.gainMap = gainMap.description
      info.kind = .gainMap
      info.contentHeadroom = gainMap.description.formula.contentHeadroom
      info.contentHeadroomSource = .explicit
    }
    info.warnings = warnings
    self.gainMap = gainMap
    self.info = info
    self.container = container
    self.bytes = bytes
    self.header = header
    self.plan = plan
  }

  func decodingByteCount(_ request: DecodeRequest) -> Int {
    let bytes = CodecMemory.jpegXLDecoder(isLossless: header.isOriginalColor, isLayered: header.isLayered)
    return header.width * header.height * bytes
  }

  func info(at index: Int) throws(ImageIOError) -> StillInfo {
    try checkIndex(index)
    return info
  }

  func decode(_ request: DecodeRequest) throws(ImageIOError) -> StillImage {
    try checkIndex(request.index)
    try request.limits.check(width: UInt64(header.width), height: UInt64(header.height), part: "codestream")
    guard request.includesGainMap, let gainMap else { return try makeStill(try decodeBase(request)) }
    let (base, map) = concurrently(
      { () throws(ImageIOError) in try decodeBase(request) }, { () throws(ImageIOError) in try gainMap.decode() })
    var still = try makeStill(try base.get())
    switch map {
    case .success(let map): still.gainMap = map
    case .failure(let error):
      still.warnings.append("jhgm/\(error); the base picture is shown")
      let plain = info.hdr.contentHeadroom(for: info.encoding)
      still.contentHeadroom = plain.value
      still.contentHeadroomSource = plain.source
    }
    return still
  }

  func gainMap(_ request: DecodeRequest) throws(ImageIOError) -> GainMapImage? { try gainMap?.decode() }

  private func decodeBase(_ request: DecodeRequest) throws(ImageIOError) -> JPEGXLPicture {
    let decoder = try JPEGXL.Decoder(bytes, part: "codestream")
    return try JPEGXLPicture(
      decoding: decoder, header, plan: plan, index: request.index, keepsInks: info.deviceColor != nil,
      allowPartial: request.allowPartial)
  }

  private func makeStill(_ picture: JPEGXLPicture) throws(ImageIOError) -> StillImage {
    let still = StillImage(
      base: picture.bitmap, encoding: info.encoding, iccProfile: info.iccProfile, orientation: info.orientation,
      hdr: info.hdr, contentHeadroom: info.contentHeadroom, contentHeadroomSource: info.contentHeadroomSource,
      metadata: info.metadata, warnings: info.warnings + Self.missing(picture), isPartial: picture.isPartial)
    return try still.converted(info.deviceColor, black: picture.black)
  }

  private static func missing(_ picture: JPEGXLPicture) -> [String] {
    picture.isPartial ? ["codestream: the file ends inside the picture data"] : []
  }

  private func checkIndex(_ index: Int) throws(ImageIOError) {
    guard index >= 0, index < info.frameCount else {
      throw .noPicture(at: index, of: info.frameCount)
    }
  }

  /// The cut part, as far as headers show it; a cut in a bare codestream's last frame shows only when it is decoded.
  private static func cut(_ header: JPEGXL.Header, _ container: JPEGXL.Container) -> String? {
    if header.isCut { return "codestream" }
    return container.boxes.first { !$0.isComplete && ["jxlc", "jxlp"].contains($0.type) }?.type
  }
}

// MARK: - Headers

extension JPEGXLReader {
  private static func info(_ header: JPEGXL.Header, _ meaning: Meaning) -> StillInfo {
    var info = StillInfo(
      format: JPEGXLFormat.name, width: header.width, height: header.height, bitDepth: header.bits,
      channels: header.colorChannels + (header.hasAlpha ? 1 : 0) + (header.blackChannel != nil ? 1 : 0),
      encoding: meaning.encoding)
    info.orientation = CGImagePropertyOrientation(exifTag: header.orientation)
    info.frameCount = header.frameCount
    info.deviceColor = meaning.device
    info.iccProfile = meaning.profile
    info.cicp = meaning.codePoints
    info.hdr = Self.hdr(header, meaning.encoding)
    if let (width, height) = header.preview { info.auxiliary = ["preview \(width)x\(height)"] }
    let headroom = info.hdr.contentHeadroom(for: info.encoding)
    info.contentHeadroom = headroom.value
    info.contentHeadroomSource = headroom.source
    info.kind = info.encoding.transfer.isHDR ? .isoHDR : header.isFloat ? .float : .sdr
    return info
  }

  /// The format's only statement of luminance is the intensity target, an upper bound of the picture's content: MaxCLL.
  ///
  /// Encoders without information write 10000 for PQ and 1000 for HLG. For other curves it is the luminance of the
  /// largest code on some display, which affects neither white nor headroom.
  private static func hdr(_ header: JPEGXL.Header, _ encoding: ColorEncoding) -> HDRMetadata {
    let unknown = encoding.transfer == .pq ? 10000.0 : 1000.0
    guard encoding.transfer.isHDR, header.intensityTarget > 0, header.intensityTarget < unknown else {
      return HDRMetadata()
    }
    return HDRMetadata(lightLevel: ContentLightLevel(maxCLL: header.intensityTarget, maxFALL: 0))
  }

  /// `Exif`: u32 offset of the TIFF header after this field | EXIF. `xml `: the XMP packet.
  private static func readMetadata(
    _ container: JPEGXL.Container, of bytes: FileBytes, limits: DecodeLimits, into info: inout StillInfo,
    _ warnings: inout [String]
  ) {
    do throws(ImageIOError) {
      if let content = try container.content("Exif", of: bytes, limits: limits) {
        let exif = try exif(content)
        let block = try EXIFBlock(parsing: exif)
        info.metadata.exif = exif
        info.cameraMake = block.image[EXIFBlock.Tag.make]?.text
        info.cameraModel = block.image[EXIFBlock.Tag.model]?.text
      }
    } catch {
      warnings.append("Exif/\(error)")
    }
    do throws(ImageIOError) {
      info.metadata.xmp = try container.content("xml ", of: bytes, limits: limits)
    } catch {
      warnings.append("xml/\(error)")
    }
  }

  private static func exif(_ content: [UInt8]) throws(ImageIOError) -> [UInt8] {
    guard content.count > 4 else {
      throw .malformed(part: "Exif", text: "\(content.count) bytes hold no EXIF block", offset: nil)
    }
    let offset = content.prefix(4).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard offset < UInt64(content.count - 4) else {
      throw .malformed(part: "Exif", text: "the TIFF header's offset \(offset) is outside the box", offset: nil)
    }
    return Array(content.dropFirst(4 + Int(offset)))
  }
}

// MARK: - Structure

extension JPEGXLReader {
  func structure() -> [FilePart] {
    guard !container.boxes.isEmpty else {
      return [FilePart(name: "codestream", offset: 0, byteCount: bytes.count, summary: codestreamSummary)]
    }
    return container.boxes.map { box in
      FilePart(
        name: box.type, offset: box.offset, byteCount: box.content.upperBound - box.offset, summary: summary(of: box))
    }
  }

  private func summary(of box: JPEGXL.Box) -> String {
    switch box.type {
    case "JXL ": "signature"
    case "jxll": "level \(bytes[box.content.lowerBound] ?? 0)"
    case "jxlc": codestreamSummary
    case "jxlp": "part of the codestream"
    case "brob":
      "\(String(decoding: bytes.copy(box.content.lowerBound..<box.content.lowerBound + 4), as: UTF8.self)), compressed"
    case "jbrd": "what it takes to make the JPEG file again"
    case "jhgm": "gain map"
    case "jxli": "frame index"
    default: ""
    }
  }

  private var codestreamSummary: String {
    "\(header.width)x\(header.height), \(header.bits) bit, \(header.isOriginalColor ? "as declared" : "XYB")"
  }
}
