internal import Foundation
internal import Headroom

/// What is done to a picture's pixels: a recipe, the `--filter` options in order, then the overlay.
struct FilterChain: Sendable {
  private let filters: [FilterBuilder]
  private let recipe: RecipeFile?
  /// Whether filters may change the picture's frame.
  private let grows: Bool
  /// What errors begin with: the option that the filters were written in.
  private let prefix: String
  /// The pictures that expressions name, by path.
  private let pictures: [String: CIImage]
  /// Stops by which the light is brightened before the first filter.
  private(set) var exposure = 0.0
  let overlay: Overlay?

  /// Leaves every picture as it is.
  static let none = FilterChain(overlay: nil)

  private init(overlay: Overlay?) {
    (filters, recipe, grows, prefix, pictures) = ([], nil, false, "", [:])
    self.overlay = overlay
  }

  init(_ options: FilterOptions, overlay: Overlay? = nil, limits: DecodeLimits) throws(CommandError) {
    let recipe = try options.recipe.map { path throws(CommandError) in try RecipeFile(path: path, limits: limits) }
    try self.init(options.filter, recipe: recipe, grows: options.grow, overlay: overlay, limits: limits)
  }

  /// Checks names, keys, types and ranges, so that a mistake is found before any picture is read.
  ///
  /// - Parameter option: where the expressions were written, for errors; nil where a verb made them of its own arguments.
  init(
    _ expressions: [FilterExpression], option: String? = "--filter", recipe: RecipeFile? = nil, grows: Bool = false,
    overlay: Overlay? = nil, limits: DecodeLimits
  ) throws(CommandError) {
    self.recipe = recipe
    self.grows = grows
    self.overlay = overlay
    let prefix = option.map { "\($0): " } ?? ""
    self.prefix = prefix
    let filters = try expressions.map { (expression) throws(CommandError) in
      try FilterBuilder(expression, prefix: prefix)
    }
    let opened = Opened(limits)
    for filter in filters { try filter.check(opened.picture) }
    self.filters = filters
    pictures = opened.pictures
    try recipe?.checkTakesOnePicture()
  }

  /// Another picture as an input: upright, with all its headroom.
  static func picture(_ path: String, _ limits: DecodeLimits) throws(CommandError) -> CIImage {
    do {
      return try CIImage(
        reading: URL(filePath: path), options: [.expandToHDR: true, .applyOrientationProperty: true], limits: limits)
    } catch {
      throw CommandError(error, file: path)
    }
  }

  /// Whether it leaves every picture as it is.
  var isEmpty: Bool { !hasFilters && overlay == nil }
  /// Whether something is done to the picture's own light.
  var hasFilters: Bool { changesMoreThanExposure || exposure != 0 }
  var changesMoreThanExposure: Bool { !filters.isEmpty || recipe != nil }

  /// The image with the overlay on it, for a rendition of this headroom.
  func overlaid(on image: CIImage, headroom: Double) throws(CommandError) -> CIImage {
    try overlay?.apply(to: image, headroom: headroom) ?? image
  }

  /// The chain behind a change of exposure.
  func exposed(by stops: Double) -> FilterChain {
    var result = self
    result.exposure += stops
    return result
  }

  /// Whether the filters move the pixels of an image and change no light: the author's renditions stay right.
  func onlyMovesPixels(of image: CIImage) throws(CommandError) -> Bool {
    try apply(to: image).onlyMovesPixels(of: image)
  }

  /// The size of what becomes of a picture, by its headers.
  func resultSize(
    of input: InputPicture, shaped geometry: PictureGeometry
  ) throws(CommandError) -> (width: Int, height: Int) {
    let extent = try apply(to: geometry.apply(to: input.image(headroom: .infinity))).extent.integral
    return (Int(extent.width), Int(extent.height))
  }

  /// The image after all filters. What has no bounds is cut to those of the image.
  func apply(to image: CIImage) throws(CommandError) -> CIImage {
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

  func picture(_ path: String) throws(CommandError) -> CIImage {
    if let known = pictures[path] { return known }
    let picture = try FilterChain.picture(path, limits)
    pictures[path] = picture
    return picture
  }
}
