internal import Foundation
package import HeadroomContainers
package import HeadroomFilters
package import HeadroomImage

/// The operations on a picture's pixels: a recipe, the filters in order, then the overlay.
package struct FilterChain: Sendable {
  private let filters: [FilterBuilder]
  private let recipe: RecipeFile?
  /// Whether filters may change the picture's frame.
  private let grows: Bool
  /// The beginning of error messages: the option that contained the filters.
  private let prefix: String
  /// The pictures that expressions name, by path.
  private let pictures: [String: CIImage]
  /// Stops by which the light is brightened before the first filter.
  package private(set) var exposure = 0.0
  package let overlay: Overlay?

  /// Leaves every picture unchanged.
  package static let none = FilterChain(overlay: nil)

  private init(overlay: Overlay?) {
    (filters, recipe, grows, prefix, pictures) = ([], nil, false, "", [:])
    self.overlay = overlay
  }

  /// Checks names, keys, types and ranges, so that a mistake is found before any picture is read.
  ///
  /// - Parameter setting: the setting that contained the expressions, for errors; nil where they come from elsewhere.
  package init(
    _ expressions: [FilterExpression], setting: Setting? = .filters, recipe: RecipeFile? = nil, grows: Bool = false,
    overlay: Overlay? = nil, limits: DecodeLimits
  ) throws(PictureError) {
    self.recipe = recipe
    self.grows = grows
    self.overlay = overlay
    let prefix = setting.map { "\($0.mention): " } ?? ""
    self.prefix = prefix
    let filters = try expressions.map { (expression) throws(PictureError) in
      try FilterBuilder(expression, prefix: prefix)
    }
    let opened = Opened(limits)
    for filter in filters { try filter.check(opened.picture) }
    self.filters = filters
    pictures = opened.pictures
    try recipe?.checkTakesOnePicture()
  }

  /// Another picture as an input: upright, with all its headroom.
  package static func picture(_ path: String, _ limits: DecodeLimits) throws(PictureError) -> CIImage {
    do {
      return try CIImage(
        reading: URL(filePath: path), options: [.expandToHDR: true, .applyOrientationProperty: true], limits: limits)
    } catch {
      throw PictureError(error, file: path)
    }
  }

  /// Whether it leaves every picture unchanged.
  package var isEmpty: Bool { !hasFilters && overlay == nil }
  /// Whether the picture's own light is changed.
  package var hasFilters: Bool { changesMoreThanExposure || exposure != 0 }
  package var changesMoreThanExposure: Bool { !filters.isEmpty || recipe != nil }

  /// The image with the overlay on it, for a rendition of this headroom.
  package func overlaid(on image: CIImage, headroom: Double) throws(PictureError) -> CIImage {
    try overlay?.apply(to: image, headroom: headroom) ?? image
  }

  /// The chain after a change of exposure.
  package func exposed(by stops: Double) -> FilterChain {
    var result = self
    result.exposure += stops
    return result
  }

  /// Whether the filters move the pixels of an image and change no light, so that the author's renditions stay right.
  package func onlyMovesPixels(of image: CIImage) throws(PictureError) -> Bool {
    try apply(to: image).onlyMovesPixels(of: image)
  }

  /// The image after all filters. An infinite result is cropped to the image's bounds.
  package func apply(to image: CIImage) throws(PictureError) -> CIImage {
    var result = image
    if exposure != 0 { result = result.applyingFilter("CIExposureAdjust", parameters: ["inputEV": exposure]) }
    if let recipe { result = try recipe.image(of: result) }
    for filter in filters { result = try filter.apply(to: result, grows: grows) { pictures[$0] ?? .empty() } }
    if result.extent.isInfinite { result = result.cropped(to: image.extent) }
    guard !result.extent.isEmpty, !result.extent.isNull else {
      throw .usage(prefix + "no pixels of the picture are left")
    }
    return result
  }
}

/// Pictures that were opened while expressions were checked.
private final class Opened {
  private(set) var pictures: [String: CIImage] = [:]
  private let limits: DecodeLimits

  init(_ limits: DecodeLimits) { self.limits = limits }

  func picture(_ path: String) throws(PictureError) -> CIImage {
    if let known = pictures[path] { return known }
    let picture = try FilterChain.picture(path, limits)
    pictures[path] = picture
    return picture
  }
}
