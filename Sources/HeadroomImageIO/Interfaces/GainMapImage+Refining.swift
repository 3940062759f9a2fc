internal import HeadroomContainers

extension GainMapImage {
  /// How often a map is coded again, and the factor by which its steps shrink each time.
  private static let mostRefinements = 3
  private static let refinement = 0.6

  /// A file with this map, which is checked as a reader decodes it, and coded more finely where the decoded map does
  /// not restore the light. Codes from files, and maps of a requested quality, are written once.
  ///
  /// - Parameters:
  ///   - write: makes the file.
  ///   - read: the map that a reader gets from it.
  func refined(
    _ options: EncodeOptions, write: (GainMapImage) throws(ImageIOError) -> [UInt8],
    read: ([UInt8]) throws(ImageIOError) -> GainMapImage?
  ) throws(ImageIOError) -> [UInt8] {
    var map = self
    var bytes = try write(map)
    guard let isFaithful else { return bytes }
    let isFixed = codingStep == nil || options.gainMapQuality != nil || options.isLossless
    var left = isFixed ? 0 : Self.mostRefinements
    while let found = try read(bytes), try !isFaithful(found), left > 0 {
      left -= 1
      map.stepScale *= Self.refinement
      bytes = try write(map)
    }
    return bytes
  }
}
