internal import Foundation
internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomGraphics
internal import HeadroomImage
internal import HeadroomImageIO
internal import HeadroomPixels

/// The requests of a conversion for rendering and writing.
extension JobWriter {
  func request() throws(PictureError) -> RenditionRequest {
    switch plan.rendition {
    case .sdr: return try request(for: images.sdr())
    case .isoHDR: return try isoHDRRequest(for: images.hdr())
    case .float:
      let image = try images.float()
      var request = try lightRequest(for: image)
      request.hdr.lightLevel = try measuredLightLevel(of: image)
      request.contentHeadroom = filters.isEmpty ? min(source.measured.info.contentHeadroom, plan.headroom) : 0
      // Light that was exposed for lack of a stated brightness now has a white.
      request.isBrightnessKnown = source.info.contentHeadroomSource != .unknown || filters.exposure != 0
      return request
    case .adaptive where keepsGainMap:
      var request = try lightRequest(for: images.base())
      if let map = try reshapedMap() { request.gainMap = .carried(map) }
      return request
    case .adaptive: return try adaptiveRequest()
    }
  }

  /// A rendition without HDR metadata.
  private func request(for image: CIImage) throws(PictureError) -> RenditionRequest {
    try renderer.check(image, file: source.name)
    var request = RenditionRequest(image, as: target.format.row, encoding: plan.encoding, pixelFormat: pixelFormat)
    request.writer = target.format.writer
    request.iccProfile = plan.keepsEncoding ? still.iccProfile : nil
    request.metadata = try renderedMetadata(of: image)
    request.gamutPeak = plan.gamutPeak
    request.options = try encodeOptions(pixels: Int(image.extent.width * image.extent.height))
    request.lightLevel = .stated
    return request
  }

  /// A rendition with the input's metadata about its light.
  private func lightRequest(for image: CIImage) throws(PictureError) -> RenditionRequest {
    var request = try request(for: image)
    request.hdr = still.hdr
    return request
  }

  private func isoHDRRequest(for image: CIImage) throws(PictureError) -> RenditionRequest {
    var request = try lightRequest(for: image)
    // The stated level of the brightest pixels has to hold for the new pixels.
    if plan.encoding.transfer == .pq {
      request.lightLevel = .measured
    } else {
      request.hdr.lightLevel = try measuredLightLevel(of: image)
    }
    return request
  }

  private func adaptiveRequest() throws(PictureError) -> RenditionRequest {
    let (sdr, hdr) = (try images.sdr(), try images.hdr())
    let source = hdr.movedSource
    let options = planner.wishes.mapOptions(leadingTo: source?.statedHeadroom)
    if plan.encoding.transfer.isHDR {
      var request = try isoHDRRequest(for: hdr)
      request.gainMap = .computed(from: sdr, options: options)
      return request
    }
    var request = try request(for: sdr)
    request.gainMap = .computed(from: hdr, options: options)
    request.alternatePeak = plan.headroom.isFinite ? plan.headroom : nil
    // Whether light is brighter than white is not always stated for floating point, and unknown after filters.
    request.omitsEmptyGainMap = (source?.source.picture.info.contentHeadroom ?? 0) <= 0
    return request
  }

  private func measuredLightLevel(of image: CIImage) throws(PictureError) -> ContentLightLevel? {
    guard target.measures else { return nil }
    return try renderer.measured(image, file: source.name).lightLevel
  }

  /// The metadata for newly computed pixels, without what shows the old picture or the user strips.
  private func renderedMetadata(of image: CIImage) throws(PictureError) -> StillMetadata {
    let framing = try framing(of: image)
    let metadata = still.metadata.ofRenderedPixels.reframed(framing)
    return withMotion(metadata, isSameView: framing == .unchanged && filters.isEmpty).removing(target.strippedParts)
  }

  /// The part of the input's view that the image shows. After filters, which may move it freely, its size decides.
  private func framing(of image: CIImage) throws(PictureError) -> PictureFraming {
    let whole = source.storedUprightSize
    let size = try geometry.size(width: whole.width, height: whole.height)
    guard image.extent.size == CGSize(width: size.width, height: size.height) else { return .other }
    return try geometry.framing(of: whole)
  }

  private var pixelFormat: PixelFormat {
    let hasAlpha = still.alpha != .opaque && target.format.holdsAlpha
    switch plan.depth {
    case .bits8: return hasAlpha ? .rgba8 : .rgb8
    case .bits10, .bits12, .bits16: return hasAlpha ? .rgba16 : .rgb16
    // The writer converts floats to halves, and counts values that halves cannot hold.
    case .half, .float: return hasAlpha ? .rgbaFloat : .rgbFloat
    }
  }

  // MARK: The input's own gain map

  /// The input's gain map, moved along with its base.
  private func reshapedMap() throws(PictureError) -> GainMapImage? {
    let stored = source.info.gainMap
    if let image = source.recipeGainMap, let description = stored {
      return try rendered(mapGeometry(image, description, .up).reshaped(), description)
    }
    guard let map = still.gainMap else { return nil }
    let image = CIImage(
      bitmap: map.bitmap, encoding: nil, tags: ImageTags(), label: "gain map", options: ReadOptions([:]))
    return try rendered(
      mapGeometry(image, stored ?? map.description, still.orientation).reshaped(), map.description)
  }

  /// The recipe of the same map, from its file.
  func gainMapRecipe() throws(PictureError) -> CIImage? {
    guard let description = source.info.gainMap else { return nil }
    if let image = source.recipeGainMap { return try mapGeometry(image, description, .up).reshaped() }
    guard let file = source.file else { return nil }
    let map = CIImage(source: try mapSource(description, of: file))
    return try mapGeometry(map, description, source.info.orientation).reshaped()
  }

  private func mapSource(_ description: GainMapDescription, of file: StillPicture) throws(PictureError) -> StillSource {
    let times = try geometry.mapShrinking(of: source, description)
    let size = description.size(smallerBy: times.across, times.down)
    let isSmaller = times.across >= 1 && times.down >= 1 && size != (description.width, description.height)
    return StillSource(
      picture: file,
      rendition: isSmaller ? .smallerGainMap(across: times.across, down: times.down) : .gainMap)
  }

  private func mapGeometry(
    _ image: CIImage, _ description: GainMapDescription, _ orientation: CGImagePropertyOrientation
  ) -> GainMapGeometry {
    GainMapGeometry(
      map: image, storedSize: (description.width, description.height), orientation: orientation,
      base: source.storedUprightSize, geometry: geometry)
  }

  private func rendered(
    _ image: CIImage, _ description: GainMapDescription
  ) throws(PictureError) -> GainMapImage {
    let codes = try renderer.render(
      image, format: description.channels == 1 ? .gray8 : .rgb8, encoding: nil, alpha: .opaque, file: source.name)
    var result = GainMapImage(bitmap: codes, description: description)
    (result.description.width, result.description.height) = (codes.width, codes.height)
    return result
  }
}
