internal import HeadroomColor
package import HeadroomContainers
package import HeadroomEngine
internal import HeadroomGraphics
package import HeadroomImage
package import HeadroomImageIO
internal import HeadroomPixels

/// Renders a picture and writes it: row by row where it is too large to be held, otherwise whole. The only way from a
/// recipe to a file.
package struct RenditionWriter {
  package let context: CIContext
  package let request: RenditionRequest
  package let writer: any ImageWriter

  /// - Throws: `RenderError.unsupportedFormat(_:)` where the container is not written.
  package init(_ request: RenditionRequest, in context: CIContext) throws(RenderError) {
    guard let writer = request.writer ?? request.format.writer else {
      throw .unsupportedFormat("\(request.format.name) files cannot be written")
    }
    self.context = context
    self.request = request
    self.writer = writer
  }

  /// Writes the file.
  ///
  /// - Parameters:
  ///   - task: nil for the context's own.
  ///   - accept: checks the outcome before the file gets its name; if it throws, there is no file.
  /// - Throws: `RenderError` when the picture cannot be rendered, `ImageIOError` when the container cannot hold it or
  ///   the output cannot be written, and errors of `accept`.
  @discardableResult
  package func write(
    to output: any RenditionOutput, task: RenderTask? = nil, accept: (RenditionOutcome) throws -> Void = { _ in }
  ) throws -> RenditionOutcome {
    try context.runAsTask(task) { task in
      do {
        let outcome = try written(to: output, task, accept)
        try task.check()
        task.advance(to: 1)
        return outcome
      } catch ImageIOError.cancelled {
        throw RenderError.cancelled
      }
    }
  }

  private func written(
    to output: any RenditionOutput, _ task: RenderTask, _ accept: (RenditionOutcome) throws -> Void
  ) throws -> RenditionOutcome {
    if let outcome = try writeByRows(to: output, task, accept) { return outcome }
    let rendition = try rendered(task.part(from: 0, to: Self.renderedShare))
    var file = try task.part(from: Self.renderedShare, to: 1).bound { try rendition.encoded(request.options) }
    if request.options.checksLight { file.outcome.lightFidelity = try rendition.lightFidelity(of: file.bytes) }
    try accept(file.outcome)
    try output.write(file.bytes)
    return file.outcome
  }

  /// Rendering's share of the work: by experience it takes about as long as encoding.
  static let renderedShare = 0.5

  // MARK: Whole pictures

  /// The pixels of the file, ready to be encoded once or more often.
  package func rendered(_ task: RenderTask) throws -> RenderedRendition {
    let bitmaps = try context.bitmaps(bitmapRequests, task: task)
    var still = try still(bitmaps[0])
    switch request.gainMap {
    case .none: break
    case .carried(let map): still.gainMap = map
    case .ready(let tag, _): still.gainMap = Self.gainMapImage(bitmaps[1], tag)
    case .computed(_, let options): return try adaptive(still, bitmaps[1], options)
    }
    return RenderedRendition(still, by: writer)
  }

  /// The plan of the file's pixels, if they are held.
  package func plan() throws(RenderError) -> RenderPlan { try context.plan(of: bitmapRequests) }

  /// The base and its companion, rendered in one run: filters and their inputs are computed once for both.
  var bitmapRequests: [CIContext.BitmapRequest] {
    let base = CIContext.BitmapRequest(
      image: request.image, region: request.region, format: request.pixelFormat, encoding: request.encoding,
      gamutPeak: request.gamutPeak, alpha: .straight)
    switch request.gainMap {
    case .none, .carried: return [base]
    case .ready(let tag, let map): return [base, Self.request(map, tag)]
    case .computed(let other, _):
      return [
        base,
        CIContext.BitmapRequest(
          image: other, region: request.region, format: request.alternateFormat, encoding: request.alternateEncoding,
          gamutPeak: request.alternatePeak, alpha: .straight),
      ]
    }
  }

  /// The base's pixels with all of the file's metadata.
  private func still(_ base: PixelBitmap) throws -> StillImage {
    var still = StillImage(
      base: base, encoding: request.encoding, iccProfile: request.iccProfile, metadata: request.metadata)
    still.orientation = request.orientation
    still.hdr = request.hdr
    still.contentHeadroom = request.contentHeadroom
    if !request.isBrightnessKnown { still.contentHeadroomSource = .unknown }
    if request.dropsConstantAlpha { (still, _) = try still.withoutConstantAlpha() }
    if request.measuresLightLevel {
      // The pixels are available: their measured level is better than readers' assumption.
      still.hdr.lightLevel = LightLevelMeter.measure(still.base, request.encoding) ?? still.hdr.lightLevel
    }
    if request.encoding.transfer.isHDR {
      (still.contentHeadroom, still.contentHeadroomSource) = still.hdr.contentHeadroom(for: request.encoding)
    }
    guard let wishes = request.wishes else { return still }
    return try PictureFinisher(format: request.format, options: wishes).finished(still)
  }

  private func adaptive(
    _ base: StillImage, _ alternate: PixelBitmap, _ options: GainMapOptions
  ) throws -> RenderedRendition {
    var options = options
    if base.encoding.transfer.isHDR {
      options = options.leadingToSDR(from: base.contentHeadroom)
    } else if request.omitsEmptyGainMap, !alternate.isBrighterThanWhite {
      var plain = RenderedRendition(base, by: writer)
      plain.omitsGainMap = true
      return plain
    }
    var rendition = RenderedRendition(base, by: writer)
    rendition.pair = AdaptivePicture(
      base: base, alternate: alternate, alternateEncoding: request.alternateEncoding, mapOptions: options)
    rendition.pair?.statedAlternate = request.wishes?.alternateSpace
    return rendition
  }

  /// The codes of a map image, unchanged.
  private static func request(_ map: CIImage, _ tag: GainMapTag) -> CIContext.BitmapRequest {
    CIContext.BitmapRequest(
      image: map, region: PixelRect(enclosing: map.extent),
      format: tag.description.channels == 1 ? .gray8 : .rgb8)
  }

  private static func gainMapImage(_ codes: PixelBitmap, _ tag: GainMapTag) -> GainMapImage {
    var description = tag.description
    description.width = codes.width
    description.height = codes.height
    return GainMapImage(bitmap: codes, description: description)
  }
}

/// A picture whose pixels are ready to be encoded.
package struct RenderedRendition {
  package let still: StillImage
  package let writer: any ImageWriter
  /// The picture and the rendition that its gain map leads to, where one is computed.
  package var pair: AdaptivePicture?
  package var omitsGainMap = false

  /// A picture whose stored pixels stay unchanged.
  package init(_ still: StillImage, by writer: any ImageWriter) {
    self.still = still
    self.writer = writer
  }

  /// How closely a lossy PQ or HLG file restores it.
  package func lightFidelity(of bytes: [UInt8]) throws(ImageIOError) -> GainMapFidelity? {
    try still.lightFidelity(of: bytes)
  }

  /// The bytes of the file.
  package func encoded(
    _ options: EncodeOptions
  ) throws(ImageIOError) -> (bytes: [UInt8], outcome: RenditionOutcome) {
    guard let pair else {
      return (try writer.encode(still, options: options), RenditionOutcome(omitsGainMap: omitsGainMap))
    }
    let file = try pair.encoded(by: writer, options: options)
    return (file.bytes, RenditionOutcome(fidelity: file.fidelity))
  }
}
