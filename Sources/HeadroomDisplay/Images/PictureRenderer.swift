internal import Foundation
internal import HeadroomColor
internal import HeadroomEngine
internal import HeadroomGraphics
internal import HeadroomImage
internal import HeadroomImageIO
internal import HeadroomPixels

/// Renders for image classes: recipes to pixels, and pixels to another size, turned, or within reference white.
enum PictureRenderer {
  static let context = CIContext(options: [.cacheIntermediates: false])

  /// A recipe's pixels: 8 bits if it is known to be SDR, otherwise half floats of linear light.
  static func pixels(of image: CIImage) -> CGImage? {
    let encoding = image.colorSpace?.encoding ?? .sRGB
    if image.contentHeadroom > 0, image.contentHeadroom <= 1 { return standard(image, in: encoding.usual(for: .sdr)) }
    return bitmap(image, image.isOpaque ? .rgbxHalf : .rgbaHalf, in: encoding.light).map {
      CGImage(
        bitmap: $0, colorSpace: CGColorSpace(encoding: encoding.light), contentHeadroom: image.contentHeadroom,
        contentAverageLightLevel: image.contentAverageLightLevel)
    }
  }

  /// Pixels of a known headroom tone mapped to reference white, in 8 bits.
  static func standard(_ image: CGImage, headroom: Double) -> CGImage? {
    let encoding = image.colorSpace?.encoding ?? .sRGB
    return standard(CIImage(cgImage: image).toneMapped(to: 1, from: headroom), in: encoding.ordinary)
  }

  private static func standard(_ image: CIImage, in encoding: ColorEncoding) -> CGImage? {
    let isGray = encoding.model == .monochrome
    let format = PixelFormat.integer(isDeep: false, isGray: isGray, hasAlpha: !image.isOpaque)
    return bitmap(image, format, in: encoding, gamutPeak: isGray ? nil : 1).map {
      CGImage(bitmap: $0, colorSpace: CGColorSpace(encoding: encoding), contentHeadroom: 1)
    }
  }

  /// The same kind of pixels, reduced so that the longer side has `longest` pixels; the image itself if it is not
  /// longer.
  static func smaller(_ image: CGImage, longest: CGFloat) -> CGImage? {
    let side = CGFloat(max(image.width, image.height))
    guard longest < side else { return image }
    func scaled(_ length: Int) -> CGFloat { max((CGFloat(length) * longest / side).rounded(), 1) / CGFloat(length) }
    let scale = CGAffineTransform(scaleX: scaled(image.width), y: scaled(image.height))
    return rendered(CIImage(cgImage: image).transformed(by: scale), like: image)
  }

  /// The same kind of pixels, turned upright.
  static func turned(_ image: CGImage, _ orientation: CGImagePropertyOrientation) -> CGImage? {
    rendered(CIImage(cgImage: image).oriented(orientation), like: image)
  }

  /// One colour of varying transparency: 8 bits of sRGB, or half floats of its extended form.
  static func tinted(_ image: CIImage, isHDR: Bool) -> CGImage? {
    let encoding: ColorEncoding = isHDR ? .extendedSRGB : .sRGB
    return bitmap(image, isHDR ? .rgbaHalf : .rgba8, in: encoding, isDithered: false).map {
      CGImage(bitmap: $0, colorSpace: CGColorSpace(encoding: encoding))
    }
  }

  /// The pixels in another space, of the same depth.
  static func converted(_ image: CGImage, to space: CGColorSpace) -> CGImage? {
    let format = PixelFormat(renderedLike: image.bitmap, isGray: space.model == .monochrome)
    return bitmap(CIImage(cgImage: image), format, in: space.encoding).map {
      CGImage(bitmap: $0, colorSpace: space, contentHeadroom: space.isHDR() ? image.contentHeadroom : 0)
    }
  }

  /// The pixels over a colour, without alpha.
  static func covering(_ color: CGColor, with image: CGImage) -> CGImage? {
    let front = CIImage(cgImage: image)
    let ground = CIImage(color: CIColor(cgColor: color)).cropped(to: front.extent)
    return rendered(front.composited(over: ground), like: image, isOpaque: true)
  }

  /// A recipe in the format and space of a picture that it was made from; in sRGB if that space cannot be rendered to.
  private static func rendered(_ image: CIImage, like model: CGImage, isOpaque: Bool = false) -> CGImage? {
    var encoding = model.colorSpace?.encoding ?? .sRGB
    if encoding.model != .rgb, encoding.model != .monochrome { encoding = .sRGB }
    let format = PixelFormat(
      renderedLike: isOpaque ? model.bitmap.reading(alpha: .opaque) : model.bitmap,
      isGray: encoding.model == .monochrome)
    return bitmap(image, format, in: encoding).map {
      CGImage(
        bitmap: $0,
        colorSpace: encoding == model.colorSpace?.encoding ? model.colorSpace : CGColorSpace(encoding: encoding),
        contentHeadroom: model.contentHeadroom, contentAverageLightLevel: model.contentAverageLightLevel)
    }
  }

  private static func bitmap(
    _ image: CIImage, _ format: PixelFormat, in encoding: ColorEncoding, gamutPeak: Double? = nil,
    isDithered: Bool = true
  ) -> PixelBitmap? {
    try? context.bitmap(
      image, region: PixelRect(enclosing: image.extent), format: format, encoding: encoding, gamutPeak: gamutPeak,
      dither: isDithered && format.component == .uint8 ? .ordered : .none)
  }
}

extension PixelFormat {
  /// An interleaved format with as much precision as a bitmap.
  fileprivate init(renderedLike bitmap: PixelBitmap, isGray: Bool) {
    let hasAlpha = bitmap.format.hasAlpha && bitmap.alpha != .opaque
    let component: Component =
      switch bitmap.format.component {
      case .uint8: .uint8
      case .uint16, .packed10, .uint10High, .uint10, .uint12: .uint16
      case .half: .half
      case .float: .float
      }
    let layout: Layout = isGray ? (hasAlpha ? .grayAlpha : .gray) : hasAlpha ? .rgba : .rgbx
    self = PixelFormat(component: component, layout: layout) ?? .rgbaFloat
  }
}
