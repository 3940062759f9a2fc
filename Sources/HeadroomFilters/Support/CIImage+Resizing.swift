public import Foundation
internal import HeadroomEngine
internal import HeadroomGraphics
public import HeadroomImage
internal import HeadroomPixels

extension CIImage {
  /// The picture in another size, for viewing: sharp, free of aliasing, and without ringing.
  ///
  /// A Lanczos kernel of three lobes, as in `CIFilter.lanczosScaleTransform()`, whose result stays between the least
  /// and the most light of the source within one pixel of the coarser grid, in each premultiplied component. The kernel
  /// alone draws black rings around a lamp in the night, which fall below 0 in floats. The excess that is cut off is
  /// given to the pixels around, within the same bounds, so that means of areas are kept.
  ///
  /// The result has whole pixels and its corner at the origin. Colour space and content headroom are kept; an infinite
  /// image stays as it is. Not in Core Image.
  ///
  /// - Parameter size: in pixels, rounded; a side below 1, or beyond the engine's limit, gives an empty image.
  public func resized(to size: CGSize) -> CIImage {
    if extent.isUnbounded { return self }
    let result = CGRect(x: 0, y: 0, width: size.width.rounded(), height: size.height.rounded())
    guard !extent.isEmpty, (1...CGFloat(PixelRect.limit / 2)).contains(result.width),
      (1...CGFloat(PixelRect.limit / 2)).contains(result.height)
    else { return .empty() }
    let moved = transformed(by: CGAffineTransform(translationX: -extent.minX, y: -extent.minY))
    if result.size == extent.size { return moved }
    let resampling = SeparableResampling(
      .lanczos, across: Double(result.width / extent.width), up: Double(result.height / extent.height),
      picture: PixelRect(enclosing: moved.extent), limits: PixelRect(enclosing: result))
    let vector = CIVector(x: result.width, y: result.height)
    return moved.appending(area: resampling, extent: result, keepsTags: true)
      .made(by: NodeOrigin(.method("resized"), imageKeys: ["image"]) { [("size", vector)] }, from: [self])
  }
}
