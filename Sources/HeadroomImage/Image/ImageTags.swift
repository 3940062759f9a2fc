package import Foundation
package import HeadroomColor
package import HeadroomContainers
package import HeadroomGraphics
internal import HeadroomImageIO

/// Information about an image beside its pixels.
package struct ImageTags: Sendable {
  /// The space of the source's numbers; nil when unknown and after most filters.
  package var colorSpace: CGColorSpace?
  /// Linear headroom of the content: 0 unknown, 1 SDR, more than 1 HDR. A headroom that is found on demand is found
  /// when this is read.
  package var contentHeadroom: Float {
    get { headroom.value }
    set { headroom = .known(newValue) }
  }
  package var headroom = ContentHeadroom.known(0)
  /// Mean of max(R, G, B), 1.0 = reference white; 0 unknown.
  package var contentAverageLightLevel: Float = 0
  /// Whether the headroom of exactly this content was stated or measured, so that a file may state it too.
  package var isHeadroomStated = false
  /// Mastering, light level and viewing metadata.
  package var hdr = HDRMetadata()
  package var properties = PropertyBox([:])
  package var url: URL?
  package var cgImage: CGImage?
  package var pixelBuffer: CVPixelBuffer?
  /// A texture of the module above.
  package var texture: (any AnyObject & Sendable)?
  /// The gain map's formula, on images read through `auxiliaryHDRGainMap`.
  package var gainMap: GainMapTag?

  package init() {}

  /// The tags after a node: changed numbers make them unknown; moved or blurred pixels keep them.
  package func after(keepsTags: Bool) -> ImageTags {
    var tags = ImageTags()
    tags.properties = properties
    // The viewing environments stay; metadata about the light itself does not.
    tags.hdr = HDRMetadata(ambient: hdr.ambient, reference: hdr.reference)
    if keepsTags {
      tags.hdr = hdr
      tags.isHeadroomStated = isHeadroomStated
      tags.gainMap = gainMap
      tags.colorSpace = colorSpace
      tags.headroom = headroom
      tags.contentAverageLightLevel = contentAverageLightLevel
    }
    return tags
  }
}

/// A metadata dictionary that never changes; a file's is assembled on demand.
package final class PropertyBox: @unchecked Sendable {
  // Proof: the contents are constant, and the values are property list values (numbers, text, data, arrays,
  // dictionaries), which are values here.
  private let make: @Sendable () -> [String: Any]
  private let source: (picture: StillPicture, isUpright: Bool)?

  package var values: [String: Any] { make() }

  package init(_ values: [String: Any]) {
    source = nil
    nonisolated(unsafe) let constant = values
    make = { unsafe constant }
  }

  /// The properties of a file's picture; for an upright one the orientation is 1.
  package init(_ picture: StillPicture, isUpright: Bool) {
    source = (picture, isUpright)
    make = {
      let values = ImageProperties(picture.info, of: picture.reader).dictionary
      return isUpright ? Self.upright(values) : values
    }
  }

  /// The properties of the same picture turned upright.
  package var upright: PropertyBox {
    if let source { return PropertyBox(source.picture, isUpright: true) }
    return PropertyBox(Self.upright(values))
  }

  /// The values with every orientation reset.
  private static func upright(_ values: [String: Any]) -> [String: Any] {
    var result = values
    if values.isEmpty { return result }
    result[kCGImagePropertyOrientation] = 1
    if var fields = OptionValues.dictionary(values[kCGImagePropertyTIFFDictionary]),
      fields[kCGImagePropertyTIFFOrientation] != nil
    {
      fields[kCGImagePropertyTIFFOrientation] = 1
      result[kCGImagePropertyTIFFDictionary] = fields
    }
    return result
  }

  /// The metadata blocks of a file of this image: those of the file it came from, otherwise blocks made from the
  /// dictionary. Its pixels are rendered, so the file's previews are dropped: they show the picture before any filter.
  /// Panorama tags are dropped too, unless the image is still as large: it is unknown what a recipe did to the frame.
  package func metadata(of extent: CGRect) -> StillMetadata {
    if let source {
      let info = source.picture.info
      let isSwapped = source.isUpright && info.orientation.swapsAxes
      let stored = isSwapped ? (info.height, info.width) : (info.width, info.height)
      let isSameSize = extent.size == CGSize(width: stored.0, height: stored.1)
      return info.metadata.ofRenderedPixels.reframed(isSameSize ? .unchanged : .other)
    }
    var made = StillMetadata()
    made.apply(values)
    return made
  }

  /// The orientation in the dictionary, if it has one.
  var statedOrientation: CGImagePropertyOrientation? {
    OptionValues.integer(values[kCGImagePropertyOrientation]).map { CGImagePropertyOrientation(exifTag: $0) }
  }

  /// The orientation that a file of this image states.
  package var orientation: CGImagePropertyOrientation {
    source?.isUpright ?? false ? .up : statedOrientation ?? .up
  }
}
