internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomGraphics
internal import HeadroomPixels

/// A HEIF or AVIF file whose boxes have been read.
struct HEIFReader: ImageReader {
  var info: StillInfo { primary.info }
  var bytes: FileBytes { container.bytes }
  var codecBytesPerPixel: Int { CodecMemory.videoDecoder }
  let container: HEIFContainer
  private let pictures: HEIFPictures
  let primary: HEIFPicture
  private let format: String

  /// - Parameter format: name of the row in ``ImageFormats``.
  init(_ bytes: FileBytes, format: String, limits: DecodeLimits) throws(ImageIOError) {
    self.format = format
    container = try HEIFContainer(bytes, limits: limits)
    pictures = try HEIFPictures(container)
    primary = try HEIFPicture(pictures.ids[0], in: container, format: format, count: pictures.ids.count)
  }

  func info(at index: Int) throws(ImageIOError) -> StillInfo { try picture(at: index).info }

  func picture(at index: Int) throws(ImageIOError) -> HEIFPicture {
    guard index >= 0, index < pictures.ids.count else {
      throw .noPicture(at: index, of: pictures.ids.count)
    }
    if index == 0 { return primary }
    return try HEIFPicture(pictures.ids[index], in: container, format: format, count: pictures.ids.count)
  }

  func structure() -> [FilePart] { HEIFBoxTree(bytes: container.bytes, limits: container.limits).parts }

  func conformanceFindings() -> [ConformanceFinding] { HEIFConformance(container, primary: primary).findings }

  func decodedSize(_ request: DecodeRequest) -> (width: Int, height: Int) {
    guard let picture = try? picture(at: request.index) else { return (info.width, info.height) }
    let scale = Self.scale(request.scaleDenominator, for: picture)
    let shown = HEIFReader.shown(picture.placement, scale: scale)
    return (shown.columns.count, shown.rows.count)
  }

  /// The part of the decoded picture that is shown.
  private static func shown(_ placement: HEIFPlacement, scale: Int) -> PixelRect {
    PixelRect(
      columns: placement.x / scale..<(placement.x + placement.width + scale - 1) / scale,
      rows: placement.y / scale..<(placement.y + placement.height + scale - 1) / scale)
  }

  // MARK: - Decoding

  func decode(_ request: DecodeRequest) throws(ImageIOError) -> StillImage {
    let picture = try picture(at: request.index)
    guard request.includesGainMap, let gainMap = picture.gainMap else { return try decodeBase(picture, request) }
    let (base, map) = concurrently(
      { () throws(ImageIOError) in try decodeBase(picture, request) },
      { () throws(ImageIOError) in try decodeMap(gainMap, request) })
    var still = try base.get()
    switch map {
    case .success(let map):
      still.gainMap = map.image
      // The map covers only the requested part.
      if map.isRestricted {
        let all = PixelRect(width: still.base.width, height: still.base.height)
        still.decodedRegion = request.region?.intersection(all)
      }
    case .failure(let error):
      still.warnings.append("gain map: \(error); the base picture is shown")
      let plain = picture.info.hdr.contentHeadroom(for: picture.info.encoding)
      still.contentHeadroom = plain.value
      still.contentHeadroomSource = plain.source
    }
    return still
  }

  func decodingByteCount(_ request: DecodeRequest) -> Int {
    guard let picture = try? picture(at: request.index) else { return 0 }
    let map = request.includesGainMap ? picture.gainMap?.plan : nil
    return [picture.plan, picture.alpha?.plan, map].reduce(0) { $0 + ($1?.decodingByteCount ?? 0) }
  }

  func rowDecodingByteCount(_ request: DecodeRequest) -> Int? {
    guard let picture = try? picture(at: request.index), picture.alpha == nil else { return nil }
    let (plan, map) = (picture.plan, request.includesGainMap ? picture.gainMap?.plan : nil)
    // Of a grid, a row of tiles waits as pixels.
    let format = YCbCrConverter.format(bitDepth: plan.bitDepth, subsampling: plan.subsampling, hasAlpha: false)
    let strip =
      plan.tiles.count > 1 ? PixelBitmap.byteCount(width: plan.width, height: plan.tileHeight, format: format) : 0
    // The map is decoded before the first row.
    return max(strip + plan.decodingByteCount, map?.decodingByteCount ?? 0)
  }

  /// A grid takes memory for the tiles that are wanted.
  var decodesRegions: Bool { primary.plan.tiles.count > 1 }

  func rows(_ request: DecodeRequest) throws(ImageIOError) -> (any StillRowSource)? {
    let picture = try picture(at: request.index)
    guard picture.alpha == nil, !request.allowPartial else { return nil }
    let scale = Self.scale(request.scaleDenominator, for: picture)
    let decoder = HEIFPictureDecoder(
      picture.plan, in: container, coding: picture.color.coding, scale: scale,
      averaging: .light(picture.color.averaged),
      allowPartial: false, limits: request.limits)
    var map: GainMapImage?
    var warnings: [String] = []
    if request.includesGainMap, let gainMap = picture.gainMap {
      do throws(ImageIOError) {
        map = try decodeMap(gainMap, request).image
      } catch {
        warnings.append("gain map: \(error); the base picture is shown")
      }
    }
    let rows = try HEIFRowSource(
      decoder, shown: Self.shown(picture.placement, scale: scale), encoding: picture.info.encoding, gainMap: map,
      warnings: warnings)
    return picture.color.device.rows(rows)
  }

  func gainMap(_ request: DecodeRequest) throws(ImageIOError) -> GainMapImage? {
    guard let gainMap = try picture(at: request.index).gainMap else { return nil }
    return try decodeMap(gainMap, request).image
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
    let scale = Self.scale(request.scaleDenominator, for: picture)
    let shown = Self.shown(picture.placement, scale: scale)
    let wanted = request.region?.offset(dx: shown.columns.lowerBound, dy: shown.rows.lowerBound)
    let decoder = HEIFPictureDecoder(
      picture.plan, in: container, coding: picture.color.coding, scale: scale,
      averaging: .light(picture.color.averaged),
      wanted: wanted, allowPartial: request.allowPartial, limits: request.limits)
    var decoded = try decoder.decode(hasAlpha: picture.alpha != nil)
    if let alpha = picture.alpha { try decode(alpha, wanted: wanted, request, into: &decoded) }
    let info = picture.info
    var still = StillImage(
      base: try decoded.bitmap.part(shown), encoding: info.encoding, iccProfile: info.iccProfile,
      orientation: info.orientation, hdr: info.hdr, contentHeadroom: info.contentHeadroom,
      contentHeadroomSource: info.contentHeadroomSource, metadata: info.metadata,
      warnings: info.warnings + decoded.warnings, isPartial: decoded.isPartial)
    if !decoded.region.contains(shown) {
      still.decodedRegion = decoded.region.intersection(shown)
        .offset(dx: -shown.columns.lowerBound, dy: -shown.rows.lowerBound)
    }
    return try still.converted(picture.color.device)
  }

  private func decode(
    _ alpha: HEIFAlpha, wanted: PixelRect?, _ request: DecodeRequest, into decoded: inout HEIFPictureDecoder.Picture
  ) throws(ImageIOError) {
    let plane = try HEIFPictureDecoder(
      alpha.plan, in: container, coding: alpha.coding, scale: 1, averaging: .codes, wanted: wanted,
      allowPartial: request.allowPartial, limits: request.limits
    ).decode()
    decoded.isPartial = decoded.isPartial || plane.isPartial
    decoded.warnings += plane.warnings
    // The two can be cut into tiles in different ways.
    decoded.region = decoded.region.intersection(plane.region)
    alpha.apply(try plane.bitmap.part(decoded.region), to: try decoded.bitmap.part(decoded.region))
  }

  /// The scale at which a picture is decoded. One with alpha is not averaged before the two are combined: invisible
  /// pixels would bleed into visible ones.
  private static func scale(_ wanted: Int, for picture: HEIFPicture) -> Int {
    picture.alpha == nil ? HEIFPictureDecoder.scale(wanted, for: picture.plan) : 1
  }

  private func decodeMap(
    _ gainMap: HEIFGainMap, _ request: DecodeRequest
  ) throws(ImageIOError) -> (image: GainMapImage, isRestricted: Bool) {
    guard let item = container.items[gainMap.item] else {
      throw .internalError("the gain map's item is gone")
    }
    let color = HEIFColor(of: item, tile: gainMap.plan.tileItem)
    let scale = HEIFPictureDecoder.scale(request.gainMapScaleDenominator, for: gainMap.plan)
    let shown = Self.shown(gainMap.plan.placement().0, scale: scale)
    let wanted = request.region.map { region in
      region.scaled(from: decodedSize(request), to: (shown.columns.count, shown.rows.count))
        .expanded(dx: Self.gainMapMargin, dy: Self.gainMapMargin)
        .offset(dx: shown.columns.lowerBound, dy: shown.rows.lowerBound)
    }
    let decoder = HEIFPictureDecoder(
      gainMap.plan, in: container, coding: color.coding, scale: scale, averaging: .codes, wanted: wanted,
      allowPartial: false, limits: request.limits)
    let decoded = try decoder.decode()
    let image = GainMapImage(bitmap: try decoded.bitmap.part(shown), description: gainMap.description)
    return (image, !decoded.region.contains(shown))
  }

  /// Extra pixels of a gain map around those of a region, for interpolation.
  private static let gainMapMargin = 4
}
