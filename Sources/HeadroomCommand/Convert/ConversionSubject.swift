internal import Headroom

/// An input with what its conversion does to it.
struct ConversionSubject: EditedPicture {
  let input: InputPicture
  let geometry: PictureGeometry
  let filters: FilterChain
  let renderer: PictureRenderer
  /// Its light, where the headers do not say how bright it is.
  let light: SceneLight?
  /// What it is laid on.
  let ground: CIColor?

  var info: StillInfo { input.info }
  var isBaseSDR: Bool { input.isBaseSDR }
  var hasSDRAlternate: Bool { input.hasSDRAlternate }
  var hasFilters: Bool { filters.hasFilters }

  var measuredHeadroom: Double? {
    guard !hasFilters, info.contentHeadroomSource == .unknown, input.original != nil else { return nil }
    return light?.contentHeadroom
  }

  func image(headroom: Double, toneMap: ToneMapOperator) -> CIImage {
    input.image(headroom: headroom, toneMap: toneMap)
  }

  func baseImage() throws(CommandError) -> CIImage { try input.baseImage() }

  func reshaped(_ image: CIImage) throws(CommandError) -> CIImage { try geometry.apply(to: image) }

  func filtered(_ image: CIImage) throws(CommandError) -> CIImage { try filters.apply(to: image) }

  func overlaid(_ image: CIImage, headroom: Double) throws(CommandError) -> CIImage {
    let covered = try filters.overlaid(on: image, headroom: headroom)
    return ground.map { covered.laid(on: $0) } ?? covered
  }

  func onlyMovesPixels(of image: CIImage) throws(CommandError) -> Bool { try filters.onlyMovesPixels(of: image) }

  func samples(of image: CIImage) throws(CommandError) -> [Float] {
    try renderer.samples(of: image, file: input.path)
  }
}

extension RenditionImages<ConversionSubject> {
  init(of subject: ConversionSubject, _ plan: RenditionPlan, _ options: EncodingOptions) {
    self.init(of: subject, plan, toneMap: options.toneMap.flatMap { ToneMapOperator(rawValue: $0.rawValue) })
  }
}

extension ConversionWriter {
  /// What the planned renditions are made of.
  var images: RenditionImages<ConversionSubject> {
    let subject = ConversionSubject(
      input: input, geometry: geometry, filters: filters, renderer: renderer, light: light, ground: ground)
    return RenditionImages(of: subject, plan, options)
  }

  /// The images that a conversion renders.
  func recipe() throws(CommandError) -> RecipeRenditions {
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
