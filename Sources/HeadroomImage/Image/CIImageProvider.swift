import Foundation
internal import HeadroomColor
internal import HeadroomEngine
public import HeadroomGraphics
internal import HeadroomPixels

/// Delivers the pixels of an image when it is rendered, a rectangle at a time.
public protocol CIImageProvider: AnyObject, Sendable {
  /// Fills a rectangle with premultiplied pixels in the image's format. May be called from any thread, more than once for a
  /// render, and not at all.
  ///
  /// - Parameters:
  ///   - data: the first byte of the rectangle; rows run from the top. It starts as transparent black and is valid during
  ///     the call only.
  ///   - rowbytes: bytes from one row to the next.
  ///   - x: the rectangle's left edge.
  ///   - y: its upper edge, counted from the top of the image.
  ///   - width: its width in pixels.
  ///   - height: its height in pixels.
  ///   - info: the option ``CIImageOption/providerUserInfo``.
  func provideImageData(
    _ data: UnsafeMutableRawPointer, bytesPerRow rowbytes: Int, origin x: Int, _ y: Int, size width: Int, _ height: Int,
    userInfo info: Any?)
}

extension CIImage {
  /// An image whose pixels are delivered when it is rendered: only rectangles that the render needs are requested.
  ///
  /// - Parameters:
  ///   - provider: delivers the pixels; it is kept as long as the image.
  ///   - width: the image's width in pixels.
  ///   - height: its height.
  ///   - format: component order and number type.
  ///   - colorSpace: the space of the numbers; nil means they are not matched to the working space.
  ///   - options: those of other images, and ``CIImageOption/providerTileSize`` and ``CIImageOption/providerUserInfo``.
  public convenience init(
    imageProvider provider: any CIImageProvider, size width: Int, _ height: Int, format: CIFormat,
    colorSpace: CGColorSpace?, options: [CIImageOption: Any]? = nil
  ) {
    let wanted = ReadOptions(options ?? [:])
    let encoding = wanted.encoding ?? colorSpace?.encoding
    guard let source = ProviderSource(provider, width, height, format, encoding, options ?? [:]) else {
      self.init(CIImage.empty())
      return
    }
    var tags = ImageTags()
    tags.colorSpace = colorSpace
    let extent = CGRect(x: 0, y: 0, width: width, height: height)
    let image = CIImage(node: RecipeNode(.source(source), inputs: [], extent: extent), tags: tags)
    self.init(image.finished(wanted, orientation: .up))
  }
}

/// Pixels that a client delivers.
private struct ProviderSource: SourceOperation {
  private let provider: any CIImageProvider
  // Safe because the value is only passed back to the client's provider, which by contract accepts it on any thread.
  nonisolated(unsafe) private let userInfo: Any?
  /// Nil: whole rows, as many as are needed.
  private let tile: (width: Int, height: Int)?
  private let format: PixelFormat
  private let image = Identity()
  let width: Int
  let height: Int
  let encoding: ColorEncoding?

  private final class Identity: Sendable {}

  /// Nil for sizes that no picture has.
  init?(
    _ provider: any CIImageProvider, _ width: Int, _ height: Int, _ format: CIFormat, _ encoding: ColorEncoding?,
    _ options: [CIImageOption: Any]
  ) {
    guard width > 0, height > 0, width <= 1 << 24, height <= 1 << 24 else { return nil }
    self.provider = provider
    self.width = width
    self.height = height
    self.format = format.pixelFormat
    self.encoding = encoding
    unsafe userInfo = options[.providerUserInfo]
    let size = options[.providerTileSize]
    let edges =
      (size as? [Int]) ?? (size as? CGSize).map { [$0.width, $0.height].compactMap { OptionValues.integer($0) } }
    tile = edges.flatMap { $0.count == 2 ? (min(max($0[0], 1), width), min(max($0[1], 1), height)) : nil }
  }

  var alpha: AlphaMode { format.hasAlpha ? .premultiplied : .opaque }
  var fingerprint: Fingerprint { Fingerprint("image provider", objects: [ObjectIdentifier(image)]) }
  func peak(of inputs: [Float?]) -> Float? { nil }
  func isOpaque(_ inputs: [Bool]) -> Bool { !format.hasAlpha }
  /// The client may deliver other pixels each time.
  var isConstant: Bool { false }
  var decodedByteCount: Int { width * height * format.bytesPerPixel }
  func decodedByteCount(of region: PixelRect) -> Int { width * region.height * format.bytesPerPixel }

  func load(_ region: PixelRect) throws -> LoadedSource {
    let needed = region.intersection(PixelRect(x: 0, y: 0, width: width, height: height))
    let rows = needed.isEmpty ? 0..<1 : (height - needed.maxY)..<(height - needed.minY)
    let step = tile?.height ?? 1
    let first = rows.lowerBound / step * step
    let last = (rows.upperBound + step - 1) / step * step
    let bitmap = try PixelBitmap(width: width, height: min(last, height) - first, format: format, alpha: alpha)
    bitmap.storage.clear()
    if !needed.isEmpty { fill(bitmap, columns: needed.minX..<needed.maxX, from: first) }
    return LoadedSource(bitmap: bitmap, gainMap: nil, firstRow: first, height: height)
  }

  /// Asks for the tiles of some columns; the bitmap begins with row `first` of the image.
  private func fill(_ bitmap: PixelBitmap, columns: Range<Int>, from first: Int) {
    let tile = tile ?? (width, bitmap.height)
    let left = columns.lowerBound / tile.width * tile.width
    for y in stride(from: 0, to: bitmap.height, by: tile.height) {
      for x in stride(from: left, to: columns.upperBound, by: tile.width) {
        unsafe provider.provideImageData(
          bitmap.rowAddress(y) + x * format.bytesPerPixel, bytesPerRow: bitmap.rowBytes, origin: x, first + y,
          size: min(tile.width, width - x), min(tile.height, bitmap.height - y), userInfo: userInfo)
      }
    }
  }
}
