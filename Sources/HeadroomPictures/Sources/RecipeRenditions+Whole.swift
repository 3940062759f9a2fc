internal import HeadroomColor
internal import HeadroomFilters
internal import HeadroomImage
internal import HeadroomImageIO

extension RecipeRenditions {
  /// The file's picture, if the recipe is exactly that, whole and unedited; otherwise nil.
  var wholePicture: StillPicture? {
    guard let source = image.wholeSource, source.encodingOverride == nil else { return nil }
    let picture = source.picture
    switch (source.rendition, alternate) {
    case (.expanded(let headroom), nil): return headroom >= picture.fullHeadroom ? picture : nil
    case (.base, nil): return picture.info.gainMap == nil ? picture : picture.baseAlone
    case (.base, .hdrGainMapImage(let map)?):
      guard let own = map.wholeSource, own.rendition == .gainMap, own.picture === picture else { return nil }
      return picture
    default: return nil
    }
  }
}

extension StillPicture {
  /// The display headroom from which on it is shown with all its light; light without a gain map does not depend on it.
  fileprivate var fullHeadroom: Double { info.gainMap?.formula.contentHeadroom ?? 1 }
}
