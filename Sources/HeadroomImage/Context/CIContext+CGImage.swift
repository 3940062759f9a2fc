public import Foundation
internal import HeadroomColor
public import HeadroomEngine
public import HeadroomGraphics
internal import HeadroomPixels

extension CIContext {
  /// Renders the part of an image inside `fromRect` in the context's output space (sRGB unless set).
  ///
  /// 8 bits per component, or half float when that space is HDR. The rectangle is rounded outwards and clipped to the
  /// extent. Nil when it is then empty, when it is infinite, or when the render fails.
  public func createCGImage(_ image: CIImage, from fromRect: CGRect) -> CGImage? {
    let space = settings.defaultOutput
    let format: CIFormat = space?.isHDR() ?? false ? .RGBAh : .RGBA8
    return createCGImage(image, from: fromRect, format: format, colorSpace: space)
  }

  /// As ``createCGImage(_:from:)`` in a given format and space; nil for the space leaves working-space numbers.
  public func createCGImage(
    _ image: CIImage, from fromRect: CGRect, format: CIFormat, colorSpace: CGColorSpace?
  ) -> CGImage? {
    try? renderedCGImage(image, from: fromRect, format: format, colorSpace: colorSpace)
  }

  /// As above; `deferred` is accepted: the image is rendered at once, which gives the same pixels.
  public func createCGImage(
    _ image: CIImage, from fromRect: CGRect, format: CIFormat, colorSpace: CGColorSpace?, deferred: Bool
  ) -> CGImage? {
    createCGImage(image, from: fromRect, format: format, colorSpace: colorSpace)
  }

  /// As above; with `calculateHDRStats` the image carries its measured headroom and average light level.
  public func createCGImage(
    _ image: CIImage, from fromRect: CGRect, format: CIFormat, colorSpace: CGColorSpace?, deferred: Bool,
    calculateHDRStats: Bool
  ) -> CGImage? {
    guard let rendered = createCGImage(image, from: fromRect, format: format, colorSpace: colorSpace) else {
      return nil
    }
    return calculateHDRStats ? self.calculateHDRStats(for: rendered) : rendered
  }

  /// The throwing variant of ``createCGImage(_:from:format:colorSpace:)``.
  /// - Throws: `RenderError`.
  public func renderedCGImage(
    _ image: CIImage, from fromRect: CGRect, format: CIFormat, colorSpace: CGColorSpace?
  ) throws(RenderError) -> CGImage {
    let region = PixelRect(enclosing: fromRect).intersection(PixelRect(enclosing: image.extent))
    let bitmap = try bitmap(image, region: region, format: format.pixelFormat, encoding: colorSpace?.encoding)
    let headroom = colorSpace.map { $0.isHDR() ? image.contentHeadroom : 1 } ?? 0
    return CGImage(
      bitmap: bitmap, colorSpace: colorSpace, contentHeadroom: headroom,
      contentAverageLightLevel: colorSpace?.isHDR() ?? false ? image.contentAverageLightLevel : 0)
  }
}
