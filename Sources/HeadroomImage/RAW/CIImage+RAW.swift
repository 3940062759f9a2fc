internal import HeadroomColor
internal import HeadroomGraphics

extension CIImage {
  /// The look of a sensor's file with its defaults; nil for other files.
  ///
  /// - Parameters:
  ///   - headroom: of the display: 1 gives the SDR look, above it the HDR look, fitted where it does not fit.
  ///   - isUpright: whether the file's orientation is applied.
  convenience init?(
    developing picture: StillPicture, headroom: Double, toneMapOperator: ToneMapOperator = .rwtmo,
    isUpright: Bool = true
  ) {
    guard let raw = picture.reader as? RAWReader else { return nil }
    var settings = RAWSettings(raw.picture.header)
    if !isUpright { settings.orientation = .up }
    settings.extendedDynamicRange = headroom > 1 ? 1 : 0
    let image = RAWRecipe(raw.picture, picture, settings).image()
    self.init(headroom > 1 ? image.toneMapped(to: headroom, toneMapOperator: toneMapOperator) : image)
  }
}
