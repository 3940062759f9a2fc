public import Foundation
package import HeadroomColor
internal import HeadroomEngine
public import HeadroomGraphics
package import HeadroomPixels

extension CIContext {
  /// Renders `bounds` of an image into a client's memory, top row first.
  ///
  /// Outside the image's extent the memory is filled with transparent black.
  /// - Parameters:
  ///   - image: what to render.
  ///   - data: at least `rowBytes * height` bytes, where the height is that of `bounds`, rounded outwards.
  ///   - rowBytes: bytes from one row to the next.
  ///   - bounds: the rectangle of the image that fills the memory.
  ///   - format: component order and number type.
  ///   - colorSpace: the space of the numbers; nil takes the context's output space.
  public func render(
    _ image: CIImage, toBitmap data: UnsafeMutableRawPointer, rowBytes: Int, bounds: CGRect, format: CIFormat,
    colorSpace: CGColorSpace?
  ) {
    let region = PixelRect(enclosing: bounds)
    let pixel = format.pixelFormat
    guard !region.isEmpty, !region.isInfinite,
      PixelBitmap.fits(.max, rowBytes: rowBytes, width: region.width, height: region.height, format: pixel)
    else { return }
    let byteCount = rowBytes * (region.height - 1) + region.width * pixel.bytesPerPixel
    let alpha: AlphaMode = settings.isOutputPremultiplied ? .premultiplied : .straight
    let storage = unsafe PixelStorage(foreign: data, byteCount: byteCount, release: nil)
    guard
      let bitmap = try? PixelBitmap(
        storage: storage, planes: [PixelPlane(offset: 0, rowBytes: rowBytes)], width: region.width,
        height: region.height, format: pixel, alpha: alpha)
    else { return }
    let space = colorSpace ?? settings.defaultOutput
    let destination = PlanDestination(
      encoding: space?.encoding, isPremultiplied: bitmap.alpha == .premultiplied, isOpaque: bitmap.alpha == .opaque)
    try? render(image, region: region, into: bitmap, destination: destination)
  }

  /// Renders an image into a pixel buffer: pixel (0, 0) of the image is the buffer's bottom left corner.
  public func render(_ image: CIImage, to buffer: CVPixelBuffer) {
    let bounds = CGRect(x: 0, y: 0, width: CVPixelBufferGetWidth(buffer), height: CVPixelBufferGetHeight(buffer))
    render(image, to: buffer, bounds: bounds, colorSpace: CGColorSpace(encoding: buffer.encoding))
  }

  /// Renders the part of an image inside `bounds` into a pixel buffer, keeping its place in the buffer.
  /// - Parameters:
  ///   - image: what to render.
  ///   - buffer: where to.
  ///   - bounds: the rectangle of the image, and of the buffer.
  ///   - colorSpace: the space of the numbers; nil takes the context's output space.
  public func render(_ image: CIImage, to buffer: CVPixelBuffer, bounds: CGRect, colorSpace: CGColorSpace?) {
    let encoding = (colorSpace ?? settings.defaultOutput)?.encoding
    try? renderThrowing(image, to: buffer, bounds: bounds, encoding: encoding)
  }

  /// As above, with the reason when it fails.
  package func renderThrowing(
    _ image: CIImage, to buffer: CVPixelBuffer, bounds: CGRect, encoding: ColorEncoding?
  ) throws {
    let whole = PixelRect(x: 0, y: 0, width: CVPixelBufferGetWidth(buffer), height: CVPixelBufferGetHeight(buffer))
    let part = PixelRect(enclosing: bounds).intersection(whole)
    guard !part.isEmpty else { throw RenderError.emptyExtent }
    // Rare formats are rendered into a converted copy, which has to hold the pixels outside the part as well.
    let target = try buffer.isDirectlyReadable ? buffer.renderTarget() : buffer.readableBitmap()
    guard let window = target.part(part, of: whole) else { throw RenderError.emptyExtent }
    let destination = PlanDestination(
      encoding: encoding, isPremultiplied: window.alpha == .premultiplied, isOpaque: window.alpha == .opaque)
    try render(image, region: part, into: window, destination: destination)
    buffer.commit(target)
  }
}

extension PixelBitmap {
  /// The rows and columns that show `part` of a picture whose whole bitmap shows `whole`.
  package func part(_ part: PixelRect, of whole: PixelRect) -> PixelBitmap? {
    if part == whole { return self }
    return cropped(x: part.minX - whole.minX, y: whole.maxY - part.maxY, width: part.width, height: part.height)
  }
}
