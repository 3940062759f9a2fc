public import Foundation
internal import HeadroomColor
public import HeadroomGraphics
public import HeadroomImage

// AVIF and JPEG XL are not part of Core Image; names and options follow its HEIF methods.
extension CIContext {
  /// An AVIF file of the image.
  ///
  /// - Parameters:
  ///   - image: what to render; its extent becomes the picture.
  ///   - format: 8-bit formats give 8 bits per component, all others, such as `RGB10`, 10. Formats without alpha give an
  ///     opaque file.
  ///   - colorSpace: RGB or monochrome. PQ and HLG need more than 8 bits, and do not go together with `hdrImage`.
  ///   - options: `kCGImageDestinationLossyCompressionQuality` (0 ... 1), `hdrImage`, `hdrGainMapImage`,
  ///     `hdrGainMapAsRGB`.
  /// - Throws: `RenderError` or `ImageIOError`.
  public func avifRepresentation(
    of image: CIImage, format: CIFormat, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
  ) throws -> Data {
    Data(try representation(of: image, as: "avif", format, colorSpace, options))
  }

  /// Writes the result of ``avifRepresentation(of:format:colorSpace:options:)`` to a file, whole or not at all.
  /// - Throws: `RenderError` or `ImageIOError`.
  public func writeAVIFRepresentation(
    of image: CIImage, to url: URL, format: CIFormat, colorSpace: CGColorSpace,
    options: [CIImageRepresentationOption: Any] = [:]
  ) throws {
    try write(Representation(of: image, as: "avif", format, colorSpace, options), to: url)
  }

  /// An AVIF file of the image with 10 bits per component: HDR in PQ and HLG spaces, finer steps in others.
  ///
  /// - Parameters:
  ///   - image: what to render; its extent becomes the picture.
  ///   - colorSpace: RGB or monochrome.
  ///   - options: as those of ``avifRepresentation(of:format:colorSpace:options:)``.
  /// - Throws: `RenderError` or `ImageIOError`.
  public func avif10Representation(
    of image: CIImage, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
  ) throws -> Data {
    Data(try representation(of: image, as: "avif", .tenBit(image, colorSpace), colorSpace, options))
  }

  /// Writes the result of ``avif10Representation(of:colorSpace:options:)`` to a file, whole or not at all.
  /// - Throws: `RenderError` or `ImageIOError`.
  public func writeAVIF10Representation(
    of image: CIImage, to url: URL, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
  ) throws {
    try write(Representation(of: image, as: "avif", .tenBit(image, colorSpace), colorSpace, options), to: url)
  }
}
