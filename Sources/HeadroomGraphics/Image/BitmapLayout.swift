internal import HeadroomPixels

/// The memory layout of an image's or bitmap context's pixels, in Core Graphics' terms.
struct BitmapLayout: Hashable, Sendable {
  var bitsPerComponent: Int
  var bitsPerPixel: Int
  var info: CGBitmapInfo
  /// Components of the colour space: 1 or 3, or 0 where there is only alpha.
  var colorComponents: Int

  /// How many components a pixel has, unused ones included.
  var componentCount: Int {
    if info.alpha == .alphaOnly { return 1 }
    return colorComponents + (info.alpha.hasExtraComponent ? 1 : 0)
  }

  /// Whether the numbers describe pixels at all.
  var isValid: Bool {
    guard [0, 1, 3].contains(colorComponents), componentCount > 0, bitsPerPixel > 0, bitsPerPixel <= 128 else {
      return false
    }
    switch info.pixelFormat {
    case .packed: break
    case .RGB555: return bitsPerComponent == 5 && bitsPerPixel == 16 && colorComponents == 3
    case .RGB565: return bitsPerPixel == 16 && colorComponents == 3
    case .RGB101010: return bitsPerComponent == 10 && bitsPerPixel == 32 && colorComponents == 3
    case .RGBCIF10, .mask: return false
    }
    guard bitsPerComponent > 0, bitsPerComponent <= bitsPerPixel / componentCount else { return false }
    if info.component == .float { return bitsPerComponent == 16 || bitsPerComponent == 32 }
    return [1, 2, 4, 5, 8, 10, 12, 16, 32].contains(bitsPerComponent)
  }

  /// How alpha is to be read.
  var alphaMode: AlphaMode {
    switch info.alpha {
    case .none, .noneSkipFirst, .noneSkipLast: .opaque
    case .last, .first: .straight
    case .premultipliedLast, .premultipliedFirst, .alphaOnly: .premultiplied
    }
  }

  /// The bytes of a row without padding, nil when they cannot be counted.
  func minimumRowBytes(width: Int) -> Int? {
    let (bits, overflow) = width.multipliedReportingOverflow(by: bitsPerPixel)
    return overflow ? nil : bits / 8 + (bits % 8 == 0 ? 0 : 1)
  }
}

// MARK: - Pixel formats that are the layout

extension BitmapLayout {
  /// The pixel format whose memory is exactly this layout, nil where there is none.
  var directFormat: PixelFormat? {
    guard isValid else { return nil }
    switch info.pixelFormat {
    case .packed: break
    case .RGB101010: return packed10Format
    default: return nil
    }
    guard bitsPerPixel == bitsPerComponent * componentCount, let component else { return nil }
    guard let order = componentOrder else { return nil }
    return PixelFormat(component: component, layout: order)
  }

  /// The components' kind of number, where it and its byte order are those of a pixel format.
  private var component: PixelFormat.Component? {
    switch (bitsPerComponent, info.component) {
    case (8, .integer): .uint8
    case (16, .integer): info.byteOrder == .order16Little ? .uint16 : nil
    // Floating point without a byte order is in the machine's own order, as clients write it.
    case (16, .float): info.byteOrder == .order16Little || info.byteOrder == .orderDefault ? .half : nil
    case (32, .float): info.byteOrder == .order32Little || info.byteOrder == .orderDefault ? .float : nil
    default: nil
    }
  }

  /// The order of the components in memory; 8-bit components in little-endian 32-bit units are reversed.
  private var componentOrder: PixelFormat.Layout? {
    let isReversed = bitsPerComponent == 8 && info.byteOrder == .order32Little
    if bitsPerComponent == 8 {
      guard info.byteOrder != .order16Little, !isReversed || bitsPerPixel == 32 else { return nil }
    }
    switch (colorComponents, info.alpha) {
    case (_, .alphaOnly): return .alpha
    case (1, .none): return .gray
    case (1, .last), (1, .premultipliedLast): return .grayAlpha
    case (3, .none): return .rgb
    case (3, .last), (3, .premultipliedLast): return isReversed ? .abgr : .rgba
    case (3, .first), (3, .premultipliedFirst): return isReversed ? .bgra : .argb
    case (3, .noneSkipLast): return isReversed ? .abgr : .rgbx
    case (3, .noneSkipFirst): return isReversed ? .bgra : .argb
    default: return nil
    }
  }

  private var packed10Format: PixelFormat? {
    switch (info.byteOrder, info.alpha) {
    case (.order32Little, .none), (.order32Little, .noneSkipFirst): .rgb10
    case (.order32Little, .first), (.order32Little, .premultipliedFirst): .bgr10a2
    case (.order32Big, .noneSkipLast), (.orderDefault, .noneSkipLast): .rgb30BigEndian
    default: nil
    }
  }

  /// The layout that describes a pixel format, nil for formats that Core Graphics cannot describe.
  init?(format: PixelFormat, alpha: AlphaMode) {
    guard !format.isYCbCr else { return nil }
    let isStraight = alpha == .straight
    let last: CGImageAlphaInfo = alpha == .opaque ? .noneSkipLast : isStraight ? .last : .premultipliedLast
    let first: CGImageAlphaInfo = alpha == .opaque ? .noneSkipFirst : isStraight ? .first : .premultipliedFirst
    var order = CGImageByteOrderInfo.orderDefault
    switch format.component {
    case .uint8: break
    case .uint16, .half: order = .order16Little
    case .float, .packed10: order = .order32Little
    case .uint10High, .uint10, .uint12: return nil
    }
    let isByte = format.component == .uint8
    let alphaInfo: CGImageAlphaInfo
    switch format.layout {
    case .rgba: alphaInfo = last
    case .rgbx: alphaInfo = .noneSkipLast
    case .argb: alphaInfo = first
    case .bgra where isByte: (alphaInfo, order) = (first, .order32Little)
    case .abgr where isByte: (alphaInfo, order) = (last, .order32Little)
    case .rgb, .gray: alphaInfo = .none
    case .grayAlpha where alpha != .opaque: alphaInfo = last
    case .alpha: alphaInfo = .alphaOnly
    default: return nil
    }
    let components = format.isGray ? 1 : format.layout == .alpha ? 0 : 3
    if format.component == .packed10 {
      guard let layout = Self.packed10(format, alpha: alphaInfo) else { return nil }
      self = layout
      return
    }
    self.init(
      bitsPerComponent: format.bitsPerComponent, bitsPerPixel: 8 * format.bytesPerPixel,
      info: CGBitmapInfo(alpha: alphaInfo, component: format.isFloatingPoint ? .float : .integer, byteOrder: order),
      colorComponents: components)
  }

  private static func packed10(_ format: PixelFormat, alpha: CGImageAlphaInfo) -> BitmapLayout? {
    let info: CGBitmapInfo
    switch format {
    case .rgb10: info = CGBitmapInfo(alpha: .noneSkipFirst, byteOrder: .order32Little, pixelFormat: .RGB101010)
    case .bgr10a2: info = CGBitmapInfo(alpha: alpha, byteOrder: .order32Little, pixelFormat: .RGB101010)
    case .rgb30BigEndian: info = CGBitmapInfo(alpha: .noneSkipLast, byteOrder: .order32Big, pixelFormat: .RGB101010)
    default: return nil
    }
    return BitmapLayout(bitsPerComponent: 10, bitsPerPixel: 32, info: info, colorComponents: 3)
  }
}
