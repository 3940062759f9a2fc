internal import HeadroomContainers

extension StillMetadata {
  /// The density that a written file states: that of the source's container, else EXIF's.
  var statedDensity: PixelDensity? {
    if let density { return density }
    guard let (x, y) = exif.flatMap({ try? EXIFBlock(parsing: $0) })?.pixelsPerInch else { return nil }
    return PixelDensity(x: x, y: y, unit: .inch)
  }
}
