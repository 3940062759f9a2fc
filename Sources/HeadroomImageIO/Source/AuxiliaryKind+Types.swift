internal import HeadroomGraphics

extension AuxiliaryKind {
  /// The constant of the kind.
  var type: CFString {
    switch self {
    case .depth: kCGImageAuxiliaryDataTypeDepth
    case .disparity: kCGImageAuxiliaryDataTypeDisparity
    case .portraitMatte: kCGImageAuxiliaryDataTypePortraitEffectsMatte
    case .skinMatte: kCGImageAuxiliaryDataTypeSemanticSegmentationSkinMatte
    case .hairMatte: kCGImageAuxiliaryDataTypeSemanticSegmentationHairMatte
    case .teethMatte: kCGImageAuxiliaryDataTypeSemanticSegmentationTeethMatte
    case .glassesMatte: kCGImageAuxiliaryDataTypeSemanticSegmentationGlassesMatte
    case .skyMatte: kCGImageAuxiliaryDataTypeSemanticSegmentationSkyMatte
    }
  }

  /// Nil for types that are not depth or mattes.
  init?(_ type: CFString) {
    guard let kind = Self.allCases.first(where: { $0.type == type }) else { return nil }
    self = kind
  }
}
