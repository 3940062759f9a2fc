internal import Foundation
internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomDisplay
internal import HeadroomGraphics
internal import HeadroomImage
internal import HeadroomImageIO
internal import HeadroomPictures
internal import HeadroomPixels

extension FileAnswers {
  /// Qualities of pictures that are only viewed: the base of a picture on the page, and of a thumbnail.
  private static let (pageQuality, thumbnailQuality) = (90.0, 80.0)

  /// The file for `<img>`: itself if browsers show it correctly, otherwise one with the same light.
  func picture() throws -> ViewerResponse {
    guard filters.isEmpty else { throw ViewerError.badRequest("this is the file as it is; a rendition has filters") }
    let form = BrowserForm(file.info, size: file.size)
    if form == .original, let type = ImageFormats.named(file.info.format)?.mimeType {
      let bytes = file.reader.bytes
      let copy = bytes.copy(0..<bytes.count)
      try bytes.checkIntact()
      return ViewerResponse(type, copy).with("X-Headroom-Original", 1)
    }
    let side = try query.integer("max", in: 1...16_384, default: Self.largestSide)
    let format = query["network"] == "1" ? AVIFFormat.self as any ImageFormat.Type : PNGFormat.self
    let made = try transcoded(form, side: side, quality: Self.pageQuality, pq: format)
    return made.with("X-Headroom-Original", 0)
  }

  /// A small picture that keeps its HDR: a gain map is cheap at this size, for any file.
  func thumbnail() throws -> ViewerResponse {
    let side = try query.integer("size", in: 16...1024, default: 256)
    var form = BrowserForm.transcoded(file.info)
    if form == .pq { form = .computedGainMap }
    if form == .carriedGainMap, filters.isEmpty, let request = try smallCarried(side: side) {
      return ViewerResponse(request.format.mimeType, try renderer.file(request))
    }
    return try transcoded(form, side: side, quality: Self.thumbnailQuality, pq: PNGFormat.self)
  }

  private func transcoded(
    _ form: BrowserForm, side: Int, quality: Double, pq: any ImageFormat.Type
  ) throws -> ViewerResponse {
    if form == .carriedGainMap || form == .jpeg, side >= file.size.longest, let bytes = try repacked(quality) {
      return ViewerResponse(JPEGFormat.mimeType, bytes)
    }
    let request: RenditionRequest
    switch form {
    case .original, .jpeg:
      let image = try smallBase(side: side)
      request = ShownFile.sdr(image, file.info.encoding.ordinarySpace, quality: quality)
    case .png: request = ShownFile.png(try resampled(side: side) { try $0.base() }, file.info)
    case .carriedGainMap: request = try carried(side: side, as: JPEGFormat.self, quality: quality)
    case .computedGainMap: request = try computed(side: side, quality: quality)
    case .pq:
      let light = try resampled(side: side) { $0.light }
      request = ShownFile.pq(light.limited(to: ShownFile.largestHeadroom), try lightMetadata(), as: pq)
    }
    return ViewerResponse(request.format.mimeType, try renderer.file(request))
  }

  /// The decoded pixels unchanged in another container, without rendering. Nil where they do not fit into a JPEG.
  private func repacked(_ quality: Double) throws -> [UInt8]? {
    guard let writer = JPEGFormat.writer, file.info.encoding.isPlain, file.info.bitDepth == 8 else { return nil }
    var still = try file.picture().still()
    guard [.rgb8, .gray8].contains(still.base.format) else { return nil }
    still.metadata = StillMetadata()
    let options = EncodeOptions(quality: quality, chroma: .quarter)
    return try RenderedRendition(still, by: writer).encoded(options).bytes
  }

  /// The file's own base and map.
  func carried(side: Int, as format: any ImageFormat.Type, quality: Double) throws -> RenditionRequest {
    let recipes = try recipes(side: side)
    try recipes.decode()
    let base = try smallBase(side: side)
    let map = try recipes.map()
    guard let tag = map.tags.gainMap else { return try computed(side: side, quality: quality) }
    let stored = map.pixelSize
    // The same ratio of pixels to the base as in the file.
    let across = Double(base.extent.width) / Double(file.size.width)
    let size = PixelSize(
      width: max(Int((Double(stored.width) * across).rounded()), 1),
      height: max(Int((Double(stored.height) * across).rounded()), 1))
    return ShownFile.carried(
      base: base, map: map.shrunk(to: size), tag: tag, file.info, as: format, quality: quality)
  }

  /// The file's own base and map for a small picture: neither is decoded much larger than needed. Nil where the map
  /// does not come.
  private func smallCarried(side: Int) throws -> RenditionRequest? {
    guard let description = file.info.gainMap, let tag = try recipes().map().tags.gainMap else { return nil }
    let (whole, small) = (file.size.longest, file.size.fitting(side).longest)
    func scaled(_ length: Int) -> Int { max((length * small + whole / 2) / whole, 1) }
    let stored = PixelSize(width: scaled(description.width), height: scaled(description.height))
    let still = try file.small(side: side)
    let smaller = try still.gainMap(forPictureSmallerBy: Double(whole) / Double(small), Double(whole) / Double(small))
    guard let codes = smaller?.bitmap else { return nil }
    let base = CIImage(stored: still.base, still.encoding).oriented(file.info.orientation).atOrigin
    let map = CIImage(stored: codes, nil).oriented(file.info.orientation).atOrigin
    let turned = file.info.orientation.uprightSize(width: stored.width, height: stored.height)
    return ShownFile.carried(
      base: base.shrunk(to: size.fitting(side)),
      map: map.shrunk(to: PixelSize(width: turned.width, height: turned.height)),
      tag: tag, file.info, quality: Self.thumbnailQuality)
  }

  /// The stored picture without its gain map, reduced as by `headroom thumbnail`.
  private func smallBase(side: Int) throws -> CIImage {
    guard filters.isEmpty else { return try resampled(side: side) { try $0.base() } }
    return try recipes(side: side).base().shrunk(to: size.fitting(side))
  }

  private func computed(side: Int, quality: Double) throws -> RenditionRequest {
    let content = try contentHeadroom()
    let hdr = try resampled(side: side) { $0.light }
    let sdr =
      file.info.gainMap == nil
      ? hdr.toneMapped(to: 1, from: content, toneMapOperator: .bt2390) : try resampled(side: side) { $0.shown(on: 1) }
    return ShownFile.adaptive(
      sdr: sdr, hdr: hdr.limited(to: ShownFile.largestHeadroom), headroom: min(content, ShownFile.largestHeadroom),
      quality: quality)
  }

  /// The light metadata of a PQ file: the original's, otherwise measured from the pixels, so that readers tone map it
  /// as the viewer does.
  private func lightMetadata() throws -> HDRMetadata {
    if file.info.kind == .isoHDR { return file.info.hdr }
    return ShownFile.metadata(headroom: try contentHeadroom())
  }
}

extension ColorEncoding {
  /// The usual SDR space for a picture with these numbers: its own where it is one.
  var ordinarySpace: ColorEncoding { usual(for: .sdr) }
}
