public import Foundation
internal import HeadroomColor
internal import HeadroomEngine
public import HeadroomGraphics
internal import HeadroomPixels
internal import Synchronization

/// A picture that is updated step by step, such as a painting under the brush or the state of a simulation.
///
/// Pixels are stored; images of them may be part of the recipe that is set next. All members may be called from any thread.
public final class CIImageAccumulator: Sendable {
  /// The rectangle that is stored, rounded outwards to whole pixels.
  public let extent: CGRect
  /// How pixels are stored. Float formats keep light above 1.
  public let format: CIFormat

  private let rect: PixelRect
  private let encoding: ColorEncoding
  private let context = CIContext(options: [.cacheIntermediates: false])
  /// Never written to once it is stored here: images of it may exist.
  private let stored: Mutex<PixelBitmap>

  /// An accumulator that starts transparent black, in extended linear sRGB for float formats, sRGB or a grey of gamma 2.2
  /// for integers.
  /// - Returns: nil where the extent is empty or infinite, or cannot be stored.
  public convenience init?(extent: CGRect, format: CIFormat) {
    let pixel = format.pixelFormat
    let encoding: ColorEncoding =
      pixel.isFloatingPoint ? .extendedLinearSRGB : pixel.isGray ? .genericGrayGamma22 : .sRGB
    self.init(extent: extent, format: format, encoding: encoding)
  }

  /// As ``init(extent:format:)``, with the colour space of the stored numbers.
  /// - Returns: nil also where the space's components do not fit the format.
  public convenience init?(extent: CGRect, format: CIFormat, colorSpace: CGColorSpace) {
    self.init(extent: extent, format: format, encoding: colorSpace.encoding)
  }

  private init?(extent: CGRect, format: CIFormat, encoding: ColorEncoding) {
    let rect = PixelRect(enclosing: extent)
    guard !rect.isEmpty, !rect.isInfinite, (try? CIContext.check(encoding, fits: format.pixelFormat)) != nil,
      let bitmap = try? Self.bitmap(rect, format)
    else { return nil }
    bitmap.storage.clear()
    self.rect = rect
    self.extent = rect.cgRect
    self.format = format
    self.encoding = encoding
    stored = Mutex(bitmap)
  }

  /// The picture as it is now. It stays as it is when the accumulator changes.
  public func image() -> CIImage {
    let bitmap = stored.withLock { $0 }
    var tags = ImageTags()
    tags.colorSpace = CGColorSpace(encoding: encoding)
    return CIImage(bitmap: bitmap, encoding: encoding, tags: tags, label: "accumulator", options: ReadOptions([:]))
      .transformed(by: CGAffineTransform(translationX: extent.minX, y: extent.minY))
  }

  /// Renders an image and stores it: its pixels inside ``extent``, transparent black where it has none. If it cannot be
  /// rendered, the picture stays unchanged.
  public func setImage(_ image: CIImage) { set(image, over: rect) }

  /// As ``setImage(_:)`` for an image that differs from the stored picture only in a rectangle: pixels outside stay.
  public func setImage(_ image: CIImage, dirtyRect: CGRect) {
    set(image, over: PixelRect(enclosing: dirtyRect).intersection(rect))
  }

  /// Makes everything transparent black.
  public func clear() { set(.empty(), over: rect) }

  private func set(_ image: CIImage, over part: PixelRect) {
    guard !part.isEmpty, let next = try? Self.bitmap(rect, format), let window = next.part(part, of: rect) else {
      return
    }
    let destination = PlanDestination(
      encoding: encoding, isPremultiplied: next.alpha == .premultiplied, isOpaque: next.alpha == .opaque)
    do {
      try context.render(image, region: part, into: window, destination: destination)
    } catch {
      return
    }
    stored.withLock { bitmap in
      bitmap.copyRows(into: next, outside: part, of: rect)
      bitmap = next
    }
  }

  private static func bitmap(_ rect: PixelRect, _ format: CIFormat) throws(PixelError) -> PixelBitmap {
    let pixel = format.pixelFormat
    return try PixelBitmap(
      width: rect.width, height: rect.height, format: pixel, alpha: pixel.hasAlpha ? .premultiplied : .opaque)
  }
}

extension PixelBitmap {
  private var usedRowBytes: Int { width * format.bytesPerPixel }

  /// Copies the pixels of the picture `rect` outside a part into a bitmap of the same size.
  fileprivate func copyRows(into other: PixelBitmap, outside part: PixelRect, of rect: PixelRect) {
    let rows = (rect.maxY - part.maxY)..<(rect.maxY - part.minY)
    let left = (part.minX - rect.minX) * format.bytesPerPixel
    let right = (part.maxX - rect.minX) * format.bytesPerPixel
    for row in 0..<height {
      let (from, to) = unsafe (rowAddress(row), other.rowAddress(row))
      if rows.contains(row) {
        unsafe to.copyMemory(from: from, byteCount: left)
        unsafe (to + right).copyMemory(from: from + right, byteCount: usedRowBytes - right)
      } else {
        unsafe to.copyMemory(from: from, byteCount: usedRowBytes)
      }
    }
  }
}
