internal import Foundation
internal import HeadroomColor
internal import HeadroomEngine
internal import HeadroomGraphics
package import HeadroomImage
package import HeadroomImageIO
internal import HeadroomPixels

// The keys of CGImageDestination as options: `CIImageRepresentationOption(rawValue: kCGImageDestination...)`.
extension Representation {
  /// Reads the keys; nil where there are none.
  ///
  /// - Throws: `ImageIOError` for values out of range, `RenderError` for keys that correspond to a representation's
  ///   own arguments.
  package static func wishes(in options: [CIImageRepresentationOption: Any]) throws -> DestinationOptions? {
    let own: Set<CIImageRepresentationOption> = [.hdrImage, .hdrGainMapImage, .hdrGainMapAsRGB]
    let keys = options.filter { !own.contains($0.key) }
    if keys.isEmpty { return nil }
    let wishes = try DestinationOptions(Dictionary(uniqueKeysWithValues: keys.map { ($0.key.rawValue, $0.value) }))
    if wishes.choosesRendition {
      throw RenderError.unsupportedFormat(
        "what a representation is encoded to follows from its colour space and hdrImage: "
          + "kCGImageDestinationEncodeRequest and the base's keys belong to CGImageDestination")
    }
    return wishes
  }

  /// The image to render: over the background where the container has no alpha, and no larger than requested.
  package static func prepared(
    _ image: CIImage, _ wishes: DestinationOptions?, in container: any ImageFormat.Type
  ) -> CIImage {
    guard let wishes, !image.extent.isUnbounded, !image.extent.isEmpty else { return image }
    var result = image
    if let color = wishes.background, !container.abilities.contains(.alpha), !image.isOpaque {
      result = image.laid(on: CIColor(cgColor: color))
    }
    return result.scaled(within: wishes.maxPixelSize, as: result)
  }
}
