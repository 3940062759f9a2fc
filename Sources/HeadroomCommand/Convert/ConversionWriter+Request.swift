internal import Headroom
internal import HeadroomViewer

/// What a conversion asks the library to render and write.
extension ConversionWriter {
  func request() throws(CommandError) -> RenditionRequest {
    switch plan.rendition {
    case .sdr: return try request(for: images.sdr())
    case .isoHDR: return try isoHDRRequest(for: images.hdr())
    case .float:
      let image = try images.float()
      var request = try lightRequest(for: image)
      request.hdr.lightLevel = try measuredLightLevel(of: image)
      request.contentHeadroom = filters.isEmpty ? min(input.info.contentHeadroom, plan.headroom) : 0
      // Light that was exposed because nothing said how bright it is has a white now.
      request.isBrightnessKnown = input.info.contentHeadroomSource != .unknown || filters.exposure != 0
      return request
    case .adaptive where keepsGainMap:
      var request = try lightRequest(for: images.base())
      if let map = try reshapedMap() { request.gainMap = .carried(map) }
      return request
    case .adaptive: return try adaptiveRequest()
    }
  }

  /// A rendition without anything said of HDR.
  private func request(for image: CIImage) throws(CommandError) -> RenditionRequest {
    try renderer.check(image, file: input.path)
    var request = RenditionRequest(image, as: format.row, encoding: plan.encoding, pixelFormat: pixelFormat)
    request.iccProfile = plan.keepsEncoding ? still.iccProfile : nil
    request.metadata = renderedMetadata
    request.gamutPeak = plan.gamutPeak
    request.options = encodeOptions
    request.lightLevel = .stated
    return request
  }

  /// A rendition with what the input says of its light.
  private func lightRequest(for image: CIImage) throws(CommandError) -> RenditionRequest {
    var request = try request(for: image)
    request.hdr = still.hdr
    return request
  }

  private func isoHDRRequest(for image: CIImage) throws(CommandError) -> RenditionRequest {
    var request = try lightRequest(for: image)
    // What the file says of its brightest pixels has to be true of the pixels it now has.
    if plan.encoding.transfer == .pq {
      request.lightLevel = .measured
    } else {
      request.hdr.lightLevel = try measuredLightLevel(of: image)
    }
    return request
  }

  private func adaptiveRequest() throws(CommandError) -> RenditionRequest {
    let (sdr, hdr) = (try images.sdr(), try images.hdr())
    if plan.encoding.transfer.isHDR {
      var request = try isoHDRRequest(for: hdr)
      request.gainMap = .computed(from: sdr, options: plan.mapOptions)
      return request
    }
    var request = try request(for: sdr)
    request.gainMap = .computed(from: hdr, options: plan.mapOptions)
    request.alternatePeak = plan.headroom.isFinite ? plan.headroom : nil
    // An input of floating point does not always say whether it is brighter than white.
    request.omitsEmptyGainMap = input.info.contentHeadroom <= 0
    return request
  }

  private func measuredLightLevel(of image: CIImage) throws(CommandError) -> ContentLightLevel? {
    guard options.measure else { return nil }
    return try renderer.measured(image, file: input.path).lightLevel
  }

  /// The metadata of all pixels that are not the input's own: what shows the picture as it was is left behind, and what the
  /// user does not want.
  private var renderedMetadata: StillMetadata { still.metadata.ofRenderedPixels.removing(options.strippedParts) }

  private var pixelFormat: PixelFormat {
    let hasAlpha = still.alpha != .opaque && format.holdsAlpha
    switch plan.depth {
    case .bits8: return hasAlpha ? .rgba8 : .rgb8
    case .bits10, .bits12, .bits16: return hasAlpha ? .rgba16 : .rgb16
    // Halves are made of floats by the writer, which counts what they do not hold.
    case .half, .float: return hasAlpha ? .rgbaFloat : .rgbFloat
    }
  }

  /// The input's gain map, moved along with its base.
  private func reshapedMap() throws(CommandError) -> GainMapImage? {
    guard let map = still.gainMap else { return nil }
    let stored = input.info.gainMap ?? map.description
    return try GainMapGeometry(
      map: map, storedSize: (stored.width, stored.height), orientation: still.orientation, geometry: geometry,
      renderer: renderer, file: input.path
    ).reshaped(forBase: input.storedUprightSize)
  }
}
