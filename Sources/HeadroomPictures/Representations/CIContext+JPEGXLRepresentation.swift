public import Foundation
public import HeadroomGraphics
public import HeadroomImage

extension CIContext {
  /// A JPEG XL file of the image.
  ///
  /// - Parameters:
  ///   - image: what to render; its extent becomes the picture.
  ///   - format: 8-bit formats give 8 bits per component, `RGB10` 10, 16-bit ones 16, half and float ones the same. Formats
  ///     without alpha give an opaque file.
  ///   - colorSpace: RGB or monochrome. PQ and HLG need more than 8 bits, and do not go together with `hdrImage`.
  ///   - options: `kCGImageDestinationLossyCompressionQuality` (0 ... 1; 1 is without loss), `hdrImage`, `hdrGainMapImage`,
  ///     `hdrGainMapAsRGB`.
  /// - Throws: `RenderError` or `ImageIOError`.
  public func jpegXLRepresentation(
    of image: CIImage, format: CIFormat, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
  ) throws -> Data {
    Data(try representation(of: image, as: "jxl", format, colorSpace, options))
  }

  /// Writes the result of ``jpegXLRepresentation(of:format:colorSpace:options:)`` to a file, whole or not at all.
  /// - Throws: `RenderError` or `ImageIOError`.
  public func writeJPEGXLRepresentation(
    of image: CIImage, to url: URL, format: CIFormat, colorSpace: CGColorSpace,
    options: [CIImageRepresentationOption: Any] = [:]
  ) throws {
    try write(Representation(of: image, as: "jxl", format, colorSpace, options), to: url)
  }
}
