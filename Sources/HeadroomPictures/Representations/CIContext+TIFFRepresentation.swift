public import Foundation
public import HeadroomGraphics
public import HeadroomImage

extension CIContext {
  /// A TIFF file of the image; nil when it is empty or infinite, or format and space do not fit.
  ///
  /// - Parameters:
  ///   - image: what to render; its extent becomes the picture.
  ///   - format: 8-bit formats give 8 bits per component, 16-bit and 10-bit ones 16, half and float ones the same.
  ///     Floats of extended-range spaces keep light above 1 and below 0. Formats without alpha give an opaque file.
  ///   - colorSpace: RGB or monochrome; stated by a profile.
  ///   - options: keys of `CGImageDestination`, see ``CIImageRepresentationOption``.
  public func tiffRepresentation(
    of image: CIImage, format: CIFormat, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
  ) -> Data? {
    (try? representation(of: image, as: "tiff", format, colorSpace, options)).map { Data($0) }
  }

  /// Writes the result of ``tiffRepresentation(of:format:colorSpace:options:)`` to a file, whole or not at all.
  /// - Throws: `RenderError` or `ImageIOError`.
  public func writeTIFFRepresentation(
    of image: CIImage, to url: URL, format: CIFormat, colorSpace: CGColorSpace,
    options: [CIImageRepresentationOption: Any] = [:]
  ) throws {
    try write(Representation(of: image, as: "tiff", format, colorSpace, options), to: url)
  }
}
