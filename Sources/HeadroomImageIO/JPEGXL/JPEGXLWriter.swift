internal import Foundation
package import HeadroomColor
package import HeadroomContainers
internal import HeadroomGraphics
package import HeadroomPixels

/// Writes JPEG XL files: a bare codestream where the file has only a picture, else
///
/// ```
/// JXL , ftyp, [jxll], [Exif], [xml ], jxlc, [jhgm]
/// ```
/// Colour is stated by number where the format has the numbers (which every reader supports), else by profile. The
/// format holds one number of the HDR metadata, the luminance of the brightest content: MaxCLL, else the mastering
/// display's peak, within 1...9992 cd/m². It has no place for MaxFALL, the mastering display's colours and the viewing
/// conditions. Extended XMP exists only because of JPEG's short segments and is not written.
package struct JPEGXLWriter: ImageWriter {
  package init() {}

  /// Without loss every bit pattern is stored. With loss the library's arithmetic has a limited range.
  package func sampleRange(
    _ format: PixelFormat, _ encoding: ColorEncoding, _ options: EncodeOptions
  ) -> SampleRange {
    let isExact = JPEGXL.Coding(options).distance == nil
    return isExact
      ? .stored(format, bitDepth: options.bitDepth)
      : JPEGXL.lossyRange(of: encoding, format, bitDepth: options.bitDepth)
  }

  package func encode(_ picture: StillImage, options: EncodeOptions) throws(ImageIOError) -> [UInt8] {
    guard let map = picture.gainMap else {
      return Self.assemble(picture, try Self.encodeBase(picture, options), map: nil, options)
    }
    let (base, box) = concurrently(
      { () throws(ImageIOError) in try Self.encodeBase(picture, options) },
      { () throws(ImageIOError) in try Self.encodeMap(map, options) })
    return Self.assemble(picture, try base.get(), map: try box.get(), options)
  }

  package func encode(
    _ picture: StillImage, options: EncodeOptions,
    gainMap makeGainMap: (PixelBitmap) throws(ImageIOError) -> GainMapImage
  ) throws(ImageIOError) -> [UInt8] {
    let base = try Self.encodeBase(picture, options)
    let map = try makeGainMap(try Self.decodeBase(base.bytes))
    return try map.refined(options) { (map) throws(ImageIOError) in
      Self.assemble(picture, base, map: try Self.encodeMap(map, options), options)
    } read: { (file) throws(ImageIOError) in
      let limits = DecodeLimits(maxPixels: .max, maxDimension: .max)
      return try JPEGXLReader(FileBytes(file), limits: limits).gainMap(DecodeRequest(limits: limits))
    }
  }

  package func encodingByteCount(of header: StillHeader, options: EncodeOptions) -> Int {
    let bytes = CodecMemory.jpegXLEncoder(JPEGXL.Coding(options))
    let rows = JPEGXL.layerRows(
      width: header.width, height: header.height, bytesPerPixel: bytes, limit: MemoryLedger.shared.limit)
    return header.width * (rows ?? header.height) * bytes
  }

  // MARK: - Base

  private static func encodeBase(
    _ picture: StillImage, _ options: EncodeOptions
  ) throws(ImageIOError) -> JPEGXL.Codestream {
    let coding = JPEGXL.Coding(options)
    let isExact = coding.distance == nil
    let source = try JPEGXL.SampleSource(
      picture.base, bitDepth: options.bitDepth, isExact: isExact,
      range: isExact
        ? .everything : JPEGXL.lossyRange(of: picture.encoding, picture.base.format, bitDepth: options.bitDepth))
    return try JPEGXL.encode(
      source, try color(of: picture, isGray: source.bitmap.format.isGray, isExact: isExact), coding,
      orientation: picture.orientation.rawValue, intensityTarget: intensityTarget(of: picture))
  }

  /// The pixels that a reader gets: the best base for computing a gain map.
  private static func decodeBase(_ codestream: [UInt8]) throws(ImageIOError) -> PixelBitmap {
    let limits = DecodeLimits(maxPixels: .max, maxDimension: .max)
    let reader = try JPEGXLReader(FileBytes(codestream), limits: limits)
    return try reader.decode(DecodeRequest(includesGainMap: false, limits: limits)).base
  }

  /// By number where the encoding has one. A profile with tables, with a curve for each channel or with a statement of
  /// what the colours describe holds more than its encoding, so it is kept for samples that are stored as they are.
  private static func color(
    of picture: StillImage, isGray: Bool, isExact: Bool
  ) throws(ImageIOError) -> JPEGXL.ColorStatement {
    var encoding = picture.encoding.standardRange
    guard encoding.model == .rgb || encoding.model == .monochrome else {
      throw .notEncodable(format: "JPEG XL", text: "holds RGB and gray here, not \(encoding.model.rawValue)")
    }
    encoding.model = isGray ? .monochrome : .rgb
    let own = picture.iccProfile.flatMap { bytes in (try? ICCProfile(parsing: bytes)).map { (bytes, $0) } }
    let fitting = own.flatMap { ($0.1.dataColorSpace == "GRAY") == isGray ? $0 : nil }
    let saysMore = fitting.map { $0.1.hasLUT || $0.1.hasDistinctCurves || $0.1.imageState != nil } ?? false
    if let color = JPEGXL.Color(encoding), !(isExact && saysMore) { return .enumerated(color) }
    guard let profile = fitting?.0 ?? ICCProfile.data(for: encoding) else {
      throw .notEncodable(format: "JPEG XL", text: "no profile can describe the picture's encoding")
    }
    return .profile(profile)
  }

  /// The luminance of the brightest content in cd/m², by which the encoder also scales its model of visible
  /// differences. PQ is read as absolute light whatever this states, so it is MaxCLL itself, even below reference
  /// white for dim pictures. HLG stays at 1000, where its display step is the one that this package uses. 10000
  /// and 255 mean "not known": light up to PQ's end is stated by the next lower number that a codestream can
  /// hold, in half precision.
  private static func intensityTarget(of picture: StillImage) -> Double {
    switch picture.encoding.transfer {
    case .pq:
      let headroom = picture.hdr.contentHeadroom(for: picture.encoding)
      let stated = headroom.source == .contentLightLevel ? picture.hdr.lightLevel?.maxCLL : nil
      let nits = ((stated ?? headroom.value * ReferenceWhite.nits) * 64).rounded() / 64
      return headroom.source == .assumed || nits.isNaN ? 10000 : min(max(nits, 1), 9992)
    case .hlg: return 1000
    default: return 255
    }
  }

  // MARK: - Gain map

  private static func encodeMap(_ map: GainMapImage, _ options: EncodeOptions) throws(ImageIOError) -> [UInt8] {
    guard options.gainMapKinds?.contains(.iso) ?? true else {
      throw .notEncodable(format: "JPEG XL", text: "none of the descriptions asked for fits the gain map")
    }
    let map = try map.reencodedAsISO()
    guard let metadata = map.metadata else { throw .internalError("a gain map without ISO metadata") }
    do throws(GainMapError) {
      try metadata.validate()
    } catch {
      throw .notEncodable(format: "JPEG XL", text: "\(error)")
    }
    let source = try JPEGXL.SampleSource(map.bitmap, bitDepth: nil, isExact: true)
    guard source.exponentBits == 0 else {
      throw .notEncodable(format: "JPEG XL", text: "gain maps have integer samples")
    }
    // Codes are not light; they are coded as if they were sRGB, whose equal steps are about equally visible.
    var color = JPEGXL.Color.standard
    if source.bitmap.format.isGray { color.space = .gray }
    let quality = options.gainMapStep(of: map).map(Self.quality(forStep:)) ?? options.keptMapQuality
    let coding = JPEGXL.Coding(quality: quality, isLossless: options.isLossless, speed: options.speed)
    let codestream = try JPEGXL.encode(source, .enumerated(color), coding)
    return JPEGXL.GainMapBox(
      metadata: metadata, alternate: alternate(of: map.description), codestream: codestream.bytes
    ).bytes
  }

  /// The quality with about the error of a JPEG quantiser's step in codes: distance 1, quality 90, goes with a step of 8.
  private static func quality(forStep step: Double) -> Double { min(max(90 - 10 * log2(step / 8), 30), 99) }

  /// The alternate's colour by number. Only its primaries matter to the formula, so a curve without a number is sRGB's.
  private static func alternate(of description: GainMapDescription) -> JPEGXL.Color? {
    guard let encoding = description.alternateEncoding?.standardRange else { return nil }
    return JPEGXL.Color(encoding)
      ?? JPEGXL.Color(ColorEncoding(model: encoding.model, primaries: encoding.primaries, transfer: .sRGB))
  }

  // MARK: - Container

  private static func assemble(
    _ picture: StillImage, _ base: JPEGXL.Codestream, map: [UInt8]?, _ options: EncodeOptions
  ) -> [UInt8] {
    let metadata = metadataBoxes(picture, options)
    guard base.level > 5 || !metadata.isEmpty || map != nil else { return base.bytes }
    var out = JPEGXL.signature + JPEGXL.fileTypeBox
    out.reserveCapacity(out.count + metadata.count + base.bytes.count + (map?.count ?? 0) + 64)
    if base.level > 5 { out += JPEGXL.box("jxll", [UInt8(clamping: base.level)]) }
    out += metadata
    out += JPEGXL.box("jxlc", base.bytes)
    if let map { out += JPEGXL.box("jhgm", map) }
    return out
  }

  /// The orientation is in the codestream; that in EXIF, which readers of this format ignore, is made to agree.
  private static func metadataBoxes(_ picture: StillImage, _ options: EncodeOptions) -> [UInt8] {
    guard !options.stripsMetadata else { return [] }
    var out: [UInt8] = []
    if let exif = picture.metadata.exif {
      out += JPEGXL.box("Exif", [0, 0, 0, 0] + EXIFBlock.describing(picture.header, in: exif))
    }
    if let xmp = XMPPacket.describing(picture.header, mimeType: "image/jxl") {
      out += JPEGXL.box("xml ", xmp)
    }
    return out
  }
}

extension JPEGXL {
  /// A whole box, with a 64-bit size where 32 bits are too few.
  static func box(_ type: StaticString, _ content: [UInt8]) -> [UInt8] {
    var out = ByteWriter(reserving: content.count + 16)
    let name = Array(type.description.utf8)
    if let size = UInt32(exactly: content.count + 8) {
      out.u32(size)
      out.append(name)
    } else {
      out.u32(1)
      out.append(name)
      out.u32(UInt32(truncatingIfNeeded: (content.count + 16) >> 32))
      out.u32(UInt32(truncatingIfNeeded: content.count + 16))
    }
    out.append(content)
    return out.bytes
  }
}
