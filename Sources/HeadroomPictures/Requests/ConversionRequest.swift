package import HeadroomFilters
internal import HeadroomImage

/// A description of a conversion as a value that can be sent: a job without its source and its output.
///
/// As JSON it is an object whose keys are ``Setting``s and the schema:
///
///     {"schema": 1, "format": "jpeg", "resize": "1600x1600", "quality": 85, "strip": ["personal"],
///      "filters": ["CIVibrance amount=0.4"]}
package struct ConversionRequest: Sendable {
  /// An overlay that has not been opened yet.
  package struct OverlayFile: Sendable {
    package var path: String
    package var place: Overlay.Place?
    package var size: ResizeRule?
    package var opacity = 1.0

    package init(path: String) { self.path = path }
  }

  /// Which picture of a file.
  package var place = PicturePlace.first
  /// How a sensor's file is developed.
  package var development = Development()
  package var geometry = PictureGeometry()
  package var exposure: Edit.Exposure?
  package var background: BackgroundColor?
  package var filters: [FilterExpression] = []
  /// The path of a recipe that takes the picture, before all filters.
  package var recipe: String?
  /// Whether filters may change the picture's frame.
  package var grows = false
  package var overlay: OverlayFile?
  /// The format, and how the result is coded.
  package var target: Target
  package var allowPartial = false

  package init(target: Target) { self.target = target }

  /// The edits of the picture, with recipe and overlay opened and the filters checked.
  package func edit(_ resources: JobResources) throws(PictureError) -> Edit {
    let over = try overlay.map { file throws(PictureError) in
      Overlay(
        try PictureSource(path: file.path, resources), at: file.place, gravity: geometry.gravity, size: file.size,
        opacity: file.opacity)
    }
    let recipe = try recipe.map { path throws(PictureError) in try RecipeFile(path: path, limits: resources.limits) }
    var edit = Edit(geometry: geometry)
    edit.filters = try FilterChain(filters, recipe: recipe, grows: grows, overlay: over, limits: resources.limits)
    (edit.exposure, edit.background) = (exposure, background)
    return edit
  }
}
