internal import HeadroomContainers

/// A file's data of its camera and lens that identify a lens.
package struct LensQuery: Hashable, Sendable {
  package var make: String
  package var model: String
  /// The lens's name; empty where the file does not state it.
  package var lens: String
  /// Millimetres.
  package var focalLength: Double
  /// F-number.
  package var aperture: Double
  /// The focus distance in metres.
  package var distance: Double

  package init(
    make: String, model: String, lens: String, focalLength: Double, aperture: Double, distance: Double = farAway
  ) {
    (self.make, self.model, self.lens) = (make, model, lens)
    (self.focalLength, self.aperture, self.distance) = (focalLength, aperture, distance)
  }

  /// The distance for files that do not state it: vignetting hardly changes beyond a few metres.
  package static let farAway = 1000.0

  /// Nil where there is no camera or no focal length.
  package init?(_ header: RAWHeader) {
    guard let block = header.metadata.exif.flatMap({ try? EXIFBlock(parsing: $0) }) else { return nil }
    func number(_ tag: UInt16) -> Double? {
      guard let value = block.exif[tag]?.numbers.first, value.isFinite, value > 0, value < 1e5 else { return nil }
      return value
    }
    let make = block.image[EXIFBlock.Tag.make]?.text ?? header.make
    let model = block.image[EXIFBlock.Tag.model]?.text ?? header.model
    guard !make.isEmpty, !model.isEmpty, make.utf8.count < 256, model.utf8.count < 256,
      let focalLength = number(0x920A)
    else { return nil }
    let lens = block.exif[0xA434]?.text ?? ""
    self.init(
      make: make, model: model, lens: lens.utf8.count < 256 ? lens : "", focalLength: focalLength,
      aperture: number(0x829D) ?? Self.usualAperture, distance: number(0x9206) ?? Self.farAway)
  }

  /// The aperture for files that do not state it, such as those from lenses without contacts: half closed, where
  /// vignetting is small.
  private static let usualAperture = 8.0
}
