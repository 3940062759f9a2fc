internal import Foundation
internal import Headroom

/// Moves a gain map along with a base that is cropped, turned, flipped and resized. The map has its own size; every
/// step is done in the base's coordinates, so that the two stay aligned to a fraction of a map pixel.
struct GainMapGeometry {
  let map: GainMapImage
  let orientation: CGImagePropertyOrientation
  let geometry: PictureGeometry
  let renderer: PictureRenderer
  let file: String

  /// - Parameter base: the upright size of the base before the geometry.
  func reshaped(forBase base: (width: Int, height: Int)) throws(CommandError) -> GainMapImage {
    let target = try geometry.size(width: base.width, height: base.height)
    var upright = CIImage(
      bitmap: map.bitmap, encoding: nil, tags: ImageTags(), label: "gain map", options: ReadOptions([:])
    ).oriented(orientation)
    // Blown up to the base's grid the map takes the very same operations; transforms are concatenated when rendered,
    // so nothing is computed at that size.
    let enlarge = CGAffineTransform(
      scaleX: CGFloat(base.width) / upright.extent.width, y: CGFloat(base.height) / upright.extent.height)
    let density = (
      x: Double(upright.extent.width) / Double(base.width), y: Double(upright.extent.height) / Double(base.height)
    )
    upright = upright.clampedToExtent().transformed(by: enlarge)
      .cropped(to: CGRect(x: 0, y: 0, width: base.width, height: base.height))
    let moved = try geometry.withoutResize.apply(to: upright)
    let (horizontal, vertical) = geometry.options.swapsAxes ? (density.y, density.x) : (density.x, density.y)
    let size = (
      width: max(1, Int((Double(target.width) * horizontal).rounded())),
      height: max(1, Int((Double(target.height) * vertical).rounded()))
    )
    let shrink = CGAffineTransform(
      scaleX: CGFloat(size.width) / moved.extent.width, y: CGFloat(size.height) / moved.extent.height)
    let final = moved.clampedToExtent().transformed(by: shrink)
      .cropped(to: CGRect(x: 0, y: 0, width: size.width, height: size.height))
    return try rendered(final)
  }

  private func rendered(_ image: CIImage) throws(CommandError) -> GainMapImage {
    let isGray = map.bitmap.format.isGray
    var result = map
    result.bitmap = try renderer.render(
      image, format: isGray ? .gray8 : .rgb8, encoding: nil, alpha: .opaque, file: file)
    result.description.width = result.bitmap.width
    result.description.height = result.bitmap.height
    return result
  }
}
