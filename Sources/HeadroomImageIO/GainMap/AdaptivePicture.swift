internal import Foundation
package import HeadroomColor
package import HeadroomContainers
package import HeadroomGraphics
package import HeadroomPixels

/// A base picture and the rendition that its gain map will lead to.
///
/// The map is made when the file is written, from the base as readers will decode it.
package struct AdaptivePicture: Sendable {
  /// The picture that is stored, without a gain map.
  package var base: StillImage
  /// The other rendition, of the same size.
  package var alternate: PixelBitmap
  /// The encoding of the alternate's numbers.
  package var alternateEncoding: ColorEncoding
  /// How the map is made.
  package var mapOptions: GainMapOptions
  /// The alternate's encoding that the file states; nil states the default one.
  package var statedAlternate: CGColorSpace?

  package init(
    base: StillImage, alternate: PixelBitmap, alternateEncoding: ColorEncoding, mapOptions: GainMapOptions
  ) {
    self.base = base
    self.alternate = alternate
    self.alternateEncoding = alternateEncoding
    self.mapOptions = mapOptions
  }

  /// The map that leads from `base`, which is ``base`` as it is or as decoded from a lossy file, to the alternate.
  package func gainMap(
    for base: PixelBitmap
  ) throws(ImageIOError) -> (map: GainMapImage, record: GainMapRecord) {
    var (map, record) = try GainMapComputer.computeRecording(
      base: base, baseEncoding: self.base.encoding, alternate: alternate,
      alternateEncoding: alternateEncoding, options: mapOptions)
    // The encoding in which the alternate of an HDR base is shown; the alternate of an SDR base has no encoding.
    if mapOptions.baseHeadroom > 1 {
      map.description.alternateEncoding = alternateEncoding
      map.description.kinds = [.iso]
    }
    if let statedAlternate {
      map.description.alternateEncoding = statedAlternate.encoding
      map.description.alternateICCProfile = statedAlternate.embeddedProfile
    }
    return (map, record)
  }
}
