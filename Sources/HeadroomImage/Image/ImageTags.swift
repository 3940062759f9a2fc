package import Foundation
package import HeadroomGraphics

/// What an image says of itself beside its pixels.
package struct ImageTags: Sendable {
  /// The space of the source's numbers; nil when unknown and after most filters.
  package var colorSpace: CGColorSpace?
  /// Linear headroom of the content: 0 unknown, 1 SDR, more than 1 HDR.
  package var contentHeadroom: Float = 0
  /// Mean of max(R, G, B), 1.0 = reference white; 0 unknown.
  package var contentAverageLightLevel: Float = 0
  package var properties = PropertyBox([:])
  package var url: URL?
  package var cgImage: CGImage?
  package var pixelBuffer: CVPixelBuffer?
  /// The gain map's formula, on images read through `auxiliaryHDRGainMap`.
  package var gainMap: GainMapTag?

  package init() {}

  /// What is left after a node: numbers changed means tags unknown; moved or blurred pixels keep them.
  func after(keepsTags: Bool) -> ImageTags {
    var tags = ImageTags()
    tags.properties = properties
    if keepsTags {
      tags.colorSpace = colorSpace
      tags.contentHeadroom = contentHeadroom
      tags.contentAverageLightLevel = contentAverageLightLevel
    }
    return tags
  }
}

/// A metadata dictionary that is never changed.
package final class PropertyBox: @unchecked Sendable {
  // Proof: the dictionary is constant, and its values are property list values (numbers, text, data, arrays,
  // dictionaries), which are values here.
  package let values: [String: Any]
  package init(_ values: [String: Any]) { self.values = values }
}
