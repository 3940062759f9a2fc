public import Foundation
package import HeadroomColor
package import HeadroomContainers
package import HeadroomEngine
public import HeadroomGraphics
public import HeadroomImageIO
package import HeadroomPixels

extension CIImage {
  // MARK: Files

  /// Reads a file's headers; pixels are decoded when the image is first rendered.
  ///
  /// Nil when the file is missing, of an unknown kind or damaged, or when a requested auxiliary image is missing.
  /// ``init(reading:options:)`` throws the reason.
  public convenience init?(contentsOf url: URL, options: [CIImageOption: Any]? = nil) {
    guard let image = try? CIImage(reading: url, options: options ?? [:]) else { return nil }
    self.init(image)
  }

  /// As `init(contentsOf:options:)`, on a file's bytes.
  public convenience init?(data: Data, options: [CIImageOption: Any]? = nil) {
    let limits = DecodeLimits.standard.limited(by: options ?? [:])
    guard let reader = try? ImageFormats.open(FileBytes(data), limits: limits),
      let image = try? CIImage(
        picture: StillPicture(reader: reader, request: DecodeRequest(limits: limits).reading(options ?? [:])),
        options: options ?? [:])
    else { return nil }
    self.init(image)
  }

  /// Reads a file's headers, or throws the reason of a failure.
  /// - Throws: `ImageIOError` with part and offset; `RenderError.source(_:)` when an auxiliary image is missing.
  public convenience init(reading url: URL, options: [CIImageOption: Any] = [:]) throws {
    try self.init(reading: url, options: options, limits: .standard)
  }

  /// As ``init(reading:options:)``, within limits.
  package convenience init(reading url: URL, options: [CIImageOption: Any], limits: DecodeLimits) throws {
    let bytes = try FileBytes(path: url.path)
    let limits = limits.limited(by: options)
    let reader = try ImageFormats.open(bytes, limits: limits)
    let request = DecodeRequest(limits: limits).reading(options)
    if request.layer != nil { _ = try reader.info(of: request) }
    self.init(try CIImage(picture: StillPicture(reader: reader, request: request, url: url), options: options))
  }

  /// A picture of an image source; pixels are decoded when the image is first rendered.
  ///
  /// When the source cannot be opened the image is empty; `CGImageSource` gives the reason.
  public convenience init(cgImageSource source: CGImageSource, index: Int, options: [CIImageOption: Any]? = nil) {
    guard let reader = try? source.reader(),
      let image = try? CIImage(
        picture: StillPicture(reader: reader, request: DecodeRequest(index: index).reading(options ?? [:])),
        options: options ?? [:])
    else {
      self.init(CIImage.empty())
      return
    }
    self.init(image)
  }

  /// The picture of an opened file.
  package convenience init(picture: StillPicture, options: [CIImageOption: Any]) throws(RenderError) {
    if picture.request.layer != nil {
      do throws(ImageIOError) {
        _ = try picture.reader.info(of: picture.request)
      } catch {
        throw .decoding(error, file: picture.url)
      }
    }
    let wanted = ReadOptions(options)
    if let kind = wanted.auxiliary {
      self.init(try CIImage(kind, of: picture, wanted))
      return
    }
    if !wanted.isGainMap, let developed = CIImage(developing: picture, headroom: wanted.expandsToHDR ? .infinity : 1) {
      self.init(developed.finished(wanted, orientation: .up))
      return
    }
    let rendition: StillSource.Rendition
    if wanted.isGainMap {
      guard picture.info.gainMap != nil else { throw .source("the file has no HDR gain map") }
      rendition = .gainMap
    } else {
      rendition = wanted.expandsToHDR ? .expanded(headroom: .infinity) : .base
    }
    let source = StillSource(picture: picture, rendition: rendition, encodingOverride: wanted.encoding)
    self.init(CIImage(source: source).finished(wanted, orientation: picture.info.orientation))
  }

  /// The picture of an opened file, adapted to a display: the gain map is weighted for `headroom` where there is one,
  /// HDR content without one is tone mapped. Upright.
  package convenience init(
    picture: StillPicture, headroom: Double, toneMapOperator: ToneMapOperator = .rwtmo
  ) {
    if let developed = CIImage(developing: picture, headroom: headroom, toneMapOperator: toneMapOperator) {
      self.init(developed)
      return
    }
    let source = StillSource(picture: picture, rendition: .expanded(headroom: headroom))
    let upright = CIImage(source: source).finished(
      ReadOptions([.applyOrientationProperty: true]), orientation: picture.info.orientation)
    self.init(
      picture.info.gainMap != nil
        ? upright : upright.toneMapped(to: headroom, toneMapOperator: toneMapOperator))
  }

  /// A source as stored, or turned by its file's orientation.
  package convenience init(source: StillSource, isUpright: Bool) {
    let headroom: Double =
      switch source.rendition {
      case .expanded(let headroom): headroom
      case .base, .gainMap, .smallerGainMap: 1
      }
    if let developed = CIImage(developing: source.picture, headroom: headroom, isUpright: isUpright) {
      self.init(developed.made(by: NodeOrigin(.source(source)), from: []))
      return
    }
    let image = CIImage(source: source)
    self.init(isUpright ? image.upright(source.picture.info.orientation) : image)
  }

  package convenience init(source: StillSource) {
    var tags = ImageTags()
    tags.url = source.picture.url
    tags.properties = PropertyBox(source.picture, isUpright: false)
    tags.contentHeadroom = Float(source.contentHeadroom)
    tags.colorSpace = source.colorSpace
    if !source.rendition.isGainMap { tags.hdr = source.picture.info.hdr }
    tags.isHeadroomStated = source.hasGainMap
    if source.rendition.isGainMap, let map = source.picture.info.gainMap {
      tags.gainMap = GainMapTag(description: map, picture: source.picture)
    }
    let extent = CGRect(x: 0, y: 0, width: source.width, height: source.height)
    let image = CIImage(node: RecipeNode(.source(source), inputs: [], extent: extent), tags: tags)
    let placed = image.placingDiffuseWhite(of: source)
    self.init(placed.node === image.node ? placed : placed.made(by: NodeOrigin(.source(source)), from: []))
  }

  // MARK: Pixels in memory

  /// The pixels of a `CGImage`, in its colour space (sRGB when it has none).
  public convenience init(cgImage: CGImage, options: [CIImageOption: Any]? = nil) {
    var tags = ImageTags()
    tags.colorSpace = cgImage.colorSpace
    tags.contentHeadroom = cgImage.contentHeadroom
    tags.contentAverageLightLevel = cgImage.contentAverageLightLevel
    // Every PQ and HLG image has a headroom; it was measured if there is an average level too.
    tags.isHeadroomStated = cgImage.contentAverageLightLevel > 0
    if options?.isEmpty ?? true { tags.cgImage = cgImage }
    self.init(
      bitmap: cgImage.bitmap, encoding: cgImage.colorSpace?.encoding ?? .sRGB, tags: tags, label: "CGImage",
      options: ReadOptions(options ?? [:]))
  }

  /// The pixels of a pixel buffer, in the space of its attachments. The buffer is read when the image is rendered.
  public convenience init(cvPixelBuffer buffer: CVPixelBuffer, options: [CIImageOption: Any]? = nil) {
    let wanted = ReadOptions(options ?? [:])
    let encoding = buffer.encoding
    var tags = ImageTags()
    tags.colorSpace = CGColorSpace(encoding: encoding)
    tags.contentHeadroom = buffer.contentHeadroom
    tags.hdr = buffer.hdrMetadata
    if options?.isEmpty ?? true { tags.pixelBuffer = buffer }
    let source = PixelBufferSource(buffer, encoding: wanted.encoding ?? encoding)
    let extent = CGRect(x: 0, y: 0, width: source.width, height: source.height)
    let image = CIImage(node: RecipeNode(.source(source), inputs: [], extent: extent), tags: tags)
    self.init(image.finished(wanted, orientation: .up))
  }

  /// As ``init(cvPixelBuffer:options:)``.
  public convenience init(cvImageBuffer buffer: CVImageBuffer, options: [CIImageOption: Any]? = nil) {
    self.init(cvPixelBuffer: buffer, options: options)
  }

  /// The pixels of a surface, which are read when the image is rendered.
  public convenience init(ioSurface surface: IOSurface, options: [CIImageOption: Any]? = nil) {
    self.init(cvPixelBuffer: CVPixelBuffer(of: surface), options: options)
  }

  /// Premultiplied pixels in memory, rows from the top; the bytes are copied.
  /// - Parameters:
  ///   - data: at least `bytesPerRow * height` bytes; with fewer the image is empty.
  ///   - bytesPerRow: bytes from one row to the next.
  ///   - size: width and height in pixels.
  ///   - format: component order and number type.
  ///   - colorSpace: the space of the numbers; nil means they are not matched to the working space.
  public convenience init(
    bitmapData data: Data, bytesPerRow: Int, size: CGSize, format: CIFormat, colorSpace: CGColorSpace?
  ) {
    var tags = ImageTags()
    tags.colorSpace = colorSpace
    guard
      let bitmap = PixelBitmap.copying(
        data, rowBytes: bytesPerRow, width: OptionValues.integer(size.width) ?? 0,
        height: OptionValues.integer(size.height) ?? 0, format: format.pixelFormat)
    else {
      self.init(CIImage.empty())
      return
    }
    self.init(
      bitmap: bitmap, encoding: colorSpace?.encoding, tags: tags, label: "bitmap", options: ReadOptions([:]))
  }

  /// One colour everywhere; infinite. Components are matched from the colour's own space.
  public convenience init(color: CIColor) {
    let constant = ConstantColor(
      SIMD3(Double(color.red), Double(color.green), Double(color.blue)), alpha: Float(color.alpha),
      in: color.colorSpace.encoding)
    self.init(generator: constant, extent: .infinite)
  }

  /// A decoded frame: pixels, mostly in a codec's planes, that nobody writes to while the bitmap exists. The image
  /// keeps the bitmap, and with it the memory of the codec.
  ///
  /// - Parameters:
  ///   - encoding: the space of its numbers; the bitmap's own `ycbcr` says how luma and chroma represent them.
  ///   - tags: a content headroom of 0 stands for that of the encoding.
  package convenience init(frame bitmap: PixelBitmap, encoding: ColorEncoding, tags: ImageTags = ImageTags()) {
    var tags = tags
    tags.colorSpace = tags.colorSpace ?? CGColorSpace(encoding: encoding)
    self.init(
      bitmap: bitmap, encoding: encoding, tags: tags, label: "frame", options: ReadOptions([:]), isConstant: true)
  }

  /// - Parameter isConstant: as `BitmapSource` takes it.
  package convenience init(
    bitmap: PixelBitmap, encoding: ColorEncoding?, tags: ImageTags, label: String, options: ReadOptions,
    isConstant: Bool? = nil
  ) {
    let known = encoding.map { $0.transfer.isHDR ? $0.contentHeadroomDefault : ($0.isExtended ? 0 : 1) } ?? 0
    let headroom = tags.contentHeadroom > 0 ? Double(tags.contentHeadroom) : known
    var tags = tags
    tags.contentHeadroom = Float(headroom)
    let space: ColorEncoding?
    switch options.encoding {
    case .some(let replaced): space = replaced
    case .none: space = encoding
    }
    let source = BitmapSource(bitmap: bitmap, encoding: space, label: label, isConstant: isConstant)
    let extent = CGRect(x: 0, y: 0, width: bitmap.width, height: bitmap.height)
    let image = CIImage(node: RecipeNode(.source(source), inputs: [], extent: extent), tags: tags)
    self.init(image.finished(options, orientation: .up))
  }

  /// A copy, for initialisers that build on others.
  package convenience init(_ other: CIImage) {
    self.init(node: other.node, tags: other.tags, sampling: other.sampling)
  }

  /// Applies the options in this order: headroom, properties, orientation, tone mapping, sampling.
  ///
  /// Properties in the options also set the orientation, if they have one.
  package func finished(_ options: ReadOptions, orientation: CGImagePropertyOrientation) -> CIImage {
    var image = self
    if let headroom = options.contentHeadroom { image = image.settingContentHeadroom(headroom) }
    if let level = options.contentAverageLightLevel { image = image.settingContentAverageLightLevel(level) }
    var orientation = orientation
    if let properties = options.properties {
      image = image.retagged { $0.properties = properties }
      orientation = properties.statedOrientation ?? orientation
    }
    if options.appliesOrientation { image = image.upright(orientation) }
    if options.toneMapsToSDR, tags.colorSpace?.isHDR() ?? false {
      image = image.toneMapped(to: 1, toneMapOperator: .rwtmo)
        .retagged { $0.colorSpace = tags.colorSpace?.standardDynamicRange }
    }
    if options.samplesNearest { image = image.samplingNearest() }
    return image
  }
}

extension CIImage {
  /// Turned by the file's orientation; the orientation in its metadata is reset.
  fileprivate func upright(_ orientation: CGImagePropertyOrientation) -> CIImage {
    oriented(orientation).retagged { $0.properties = $0.properties.upright }.retagged { $0.url = tags.url }
  }
}

/// The options dictionary, read once.
package struct ReadOptions {
  var expandsToHDR = false
  var toneMapsToSDR = false
  var appliesOrientation = false
  var samplesNearest = false
  var isGainMap = false
  /// Depth or a matte instead of the picture.
  var auxiliary: AuxiliaryKind?
  package var contentHeadroom: Float?
  package var contentAverageLightLevel: Float?
  /// `.some(nil)`: match nothing.
  package var encoding: ColorEncoding??
  package var properties: PropertyBox?

  private static let keys = Set(
    [
      CIImageOption.colorSpace, .toneMapHDRtoSDR, .expandToHDR, .contentHeadroom, .contentAverageLightLevel,
      .applyOrientationProperty, .nearestSampling, .cacheImmediately, .properties, .auxiliaryHDRGainMap,
      .providerTileSize, .providerUserInfo, .memoryLimit, .layer,
    ].map(\.rawValue) + AuxiliaryKind.allCases.map(\.option.rawValue))

  package init(_ options: [CIImageOption: Any]) {
    DeveloperNotes.ignored(options.keys.map(\.rawValue), butFor: Self.keys, by: "CIImage")
    func flag(_ key: CIImageOption) -> Bool { OptionValues.flag(options[key]) ?? false }
    expandsToHDR = flag(.expandToHDR)
    toneMapsToSDR = flag(.toneMapHDRtoSDR)
    appliesOrientation = flag(.applyOrientationProperty)
    samplesNearest = flag(.nearestSampling)
    isGainMap = flag(.auxiliaryHDRGainMap)
    auxiliary = AuxiliaryKind.allCases.first { flag($0.option) }
    contentHeadroom = OptionValues.number(options[.contentHeadroom]).map { Float($0) }
    contentAverageLightLevel = OptionValues.number(options[.contentAverageLightLevel])
      .map { Float($0) }
    if let space = options[.colorSpace] as? CGColorSpace {
      encoding = .some(space.encoding)
    } else if options[.colorSpace] is NSNull {
      encoding = .some(nil)
    }
    properties = OptionValues.dictionary(options[.properties]).map { PropertyBox($0) }
  }
}

extension StillSource {
  /// The space that the image reports: an HDR one once the base is expanded.
  package var colorSpace: CGColorSpace? {
    guard let encoding else { return nil }
    if hasGainMap { return CGColorSpace(encoding: encoding.linearized.extended) }
    return CGColorSpace(encoding: encoding, iccData: encodingOverride == nil ? picture.info.iccProfile : nil)
  }
}

extension CGColorSpace {
  /// The SDR space of the same primaries.
  var standardDynamicRange: CGColorSpace {
    var sdr = encoding.standardRange
    if sdr.transfer.isHDR || sdr.transfer == .linear { sdr.transfer = .sRGB }
    return CGColorSpace(encoding: sdr)
  }
}

extension PixelBitmap {
  /// A new bitmap with a client's bytes; nil when they are too few or the size is invalid.
  package static func copying(_ data: Data, rowBytes: Int, width: Int, height: Int, format: PixelFormat) -> PixelBitmap?
  {
    guard width > 0, height > 0, fits(data.count, rowBytes: rowBytes, width: width, height: height, format: format),
      let bitmap = try? PixelBitmap(width: width, height: height, format: format)
    else { return nil }
    unsafe data.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      for row in 0..<height {
        unsafe bitmap.rowAddress(row).copyMemory(
          from: base + row * rowBytes, byteCount: width * format.bytesPerPixel)
      }
    }
    return bitmap
  }

  /// Whether the rows fit in `byteCount` bytes.
  package static func fits(_ byteCount: Int, rowBytes: Int, width: Int, height: Int, format: PixelFormat) -> Bool {
    let row = width.multipliedReportingOverflow(by: format.bytesPerPixel)
    let before = rowBytes.multipliedReportingOverflow(by: height - 1)
    guard !row.overflow, !before.overflow, row.partialValue <= rowBytes else { return false }
    let total = before.partialValue.addingReportingOverflow(row.partialValue)
    return !total.overflow && total.partialValue <= byteCount
  }
}

extension DecodeRequest {
  /// With the reading options of an image.
  fileprivate func reading(_ options: [CIImageOption: Any]) -> DecodeRequest {
    var request = self
    request.layer = options[.layer] as? String
    return request
  }
}

extension DecodeLimits {
  /// With the memory options of an image.
  fileprivate func limited(by options: [CIImageOption: Any]) -> DecodeLimits {
    guard let megabytes = (options[.memoryLimit] as? NSNumber)?.intValue ?? options[.memoryLimit] as? Int else {
      return self
    }
    var limits = self
    limits.maxMemoryBytes = min(max(megabytes, 0), 1 << 40) << 20
    return limits
  }
}
