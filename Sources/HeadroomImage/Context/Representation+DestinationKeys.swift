internal import Foundation
internal import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomImageIO
internal import HeadroomPixels

// The keys of CGImageDestination as options: `CIImageRepresentationOption(rawValue: kCGImageDestination...)`.
extension Representation {
  /// Reads the keys; nil where there are none.
  ///
  /// - Throws: `ImageIOError` for values out of range, ``RenderError`` for keys that a representation answers by its own
  ///   arguments.
  static func wishes(in options: [CIImageRepresentationOption: Any]) throws -> DestinationOptions? {
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

  /// The image as it is to be rendered: over the background where the container has no alpha, no larger than asked for.
  static func prepared(
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

extension CIImage {
  /// The image over a colour as far as it reaches; what is said of it stays.
  package func laid(on color: CIColor) -> CIImage {
    let kept = tags
    return composited(over: CIImage(color: color).cropped(to: extent)).retagged { $0 = kept }
  }

  /// The image made smaller by what makes the longer side of `picture` at most `limit` pixels.
  func scaled(within limit: Int?, as picture: CIImage) -> CIImage {
    let whole = PixelRect(enclosing: picture.extent)
    let longest = max(whole.width, whole.height)
    guard let limit, longest > limit else { return self }
    func scaled(_ size: Int) -> CGFloat { max((CGFloat(size) * CGFloat(limit) / CGFloat(longest)).rounded(), 1) }
    let toOrigin = CGAffineTransform(translationX: -CGFloat(whole.minX), y: -CGFloat(whole.minY))
    let scale = CGAffineTransform(
      scaleX: scaled(whole.width) / CGFloat(whole.width), y: scaled(whole.height) / CGFloat(whole.height))
    return transformed(by: toOrigin.concatenating(scale))
  }

  /// Whether a gain map has the shape of a picture, but for the rounding of its size and a few columns of padding.
  func hasShape(of picture: CIImage) -> Bool {
    let across = extent.width / picture.extent.width
    let down = extent.height / picture.extent.height
    let tolerance = 0.05 + 2 / min(extent.width, extent.height)
    return abs(across / down - 1) <= tolerance
  }
}
