public import HeadroomFilters
internal import HeadroomImage

extension RecipeRenditions {
  /// What the representation methods of `CIContext` take beside ``image`` to write both.
  public var representationOptions: [CIImageRepresentationOption: Any] {
    switch alternate {
    case .hdrImage(let image)?: [.hdrImage: image]
    case .hdrGainMapImage(let map)?: [.hdrGainMapImage: map]
    case nil: [:]
    }
  }
}
