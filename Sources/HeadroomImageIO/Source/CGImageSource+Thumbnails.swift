internal import Foundation
internal import HeadroomColor
public import HeadroomContainers
public import HeadroomGraphics
internal import HeadroomPixels

extension CGImageSource {
  /// How to make a thumbnail.
  public struct ThumbnailRequest: Hashable, Sendable {
    /// Whether the picture itself is made smaller, or a preview in the file is used.
    public enum Origin: Hashable, Sendable {
      /// The file's preview only; nothing when it has none.
      case embedded
      /// The file's preview, the picture when there is none.
      case embeddedOrPicture
      /// The picture.
      case picture
    }

    /// Where the pixels come from. Default: the picture.
    public var origin = Origin.picture
    /// The longest side in pixels; nil keeps the size. Nothing is made larger.
    public var maxPixelSize: Int?
    /// Whether to turn the picture upright. Default true.
    public var isUpright = true
    /// Which rendition, and how much of a cut file.
    public var image = ImageRequest()

    /// A request for an upright picture of full size.
    public init() {}
  }

  /// A smaller version of a picture, averaged in linear light, in the colour space and depth of the requested
  /// rendition. HDR stays HDR.
  ///
  /// - Throws: why it cannot be made; `ImageIOError/unsupported(part:text:)` when only the file's own preview is
  ///   allowed and there is none.
  public func thumbnail(
    at index: Int, _ request: ThumbnailRequest = ThumbnailRequest()
  ) throws(ImageIOError) -> CGImage {
    let info = try info(at: index)
    if request.origin != .picture, request.image.dynamicRange != .high(displayHeadroom: .infinity),
      let preview = embeddedPreview(at: index, info)
    {
      return try preview.scaled(request, orientation: info.orientation)
    }
    guard request.origin != .embedded else {
      throw .unsupported(part: "thumbnail", text: "the file has none of its own")
    }
    var image = request.image
    if let size = request.maxPixelSize, size > 0 {
      // Codecs that can decode smaller do so, but never below twice the wanted size, so that
      // averaging still has an effect.
      let factor = max(info.width, info.height) / (2 * size)
      image.subsampleFactor = max(image.subsampleFactor, [8, 4, 2].first { $0 <= factor } ?? 1)
    }
    return try self.image(at: index, image).scaled(request, orientation: info.orientation)
  }

  /// The container's own small picture, else the JPEG preview of the EXIF block. A damaged one counts as none.
  private func embeddedPreview(at index: Int, _ info: StillInfo) -> CGImage? {
    if let still = try? reader().preview(at: index, limits: limits),
      let image = try? RenditionMaker(still).image(.asStored)
    {
      return image
    }
    guard let exif = info.metadata.exif, let bytes = (try? EXIFBlock(parsing: exif))?.previewBytes else { return nil }
    return try? CGImageSource(bytes: FileBytes(bytes), limits: limits).image(at: 0)
  }
}

extension CGImage {
  fileprivate func scaled(
    _ request: CGImageSource.ThumbnailRequest, orientation: CGImagePropertyOrientation
  ) throws(ImageIOError) -> CGImage {
    let longest = max(width, height)
    let limit = request.maxPixelSize.map { max($0, 1) } ?? longest
    let turn = request.isUpright ? orientation : .up
    guard longest > limit || turn != .up else { return self }
    let scale = min(Double(limit) / Double(longest), 1)
    let (newWidth, newHeight) = (
      max(Int((Double(width) * scale).rounded()), 1), max(Int((Double(height) * scale).rounded()), 1)
    )
    return try redrawn(width: newWidth, height: newHeight, orientation: turn)
  }

  /// The image at another size (of the stored picture) and turned, in its own colour space and depth.
  func redrawn(
    width: Int, height: Int, orientation: CGImagePropertyOrientation = .up
  ) throws(ImageIOError) -> CGImage {
    let upright = orientation.uprightSize(width: width, height: height)
    guard let context = makeContext(width: upright.width, height: upright.height) else {
      throw .outOfMemory(bytes: UInt64(width) * UInt64(height) * UInt64(bitsPerPixel / 8 + 1))
    }
    context.interpolationQuality = .high
    context.concatenate(orientation.transform(for: CGRect(x: 0, y: 0, width: width, height: height)))
    context.draw(self, in: CGRect(x: 0, y: 0, width: width, height: height))
    guard let image = context.makeImage() else { throw .internalError("a bitmap context gives no image") }
    return contentHeadroom > 0 ? image.copy(contentHeadroom: contentHeadroom) ?? image : image
  }

  /// A context for this image's kind of numbers; gray with alpha becomes RGB where there are no such contexts.
  ///
  /// - Parameter isOpaque: nil uses the image's own transparency.
  func makeContext(width: Int, height: Int, isOpaque: Bool? = nil) -> CGContext? {
    let space = colorSpace ?? CGColorSpace(encoding: .sRGB)
    let isOpaque = isOpaque ?? (bitmap.alpha == .opaque)
    if let context = makeContext(width: width, height: height, space: space, isOpaque: isOpaque) { return context }
    var encoding = space.encoding
    encoding.model = .rgb
    return makeContext(width: width, height: height, space: CGColorSpace(encoding: encoding), isOpaque: isOpaque)
  }

  private func makeContext(width: Int, height: Int, space: CGColorSpace, isOpaque: Bool) -> CGContext? {
    let isGray = space.numberOfComponents == 1
    let isFloat = bitmap.format.isFloatingPoint
    let bits = isFloat ? (bitmap.format.component == .half ? 16 : 32) : bitmap.format.bitsPerComponent > 8 ? 16 : 8
    let alpha: CGImageAlphaInfo = isOpaque ? (isGray ? .none : .noneSkipLast) : .premultipliedLast
    var info = alpha.rawValue
    if isFloat { info |= CGBitmapInfo.floatComponents.rawValue }
    if bits == 16 { info |= CGBitmapInfo.byteOrder16Little.rawValue }
    if bits == 32 { info |= CGBitmapInfo.byteOrder32Little.rawValue }
    return unsafe CGContext(
      data: nil, width: width, height: height, bitsPerComponent: bits, bytesPerRow: 0, space: space, bitmapInfo: info)
  }
}

extension CGImageSource.ThumbnailRequest {
  /// The request of an options dictionary; see the `kCGImageSource` keys for its defaults.
  init(options: CFDictionary?) {
    let options = options ?? [:]
    let always = OptionValues.flag(options[kCGImageSourceCreateThumbnailFromImageAlways]) ?? false
    let ifAbsent = OptionValues.flag(options[kCGImageSourceCreateThumbnailFromImageIfAbsent]) ?? false
    origin = always ? .picture : ifAbsent ? .embeddedOrPicture : .embedded
    maxPixelSize = OptionValues.integer(options[kCGImageSourceThumbnailMaxPixelSize]).flatMap { $0 > 0 ? $0 : nil }
    isUpright = OptionValues.flag(options[kCGImageSourceCreateThumbnailWithTransform]) ?? false
    image = CGImageSource.ImageRequest(options: options)
  }
}
