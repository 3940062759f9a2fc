package import HeadroomColor
package import HeadroomImageIO

/// A reader of files whose pictures are not decoded but made of what a sensor saw: a recipe instead of pixels.
package protocol DevelopingReader: ImageReader {
  /// The look of the file with its defaults.
  ///
  /// - Parameters:
  ///   - picture: the file, of which this is the reader.
  ///   - headroom: of the display: 1 gives the SDR look, above it the HDR look, fitted where it does not fit.
  ///   - isUpright: whether the file's orientation is applied.
  func developed(
    _ picture: StillPicture, headroom: Double, toneMapOperator: ToneMapOperator, isUpright: Bool
  ) -> CIImage
}

extension CIImage {
  /// The look of a sensor's file with its defaults; nil for other files. See ``DevelopingReader``.
  package convenience init?(
    developing picture: StillPicture, headroom: Double, toneMapOperator: ToneMapOperator = .rwtmo,
    isUpright: Bool = true
  ) {
    guard let reader = picture.reader as? any DevelopingReader else { return nil }
    self.init(
      reader.developed(picture, headroom: headroom, toneMapOperator: toneMapOperator, isUpright: isUpright))
  }
}
