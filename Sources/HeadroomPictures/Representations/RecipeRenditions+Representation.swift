public import HeadroomFilters
internal import HeadroomImage

extension RecipeRenditions {
  /// The options with which representation methods of `CIContext` write ``image`` and the other rendition.
  public var representationOptions: [CIImageRepresentationOption: Any] {
    switch alternate {
    case .hdrImage(let image)?: [.hdrImage: image]
    case .hdrGainMapImage(let map)?: [.hdrGainMapImage: map]
    case nil: [:]
    }
  }
}
