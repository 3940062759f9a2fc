internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomGraphics
internal import HeadroomImage
internal import HeadroomImageIO
internal import HeadroomPixels

/// An SDR and an HDR source of the same picture, which become one file: the base and a gain map that leads to the
/// other.
package struct GainMapComputation: Sendable {
  /// The picture on displays that do not support gain maps.
  package let base: PictureSource
  package let alternate: PictureSource
  /// Its format, quality, and the channels and size of the map.
  package var target: Target
  /// Quality of the map, 0 ... 100; nil takes the encoder's default.
  package var mapQuality: Double?

  /// - Throws: where the two cannot be combined in the target's format.
  package init(base: PictureSource, alternate: PictureSource, target: Target) throws(PictureError) {
    guard base.isBaseSDR || target.format.holdsISOHDR else {
      throw PictureError(
        .input, file: base.name, "is HDR; the base of a gain map in \(target.format.name) has to be SDR")
    }
    guard base.uprightSize == alternate.uprightSize else {
      let (a, b) = (base.uprightSize, alternate.uprightSize)
      throw PictureError(
        .input, file: alternate.name,
        "is \(b.width)x\(b.height), the base \(a.width)x\(a.height): they have to be equal")
    }
    (self.base, self.alternate, self.target) = (base, alternate, target)
  }

  /// Writes the file, and warns of light that the map does not restore.
  package func write(
    to output: any RenditionOutput, in renderer: PictureRenderer, events: JobEvents
  ) throws(PictureError) {
    do {
      try RenditionWriter(request(), in: renderer.context).write(to: output) { outcome in
        guard let losses = outcome.fidelity?.losses, !losses.isEmpty else { return }
        events.warning("the gain map changes HDR: \(losses.joined(separator: "; "))")
      }
    } catch {
      throw PictureError(error, file: base.name)
    }
  }

  private func request() throws(PictureError) -> RenditionRequest {
    let (image, info) = (try base.baseImage(), base.info)
    let hasAlpha = !image.isOpaque && target.format.holdsAlpha
    // Numbers of other models, such as gray, become RGB.
    let encoding = info.encoding.model == .rgb ? info.encoding : info.encoding.ordinary
    let pixelFormat = PixelFormat.integer(isDeep: info.bitDepth > 8, isGray: false, hasAlpha: hasAlpha)
    var request = RenditionRequest(image, as: target.format.row, encoding: encoding, pixelFormat: pixelFormat)
    request.writer = target.format.writer
    request.dropsConstantAlpha = true
    request.iccProfile = encoding == info.encoding ? info.iccProfile : nil
    // A preview stays right where pixels are not turned.
    request.metadata = info.orientation == .up ? info.metadata : info.metadata.ofRenderedPixels
    request.hdr = info.hdr
    request.options = options(for: encoding)
    request.gainMap = .computed(
      from: alternate.image(headroom: base.isBaseSDR ? LightMeter.largestHeadroom : 1),
      options: GainMapOptions(channels: target.gainMap.channels, scale: target.gainMapScale.factor))
    return request
  }

  private func options(for encoding: ColorEncoding) -> EncodeOptions {
    var result = EncodeOptions()
    if let quality = target.quality { result.quality = quality }
    if let mapQuality { result.gainMapQuality = mapQuality }
    result.bitDepth = encoding.transfer.isHDR ? 10 : 8
    return result
  }
}
