internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomEngine
internal import HeadroomGraphics
internal import HeadroomImageIO
internal import HeadroomPixels

extension CIImageOption {
  /// `Bool`: read the depth beside the picture instead of it: gray from 0 to 1 as it is stored, upright only with
  /// ``applyOrientationProperty``. Nil where the file has none; so with the options below.
  public static let auxiliaryDepth = CIImageOption(rawValue: "kCIImageAuxiliaryDepth")
  /// `Bool`: read the disparity, the inverse of depth.
  public static let auxiliaryDisparity = CIImageOption(rawValue: "kCIImageAuxiliaryDisparity")
  /// `Bool`: read where people are: 1 inside, 0 outside.
  public static let auxiliaryPortraitEffectsMatte = CIImageOption(rawValue: "kCIImageAuxiliaryPortraitEffectsMatte")
  /// `Bool`: read where people's skin is.
  public static let auxiliarySemanticSegmentationSkinMatte = CIImageOption(
    rawValue: "kCIImageAuxiliarySemanticSegmentationSkinMatte")
  /// `Bool`: read where people's hair is.
  public static let auxiliarySemanticSegmentationHairMatte = CIImageOption(
    rawValue: "kCIImageAuxiliarySemanticSegmentationHairMatte")
  /// `Bool`: read where teeth are.
  public static let auxiliarySemanticSegmentationTeethMatte = CIImageOption(
    rawValue: "kCIImageAuxiliarySemanticSegmentationTeethMatte")
  /// `Bool`: read where glasses are.
  public static let auxiliarySemanticSegmentationGlassesMatte = CIImageOption(
    rawValue: "kCIImageAuxiliarySemanticSegmentationGlassesMatte")
  /// `Bool`: read where the sky is.
  public static let auxiliarySemanticSegmentationSkyMatte = CIImageOption(
    rawValue: "kCIImageAuxiliarySemanticSegmentationSkyMatte")
}

extension AuxiliaryKind {
  /// The option that asks for it.
  var option: CIImageOption {
    switch self {
    case .depth: .auxiliaryDepth
    case .disparity: .auxiliaryDisparity
    case .portraitMatte: .auxiliaryPortraitEffectsMatte
    case .skinMatte: .auxiliarySemanticSegmentationSkinMatte
    case .hairMatte: .auxiliarySemanticSegmentationHairMatte
    case .teethMatte: .auxiliarySemanticSegmentationTeethMatte
    case .glassesMatte: .auxiliarySemanticSegmentationGlassesMatte
    case .skyMatte: .auxiliarySemanticSegmentationSkyMatte
    }
  }
}

extension CIImage {
  /// Depth or a matte of a file, in linear gray.
  ///
  /// - Throws: `RenderError.source(_:)` where the file has none.
  convenience init(_ kind: AuxiliaryKind, of picture: StillPicture, _ options: ReadOptions) throws(RenderError) {
    let found: AuxiliaryPicture?
    do throws(ImageIOError) {
      found = try (picture.reader as? any AuxiliaryPictures)?
        .auxiliaryPicture(kind, at: picture.request.index, limits: picture.request.limits)
    } catch {
      throw .decoding(error, file: picture.url)
    }
    let name = kind.option.rawValue.dropFirst("kCIImageAuxiliary".count)
    guard let found else { throw .source("the picture has no \(name)") }
    var tags = ImageTags()
    tags.url = picture.url
    var plain = options
    plain.appliesOrientation = false
    let image = CIImage(
      bitmap: found.bitmap, encoding: .extendedLinearGray, tags: tags, label: kind.option.rawValue, options: plain)
    self.init(options.appliesOrientation ? image.oriented(found.orientation) : image)
  }
}
