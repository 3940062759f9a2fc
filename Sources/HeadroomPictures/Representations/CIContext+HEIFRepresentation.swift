public import Foundation
internal import HeadroomColor
public import HeadroomGraphics
public import HeadroomImage

extension CIContext {
  /// A HEIC file of the image; nil when it is empty or infinite, or format, space and options do not fit.
  ///
  /// - Parameters:
  ///   - image: what to render; its extent becomes the picture.
  ///   - format: 8-bit formats give 8 bits per component, all others, such as `RGB10`, 10. Formats without alpha give an
  ///     opaque file.
  ///   - colorSpace: RGB or monochrome. PQ and HLG need more than 8 bits, and do not go together with `hdrImage`: the base
  ///     of its gain map is SDR.
  ///   - options: `kCGImageDestinationLossyCompressionQuality` (0 ... 1), `hdrImage`, `hdrGainMapImage`,
  ///     `hdrGainMapAsRGB`.
  public func heifRepresentation(
    of image: CIImage, format: CIFormat, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
  ) -> Data? {
    (try? representation(of: image, as: "heic", format, colorSpace, options)).map { Data($0) }
  }

  /// Writes the result of ``heifRepresentation(of:format:colorSpace:options:)`` to a file, whole or not at all.
  /// - Throws: `RenderError` or `ImageIOError`.
  public func writeHEIFRepresentation(
    of image: CIImage, to url: URL, format: CIFormat, colorSpace: CGColorSpace,
    options: [CIImageRepresentationOption: Any] = [:]
  ) throws {
    try write(Representation(of: image, as: "heic", format, colorSpace, options), to: url)
  }

  /// A HEIC file of the image with 10 bits per component: HDR in PQ and HLG spaces, finer steps in others.
  ///
  /// - Parameters:
  ///   - image: what to render; its extent becomes the picture.
  ///   - colorSpace: RGB or monochrome.
  ///   - options: as those of ``heifRepresentation(of:format:colorSpace:options:)``.
  /// - Throws: `RenderError` or `ImageIOError`.
  public func heif10Representation(
    of image: CIImage, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
  ) throws -> Data {
    Data(try representation(of: image, as: "heic", .tenBit(image, colorSpace), colorSpace, options))
  }

  /// Writes the result of ``heif10Representation(of:colorSpace:options:)`` to a file, whole or not at all.
  /// - Throws: `RenderError` or `ImageIOError`.
  public func writeHEIF10Representation(
    of image: CIImage, to url: URL, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
  ) throws {
    try write(Representation(of: image, as: "heic", .tenBit(image, colorSpace), colorSpace, options), to: url)
  }
}
