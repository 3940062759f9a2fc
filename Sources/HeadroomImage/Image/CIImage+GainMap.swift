internal import Foundation
internal import HeadroomColor
internal import HeadroomEngine
internal import HeadroomGraphics
internal import HeadroomImageIO

extension CIImage {
  /// The image expanded by a gain map that was read through `auxiliaryHDRGainMap`, at full strength.
  ///
  /// Returns the image itself if the map has no metadata. The map is enlarged to the image's extent: an ISO 21496-1 map
  /// as gains in stops, Apple's as stored. The result is that of reading with `expandToHDR`.
  public func applyingGainMap(_ gainMap: CIImage) -> CIImage { applyingGainMap(gainMap, headroom: .infinity) }

  /// As ``applyingGainMap(_:)`` for a display; `headroom` is limited to 1 ... the map's full headroom.
  public func applyingGainMap(_ gainMap: CIImage, headroom: Float) -> CIImage {
    guard let tag = gainMap.tags.gainMap, !extent.isUnbounded, !extent.isEmpty, !gainMap.extent.isEmpty else {
      return self
    }
    let formula = tag.description.formula
    let wanted = headroom >= 1 ? Swift.min(Double(headroom), exp2(formula.fullHeadroomStops)) : 1
    let base = tags.colorSpace?.encoding ?? tag.picture.info.encoding
    let weight = formula.weight(displayHeadroomStops: log2(wanted))
    let expanded =
      weight == 0
      ? self
      : expanded(by: gainMap, tag.description, weight, base.primaries, wanted).made(
        by: NodeOrigin(.method("applyingGainMap"), imageKeys: ["image", "gainMap"]) { [("headroom", headroom)] },
        from: [self, gainMap])
    return expanded.retagged {
      $0.colorSpace = CGColorSpace(encoding: base.linearized.extended)
      $0.contentHeadroom = Float(wanted)
    }
  }

  private func expanded(
    by gainMap: CIImage, _ description: GainMapDescription, _ weight: Double, _ base: ColorPrimaries,
    _ headroom: Double
  ) -> CIImage {
    let stops = GainMapStops(formula: description.formula, weight: weight)
    let gains: CIImage
    if description.formula.interpolatesGains {
      gains = gainMap.appending(point: stops, extent: gainMap.extent).enlarged(to: extent)
    } else {
      gains = gainMap.enlarged(to: extent).appending(point: stops, extent: extent)
    }
    return appending(
      point: GainMapBlend(description, base: base, headroom: headroom), with: [gains], extent: extent)
  }

  /// Stretched over a rectangle, pixel centres aligned, edges repeated.
  private func enlarged(to target: CGRect) -> CIImage {
    let fromOrigin = CGAffineTransform(translationX: -extent.minX, y: -extent.minY)
    let scale = CGAffineTransform(scaleX: target.width / extent.width, y: target.height / extent.height)
    let toPlace = CGAffineTransform(translationX: target.minX, y: target.minY)
    return clampedToExtent()
      .transformed(by: fromOrigin.concatenating(scale).concatenating(toPlace), highQualityDownsample: false)
      .cropped(to: target)
  }
}
