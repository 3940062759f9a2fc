internal import Foundation
internal import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomImage
internal import HeadroomPixels

extension PictureContent {
  /// A colour with the transparency of the picture; nil where there are no pixels.
  func tinted(_ color: CGColor) -> PictureContent? {
    guard let pixels else { return nil }
    let area = CIImage(cgImage: pixels)
    let tinted = CIImage(color: CIColor(cgColor: color)).cropped(to: area.extent)
    guard let masked = CIBlendKernel.sourceIn.apply(foreground: tinted, background: area)?.cropped(to: area.extent)
    else { return nil }
    return PictureRenderer.tinted(masked, isHDR: color.exceedsWhite).map { PictureContent(.pixels($0)) }
  }

  /// Whether no pixel is transparent, as far as the format tells.
  var isOpaque: Bool {
    if case .recipe(let image) = origin { return image.isOpaque }
    return pixels.map { !$0.bitmap.format.hasAlpha || $0.bitmap.alpha == .opaque } ?? false
  }
}

extension CGColor {
  /// Whether a component lies above reference white or outside of sRGB.
  fileprivate var exceedsWhite: Bool {
    guard let color = ColorComponents(self) else { return false }
    return [color.red, color.green, color.blue].contains { $0 > 1.002 || $0 < -0.002 }
  }
}
