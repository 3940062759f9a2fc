internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomEngine
internal import HeadroomGraphics
internal import HeadroomImage
internal import HeadroomImageIO
internal import HeadroomPixels

/// What a destination asks the renderer for.
struct DestinationRequest {
  private let still: StillImage
  private let planner: RenditionPlanner
  private let plan: RenditionPlan
  private let options: DestinationOptions
  private let picture: DestinationPicture
  private let images: RenditionImages<DestinationPicture>

  init(_ still: StillImage, _ planner: RenditionPlanner, _ plan: RenditionPlan, _ options: DestinationOptions) {
    var plan = plan
    if !plan.keepsGainMap {
      plan.encoding = Self.encoding(of: still, planner, plan, options)
    }
    self.still = still
    self.planner = planner
    self.plan = plan
    self.options = options
    picture = DestinationPicture(still, planner.subject.info, in: planner.target.format, plan, options)
    images = RenditionImages(of: picture, plan, toneMap: options.toneMap)
  }

  func request() throws(RenderError) -> RenditionRequest {
    switch plan.rendition {
    case .sdr: return try request(for: images.sdr())
    case .isoHDR: return try hdrRequest()
    case .float: return try floatRequest()
    case .adaptive where plan.keepsGainMap: return try keptRequest()
    case .adaptive: return try adaptiveRequest()
    }
  }

  // MARK: Renditions

  private func request(for image: CIImage) -> RenditionRequest {
    var request = RenditionRequest(
      image.withStoredWhite(in: plan.encoding), as: planner.target.format, encoding: plan.encoding,
      pixelFormat: pixelFormat)
    request.options = options.encode
    request.iccProfile = profile
    request.metadata = metadata(of: image)
    request.orientation = still.orientation
    request.gamutPeak = plan.encoding.transfer.isHDR || pixelFormat.isFloatingPoint ? nil : 1
    request.wishes = options
    return request
  }

  private func metadata(of image: CIImage) -> StillMetadata {
    guard still.exceeds(options.maxPixelSize) else { return still.metadata }
    let size = PixelRect(enclosing: image.extent)
    return still.metadata.ofRenderedPixels.reframed(
      .scaled(from: (still.base.width, still.base.height), to: (size.width, size.height)))
  }

  private func hdrRequest() throws(RenderError) -> RenditionRequest {
    var request = try request(for: images.hdr())
    request.hdr = still.hdr
    if request.hdr.lightLevel == nil { request.hdr.lightLevel = statedLightLevel }
    return request
  }

  /// For a picture with a stated headroom; otherwise the pixels have to be measured.
  private var statedLightLevel: ContentLightLevel? {
    guard still.contentHeadroomSource == .explicit, still.contentHeadroom > 1 else { return nil }
    let average = still.gainMap == nil ? PictureLight(still.base, encoding: still.encoding).lightLevel.maxFALL : 0
    return ContentLightLevel(
      maxCLL: min(still.contentHeadroom * ReferenceWhite.nits, LightMeter.largestHeadroom * ReferenceWhite.nits),
      maxFALL: average)
  }

  private func floatRequest() throws(RenderError) -> RenditionRequest {
    var request = try request(for: images.float())
    request.hdr = still.hdr
    request.contentHeadroom = still.contentHeadroom
    request.isBrightnessKnown = still.contentHeadroomSource != .unknown
    return request
  }

  /// The picture's own base and map, reduced.
  private func keptRequest() throws(RenderError) -> RenditionRequest {
    var request = try request(for: images.base())
    request.gamutPeak = nil
    request.hdr = still.hdr
    let map = try picture.gainMap()
    if let tag = map.tags.gainMap { request.gainMap = .ready(tag, map) }
    return request
  }

  private func adaptiveRequest() throws(RenderError) -> RenditionRequest {
    let (sdr, hdr) = (try images.sdr(), try images.hdr())
    if plan.encoding.transfer.isHDR {
      var request = try hdrRequest()
      request.gainMap = .computed(from: sdr, options: mapOptions)
      return request
    }
    var request = request(for: sdr)
    request.gainMap = .computed(from: hdr, options: mapOptions)
    return request
  }

  /// A new map is like the picture's own by default.
  private var mapOptions: GainMapOptions {
    var result = plan.mapOptions
    guard let map = still.gainMap else { return result }
    let scale = (Double(still.base.width) / Double(max(map.bitmap.width, 1))).rounded()
    result.channels = result.channels ?? (map.bitmap.format.isGray ? .luma : .rgb)
    result.scale = result.scale ?? max(Int(scale), 1)
    result.isDeep = result.isDeep || map.bitmap.format.component == .uint16
    return result
  }

  // MARK: Numbers

  private static func encoding(
    of still: StillImage, _ planner: RenditionPlanner, _ plan: RenditionPlan, _ options: DestinationOptions
  ) -> ColorEncoding {
    let kept = planner.keepsNumbers(plan, still.header) ? still.encoding : nil
    switch plan.rendition {
    case .float: return kept ?? still.encoding.usual(for: .float)
    case .sdr where planner.target.isLinear: return kept ?? still.encoding.usual(for: .float)
    case .sdr: return options.baseEncoding(isSDR: true) ?? kept ?? still.encoding.usual(for: .sdr)
    case .isoHDR: return options.baseEncoding(isSDR: false) ?? kept ?? still.encoding.usual(for: .isoHDR)
    case .adaptive:
      let isSDR = options.baseIsSDR ?? true
      return options.baseEncoding(isSDR: isSDR) ?? still.encoding.usual(for: isSDR ? .sdr : .isoHDR)
    }
  }

  /// The profile that describes the numbers, if one was given.
  private var profile: [UInt8]? {
    if let space = options.baseSpace, space.encoding.standardRange == plan.encoding { return space.embeddedProfile }
    return plan.encoding == still.encoding ? still.iccProfile : nil
  }

  private var pixelFormat: PixelFormat {
    let format = planner.target.format
    let hasAlpha = still.hasAlpha && format.abilities.contains(.alpha)
    let isGray = plan.encoding.model == .monochrome
    if plan.rendition == .float || planner.target.isLinear {
      let isHalf = plan.encoding != still.encoding || still.base.format.component == .half
      return PixelFormat.floating(isHalf: isHalf, isGray: isGray, hasAlpha: hasAlpha)
    }
    let bits = options.encode.bitDepth ?? plan.depth.integerBits ?? 8
    let isDeep = plan.encoding.transfer.isHDR || (bits > 8 && format.abilities.contains(.deepColor))
    return PixelFormat.integer(isDeep: isDeep, isGray: isGray, hasAlpha: hasAlpha)
  }
}

extension DestinationOptions {
  /// The requested encoding, if such a base can have it.
  func baseEncoding(isSDR: Bool) -> ColorEncoding? {
    if isSDR, optimizesForSharing { return .sRGB }
    guard let encoding = baseSpace?.encoding, encoding.model == .rgb, encoding.transfer.isHDR != isSDR else {
      return nil
    }
    return isSDR ? encoding.standardRange : encoding
  }
}
