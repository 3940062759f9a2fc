internal import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomPixels

/// A HEIF or AVIF file whose boxes have been read.
struct HEIFReader: ImageReader {
  var info: StillInfo { primary.info }
  private let container: HEIFContainer
  private let pictures: HEIFPictures
  private let primary: HEIFPicture
  private let format: String

  /// - Parameter format: name of the row in ``ImageFormats``.
  init(_ bytes: FileBytes, format: String, limits: DecodeLimits) throws(ImageIOError) {
    self.format = format
    container = try HEIFContainer(bytes, limits: limits)
    pictures = try HEIFPictures(container)
    primary = try HEIFPicture(pictures.ids[0], in: container, format: format, count: pictures.ids.count)
  }

  func info(at index: Int) throws(ImageIOError) -> StillInfo { try picture(at: index).info }

  private func picture(at index: Int) throws(ImageIOError) -> HEIFPicture {
    guard index >= 0, index < pictures.ids.count else {
      throw .unsupported(part: "index", text: "the file has \(pictures.ids.count) pictures, not \(index + 1)")
    }
    if index == 0 { return primary }
    return try HEIFPicture(pictures.ids[index], in: container, format: format, count: pictures.ids.count)
  }

  func structure() -> [FilePart] { HEIFBoxTree(bytes: container.bytes, limits: container.limits).parts }

  func conformanceFindings() -> [ConformanceFinding] { HEIFConformance(container, primary: primary).findings }

  func decodedSize(_ request: DecodeRequest) -> (width: Int, height: Int) {
    guard let picture = try? picture(at: request.index) else { return (info.width, info.height) }
    let scale = HEIFPictureDecoder.scale(request.scaleDenominator, for: picture.plan)
    let shown = HEIFReader.shown(picture.placement, scale: scale)
    return (shown.width, shown.height)
  }

  /// The rectangle of the decoded picture that is shown.
  private static func shown(_ placement: HEIFPlacement, scale: Int) -> (x: Int, y: Int, width: Int, height: Int) {
    let (left, top) = (placement.x / scale, placement.y / scale)
    return (
      left, top, (placement.x + placement.width + scale - 1) / scale - left,
      (placement.y + placement.height + scale - 1) / scale - top
    )
  }

  // MARK: - Decoding

  func decode(_ request: DecodeRequest) throws(ImageIOError) -> StillImage {
    let picture = try picture(at: request.index)
    guard request.includesGainMap, let gainMap = picture.gainMap else { return try decodeBase(picture, request) }
    let (base, map) = bothAtOnce(
      { () throws(ImageIOError) in try decodeBase(picture, request) },
      { () throws(ImageIOError) in try decodeMap(gainMap, request) })
    var still = try base.get()
    switch map {
    case .success(let map): still.gainMap = map
    case .failure(let error):
      still.warnings.append("gain map: \(error); the base picture is shown")
      let plain = picture.info.hdr.contentHeadroom(for: picture.info.encoding)
      still.contentHeadroom = plain.value
      still.contentHeadroomSource = plain.source
    }
    return still
  }

  func preview(at index: Int, limits: DecodeLimits) throws(ImageIOError) -> StillImage? {
    let picture = try picture(at: index)
    let found = container.sources("thmb", to: picture.id).max { width(of: $0) < width(of: $1) }
    guard let found else { return nil }
    let preview = try HEIFPicture(found, in: container, format: format, count: 1)
    return try decodeBase(preview, DecodeRequest(includesGainMap: false, limits: limits))
  }

  private func width(of id: UInt32) -> Int { container.items[id]?.size?.width ?? 0 }

  private func decodeBase(_ picture: HEIFPicture, _ request: DecodeRequest) throws(ImageIOError) -> StillImage {
    let decoder = HEIFPictureDecoder(
      picture.plan, in: container, coding: picture.color.coding, wantedScale: request.scaleDenominator,
      allowPartial: request.allowPartial, limits: request.limits)
    var decoded = try decoder.decode(hasAlpha: picture.alpha != nil)
    if let alpha = picture.alpha {
      let plane = try HEIFPictureDecoder(
        alpha.plan, in: container, coding: alpha.coding, wantedScale: decoder.scale, allowPartial: request.allowPartial,
        limits: request.limits
      ).decode()
      decoded.isPartial = decoded.isPartial || plane.isPartial
      decoded.warnings += plane.warnings
      alpha.apply(plane.bitmap, to: decoded.bitmap)
    }
    let info = picture.info
    return StillImage(
      base: try Self.crop(decoded.bitmap, picture.placement, scale: decoder.scale), encoding: info.encoding,
      iccProfile: info.iccProfile, orientation: info.orientation, hdr: info.hdr, contentHeadroom: info.contentHeadroom,
      contentHeadroomSource: info.contentHeadroomSource, metadata: info.metadata,
      warnings: info.warnings + decoded.warnings, isPartial: decoded.isPartial)
  }

  private func decodeMap(_ gainMap: HEIFGainMap, _ request: DecodeRequest) throws(ImageIOError) -> GainMapImage {
    guard let item = container.items[gainMap.item] else {
      throw .internalError("the gain map's item is gone")
    }
    let color = HEIFColor(of: item, tile: gainMap.plan.tileItem)
    let decoder = HEIFPictureDecoder(
      gainMap.plan, in: container, coding: color.coding, wantedScale: request.gainMapScaleDenominator,
      allowPartial: false, limits: request.limits)
    let bitmap = try Self.crop(try decoder.decode().bitmap, gainMap.plan.placement().0, scale: decoder.scale)
    return GainMapImage(bitmap: bitmap, description: gainMap.description)
  }

  /// The part of a decoded picture that is shown; the same memory.
  private static func crop(
    _ bitmap: PixelBitmap, _ placement: HEIFPlacement, scale: Int
  ) throws(ImageIOError) -> PixelBitmap {
    let part = shown(placement, scale: scale)
    guard (part.x, part.y, part.width, part.height) != (0, 0, bitmap.width, bitmap.height) else { return bitmap }
    guard let cropped = bitmap.cropped(x: part.x, y: part.y, width: part.width, height: part.height) else {
      throw .internalError("the crop of \(part.width)x\(part.height) is not inside the picture")
    }
    return cropped
  }
}
