public import Foundation
internal import HeadroomColor
internal import HeadroomEngine
internal import HeadroomGraphics
public import HeadroomImage

extension CIContext {
  /// An OpenEXR file of the image: half floats of linear light, 1.0 = reference white, in the primaries of the image's
  /// colour space, or of the context's working space if that is unknown.
  ///
  /// - Parameters:
  ///   - image: what to render; its extent becomes the picture.
  ///   - options: keys of `CGImageDestination`, see ``CIImageRepresentationOption``.
  /// - Throws: `RenderError` or `ImageIOError`.
  public func openEXRRepresentation(
    of image: CIImage, options: [CIImageRepresentationOption: Any] = [:]
  ) throws -> Data {
    Data(try bytes(of: openEXR(image, options)))
  }

  /// Writes the result of ``openEXRRepresentation(of:options:)`` to a file, whole or not at all.
  /// - Throws: `RenderError` or `ImageIOError`.
  public func writeOpenEXRRepresentation(
    of image: CIImage, to url: URL, options: [CIImageRepresentationOption: Any] = [:]
  ) throws {
    try write(openEXR(image, options), to: url)
  }

  private func openEXR(_ image: CIImage, _ options: [CIImageRepresentationOption: Any]) throws -> Representation {
    let own = image.colorSpace?.encoding
    let known = own.flatMap { $0.model == .rgb ? $0.primaries : nil }
    let primaries = known ?? workingColorSpace?.encoding.primaries ?? .bt709
    let space = CGColorSpace(encoding: ColorEncoding(primaries: primaries, transfer: .linear, isExtended: true))
    return try Representation(of: image, as: "exr", .RGBAh, space, options)
  }
}
