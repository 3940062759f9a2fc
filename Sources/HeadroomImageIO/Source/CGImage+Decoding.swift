public import Foundation
internal import HeadroomContainers
public import HeadroomGraphics

extension CGImage {
  /// Decodes the picture of a JPEG file as it is stored.
  ///
  /// - Parameters:
  ///   - source: the file's bytes.
  ///   - decode: a lower and an upper value per component to which codes 0 and 1 are mapped, or nil.
  ///   - shouldInterpolate: whether drawing at another size interpolates.
  ///   - intent: how colours outside a destination's gamut are to be treated.
  ///
  /// Nil when the bytes are another format's or cannot be decoded; `CGImageSource` throws the reason.
  public convenience init?(
    jpegDataProviderSource source: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
    intent: CGColorRenderingIntent
  ) {
    unsafe self.init(
      source, of: JPEGFormat.uti, decode: decode, shouldInterpolate: shouldInterpolate, intent: intent)
  }

  /// Decodes the picture of a PNG file as it is stored; see
  /// ``init(jpegDataProviderSource:decode:shouldInterpolate:intent:)``.
  public convenience init?(
    pngDataProviderSource source: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
    intent: CGColorRenderingIntent
  ) {
    unsafe self.init(
      source, of: PNGFormat.uti, decode: decode, shouldInterpolate: shouldInterpolate, intent: intent)
  }

  private convenience init?(
    _ provider: CGDataProvider, of type: String, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
    intent: CGColorRenderingIntent
  ) {
    let source = CGImageSource(bytes: FileBytes(provider.bytes))
    guard source.typeIdentifier == type, let image = try? source.image(at: 0) else { return nil }
    guard let decode = unsafe decode else {
      self.init(copying: image, shouldInterpolate: shouldInterpolate, intent: intent)
      return
    }
    guard let space = image.colorSpace, let pixels = image.dataProvider else { return nil }
    unsafe self.init(
      width: image.width, height: image.height, bitsPerComponent: image.bitsPerComponent,
      bitsPerPixel: image.bitsPerPixel, bytesPerRow: image.bytesPerRow, space: space, bitmapInfo: image.bitmapInfo,
      provider: pixels, decode: decode, shouldInterpolate: shouldInterpolate, intent: intent)
  }
}
