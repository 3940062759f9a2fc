internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomGraphics
internal import HeadroomPixels

/// A PNG file whose chunks have been read.
struct PNGReader: ImageReader {
  let info: StillInfo
  let directory: PNG.Directory
  let bytes: FileBytes
  private let color: PNG.ColorDescription
  private let gainMap: (reader: PictureOnly, description: GainMapDescription)?

  /// A picture inside the file, which has no gain map itself.
  private struct PictureOnly: Sendable {
    let bytes: FileBytes
    let directory: PNG.Directory
  }

  init(_ bytes: FileBytes, limits: DecodeLimits) throws(ImageIOError) {
    var directory = try PNG.Directory(reading: bytes, limits: limits)
    var warnings = directory.warnings
    let color = directory.colorDescription(warnings: &warnings)
    let gainMap = Self.gainMap(of: directory, in: bytes, limits: limits, &warnings)
    if directory.ending == .insidePictureData { warnings.append("IDAT: the file ends inside the picture data") }
    directory.warnings = warnings
    self.bytes = bytes
    self.directory = directory
    self.color = color
    self.gainMap = gainMap
    info = Self.info(directory, color, gainMap?.description, limits)
  }

  func decode(_ request: DecodeRequest) throws(ImageIOError) -> StillImage {
    guard request.index == 0 else {
      throw .noPicture(at: request.index, of: 1)
    }
    let picture = try PNGPicture(
      decoding: directory, of: bytes, allowPartial: request.allowPartial, limits: request.limits)
    if color.isNarrowRange {
      PNG.NarrowRange(picture.bitmap.format).expand(picture.bitmap, rows: 0..<picture.bitmap.height)
    }
    var still = StillImage(
      base: picture.bitmap, encoding: info.encoding, iccProfile: info.iccProfile, orientation: info.orientation,
      hdr: info.hdr, contentHeadroom: info.contentHeadroom, contentHeadroomSource: info.contentHeadroomSource,
      metadata: info.metadata, warnings: info.warnings + picture.warnings, isPartial: picture.isPartial)
    do throws(ImageIOError) {
      still.gainMap = try decodeGainMap(request)
    } catch {
      still.warnings.append("gdAT: \(error); the base picture is shown")
      let plain = info.hdr.contentHeadroom(for: info.encoding)
      still.contentHeadroom = plain.value
      still.contentHeadroomSource = plain.source
    }
    return try still.converted(info.deviceColor)
  }

  private func decodeGainMap(_ request: DecodeRequest) throws(ImageIOError) -> GainMapImage? {
    guard request.includesGainMap, let gainMap else { return nil }
    let map = try PNGPicture(
      decoding: gainMap.reader.directory, of: gainMap.reader.bytes, allowPartial: false, limits: request.limits)
    return GainMapImage(bitmap: map.bitmap, description: gainMap.description)
  }

  func rowDecodingByteCount(_ request: DecodeRequest) -> Int? { directory.header.isInterlaced ? nil : 0 }

  func rows(_ request: DecodeRequest) throws(ImageIOError) -> (any StillRowSource)? {
    guard request.index == 0, !directory.header.isInterlaced else { return nil }
    let rows = try PNGRowSource(
      directory, of: bytes, encoding: info.encoding, isNarrowRange: color.isNarrowRange, request: request)
    do throws(ImageIOError) {
      rows.gainMap = try decodeGainMap(request)
    } catch {
      rows.warnings.append("gdAT: \(error); the base picture is shown")
    }
    return info.deviceColor.rows(rows)
  }
}

// MARK: - Headers

extension PNGReader {
  private static func info(
    _ directory: PNG.Directory, _ color: PNG.ColorDescription, _ gainMap: GainMapDescription?, _ limits: DecodeLimits
  ) -> StillInfo {
    let header = directory.header
    let format = PNG.PixelDecoder.format(of: directory)
    var info = StillInfo(
      format: PNGFormat.name, width: header.width, height: header.height,
      bitDepth: header.colorType == .palette ? 8 : Int(header.bitDepth), channels: format.channelCount,
      encoding: color.encoding)
    info.deviceColor = color.device
    info.iccProfile = color.profile
    info.cicp = color.codePoints
    info.hdr = directory.hdr
    info.warnings = directory.warnings
    info.metadata = StillMetadata(exif: directory.exif, xmp: directory.xmp)
    info.metadata.texts = directory.texts
    info.metadata.density = directory.density.flatMap { x, y, isPerMetre in
      x > 0 && y > 0 ? PixelDensity(x: Double(x), y: Double(y), unit: isPerMetre ? .metre : .none) : nil
    }
    if let profile = directory.iptcProfile {
      let isBare = profile.first == 0x1C
      let warnings =
        isBare
        ? info.metadata.takeIPTC(profile, limits: limits) : info.metadata.takeResources(profile, limits: limits)
      info.warnings += warnings.map { "Raw profile type iptc/\($0)" }
    }
    info.isPictureCut = directory.ending == .insidePictureData
    info.sequenceFrameCount = directory.frameCount
    readEXIF(&info)
    let plain = info.hdr.contentHeadroom(for: info.encoding)
    info.contentHeadroom = plain.value
    info.contentHeadroomSource = plain.source
    info.kind = info.encoding.transfer.isHDR ? .isoHDR : .sdr
    if let gainMap {
      info.gainMap = gainMap
      info.kind = .gainMap
      info.contentHeadroom = gainMap.formula.contentHeadroom
      info.contentHeadroomSource = .explicit
    }
    return info
  }

  private static func readEXIF(_ info: inout StillInfo) {
    guard let bytes = info.metadata.exif else { return }
    do throws(ImageIOError) {
      let block = try EXIFBlock(parsing: bytes)
      info.orientation = CGImagePropertyOrientation(exifTag: Int(block.orientation))
      info.cameraMake = block.image[EXIFBlock.Tag.make]?.text
      info.cameraModel = block.image[EXIFBlock.Tag.model]?.text
    } catch {
      info.metadata.exif = nil
      info.warnings.append("eXIf/\(error)")
    }
  }

  /// The gain map of Skia's chunks: `gmAP` announces it, and `gdAT` holds a PNG whose own `gmAP` describes it.
  private static func gainMap(
    of directory: PNG.Directory, in bytes: FileBytes, limits: DecodeLimits, _ warnings: inout [String]
  ) -> (reader: PictureOnly, description: GainMapDescription)? {
    guard directory.gainMapMetadata != nil, let range = directory.gainMapPicture else { return nil }
    do throws(ImageIOError) {
      let inner = FileBytes(bytes.copy(range))
      let map = try PNG.Directory(reading: inner, limits: limits)
      guard let metadata = map.gainMapMetadata else {
        throw .malformed(part: "gmAP", text: "the gain map has no metadata", offset: nil)
      }
      guard map.header.width <= directory.header.width, map.header.height <= directory.header.height else {
        throw .malformed(part: "IHDR", text: "the gain map is larger than the picture", offset: nil)
      }
      let description = try describe(map, metadata, &warnings)
      return (PictureOnly(bytes: inner, directory: map), description)
    } catch {
      warnings.append("gdAT/\(error); the base picture is shown")
      return nil
    }
  }

  private static func describe(
    _ map: PNG.Directory, _ metadata: [UInt8], _ warnings: inout [String]
  ) throws(ImageIOError) -> GainMapDescription {
    let parsed: GainMapMetadata
    do throws(GainMapError) {
      parsed = try GainMapMetadata(parsing: metadata)
    } catch {
      throw .malformed(part: "gmAP", text: "\(error)", offset: nil)
    }
    let alternate = map.profile.flatMap { try? ICCProfile(parsing: $0.bytes).encoding }
    return GainMapDescription(
      kinds: [.iso], formula: .iso(parsed), width: map.header.width, height: map.header.height,
      channels: map.header.colorType.isGray ? 1 : 3, alternateEncoding: alternate,
      alternateICCProfile: alternate == nil ? nil : map.profile?.bytes)
  }
}
