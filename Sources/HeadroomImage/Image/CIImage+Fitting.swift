internal import Foundation
internal import HeadroomEngine
internal import HeadroomGraphics
internal import HeadroomPixels

extension CIImage {
  /// The image over a colour within its extent; its tags stay.
  package func laid(on color: CIColor) -> CIImage {
    let kept = tags
    return composited(over: CIImage(color: color).cropped(to: extent)).retagged { $0 = kept }
  }

  /// The image reduced by the factor that makes the longer side of `picture` at most `limit` pixels.
  package func scaled(within limit: Int?, as picture: CIImage) -> CIImage {
    let whole = PixelRect(enclosing: picture.extent)
    let longest = max(whole.width, whole.height)
    guard let limit, longest > limit else { return self }
    func scaled(_ size: Int) -> CGFloat { max((CGFloat(size) * CGFloat(limit) / CGFloat(longest)).rounded(), 1) }
    let toOrigin = CGAffineTransform(translationX: -CGFloat(whole.minX), y: -CGFloat(whole.minY))
    let scale = CGAffineTransform(
      scaleX: scaled(whole.width) / CGFloat(whole.width), y: scaled(whole.height) / CGFloat(whole.height))
    return transformed(by: toOrigin.concatenating(scale))
  }

  /// Whether a gain map has the proportions of a picture, except for rounding of its size and a few columns of padding.
  package func hasShape(of picture: CIImage) -> Bool {
    let across = extent.width / picture.extent.width
    let down = extent.height / picture.extent.height
    let tolerance = 0.05 + 2 / min(extent.width, extent.height)
    return abs(across / down - 1) <= tolerance
  }
}
