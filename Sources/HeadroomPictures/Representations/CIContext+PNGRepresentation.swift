public import Foundation
public import HeadroomGraphics
public import HeadroomImage

extension CIContext {
  /// A PNG file of the image; nil when it is empty or infinite, or format and space do not fit.
  ///
  /// - Parameters:
  ///   - image: what to render; its extent becomes the picture.
  ///   - format: 8-bit formats give 8 bits per component, all others 16. Formats without alpha give an opaque file.
  ///   - colorSpace: RGB or monochrome; PQ and HLG are marked by code points and a profile.
  ///   - options: keys of `CGImageDestination`, see ``CIImageRepresentationOption``.
  public func pngRepresentation(
    of image: CIImage, format: CIFormat, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
  ) -> Data? {
    (try? representation(of: image, as: "png", format, colorSpace, options)).map { Data($0) }
  }

  /// Writes the result of ``pngRepresentation(of:format:colorSpace:options:)`` to a file, whole or not at all.
  /// - Throws: `RenderError` or `ImageIOError`.
  public func writePNGRepresentation(
    of image: CIImage, to url: URL, format: CIFormat, colorSpace: CGColorSpace,
    options: [CIImageRepresentationOption: Any] = [:]
  ) throws {
    try write(Representation(of: image, as: "png", format, colorSpace, options), to: url)
  }
}
