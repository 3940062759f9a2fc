public import Foundation
internal import HeadroomColor
public import HeadroomGraphics
public import HeadroomImage
internal import HeadroomImageIO
internal import HeadroomPixels

/// Pixels as a form of an image: those of a file, of an image, or memory to be written.
///
/// Samples keep their numbers: 8 and 16 bits, half floats and floats, of gray or of red, green and blue, with and without
/// alpha. Those of HDR images may be above 1. Use a representation from one thread at a time.
open class NSBitmapImageRep: NSImageRep {
  /// Where alpha lies and what kind the samples are.
  public struct Format: OptionSet, Hashable, Sendable {
    public var rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Alpha comes first; otherwise last.
    public static let alphaFirst = Format(rawValue: 1 << 0)
    /// Colour is not multiplied by alpha.
    public static let alphaNonpremultiplied = Format(rawValue: 1 << 1)
    /// Samples are floats: of 16 or 32 bits.
    public static let floatingPointSamples = Format(rawValue: 1 << 2)
    public static let sixteenBitLittleEndian = Format(rawValue: 1 << 8)
    public static let thirtyTwoBitLittleEndian = Format(rawValue: 1 << 9)
    public static let sixteenBitBigEndian = Format(rawValue: 1 << 10)
    public static let thirtyTwoBitBigEndian = Format(rawValue: 1 << 11)
  }

  final var pixels: RepPixels

  init(_ pixels: RepPixels) {
    self.pixels = pixels
    super.init()
    (pixelsWide, pixelsHigh) = (pixels.width, pixels.height)
    size = CGSize(width: pixels.width, height: pixels.height)
  }

  /// The first picture of a file's bytes, upright; nil when they are of an unknown kind or damaged. From a file with a
  /// gain map it is the base picture.
  public convenience init?(data: Data) {
    guard let file = FilePicture(CGImageSource(data: data), prefersHDR: false),
      let image = PictureContent(.file(file)).upright(file.info.orientation)
    else { return nil }
    self.init(RepPixels(image))
  }

  /// Pixels of an image, one point for each.
  public convenience init(cgImage: CGImage) { self.init(RepPixels(cgImage)) }

  /// The pixels of a recipe: 8 bits if it is known to be SDR, otherwise half floats of linear light. An infinite recipe
  /// gives a single transparent pixel.
  public convenience init(ciImage: CIImage) {
    let image = ciImage.extent.isInfinite || ciImage.extent.isNull ? nil : PictureRenderer.pixels(of: ciImage)
    self.init(image.map { RepPixels($0) } ?? .clearPixel)
  }

  /// Memory to be written, see ``init(bitmapDataPlanes:pixelsWide:pixelsHigh:bitsPerSample:samplesPerPixel:hasAlpha:isPlanar:colorSpaceName:bitmapFormat:bytesPerRow:bitsPerPixel:)``,
  /// with colour multiplied by an alpha that comes last.
  public convenience init?(
    bitmapDataPlanes planes: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?, pixelsWide width: Int,
    pixelsHigh height: Int, bitsPerSample bps: Int, samplesPerPixel spp: Int, hasAlpha alpha: Bool, isPlanar: Bool,
    colorSpaceName: NSColorSpaceName, bytesPerRow rBytes: Int, bitsPerPixel pBits: Int
  ) {
    unsafe self.init(
      bitmapDataPlanes: planes, pixelsWide: width, pixelsHigh: height, bitsPerSample: bps, samplesPerPixel: spp,
      hasAlpha: alpha, isPlanar: isPlanar, colorSpaceName: colorSpaceName, bitmapFormat: [], bytesPerRow: rBytes,
      bitsPerPixel: pBits)
  }

  /// Memory to be written.
  ///
  /// - Parameters:
  ///   - planes: the first entry is the caller's memory, rows from the top, which has to outlive this object; nil for new
  ///     memory that starts as transparent black.
  ///   - width: pixels, at least 1.
  ///   - height: pixels, at least 1.
  ///   - bps: 8 or 16; with ``Format/floatingPointSamples`` 16 or 32.
  ///   - spp: 1 or 3, and 1 more with alpha.
  ///   - alpha: whether one of the samples is alpha.
  ///   - isPlanar: whether samples lie in planes of their own, which is refused for more than one.
  ///   - colorSpaceName: of gray for 1 sample of colour, of RGB for 3. RGB is sRGB; see ``retagging(with:)``.
  ///   - bitmapFormat: where alpha lies and what kind the samples are, in the machine's byte order.
  ///   - rBytes: bytes from one row to the next, or 0 for the fewest.
  ///   - pBits: bits from one pixel to the next, or 0 for the fewest; 4 samples' for 3 without alpha skips one.
  /// - Returns: nil for other numbers, and when there is no memory.
  public convenience init?(
    bitmapDataPlanes planes: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?, pixelsWide width: Int,
    pixelsHigh height: Int, bitsPerSample bps: Int, samplesPerPixel spp: Int, hasAlpha alpha: Bool, isPlanar: Bool,
    colorSpaceName: NSColorSpaceName, bitmapFormat: Format, bytesPerRow rBytes: Int, bitsPerPixel pBits: Int
  ) {
    let shape = RepShape(
      width: width, height: height, bits: bps, samples: spp, hasAlpha: alpha, format: bitmapFormat,
      bytesPerRow: rBytes, bitsPerPixel: pBits)
    guard !isPlanar || spp == 1, let encoding = colorSpaceName.encoding,
      encoding.model == .monochrome ? spp - (alpha ? 1 : 0) == 1 : spp - (alpha ? 1 : 0) == 3,
      let bitmap = unsafe shape.bitmap(over: planes?.pointee)
    else { return nil }
    self.init(RepPixels(bitmap, CGColorSpace(encoding: encoding)))
  }

  // MARK: What it is

  open override var bitsPerSample: Int { pixels.format.bits }
  open override var hasAlpha: Bool { pixels.alpha != .opaque }
  open override var colorSpaceName: NSColorSpaceName { NSColorSpaceName(pixels.space) }
  package override var content: PictureContent? { cgImage.map { PictureContent(.pixels($0)) } }

  /// Samples of a pixel, alpha included.
  open var samplesPerPixel: Int { (pixels.format.isGray ? 1 : 3) + (hasAlpha ? 1 : 0) }
  /// Bits from one pixel to the next.
  open var bitsPerPixel: Int { pixels.format.bits * pixels.format.sampleCount }
  /// Bytes from one row to the next.
  open var bytesPerRow: Int { pixels.editable()?.rowBytes ?? 0 }
  /// Bytes of a plane.
  open var bytesPerPlane: Int { bytesPerRow * pixelsHigh }
  /// Planes of samples: 1.
  open var numberOfPlanes: Int { 1 }
  /// Whether samples lie in planes of their own: never.
  open var isPlanar: Bool { false }
  /// The space of the numbers.
  open var colorSpace: NSColorSpace { NSColorSpace(cgColorSpace: pixels.space) ?? .sRGB }

  /// Where alpha lies and what kind the samples are.
  open var bitmapFormat: Format {
    var format: Format = []
    if hasAlpha, pixels.alpha == .straight { format.insert(.alphaNonpremultiplied) }
    if pixels.format.layout == .argb { format.insert(.alphaFirst) }
    if pixels.format.component == .half || pixels.format.component == .float { format.insert(.floatingPointSamples) }
    return format
  }

  /// The first sample of the top row, to be read and written as long as this object exists; nil when there is no memory.
  open var bitmapData: UnsafeMutablePointer<UInt8>? {
    unsafe pixels.editable().map { unsafe $0.rowAddress(0).assumingMemoryBound(to: UInt8.self) }
  }

  /// An image of the pixels as they are now; nil when there is no memory.
  open var cgImage: CGImage? { pixels.image }

  // MARK: Pixels

  /// The colour of a pixel, straight, in the space of the numbers; nil outside.
  ///
  /// - Parameters:
  ///   - x: from the left, from 0.
  ///   - y: from the top, from 0.
  open func colorAt(x: Int, y: Int) -> NSColor? { pixels.color(x, y).flatMap { NSColor(cgColor: $0) } }

  /// Stores a colour, converted to the space of the numbers. Without effect outside, and for colours that cannot be
  /// converted.
  open func setColor(_ color: NSColor, atX x: Int, y: Int) { pixels.set(color.cgColor, x, y) }
}
