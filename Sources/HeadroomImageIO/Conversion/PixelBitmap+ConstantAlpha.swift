package import HeadroomContainers
package import HeadroomPixels

/// The effect of a picture's alpha.
package enum AlphaUse: Hashable, Sendable {
  /// There is none, or it covers every pixel.
  case opaque
  /// It is 0 everywhere while colours are not: some renderers leave it unwritten. The colours are the picture.
  case unwritten
  /// It covers some pixels and others not.
  case partial
}

/// Finds the effect of alpha from the rows of a picture, in any parts.
package struct AlphaScanner: Sendable {
  private var least = Float.infinity
  private var most = -Float.infinity
  private var isLit = false

  package init() {}

  /// Whether more rows cannot change the answer.
  package var isDone: Bool { least < 1 && most > 0 }

  /// Examines the rows of a bitmap with alpha, from the top, until the answer is known.
  package mutating func add(_ bitmap: PixelBitmap) {
    let width = bitmap.width
    let buffer = RowBuffer(capacity: width)
    let rows = unsafe buffer.rows
    for row in 0..<bitmap.height {
      if isDone { return }
      unsafe RowCodec.unpack(bitmap, row: row, x: 0, count: width, into: rows)
      for x in 0..<width {
        let alpha = unsafe rows.a[x]
        // NaN covers nothing.
        let value = alpha == alpha ? alpha : 0
        least = min(least, value)
        most = max(most, value)
        isLit = unsafe isLit || rows.r[x] > 0 || rows.g[x] > 0 || rows.b[x] > 0
      }
    }
  }

  /// The effect of the alpha in the rows so far.
  package var use: AlphaUse {
    if least >= 1 { return .opaque }
    return most <= 0 && isLit ? .unwritten : .partial
  }
}

extension PixelBitmap {
  /// Looked up in the pixels.
  package var alphaUse: AlphaUse {
    guard format.hasAlpha, alpha != .opaque else { return .opaque }
    var scanner = AlphaScanner()
    scanner.add(self)
    return scanner.use
  }

  /// The colours without their alpha, as they are.
  package func withoutAlpha() throws(ImageIOError) -> PixelBitmap {
    let plain = PixelFormat.withoutAlpha(format)
    guard plain != format else { return self }
    let result: PixelBitmap
    do throws(PixelError) {
      result = try PixelBitmap(width: width, height: height, format: plain, alpha: .opaque)
    } catch {
      throw ImageIOError(error)
    }
    let buffer = RowBuffer(capacity: width)
    let rows = unsafe buffer.rows
    for row in 0..<height {
      unsafe RowCodec.unpack(self, row: row, x: 0, count: width, into: rows)
      unsafe RowCodec.pack(rows, count: width, into: result, row: row, x: 0, dither: .none)
    }
    return result
  }
}

extension PixelFormat {
  /// The format of the same components without alpha; itself where there is none.
  fileprivate static func withoutAlpha(_ format: PixelFormat) -> PixelFormat {
    switch format {
    case .rgba8, .bgra8, .argb8: .rgb8
    case .rgba16: .rgb16
    case .rgbaHalf: .rgbHalf
    case .rgbaFloat: .rgbFloat
    case .grayAlpha8: .gray8
    case .grayAlpha16: .gray16
    case .grayAlphaHalf: .grayHalf
    case .grayAlphaFloat: .grayFloat
    default: format
    }
  }
}

extension StillImage {
  /// The picture without an alpha channel that has no effect; other pictures as they are.
  package func withoutConstantAlpha() throws(ImageIOError) -> (picture: StillImage, use: AlphaUse) {
    guard base.format.hasAlpha, base.alpha != .opaque else { return (self, .opaque) }
    let use = base.alphaUse
    guard use != .partial else { return (self, use) }
    var result = self
    result.base = try base.withoutAlpha()
    return (result, use)
  }
}
