public import Foundation
internal import HeadroomColor
public import HeadroomGraphics
internal import HeadroomImageIO
package import HeadroomPixels

extension CIContext {
  // MARK: JPEG

  /// A JPEG file of the image, 8 bits; nil when it is empty or infinite, or the space cannot be written.
  ///
  /// - Parameters:
  ///   - image: what to render; its extent becomes the picture.
  ///   - colorSpace: RGB or monochrome, not PQ or HLG: 8 bits cannot hold them.
  ///   - options: `kCGImageDestinationLossyCompressionQuality` (0 ... 1), `hdrImage`, `hdrGainMapImage`,
  ///     `hdrGainMapAsRGB`.
  public func jpegRepresentation(
    of image: CIImage, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
  ) -> Data? {
    (try? jpegBytes(image, colorSpace, options)).map { Data($0) }
  }

  /// Writes what ``jpegRepresentation(of:colorSpace:options:)`` gives to a file, whole or not at all.
  /// - Throws: ``RenderError`` or `ImageIOError`.
  public func writeJPEGRepresentation(
    of image: CIImage, to url: URL, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
  ) throws {
    try AtomicFile.write(try jpegBytes(image, colorSpace, options), to: url.path)
  }

  private func jpegBytes(
    _ image: CIImage, _ space: CGColorSpace, _ options: [CIImageRepresentationOption: Any]
  ) throws -> [UInt8] {
    if space.usesITUR_2100TF {
      throw RenderError.unsupportedColorSpace("\(space.encoding.displayName): 8 bits cannot hold PQ or HLG")
    }
    let format = try Self.format(named: "jpeg")
    let isGray = space.encoding.model == .monochrome
    var request = EncodeRequest(format: format, encoding: space.encoding, pixelFormat: isGray ? .gray8 : .rgb8)
    request.options.quality = Self.quality(options) ?? request.options.quality
    request.gainMap = try Self.gainMap(options)
    return try encode(image, request)
  }

  // MARK: PNG

  /// A PNG file of the image; nil when it is empty or infinite, or format and space do not fit.
  ///
  /// - Parameters:
  ///   - image: what to render; its extent becomes the picture.
  ///   - format: 8-bit formats give 8 bits per component, all others 16. Formats without alpha give an opaque file.
  ///   - colorSpace: RGB or monochrome; PQ and HLG are marked by code points and a profile.
  ///   - options: none are known.
  public func pngRepresentation(
    of image: CIImage, format: CIFormat, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
  ) -> Data? {
    (try? pngBytes(image, format, colorSpace)).map { Data($0) }
  }

  /// Writes what ``pngRepresentation(of:format:colorSpace:options:)`` gives to a file, whole or not at all.
  /// - Throws: ``RenderError`` or `ImageIOError`.
  public func writePNGRepresentation(
    of image: CIImage, to url: URL, format: CIFormat, colorSpace: CGColorSpace,
    options: [CIImageRepresentationOption: Any] = [:]
  ) throws {
    try AtomicFile.write(try pngBytes(image, format, colorSpace), to: url.path)
  }

  private func pngBytes(_ image: CIImage, _ format: CIFormat, _ space: CGColorSpace) throws -> [UInt8] {
    let isGray = space.encoding.model == .monochrome
    let hasAlpha = format.pixelFormat.hasAlpha && !image.isOpaque
    let pixelFormat = Self.integerFormat(
      isDeep: format.pixelFormat.component != .uint8, isGray: isGray, hasAlpha: hasAlpha)
    let request = EncodeRequest(
      format: try Self.format(named: "png"), encoding: space.encoding, pixelFormat: pixelFormat)
    return try encode(image, request)
  }

  // MARK: Options

  /// The interleaved integer format for a kind of file.
  package static func integerFormat(isDeep: Bool, isGray: Bool, hasAlpha: Bool) -> PixelFormat {
    switch (isGray, hasAlpha) {
    case (true, true): return isDeep ? .grayAlpha16 : .grayAlpha8
    case (true, false): return isDeep ? .gray16 : .gray8
    case (false, true): return isDeep ? .rgba16 : .rgba8
    case (false, false): return isDeep ? .rgb16 : .rgb8
    }
  }

  private static func format(named name: String) throws(RenderError) -> any ImageFormat.Type {
    guard let format = ImageFormats.named(name) else { throw .unsupportedFormat("\(name) files cannot be written") }
    return format
  }

  /// 0 ... 100 from Apple's 0 ... 1.
  private static func quality(_ options: [CIImageRepresentationOption: Any]) -> Double? {
    let key = CIImageRepresentationOption(rawValue: kCGImageDestinationLossyCompressionQuality)
    switch options[key] {
    case let value as Double: return min(max(value, 0), 1) * 100
    case let value as CGFloat: return min(max(Double(value), 0), 1) * 100
    case let value as Float: return min(max(Double(value), 0), 1) * 100
    case let value as NSNumber: return min(max(value.doubleValue, 0), 1) * 100
    default: return nil
    }
  }

  private static func gainMap(
    _ options: [CIImageRepresentationOption: Any]
  ) throws(RenderError) -> EncodeRequest.GainMap {
    if let map = options[.hdrGainMapImage] as? CIImage {
      guard let tag = map.tags.gainMap else { throw .source("hdrGainMapImage carries no gain map metadata") }
      return .ready(tag, map)
    }
    guard let hdr = options[.hdrImage] as? CIImage else { return .none }
    let isRGB = options[.hdrGainMapAsRGB] as? Bool ?? false
    // Half size for brightness, as phones write it; colour ratios need the full resolution.
    var computed = GainMapComputer.Options(channels: isRGB ? .rgb : .luma, scale: isRGB ? 1 : 2)
    if hdr.contentHeadroom > 1 { computed.alternateHeadroom = Double(hdr.contentHeadroom) }
    return .computed(from: hdr, options: computed)
  }
}
