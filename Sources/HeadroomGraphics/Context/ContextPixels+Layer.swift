internal import HeadroomColor
internal import HeadroomPixels

extension ContextPixels {
  /// Transparent pixels to draw into first; nil when there is no memory.
  ///
  /// - Parameters:
  ///   - width: at least 1.
  ///   - height: at least 1.
  ///   - encoding: that of the numbers.
  ///   - isDeep: whether half floats are too few bits.
  static func layer(width: Int, height: Int, encoding: ColorEncoding, isDeep: Bool) -> ContextPixels? {
    let format: PixelFormat = isDeep ? .rgbaFloat : .rgbaHalf
    guard let bitmap = try? PixelBitmap(width: width, height: height, format: format, alpha: .premultiplied),
      let layout = BitmapLayout(format: format, alpha: .premultiplied)
    else { return nil }
    bitmap.storage.clear()
    return ContextPixels(bitmap: bitmap, layout: layout, encoding: encoding, isSwapped: false)
  }

  /// Whether layers above need more than half floats.
  var isDeep: Bool { layout.bitsPerComponent > 16 || layout.bitsPerComponent == 16 && !bitmap.format.isFloatingPoint }
}
