public import Foundation
internal import HeadroomColor
internal import HeadroomEngine
public import HeadroomGraphics
public import HeadroomImage
internal import HeadroomPixels

extension CIContext {
  /// A JPEG file of the image, 8 bits; nil when it is empty or infinite, or the space cannot be written.
  ///
  /// The image's properties go into the file (EXIF, XMP, orientation), as in all representations.
  ///
  /// - Parameters:
  ///   - image: what to render; its extent becomes the picture.
  ///   - colorSpace: RGB or monochrome, not PQ or HLG: 8 bits cannot hold them.
  ///   - options: `kCGImageDestinationLossyCompressionQuality` (0 ... 1), `hdrImage`, `hdrGainMapImage`,
  ///     `hdrGainMapAsRGB`.
  public func jpegRepresentation(
    of image: CIImage, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
  ) -> Data? {
    (try? bytes(of: jpeg(image, colorSpace, options))).map { Data($0) }
  }

  /// Writes the result of ``jpegRepresentation(of:colorSpace:options:)`` to a file, whole or not at all.
  /// - Throws: `RenderError` or `ImageIOError`.
  public func writeJPEGRepresentation(
    of image: CIImage, to url: URL, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
  ) throws {
    try write(jpeg(image, colorSpace, options), to: url)
  }

  private func jpeg(
    _ image: CIImage, _ space: CGColorSpace, _ options: [CIImageRepresentationOption: Any]
  ) throws -> Representation {
    if space.usesITUR_2100TF {
      throw RenderError.unsupportedColorSpace("\(space.encoding.displayName): 8 bits cannot hold PQ or HLG")
    }
    let format: CIFormat = space.encoding.model == .monochrome ? .L8 : .RGBX8
    return try Representation(of: image, as: "jpeg", format, space, options)
  }
}
