package import Foundation
package import HeadroomGraphics
internal import HeadroomImageIO

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

/// A metadata dictionary that never changes; a file's is put together when somebody asks for it.
package final class PropertyBox: @unchecked Sendable {
  // Proof: what it holds is constant, and the values are property list values (numbers, text, data, arrays,
  // dictionaries), which are values here.
  private let make: @Sendable () -> [String: Any]

  package var values: [String: Any] { make() }

  package init(_ values: [String: Any]) {
    nonisolated(unsafe) let constant = values
    make = { unsafe constant }
  }

  /// The properties of a file's picture; upright ones say so.
  init(_ reader: any ImageReader, isUpright: Bool) {
    make = {
      var values = ImageProperties(reader).dictionary
      if isUpright { values[kCGImagePropertyOrientation] = 1 }
      return values
    }
  }
}
