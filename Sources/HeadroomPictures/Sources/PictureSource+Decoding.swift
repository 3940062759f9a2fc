package import HeadroomColor
package import HeadroomContainers
internal import HeadroomGraphics
internal import HeadroomImage
package import HeadroomImageIO
package import HeadroomPixels
internal import HeadroomRAW

/// The decoded pixels of a file source, and its smaller forms.
extension PictureSource {
  /// The decoded picture, orientation not applied.
  ///
  /// - Parameter rectangle: the wanted part of the upright picture; nil for all. Other pixels are undefined.
  package func still(showing rectangle: PixelRect? = nil) throws(PictureError) -> StillImage {
    guard let file else { throw PictureError(.internalError, file: name, "a recipe is rendered, not decoded") }
    do throws(ImageIOError) {
      return try file.still(covering: rectangle.map { storedRegion($0, of: file) })
    } catch {
      throw PictureError(error, file: name)
    }
  }

  private func storedRegion(_ rectangle: PixelRect, of file: StillPicture) -> PixelRect {
    let (width, height) = file.decodedSize
    let corners = [
      (rectangle.minX, rectangle.minY), (rectangle.minX + rectangle.width - 1, rectangle.minY + rectangle.height - 1),
    ].map { info.orientation.storedPixel(column: $0.0, row: $0.1, width: width, height: height) }
    let (columns, rows) = (corners.map(\.column), corners.map(\.row))
    return PixelRect(
      columns: min(columns[0], columns[1])..<max(columns[0], columns[1]) + 1,
      rows: min(rows[0], rows[1])..<max(rows[0], rows[1]) + 1)
  }

  /// The result of ``still(showing:)`` without the pixels.
  func header() throws(PictureError) -> StillHeader {
    if let recipe { return recipe.header }
    // A picture that comes by rows has it before the first row.
    if let (rows, gainMap) = try rows() { return header(of: rows, gainMap) }
    return try still().header
  }

  /// The result that ``still(showing:)`` would have, without the pixels.
  func header(of rows: any StillRowSource, _ gainMap: GainMapImage?) -> StillHeader {
    StillHeader(
      width: rows.width, height: rows.height, format: rows.format, alpha: rows.alpha, encoding: rows.encoding,
      iccProfile: info.iccProfile, orientation: info.orientation, gainMap: gainMap, hdr: info.hdr,
      isBrightnessKnown: info.contentHeadroomSource != .unknown, metadata: info.metadata)
  }

  /// The picture from the top, a few rows at a time; nil where it only comes whole.
  func rows() throws(PictureError) -> (source: any StillRowSource, gainMap: GainMapImage?)? {
    guard case .file(let picture) = content else { return nil }
    do throws(ImageIOError) {
      return try picture.rows(includesGainMap: picture.request.includesGainMap)
    } catch {
      throw PictureError(error, file: name)
    }
  }

  /// The use of alpha in a picture that is decoded row by row, found by a pass over the rows until it is known.
  func alphaUse() throws(PictureError) -> AlphaUse {
    guard let source = try withoutGainMap().rows()?.source, source.alpha != .opaque, source.format.hasAlpha else {
      return .opaque
    }
    var scanner = AlphaScanner()
    do {
      var bands = try RowBands(source, height: max(source.rowGroup, 16))
      while !scanner.isDone, let (band, _) = try bands.next() { scanner.add(band) }
      return scanner.use
    } catch {
      throw PictureError(error, file: name)
    }
  }

  /// Bytes of the decoded base picture; 0 for pictures that are not decoded but rendered.
  var decodedByteCount: Int {
    if case .file(let picture) = content { StillSource(picture: picture, rendition: .base).decodedByteCount } else { 0 }
  }

  /// Bytes of the decoded base picture where only a part of the upright picture is wanted.
  func decodedByteCount(showing rectangle: PixelRect?) -> Int {
    guard let rectangle, let file, file.reader.decodesRegions else { return decodedByteCount }
    let (width, height) = uprightSize
    return decodedByteCount / max(width * height, 1) * rectangle.width * rectangle.height
  }

  /// The places where the file breaks rules.
  package func findings(measured: ContentLightLevel? = nil) throws(PictureError) -> [ConformanceFinding] {
    guard let file else { return [] }
    do throws(ImageIOError) {
      return try ConformanceChecker.findings(of: file.reader, index: file.request.index, measured: measured)
    } catch {
      throw PictureError(error, file: name)
    }
  }

  /// The file with other metadata, turned or without its gain map, whose coded pictures stay byte for byte.
  ///
  /// - Throws: the reason if they cannot.
  package func keepingCodedData(_ edit: CodedEdit, limits: DecodeLimits) throws(ImageIOError) -> CodedEditResult {
    guard let file else { throw .unsupported(part: "recipe", text: "there are no coded pictures") }
    return try file.reader.keepingCodedData(edit, limits: limits)
  }

  // MARK: Smaller forms

  /// The same source, whose gain map is not decoded.
  package func withoutGainMap() -> PictureSource { decoded { $0.includesGainMap = false } }

  /// The form of the picture that decodes fastest for a result of this size. JPEG and HEIF decode at 1/2, 1/4 or 1/8,
  /// and RAW files are developed at 1/2 or 1/4, which costs less than the whole picture and averages as resampling
  /// would. A picture still much larger than the result is averaged row by row.
  ///
  /// - Parameter target: the size of the result, as shown.
  package func decodedSmall(for target: (width: Int, height: Int)) throws(PictureError) -> PictureSource {
    switch content {
    case .recipe: return self
    case .developed(let file, _):
      let reduced = file.reduced(for: target)
      return PictureSource(.developed(reduced, try RecipePicture(reduced)), name: name)
    case .file(let picture): return small(picture, for: target)
    }
  }

  private func small(_ picture: StillPicture, for target: (width: Int, height: Int)) -> PictureSource {
    let scale = [8, 4, 2].first { scale in
      let small = decoded { $0.scaleDenominator = scale }.uprightSize
      return small.width >= target.width && small.height >= target.height
        && small.width * small.height >= DecodeRequest.fewestPixels
    }
    let (width, height) = info.orientation.swapsAxes ? (target.height, target.width) : target
    var request = picture.request
    if let scale { request.scaleDenominator = scale }
    request.matchGainMap(info.gainMap, toBaseOf: picture.reader)
    let reader = ShrinkingReader(picture.reader, request, target: (width, height)) ?? picture.reader
    return form(of: picture, by: reader, request)
  }

  /// The preview of a RAW file; nil for other files, and where none is large enough.
  package func preview(longerSide side: Int, _ resources: JobResources) -> PictureSource? {
    guard case .developed(let file, _) = content,
      let reader = RAWPreviewReader(file.raw, longerSide: side, limits: resources.limits)
    else { return nil }
    let request = DecodeRequest(allowPartial: resources.allowPartial, limits: resources.limits)
    return PictureSource(.file(StillPicture(reader: reader, request: request, url: file.still.url)), name: name)
  }

  /// The same source with a changed decode request; sources that are not decoded stay unchanged.
  private func decoded(_ change: (inout DecodeRequest) -> Void) -> PictureSource {
    guard case .file(let picture) = content else { return self }
    var request = picture.request
    change(&request)
    return form(of: picture, by: picture.reader, request)
  }

  /// The picture of the same file as another reader or request gives it: the one that another job has, where jobs share
  /// their forms.
  private func form(of picture: StillPicture, by reader: any ImageReader, _ request: DecodeRequest) -> PictureSource {
    func make() -> StillPicture { StillPicture(reader: reader, request: request, url: picture.url) }
    var result = PictureSource(.file(forms?.picture(by: reader, request, otherwise: make) ?? make()), name: name)
    result.forms = forms
    return result
  }
}
