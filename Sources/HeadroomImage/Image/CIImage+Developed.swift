package import HeadroomColor
package import HeadroomImageIO

/// A reader of files whose pictures are developed from a sensor's data: it gives a recipe instead of pixels.
package protocol DevelopingReader: ImageReader {
  /// The look of the file with its defaults.
  ///
  /// - Parameters:
  ///   - picture: the file, of which this is the reader.
  ///   - headroom: of the display: 1 gives the SDR look, more gives the HDR look, tone mapped where it exceeds the
  ///     headroom.
  ///   - isUpright: whether the file's orientation is applied.
  func developed(
    _ picture: StillPicture, headroom: Double, toneMapOperator: ToneMapOperator, isUpright: Bool
  ) -> CIImage
}

extension CIImage {
  /// The look of a RAW file with its defaults; nil for other files. See ``DevelopingReader``.
  package convenience init?(
    developing picture: StillPicture, headroom: Double, toneMapOperator: ToneMapOperator = .rwtmo,
    isUpright: Bool = true
  ) {
    guard let reader = picture.reader as? any DevelopingReader else { return nil }
    self.init(
      reader.developed(picture, headroom: headroom, toneMapOperator: toneMapOperator, isUpright: isUpright))
  }
}
