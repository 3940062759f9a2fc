internal import HeadroomColor
internal import HeadroomFilters
internal import HeadroomImage
internal import HeadroomImageIO
internal import HeadroomPixels

/// A source with the edits of its job.
struct JobSubject: EditedPicture {
  let source: PictureSource
  let geometry: PictureGeometry
  let filters: FilterChain
  let renderer: PictureRenderer
  /// Its light, where the headers do not state its brightness.
  let light: SceneLight?
  /// Its background.
  let ground: CIColor?

  var info: StillInfo { source.info }
  var isBaseSDR: Bool { source.isBaseSDR }
  var hasSDRAlternate: Bool { source.hasSDRAlternate }
  var hasFilters: Bool { filters.hasFilters }

  var measuredHeadroom: Double? {
    guard !hasFilters, source.original != nil, let content = light?.contentHeadroom else { return nil }
    // A map that would need a brighter display than PQ's is applied wholly where PQ holds what it reaches.
    let isHeld = info.statesMoreThanPQ && content <= LightMeter.largestHeadroom
    return info.contentHeadroomSource == .unknown || isHeld ? content : nil
  }

  func image(headroom: Double, toneMap: ToneMapOperator) -> CIImage {
    source.image(headroom: headroom, toneMap: toneMap)
  }

  func baseImage() throws(PictureError) -> CIImage { try source.baseImage() }

  func reshaped(_ image: CIImage) throws(PictureError) -> CIImage { try geometry.apply(to: image) }

  func filtered(_ image: CIImage) throws(PictureError) -> CIImage { try filters.apply(to: image) }

  func overlaid(_ image: CIImage, headroom: Double) throws(PictureError) -> CIImage {
    let covered = try filters.overlaid(on: image, headroom: headroom)
    return ground.map { covered.laid(on: $0) } ?? covered
  }

  func onlyMovesPixels(of image: CIImage) throws(PictureError) -> Bool { try filters.onlyMovesPixels(of: image) }

  func samples(of image: CIImage) throws(PictureError) -> [Float] {
    try renderer.samples(of: image, file: source.name)
  }
}

extension StillInfo {
  /// Whether a gain map is for displays that are brighter than PQ's peak.
  var statesMoreThanPQ: Bool { gainMap != nil && contentHeadroom > LightMeter.largestHeadroom }
}

extension JobWriter {
  /// The images of the planned renditions.
  var images: RenditionImages<JobSubject> {
    let subject = JobSubject(
      source: source, geometry: geometry, filters: filters, renderer: renderer, light: light, ground: ground)
    return RenditionImages(of: subject, plan, toneMap: target.toneMap)
  }

  /// The images that a conversion renders.
  func recipe() throws(PictureError) -> RecipeRenditions {
    switch plan.rendition {
    case .sdr: return RecipeRenditions(try images.sdr())
    case .isoHDR: return RecipeRenditions(try images.hdr())
    case .float: return RecipeRenditions(try images.float())
    case .adaptive where keepsGainMap:
      return RecipeRenditions(try images.base(), alternate: try gainMapRecipe().map { .hdrGainMapImage($0) })
    case .adaptive: return RecipeRenditions(try images.sdr(), alternate: .hdrImage(try images.hdr()))
    }
  }
}
