internal import HeadroomColor
internal import HeadroomPixels

/// Called when a bitmap context no longer needs the memory it was given.
public typealias CGBitmapContextReleaseDataCallback =
  @convention(c) (_ releaseInfo: UnsafeMutableRawPointer?, _ data: UnsafeMutableRawPointer?) -> Void

/// A bitmap to draw images, paths and gradients into.
///
/// The origin is the lower left corner, y points up; the rows of the memory run from the top down. A context is used by
/// one thread at a time.
///
/// ## Colour
/// All drawing is converted to the context's space. Images are scaled in linear light. Transparent drawing is blended
/// with the existing pixels in the numbers of the context's space, as in other drawing systems.
///
/// ## Headroom
/// An HDR image drawn into a context of a standard-range space is tone mapped to reference white. Contexts in
/// extended-range, PQ and HLG spaces keep the drawn light, unless ``setEDRTargetHeadroom(_:)`` states how
/// much headroom they have.
public final class CGContext {
  let pixels: ContextPixels
  /// The space of the numbers, nil for alpha alone.
  public let colorSpace: CGColorSpace?
  /// How images are tone mapped; see ``CGContentToneMappingInfo``.
  public var contentToneMappingInfo = CGContentToneMappingInfo.default
  /// How much brighter than reference white the context may become, as a linear ratio; 0 where nothing was set.
  public private(set) var edrTargetHeadroom: Float = 0
  var state = GraphicsState()
  var savedStates: [GraphicsState] = []
  /// The current path, in the context's coordinates, whose origin is the lower left corner.
  var shape = PathData()
  /// Where drawing goes.
  var target: DrawingTarget
  /// The open layers, the innermost last.
  var layers: [OpenLayer] = []
  /// From the coordinates in which shadows are stated to the context's.
  package var baseTransform = CGAffineTransform.identity

  /// Makes a context over new memory or the caller's.
  ///
  /// - Parameters:
  ///   - data: rows from the top, or nil for new memory that starts as transparent black. The caller's memory has to
  ///     outlive the context.
  ///   - width: width in pixels, at least 1.
  ///   - height: height in pixels, at least 1.
  ///   - bitsPerComponent: 8, 10 or 16 for integers, 16 or 32 for floating point.
  ///   - bytesPerRow: bytes from one row to the next, or 0 for the fewest.
  ///   - space: an RGB or monochrome space; nil for alpha alone.
  ///   - bitmapInfo: colour is multiplied by alpha or there is none. 16-bit integers without a byte order are
  ///     big-endian; floating point without one is in the machine's own order.
  /// - Returns: nil for combinations that cannot be drawn into, and when there is no memory.
  public convenience init?(
    data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
    space: CGColorSpace?, bitmapInfo: CGBitmapInfo
  ) {
    unsafe self.init(
      data: data, width: width, height: height, bitsPerComponent: bitsPerComponent, bytesPerRow: bytesPerRow,
      space: space, bitmapInfo: bitmapInfo, releaseCallback: nil, releaseInfo: nil)
  }

  /// As ``init(data:width:height:bitsPerComponent:bytesPerRow:space:bitmapInfo:)-(_,_,_,_,_,_,CGBitmapInfo)``, with the
  /// bitmap information as a number.
  public convenience init?(
    data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
    space: CGColorSpace, bitmapInfo: UInt32
  ) {
    unsafe self.init(
      data: data, width: width, height: height, bitsPerComponent: bitsPerComponent, bytesPerRow: bytesPerRow,
      space: space, bitmapInfo: CGBitmapInfo(rawValue: bitmapInfo))
  }

  /// Makes a context over memory that is released through a function.
  ///
  /// - Parameters:
  ///   - data: rows from the top, or nil for new memory.
  ///   - width: width in pixels.
  ///   - height: height in pixels.
  ///   - bitsPerComponent: bits of a component.
  ///   - bytesPerRow: bytes from one row to the next, or 0 for the fewest.
  ///   - space: an RGB or monochrome space; nil for alpha alone.
  ///   - bitmapInfo: where alpha lies, kind of number, byte order.
  ///   - releaseCallback: called once when the context no longer needs `data`; not called when nil is returned.
  ///   - releaseInfo: passed on to `releaseCallback`.
  public init?(
    data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
    space: CGColorSpace?, bitmapInfo: CGBitmapInfo, releaseCallback: CGBitmapContextReleaseDataCallback?,
    releaseInfo: UnsafeMutableRawPointer?
  ) {
    let memory = ContextMemory(
      width: width, height: height, bitsPerComponent: bitsPerComponent, bytesPerRow: bytesPerRow, space: space,
      info: bitmapInfo)
    let lender = unsafe ContextMemory.Lender(data: data, info: releaseInfo, callback: releaseCallback)
    guard let memory, let pixels = unsafe memory.pixels(over: data, lender: lender) else { return nil }
    self.pixels = pixels
    target = DrawingTarget(pixels: pixels)
    colorSpace = bitmapInfo.alpha == .alphaOnly ? nil : space
  }

  /// Sets how much brighter than reference white the context may become, as a linear ratio of at least 1.
  ///
  /// Images with more headroom are tone mapped to it when drawn.
  ///
  /// - Returns: false for other values, and for contexts whose space ends at reference white.
  @discardableResult
  public func setEDRTargetHeadroom(_ headroom: Float) -> Bool {
    guard headroom >= 1, headroom.isFinite, colorSpace?.isHDR() == true else { return false }
    edrTargetHeadroom = headroom
    return true
  }

  /// An image of the context's current contents; later drawing does not change it. Nil when there is no memory.
  public func makeImage() -> CGImage? {
    let bitmap = pixels.bitmap
    let layout = pixels.layout
    let byteCount = bytesPerRow * (height - 1) + width * layout.bitsPerPixel / 8
    guard let copy = try? StoragePool.shared.storage(byteCount: byteCount) else { return nil }
    unsafe copy.withUnsafeMutableBytes { target in
      unsafe target.copyMemory(from: UnsafeRawBufferPointer(start: bitmap.rowAddress(0), count: byteCount))
    }
    return unsafe CGImage(
      headroom: edrTargetHeadroom, width: width, height: height, bitsPerComponent: bitsPerComponent,
      bitsPerPixel: bitsPerPixel, bytesPerRow: bytesPerRow, space: colorSpace ?? .standardGray, bitmapInfo: bitmapInfo,
      provider: CGDataProvider(storage: copy, offset: 0, byteCount: byteCount), decode: nil, shouldInterpolate: true,
      intent: .defaultIntent)
  }

  /// The first byte of the top row.
  public var data: UnsafeMutableRawPointer? { unsafe pixels.bitmap.rowAddress(0) }
}

extension CGContext {
  /// The width in pixels.
  public var width: Int { pixels.width }
  /// The height in pixels.
  public var height: Int { pixels.height }
  /// Bits of one component.
  public var bitsPerComponent: Int { pixels.layout.bitsPerComponent }
  /// Bits from one pixel to the next.
  public var bitsPerPixel: Int { pixels.layout.bitsPerPixel }
  /// Bytes from one row to the next.
  public var bytesPerRow: Int { pixels.bitmap.rowBytes }
  /// Where alpha lies, kind of number, byte order and packing in one value.
  public var bitmapInfo: CGBitmapInfo { pixels.layout.info }
  /// Where alpha lies.
  public var alphaInfo: CGImageAlphaInfo { pixels.layout.info.alpha }
}

/// Sets a context's headroom; see ``CGContext/setEDRTargetHeadroom(_:)``.
@discardableResult
public func CGContextSetEDRTargetHeadroom(_ context: CGContext, _ headroom: Float) -> Bool {
  context.setEDRTargetHeadroom(headroom)
}

/// A context's headroom; 0 where nothing was set.
public func CGContextGetEDRTargetHeadroom(_ context: CGContext) -> Float { context.edrTargetHeadroom }
