internal import HeadroomContainers
internal import HeadroomGraphics
internal import HeadroomPixels

extension PixelBitmap {
  /// The upright picture, for containers that cannot state an orientation; this bitmap where it is upright already.
  func upright(from orientation: CGImagePropertyOrientation) throws(ImageIOError) -> PixelBitmap {
    guard orientation != .up, !format.isYCbCr else { return self }
    let size = orientation.uprightSize(width: width, height: height)
    let out: PixelBitmap
    do throws(PixelError) {
      out = try PixelBitmap(width: size.width, height: size.height, format: format, alpha: alpha)
    } catch {
      throw ImageIOError(error)
    }
    let steps = orientation.steps(width: width, height: height, rowBytes: rowBytes, pixelBytes: format.bytesPerPixel)
    let (pixelBytes, bandHeight) = (format.bytesPerPixel, 16)
    try ThreadPool.shared.forEachPiece((out.height + bandHeight - 1) / bandHeight) { band in
      for row in band * bandHeight..<min((band + 1) * bandHeight, out.height) {
        var source = unsafe UnsafeRawPointer(rowAddress(0)) + steps.start + row * steps.row
        var target = unsafe out.rowAddress(row)
        for _ in 0..<out.width {
          unsafe target.copyMemory(from: source, byteCount: pixelBytes)
          unsafe target += pixelBytes
          unsafe source += steps.column
        }
      }
    }
    return out
  }
}

extension CGImagePropertyOrientation {
  /// Bytes from the stored picture's first pixel to the upright one's, and from there to the next pixel and row.
  fileprivate func steps(
    width: Int, height: Int, rowBytes: Int, pixelBytes: Int
  ) -> (start: Int, column: Int, row: Int) {
    let (right, bottom) = ((width - 1) * pixelBytes, (height - 1) * rowBytes)
    switch self {
    case .up: return (0, pixelBytes, rowBytes)
    case .upMirrored: return (right, -pixelBytes, rowBytes)
    case .down: return (right + bottom, -pixelBytes, -rowBytes)
    case .downMirrored: return (bottom, pixelBytes, -rowBytes)
    case .leftMirrored: return (0, rowBytes, pixelBytes)
    case .right: return (bottom, -rowBytes, pixelBytes)
    case .rightMirrored: return (bottom + right, -rowBytes, -pixelBytes)
    case .left: return (right, rowBytes, -pixelBytes)
    }
  }
}
