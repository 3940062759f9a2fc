internal import Foundation
internal import HeadroomGraphics
internal import HeadroomImage

/// Moves a gain map along with a base that is cropped, turned by quarters, flipped and resized.
///
/// The map has its own size; all steps become one transform of its pixels, so that the two stay aligned to a fraction
/// of a map pixel and the map is sampled once. A map that becomes smaller was first averaged together with the base's
/// light (`GainMapImage.downscaled(by:_:base:)`): then this is a translation, or nearly one.
struct GainMapGeometry {
  /// The map's codes, as they are stored.
  let map: CIImage
  /// The size of the map in the file; the decoded one may be smaller.
  let storedSize: (width: Int, height: Int)
  let orientation: CGImagePropertyOrientation
  /// The upright size of the base in the file, before the geometry.
  let base: (width: Int, height: Int)
  let geometry: PictureGeometry

  func reshaped() throws(PictureError) -> CIImage {
    let upright = map.oriented(orientation)
    if geometry.isIdentity { return upright }
    let density = CGVector(
      dx: upright.extent.width / CGFloat(base.width), dy: upright.extent.height / CGFloat(base.height))
    let kept = try keptPart(density)
    let size = try mapSize()
    let scale = CGAffineTransform(translationX: -kept.minX, y: -kept.minY)
      .concatenating(CGAffineTransform(scaleX: size.width / kept.width, y: size.height / kept.height))
    let scaled = CGRect(origin: .zero, size: size)
    let turn = geometry.turn.transform(for: scaled)
    let turned = geometry.turn.swapsAxes ? CGRect(x: 0, y: 0, width: size.height, height: size.width) : scaled
    let flip = geometry.mirror.transform(for: turned)
    return upright.clampedToExtent().transformed(by: scale.concatenating(turn).concatenating(flip)).cropped(to: turned)
  }

  /// The rectangle of the map that belongs to the kept part of the base.
  private func keptPart(_ density: CGVector) throws(PictureError) -> CGRect {
    let extent = CGRect(x: 0, y: 0, width: base.width, height: base.height)
    let crop = try geometry.crop(width: base.width, height: base.height)
    let kept = crop.map { PictureGeometry.rectangle($0, in: extent) } ?? extent
    return CGRect(
      x: kept.minX * density.dx, y: kept.minY * density.dy, width: kept.width * density.dx,
      height: kept.height * density.dy)
  }

  /// The size of the new map before it is turned: the same ratio of pixels to the base as in the file, but beside small
  /// pictures; see `PictureGeometry/mapRefinement(_:of:)`.
  private func mapSize() throws(PictureError) -> CGSize {
    let stored = orientation.swapsAxes ? (storedSize.height, storedSize.width) : storedSize
    let finer = try geometry.mapRefinement(stored, of: base)
    let density = CGVector(
      dx: finer * CGFloat(stored.0) / CGFloat(base.width), dy: finer * CGFloat(stored.1) / CGFloat(base.height))
    var target = try geometry.size(width: base.width, height: base.height)
    if geometry.turn.swapsAxes { target = (target.height, target.width) }
    return CGSize(
      width: max((CGFloat(target.width) * density.dx).rounded(), 1),
      height: max((CGFloat(target.height) * density.dy).rounded(), 1))
  }
}
