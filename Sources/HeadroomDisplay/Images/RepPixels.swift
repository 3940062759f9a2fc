internal import Foundation
internal import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomPixels

/// The pixels of a representation: an image's, until they are written.
struct RepPixels {
  private let original: CGImage?
  private var written: PixelBitmap?
  let space: CGColorSpace
  /// The format of the numbers when they are read and written.
  let format: PixelFormat
  let alpha: AlphaMode
  let width: Int
  let height: Int

  init(_ image: CGImage) {
    original = image
    let gray = image.colorSpace?.model == .monochrome || (image.colorSpace == nil && image.bitmap.format.isGray)
    space = image.colorSpace ?? CGColorSpace(encoding: gray ? .genericGrayGamma22 : .sRGB)
    alpha = image.bitmap.format.hasAlpha ? image.bitmap.alpha : .opaque
    format = PixelFormat(samplesOf: image.bitmap.format, isGray: gray, hasAlpha: alpha != .opaque)
    (width, height) = (image.width, image.height)
  }

  init(_ bitmap: PixelBitmap, _ space: CGColorSpace) {
    original = nil
    written = bitmap
    self.space = space
    format = bitmap.format
    alpha = bitmap.alpha
    (width, height) = (bitmap.width, bitmap.height)
  }

  /// A transparent pixel.
  static var clearPixel: RepPixels {
    guard let bitmap = try? PixelBitmap(width: 1, height: 1, format: .rgba8) else {
      preconditionFailure("no memory for a pixel")
    }
    bitmap.storage.clear()
    return RepPixels(bitmap, CGColorSpace(encoding: .sRGB))
  }

  /// Memory to be written; nil when there is none.
  mutating func editable() -> PixelBitmap? {
    if written == nil, let bitmap = original?.bitmap {
      written = bitmap.copied(as: format)
    }
    return written
  }

  /// An image of the pixels as they are now.
  var image: CGImage? {
    guard let written else { return original }
    return written.copied(as: format).map {
      CGImage(bitmap: $0, colorSpace: space, contentHeadroom: original?.contentHeadroom ?? 0)
    }
  }

  // MARK: Single pixels

  mutating func color(_ x: Int, _ y: Int) -> CGColor? {
    guard (0..<width).contains(x), (0..<height).contains(y), let bitmap = editable() else { return nil }
    let buffer = RowBuffer(capacity: 1)
    let rows = unsafe buffer.rows
    unsafe RowCodec.unpack(bitmap, row: y, x: x, count: 1, into: rows)
    let cover = alpha == .opaque ? 1 : unsafe rows.a[0]
    let divisor = alpha == .premultiplied && cover > 0 ? cover : 1
    let numbers = unsafe (format.isGray ? [rows.r[0]] : [rows.r[0], rows.g[0], rows.b[0]]).map { CGFloat($0 / divisor) }
    return unsafe CGColor(colorSpace: space, components: numbers + [CGFloat(cover)])
  }

  mutating func set(_ color: CGColor, _ x: Int, _ y: Int) {
    guard (0..<width).contains(x), (0..<height).contains(y), let bitmap = editable(),
      let numbers = color.converted(to: space, intent: .defaultIntent, options: nil)?.components?.map({ Float($0) })
    else { return }
    let cover = alpha == .opaque ? 1 : numbers[numbers.count - 1]
    let factor = alpha == .premultiplied ? cover : 1
    let buffer = RowBuffer(capacity: 1)
    let rows = unsafe buffer.rows
    unsafe rows.r[0] = numbers[0] * factor
    unsafe rows.g[0] = numbers[format.isGray ? 0 : 1] * factor
    unsafe rows.b[0] = numbers[format.isGray ? 0 : 2] * factor
    unsafe rows.a[0] = cover
    unsafe RowCodec.pack(rows, count: 1, into: bitmap, row: y, x: x)
  }
}

extension PixelFormat {
  /// Samples next to each other that hold those of another format.
  fileprivate init(samplesOf other: PixelFormat, isGray: Bool, hasAlpha: Bool) {
    let component: Component =
      switch other.component {
      case .uint8: .uint8
      case .uint16, .packed10, .uint10High, .uint10, .uint12: .uint16
      case .half: .half
      case .float: .float
      }
    let layout: Layout =
      if isGray { hasAlpha ? .grayAlpha : .gray } else if hasAlpha { other.layout == .argb ? .argb : .rgba } else {
        other.layout == .rgb ? .rgb : .rgbx
      }
    self = PixelFormat(component: component, layout: layout) ?? .rgbaFloat
  }

  /// Bits of a sample.
  var bits: Int {
    switch component {
    case .uint8: 8
    case .float: 32
    default: 16
    }
  }

  /// Samples from one pixel to the next.
  var sampleCount: Int {
    switch layout {
    case .gray: 1
    case .grayAlpha: 2
    case .rgb: 3
    default: 4
    }
  }
}

extension PixelBitmap {
  /// A copy with the same numbers in another format; nil without memory.
  fileprivate func copied(as format: PixelFormat) -> PixelBitmap? {
    guard let copy = try? PixelBitmap(width: width, height: height, format: format, alpha: alpha) else { return nil }
    let columns = width
    let makeBuffer: @Sendable () -> RowBuffer = { RowBuffer(capacity: columns) }
    ThreadPool.shared.concurrentPerform(height, scratch: makeBuffer) { row, buffer in
      let rows = unsafe buffer.rows
      unsafe RowCodec.unpack(self, row: row, x: 0, count: columns, into: rows)
      unsafe RowCodec.pack(rows, count: columns, into: copy, row: row, x: 0)
    }
    return copy
  }
}
