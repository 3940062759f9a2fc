internal import Foundation
internal import HeadroomColor
package import HeadroomContainers
internal import HeadroomGraphics
internal import HeadroomPixels

/// Adds to finished pixels what a destination's properties request: orientation, metadata, a small version.
package struct PictureFinisher {
  private let format: any ImageFormat.Type
  private let options: DestinationOptions

  package init(format: any ImageFormat.Type, options: DestinationOptions) {
    self.format = format
    self.options = options
  }

  package func finished(_ picture: StillImage) throws(ImageIOError) -> StillImage {
    var result = picture
    if let turn = options.orientation { result.orientation = turn }
    if options.excludesXMP {
      result.metadata.xmp = nil
      result.metadata.extendedXMP = nil
    }
    result.metadata.apply(options.properties)
    if options.excludesGPS { result.metadata = result.metadata.removing(.location) }
    if options.embedsThumbnail { try addThumbnail(to: &result) }
    return result
  }

  /// Stores a small version in the format's place for it. EXIF's has no profile, so it is sRGB.
  private func addThumbnail(to picture: inout StillImage) throws(ImageIOError) {
    guard let place = ThumbnailPlace(format), max(picture.base.width, picture.base.height) > place.longestSide else {
      return
    }
    let small = try Self.small(picture, place.size(width: picture.base.width, height: picture.base.height))
    switch place {
    case .item: picture.thumbnail = small
    case .exif:
      let shown = try PictureConverter(from: picture.encoding, to: .sRGB).convert(small, to: .rgb8)
      picture.metadata.setPreview(try JPEGWriter.encodeBase(shown, options: EncodeOptions(quality: 80)))
    }
  }

  /// The picture made smaller, on white.
  private static func small(
    _ picture: StillImage, _ size: (width: Int, height: Int)
  ) throws(ImageIOError) -> PixelBitmap {
    let image = CGImage(bitmap: picture.base, colorSpace: CGColorSpace(encoding: picture.encoding))
    guard let context = image.makeContext(width: size.width, height: size.height, isOpaque: true) else {
      throw .outOfMemory(bytes: UInt64(size.width) * UInt64(size.height) * 4)
    }
    let area = CGRect(x: 0, y: 0, width: size.width, height: size.height)
    context.interpolationQuality = .high
    context.setFillColor(CGColor(red: 1, green: 1, blue: 1, alpha: 1))
    context.fill([area])
    context.draw(image, in: area)
    guard let result = context.makeImage() else { throw .internalError("a bitmap context gives no image") }
    return result.bitmap
  }
}
