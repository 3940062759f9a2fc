internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomGraphics
internal import HeadroomPixels

/// A JPEG file whose headers have been read.
struct JPEGReader: ImageReader {
  let info: StillInfo
  let bytes: FileBytes
  let limits: DecodeLimits
  let gainMap: JPEGGainMapLocator.Found?
  let primary: JPEGStream

  init(_ bytes: FileBytes, limits: DecodeLimits) throws(ImageIOError) {
    let primary = try JPEGStream(bytes, at: 0, skims: true, limits: limits)
    guard let frame = primary.frame else {
      guard let cut = primary.cut else {
        throw .malformed(part: "SOF", text: "the file has no picture", offset: primary.end)
      }
      throw .incompletePicture(part: cut.part, offset: cut.offset)
    }
    try limits.check(
      width: UInt64(frame.width), height: UInt64(frame.height), part: JPEGMarker.name(frame.marker))
    let blocks = JPEGMetadataBlocks(primary, limits: limits)
    var info = StillInfo(
      format: JPEGFormat.name, width: frame.width, height: frame.height, bitDepth: frame.precision,
      channels: frame.components.count, encoding: .sRGB)
    info.chroma = frame.chroma
    info.estimatedQuality = primary.estimatedQuality
    info.warnings = blocks.warnings
    let exif = Self.readEXIF(blocks, into: &info)
    Self.readColor(blocks, frame, into: &info)
    let packet = Self.readXMP(blocks, into: &info)
    info.metadata.density = blocks.density
    if let resources = blocks.photoshop {
      info.warnings += info.metadata.takeResources(resources, limits: limits).map { "APP13/\($0)" }
    }
    var locator = JPEGGainMapLocator(
      primary: primary, blocks: blocks, packet: packet, makerNote: exif?.appleMakerNote,
      baseSize: (frame.width, frame.height), limits: limits)
    locator.run()
    info.warnings = WarningList(info.warnings + locator.warnings).texts
    info.auxiliary = locator.auxiliary
    if !primary.isComplete {
      info.isPictureCut = true
      info.warnings.append("EOI: the file ends inside the picture data")
    }
    Self.setHeadroom(locator.found?.description, of: &info)
    info.setMotion(
      MotionVideo.find(
        in: bytes, behind: locator.found?.stream.end ?? (locator.primary.isComplete ? locator.primary.end : nil),
        packet: packet))
    self.bytes = bytes
    self.limits = limits
    self.primary = locator.primary
    self.gainMap = locator.found
    self.info = info
  }

  func decodedSize(_ request: DecodeRequest) -> (width: Int, height: Int) {
    let scale = Self.scale(request.scaleDenominator)
    return ((info.width + scale - 1) / scale, (info.height + scale - 1) / scale)
  }

  func decode(_ request: DecodeRequest) throws(ImageIOError) -> StillImage {
    guard request.index == 0 else {
      throw .noPicture(at: request.index, of: 1)
    }
    guard request.includesGainMap, let gainMap else { return try makeStill(try decodeBase(request)) }
    let (base, map) = concurrently(
      { () throws(ImageIOError) in try decodeBase(request) },
      { () throws(ImageIOError) in
        try Self.decode(gainMap, request)
      })
    var still = try makeStill(try base.get())
    switch map {
    case .success(let map):
      still.gainMap = GainMapImage(bitmap: map.bitmap, description: gainMap.description)
      still.warnings += map.warnings
    case .failure(let error):
      still.warnings.append("\(error); the base picture is shown")
      let plain = info.hdr.contentHeadroom(for: info.encoding)
      still.contentHeadroom = plain.value
      still.contentHeadroomSource = plain.source
    }
    return still
  }

  func decodingByteCount(_ request: DecodeRequest) -> Int {
    guard primary.scanCount > 1 else { return 0 }
    return info.width * info.height * CodecMemory.progressiveJPEGDecoder(components: info.channels)
  }

  func rowDecodingByteCount(_ request: DecodeRequest) -> Int? { primary.scanCount == 1 ? 0 : nil }

  func rows(_ request: DecodeRequest) throws(ImageIOError) -> (any StillRowSource)? {
    guard request.index == 0, primary.scanCount == 1 else { return nil }
    let decoder = try JPEGRowDecoder(
      primary, part: "picture", allowPartial: request.allowPartial,
      scaleDenominator: Self.scale(request.scaleDenominator), limits: request.limits)
    guard !decoder.isBuffered else { return nil }
    let (map, warnings) = request.includesGainMap ? wholeGainMap(request) : (nil, [])
    return info.deviceColor.rows(
      JPEGRowSource(decoder, encoding: info.encoding, gainMap: map, warnings: warnings))
  }

  func gainMap(_ request: DecodeRequest) throws(ImageIOError) -> GainMapImage? {
    guard let gainMap else { return nil }
    return GainMapImage(bitmap: try Self.decode(gainMap, request).bitmap, description: gainMap.description)
  }

  /// The gain map, or why the base is shown alone.
  private func wholeGainMap(_ request: DecodeRequest) -> (GainMapImage?, [String]) {
    guard let gainMap else { return (nil, []) }
    do throws(ImageIOError) {
      let map = try Self.decode(gainMap, request)
      return (GainMapImage(bitmap: map.bitmap, description: gainMap.description), map.warnings)
    } catch {
      return (nil, ["\(error); the base picture is shown"])
    }
  }

  private static func decode(
    _ gainMap: JPEGGainMapLocator.Found, _ request: DecodeRequest
  ) throws(ImageIOError) -> JPEGPicture {
    let map = try JPEGPicture(
      decoding: gainMap.stream, part: "gain map", allowPartial: false,
      scaleDenominator: scale(request.gainMapScaleDenominator), limits: request.limits)
    guard map.bitmap.format != .rgba8 else { throw .unsupported(part: "gain map", text: "a gain map of four inks") }
    return map
  }

  private func decodeBase(_ request: DecodeRequest) throws(ImageIOError) -> JPEGPicture {
    try JPEGPicture(
      decoding: primary, part: "picture", allowPartial: request.allowPartial,
      scaleDenominator: Self.scale(request.scaleDenominator), rows: request.region?.rows, limits: request.limits)
  }

  private func makeStill(_ picture: JPEGPicture) throws(ImageIOError) -> StillImage {
    var still = StillImage(
      base: picture.bitmap, encoding: info.encoding, iccProfile: info.iccProfile, orientation: info.orientation,
      hdr: info.hdr, contentHeadroom: info.contentHeadroom, contentHeadroomSource: info.contentHeadroomSource,
      metadata: info.metadata, warnings: info.warnings + picture.warnings, isPartial: picture.isPartial)
    still.decodedRegion = picture.decodedRegion
    return try still.converted(info.deviceColor)
  }

  /// libjpeg scales by powers of two down to an eighth.
  private static func scale(_ wanted: Int) -> Int { [8, 4, 2].first { $0 <= wanted } ?? 1 }

  // MARK: - Headers

  private static func readEXIF(_ blocks: JPEGMetadataBlocks, into info: inout StillInfo) -> EXIFBlock? {
    guard let reader = blocks.exif else { return nil }
    let bytes = reader.rest
    do throws(ImageIOError) {
      let block = try EXIFBlock(parsing: bytes)
      info.metadata.exif = bytes
      info.orientation = CGImagePropertyOrientation(exifTag: Int(block.orientation))
      info.cameraMake = block.image[EXIFBlock.Tag.make]?.text
      info.cameraModel = block.image[EXIFBlock.Tag.model]?.text
      return block
    } catch {
      info.warnings.append("APP1/\(error)")
      return nil
    }
  }

  private static func readXMP(_ blocks: JPEGMetadataBlocks, into info: inout StillInfo) -> XMPPacket? {
    guard let bytes = blocks.xmp else { return nil }
    info.metadata.xmp = bytes
    info.metadata.extendedXMP = blocks.extendedXMP
    do throws(XMLError) {
      return try XMPPacket(parsing: bytes)
    } catch {
      info.warnings.append("APP1/XMP: \(error)")
      return nil
    }
  }

  /// Four components are inks, whatever the profile; three and one have the colours of its encoding, else of its table.
  ///
  /// Samples of inks are 255 minus the amount. Adobe's are, and readers assume it for others too (Chromium), since
  /// other files have never been common.
  private static func readColor(_ blocks: JPEGMetadataBlocks, _ frame: JPEGFrame, into info: inout StillInfo) {
    if frame.components.count == 4 { return readInks(blocks, into: &info) }
    guard let bytes = blocks.icc else { return }
    do throws(ICCError) {
      let profile = try ICCProfile(parsing: bytes)
      let isColor = frame.components.count == 3
      guard let encoding = profile.encoding else {
        info.deviceColor = DeviceColor.table(
          of: profile, bytes, isColor ? .rgb : .gray, part: "APP2/ICC", warnings: &info.warnings)
        info.encoding = info.deviceColor?.encoding ?? info.encoding
        return
      }
      guard encoding.model == .rgb || (encoding.model == .monochrome && !isColor) else {
        info.warnings.append("APP2/ICC: a profile of another colour model than the picture's is not used")
        return
      }
      info.iccProfile = bytes
      info.encoding = encoding
      info.cicp = profile.cicp
    } catch {
      info.warnings.append("APP2/ICC: \(error); the picture is taken as sRGB")
    }
  }

  private static func readInks(_ blocks: JPEGMetadataBlocks, into info: inout StillInfo) {
    if let bytes = blocks.icc {
      do throws(ICCError) {
        info.deviceColor = DeviceColor.table(
          of: try ICCProfile(parsing: bytes), bytes, .cmyk, isInverted: true, part: "APP2/ICC",
          warnings: &info.warnings)
      } catch {
        info.warnings.append("APP2/ICC: \(error)")
      }
    }
    if info.deviceColor == nil {
      info.warnings.append("picture: CMYK is converted by the device formula, without a profile")
    }
    let device = info.deviceColor ?? .inks(isInverted: true)
    (info.deviceColor, info.encoding) = (device, device.encoding)
  }

  private static func setHeadroom(_ gainMap: GainMapDescription?, of info: inout StillInfo) {
    let plain = info.hdr.contentHeadroom(for: info.encoding)
    info.contentHeadroom = plain.value
    info.contentHeadroomSource = plain.source
    info.kind = info.encoding.transfer.isHDR ? .isoHDR : .sdr
    guard let gainMap else { return }
    info.gainMap = gainMap
    info.kind = .gainMap
    info.contentHeadroom = gainMap.formula.contentHeadroom
    info.contentHeadroomSource = .explicit
  }
}
