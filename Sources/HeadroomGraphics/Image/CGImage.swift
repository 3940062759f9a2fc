public import Foundation
package import HeadroomPixels

/// A picture in memory: pixels, the colour space of their numbers, and how bright they may be.
///
/// An image never changes; images may be shared between threads.
///
/// ## Extended range
/// In a floating-point image of an extended-range space, 1.0 is reference white and brighter values are brighter light.
/// In PQ and HLG images the curve covers the range. ``contentHeadroom`` states how far the content goes.
public final class CGImage: Sendable {
  /// Width in pixels.
  public let width: Int
  /// Height in pixels.
  public let height: Int
  /// Bytes from one row to the next.
  public let bytesPerRow: Int
  /// The space of the numbers, nil where they are not colour (only alpha) or have no stated space.
  public let colorSpace: CGColorSpace?
  /// Whether drawing at another size interpolates between pixels.
  public let shouldInterpolate: Bool
  /// How colours outside a destination's gamut are to be treated.
  public let renderingIntent: CGColorRenderingIntent
  /// Whether this is a mask, which has no colour: where it is painted through, and how much.
  public let isMask: Bool
  /// The uniform type identifier of the file that the image was decoded from; nil for other images.
  public let utType: CFString?

  /// The pixels, rows from the top.
  package let bitmap: PixelBitmap

  let layout: BitmapLayout
  let headroomGiven: Float
  let averageLightLevelGiven: Float
  private let decodeValues: DecodeArray?
  private let provider: CGDataProvider

  /// Makes an image of pixels in memory.
  ///
  /// - Parameters:
  ///   - width: width in pixels, at least 1.
  ///   - height: height in pixels, at least 1.
  ///   - bitsPerComponent: 1, 2, 4, 8, 10, 12 or 16 for integers, 16 or 32 for floating point.
  ///   - bitsPerPixel: bits from one pixel to the next, at most 128.
  ///   - bytesPerRow: bytes from one row to the next.
  ///   - space: an RGB or monochrome space.
  ///   - bitmapInfo: where alpha lies, kind of number, byte order. 16-bit integers without a byte order are big-endian;
  ///     floating point without one is in the machine's own order.
  ///   - provider: the pixels, rows from the top.
  ///   - decode: a lower and an upper value per component to which codes 0 and 1 are mapped, or nil.
  ///   - shouldInterpolate: whether drawing at another size interpolates.
  ///   - intent: how colours outside a destination's gamut are to be treated.
  ///
  /// Nil when the numbers contradict one another, the provider has too few bytes, or there is no memory.
  public convenience init?(
    width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int, space: CGColorSpace,
    bitmapInfo: CGBitmapInfo, provider: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
    intent: CGColorRenderingIntent
  ) {
    unsafe self.init(
      headroom: 0, width: width, height: height, bitsPerComponent: bitsPerComponent, bitsPerPixel: bitsPerPixel,
      bytesPerRow: bytesPerRow, space: space, bitmapInfo: bitmapInfo, provider: provider, decode: decode,
      shouldInterpolate: shouldInterpolate, intent: intent)
  }

  /// Makes an image of pixels in memory whose headroom is known.
  ///
  /// The headroom is the linear ratio of the brightest content to reference white: 0 for unknown, 1 for SDR, more than 1
  /// for HDR. Other values give nil. The other parameters are those of the initialiser without a headroom.
  public convenience init?(
    headroom: Float, width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int,
    space: CGColorSpace, bitmapInfo: CGBitmapInfo, provider: CGDataProvider, decode: UnsafePointer<CGFloat>?,
    shouldInterpolate: Bool, intent: CGColorRenderingIntent
  ) {
    guard headroom.isContentHeadroom else { return nil }
    let isAlpha = bitmapInfo.alpha == .alphaOnly
    let layout = BitmapLayout(
      bitsPerComponent: bitsPerComponent, bitsPerPixel: bitsPerPixel, info: bitmapInfo,
      colorComponents: isAlpha ? 0 : space.numberOfComponents)
    let values = unsafe decode.map { unsafe DecodeArray(copying: $0, count: 2 * layout.colorComponents) }
    let source = PixelSource(layout: layout, width: width, height: height, bytesPerRow: bytesPerRow)
    guard let pixels = source.bitmap(of: provider, decode: values?.values) else { return nil }
    self.init(
      bitmap: pixels.bitmap, layout: layout, bytesPerRow: bytesPerRow, provider: pixels.provider, colorSpace: space,
      headroom: headroom, averageLightLevel: 0, decode: values, shouldInterpolate: shouldInterpolate, intent: intent)
  }

  /// Makes a mask of samples in memory.
  ///
  /// A sample of 0 paints through, the greatest one not at all, unless `decode` turns that round.
  ///
  /// - Parameters:
  ///   - width: width in pixels, at least 1.
  ///   - height: height in pixels, at least 1.
  ///   - bitsPerComponent: 1, 2, 4 or 8.
  ///   - bitsPerPixel: bits from one sample to the next.
  ///   - bytesPerRow: bytes from one row to the next.
  ///   - provider: the samples, rows from the top.
  ///   - decode: the two values to which the least and the greatest sample are mapped, or nil for 0 and 1.
  ///   - shouldInterpolate: whether use at another size interpolates.
  ///
  /// Nil when the numbers contradict one another, the provider has too few bytes, or there is no memory.
  public convenience init?(
    maskWidth width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int,
    provider: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool
  ) {
    let layout = BitmapLayout(
      bitsPerComponent: bitsPerComponent, bitsPerPixel: bitsPerPixel, info: CGBitmapInfo(alpha: .none),
      colorComponents: 1)
    guard [1, 2, 4, 8].contains(bitsPerComponent) else { return nil }
    let values = unsafe decode.map { unsafe DecodeArray(copying: $0, count: 2) }
    let source = PixelSource(layout: layout, width: width, height: height, bytesPerRow: bytesPerRow)
    guard let samples = source.bitmap(of: provider, decode: values?.values),
      let coverage = try? samples.bitmap.coverageOfMask()
    else { return nil }
    self.init(
      bitmap: coverage, layout: layout, bytesPerRow: bytesPerRow, provider: provider, colorSpace: nil, headroom: 0,
      averageLightLevel: 0, decode: values, shouldInterpolate: shouldInterpolate, intent: .defaultIntent, isMask: true)
  }

  /// The same image again, for initialisers that get one from elsewhere.
  package convenience init(copying image: CGImage, shouldInterpolate: Bool, intent: CGColorRenderingIntent) {
    self.init(
      bitmap: image.bitmap, layout: image.layout, bytesPerRow: image.bytesPerRow, provider: image.provider,
      colorSpace: image.colorSpace, headroom: image.headroomGiven, averageLightLevel: image.averageLightLevelGiven,
      decode: image.decodeValues, shouldInterpolate: shouldInterpolate, intent: intent, isMask: image.isMask,
      utType: image.utType)
  }

  /// Makes an image of a bitmap, whose pixels must not be written any more.
  ///
  /// - Parameters:
  ///   - bitmap: the pixels; Y'CbCr formats are allowed and read as R'G'B'.
  ///   - colorSpace: the space of the numbers.
  ///   - contentHeadroom: linear; 0 for unknown.
  ///   - contentAverageLightLevel: linear, 1.0 = reference white; 0 for unknown.
  ///   - shouldInterpolate: whether drawing at another size interpolates.
  ///   - isMask: whether `bitmap` holds the coverage of a mask, as alpha.
  ///   - utType: the type of the file that the pixels come from.
  package convenience init(
    bitmap: PixelBitmap, colorSpace: CGColorSpace?, contentHeadroom: Float = 0, contentAverageLightLevel: Float = 0,
    shouldInterpolate: Bool = true, isMask: Bool = false, utType: CFString? = nil
  ) {
    let described = DescribedBitmap(bitmap)
    self.init(
      bitmap: bitmap, layout: described.layout, bytesPerRow: described.bytesPerRow, provider: described.provider,
      colorSpace: colorSpace, headroom: contentHeadroom, averageLightLevel: contentAverageLightLevel, decode: nil,
      shouldInterpolate: shouldInterpolate, intent: .defaultIntent, isMask: isMask, utType: utType)
  }

  private init(
    bitmap: PixelBitmap, layout: BitmapLayout, bytesPerRow: Int, provider: CGDataProvider, colorSpace: CGColorSpace?,
    headroom: Float, averageLightLevel: Float, decode: DecodeArray?, shouldInterpolate: Bool,
    intent: CGColorRenderingIntent, isMask: Bool = false, utType: CFString? = nil
  ) {
    width = bitmap.width
    height = bitmap.height
    self.bytesPerRow = bytesPerRow
    self.colorSpace = colorSpace
    self.shouldInterpolate = shouldInterpolate
    renderingIntent = intent
    self.bitmap = bitmap
    self.layout = layout
    headroomGiven = headroom
    averageLightLevelGiven = averageLightLevel
    decodeValues = decode
    self.provider = provider
    self.isMask = isMask
    self.utType = utType
  }

  /// The same pixels with other words about them.
  func copy(colorSpace: CGColorSpace?, headroom: Float, averageLightLevel: Float) -> CGImage {
    CGImage(
      bitmap: bitmap, layout: layout, bytesPerRow: bytesPerRow, provider: provider, colorSpace: colorSpace,
      headroom: headroom, averageLightLevel: averageLightLevel, decode: decodeValues,
      shouldInterpolate: shouldInterpolate, intent: renderingIntent, isMask: isMask, utType: utType)
  }

  /// The image as one that was decoded from a file of this type.
  package func decoded(from utType: CFString?) -> CGImage {
    CGImage(
      bitmap: bitmap, layout: layout, bytesPerRow: bytesPerRow, provider: provider, colorSpace: colorSpace,
      headroom: headroomGiven, averageLightLevel: averageLightLevelGiven, decode: decodeValues,
      shouldInterpolate: shouldInterpolate, intent: renderingIntent, isMask: isMask, utType: utType)
  }

  /// The bytes of the image, rows from the top, ``bytesPerRow`` apart.
  public var dataProvider: CGDataProvider? { provider }

  /// The values that codes 0 and 1 of each component are mapped to, nil where they are 0 and 1.
  public var decode: UnsafePointer<CGFloat>? { unsafe decodeValues?.pointer }
}

extension CGImage {
  /// Bits of one component.
  public var bitsPerComponent: Int { layout.bitsPerComponent }
  /// Bits from one pixel to the next.
  public var bitsPerPixel: Int { layout.bitsPerPixel }
  /// Where alpha lies, kind of number, byte order and packing in one value.
  public var bitmapInfo: CGBitmapInfo { layout.info }
  /// Where alpha lies.
  public var alphaInfo: CGImageAlphaInfo { layout.info.alpha }
  /// The order of bytes.
  public var byteOrderInfo: CGImageByteOrderInfo { layout.info.byteOrder }
  /// How components are packed.
  public var pixelFormatInfo: CGImagePixelFormatInfo { layout.info.pixelFormat }

  /// The image again; it never changes, so no memory is copied.
  public func copy() -> CGImage? { self }

  /// The same numbers read in another space with as many components; nil where the spaces do not fit.
  public func copy(colorSpace space: CGColorSpace) -> CGImage? {
    guard !isMask, layout.colorComponents == 0 || space.numberOfComponents == layout.colorComponents else { return nil }
    return copy(colorSpace: space, headroom: headroomGiven, averageLightLevel: averageLightLevelGiven)
  }

  /// The part of the image in a rectangle.
  ///
  /// - Parameter rect: in pixels from the *top* left corner; grown to whole pixels and cut to the image. Nil when
  ///   nothing is left. The pixels are shared with this image.
  public func cropping(to rect: CGRect) -> CGImage? {
    let area = rect.standardized.sound.integral.intersection(CGRect(x: 0, y: 0, width: width, height: height))
    guard !area.isNull, area.width >= 1, area.height >= 1 else { return nil }
    let part = bitmap.cropped(x: Int(area.minX), y: Int(area.minY), width: Int(area.width), height: Int(area.height))
    guard let part else { return nil }
    return CGImage(
      bitmap: part, colorSpace: colorSpace, contentHeadroom: headroomGiven,
      contentAverageLightLevel: averageLightLevelGiven, shouldInterpolate: shouldInterpolate, isMask: isMask)
  }
}

/// A client's decode array, copied so that its address stays valid as long as the image. Sendable: written
/// once, before it is shared.
@safe private final class DecodeArray: @unchecked Sendable {
  private let storage: UnsafeMutableBufferPointer<CGFloat>

  init(copying values: UnsafePointer<CGFloat>, count: Int) {
    unsafe storage = .allocate(capacity: count)
    _ = unsafe storage.initialize(from: UnsafeBufferPointer(start: values, count: count))
  }

  deinit { unsafe storage.deallocate() }

  var values: [Float] { unsafe storage.map { Float($0) } }
  var pointer: UnsafePointer<CGFloat>? { unsafe UnsafePointer(storage.baseAddress) }
}
