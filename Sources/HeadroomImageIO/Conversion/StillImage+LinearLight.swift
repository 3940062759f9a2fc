package import HeadroomColor
package import HeadroomContainers
package import HeadroomPixels

extension StillImage {
  /// The base picture as linear light in floating point, as OpenEXR, Radiance and PFM store it.
  ///
  /// Numbers that already are linear light of the wanted primaries keep their bits, NaN and infinities included, and
  /// their alpha mode. Everything else is decoded and converted, unclamped, with straight alpha.
  ///
  /// - Parameters:
  ///   - primaries: those of the result; the picture's own unless given.
  ///   - keepsAlpha: whether the result has alpha where the picture has; otherwise it is left out.
  ///   - component: half or float.
  package func linearBase(
    primaries: ColorPrimaries? = nil, keepsAlpha: Bool, component: PixelFormat.Component
  ) throws(ImageIOError) -> PixelBitmap {
    let hasAlpha = keepsAlpha && base.format.hasAlpha && base.alpha != .opaque
    let isGray = base.format.isGray
    let layout: PixelFormat.Layout = isGray ? (hasAlpha ? .grayAlpha : .gray) : (hasAlpha ? .rgba : .rgb)
    guard let format = PixelFormat(component: component, layout: layout) else {
      throw .internalError("no floating-point format with the layout \(layout)")
    }
    let goal = primaries ?? encoding.primaries
    let isLight = encoding.transfer == .linear && (encoding.model == .rgb || encoding.model == .monochrome)
    // Premultiplied colours whose alpha is left out have to be divided by it first.
    let losesAlpha = base.alpha == .premultiplied && !hasAlpha
    guard isLight, isGray || encoding.primaries == goal, !losesAlpha else {
      let target = ColorEncoding(
        model: isGray ? .monochrome : .rgb, primaries: goal, transfer: .linear, isExtended: true)
      return try PictureConverter(from: encoding, to: target).convert(base, to: format)
    }
    return base.format == format ? base : try base.repacked(as: format)
  }
}

extension PixelBitmap {
  /// The same numbers in another format.
  func repacked(as format: PixelFormat) throws(ImageIOError) -> PixelBitmap {
    let out: PixelBitmap
    do throws(PixelError) {
      out = try PixelBitmap(width: width, height: height, format: format, alpha: alpha)
    } catch {
      throw ImageIOError(error)
    }
    let count = width
    let makeScratch: @Sendable () -> RowBuffer = { RowBuffer(capacity: count) }
    try ThreadPool.shared.forEachPiece(height, scratch: makeScratch) { row, buffer in
      unsafe RowCodec.unpack(self, row: row, x: 0, count: count, into: buffer.rows)
      unsafe RowCodec.pack(buffer.rows, count: count, into: out, row: row, x: 0)
    }
    return out
  }
}
