internal import Foundation
internal import HeadroomColor
internal import HeadroomEngine
internal import HeadroomGraphics
internal import HeadroomPixels

/// The part of a destination that an image is rendered to, with the destination's current settings.
struct DestinationView: Sendable {
  /// The part, in the coordinates of ``picture(of:)``.
  private(set) var region: PixelRect
  let numbers: PlanDestination
  let dither: RowCodec.Dither
  private let fromRect: CGRect
  private let whole: PixelRect
  private let move: CGAffineTransform
  private let isFlipped: Bool
  private let isClamped: Bool
  private let colorSpace: CGColorSpace?

  init(of fromRect: CGRect, in destination: CIRenderDestination, at atPoint: CGPoint) throws(RenderError) {
    whole = PixelRect(x: 0, y: 0, width: destination.width, height: destination.height)
    let wanted = CGRect(origin: atPoint, size: fromRect.size)
    let part = fromRect.isUnbounded ? whole : PixelRect(enclosing: wanted).intersection(whole)
    guard !part.isEmpty else { throw .emptyExtent }
    self.fromRect = fromRect
    move = CGAffineTransform(translationX: atPoint.x - fromRect.minX, y: atPoint.y - fromRect.minY)
    isFlipped = destination.isFlipped
    isClamped = destination.isClamped
    colorSpace = destination.colorSpace
    region =
      isFlipped
      ? PixelRect(minX: part.minX, minY: whole.height - part.maxY, maxX: part.maxX, maxY: whole.height - part.minY)
      : part
    numbers = PlanDestination(
      encoding: destination.colorSpace?.encoding, isPremultiplied: destination.alphaMode == .premultiplied,
      isOpaque: destination.alphaMode == .none)
    dither = destination.isDithered ? .ordered : .none
  }

  /// The part of the destination that a picture of ``picture(of:)`` covers; nil where it covers nothing.
  func covered(by picture: CIImage) -> DestinationView? {
    var view = self
    view.region = region.intersection(PixelRect(enclosing: picture.extent))
    return view.region.isEmpty ? nil : view
  }

  /// An image as the destination shows it.
  func picture(of image: CIImage) -> CIImage {
    var picture = image.cropped(to: fromRect).transformed(by: move)
    if isFlipped {
      picture = picture.transformed(by: CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: CGFloat(whole.height)))
    }
    return isClamped ? picture.limitedForStorage(in: colorSpace) : picture
  }

  /// The rows and columns of the destination's bitmap that the part fills.
  func window(of bitmap: PixelBitmap) throws(RenderError) -> PixelBitmap {
    guard bitmap.width == whole.width, bitmap.height == whole.height, let window = bitmap.part(region, of: whole) else {
      throw .emptyExtent
    }
    return window
  }
}
