internal import Foundation
internal import HeadroomColor
internal import HeadroomGraphics

/// Why there is no drawable.
struct DrawableRefusal: Error {
  let reason: String
  init(_ reason: String) { self.reason = reason }

  func report() {
    try? FileHandle.standardError.write(contentsOf: Data("CAMetalLayer: \(reason)\n".utf8))
  }
}

/// The combinations of pixel formats, spaces and metadata that a metal layer shows.
struct MetalLayerFormat {
  private let format: MTLPixelFormat
  private let space: CGColorSpace?
  private let metadata: CAEDRMetadata?

  init(_ format: MTLPixelFormat, _ space: CGColorSpace?, _ metadata: CAEDRMetadata?) {
    (self.format, self.space, self.metadata) = (format, space, metadata)
  }

  private static let formats: [MTLPixelFormat] = [
    .bgra8Unorm, .bgra8Unorm_srgb, .rgba16Float, .rgb10a2Unorm, .bgr10a2Unorm, .bgra10_xr, .bgra10_xr_srgb, .bgr10_xr,
    .bgr10_xr_srgb,
  ]
  private static let metadataFormats: [MTLPixelFormat] = [.rgba16Float, .bgr10a2Unorm, .rgb10a2Unorm]
  private static let videoSpaces: [ColorEncoding] = [
    .itur709PQ, .displayP3PQ, .itur2100PQ, .displayP3HLG, .itur2100HLG,
  ]
  private static let linearSpaces: [ColorEncoding] = [
    .extendedLinearSRGB, .extendedLinearDisplayP3, .extendedLinearITUR2020,
  ]
  private static let wideSpaces: [ColorEncoding] = [.extendedSRGB, .extendedDisplayP3]

  /// The encoding of drawables' numbers.
  func encoding() throws(DrawableRefusal) -> ColorEncoding {
    guard Self.formats.contains(format) else {
      throw DrawableRefusal("pixelFormat \(format) cannot be shown; \(Self.words(Self.formats.map { "\($0)" })) can")
    }
    if metadata != nil, !Self.metadataFormats.contains(format) {
      throw DrawableRefusal(
        "edrMetadata needs a pixelFormat of half floats or 10 bits "
          + "(\(Self.words(Self.metadataFormats.map { "\($0)" }))), not \(format)")
    }
    guard let encoding = space?.encoding else {
      return format == .rgba16Float ? .extendedLinearSRGB : format.isExtended ? .extendedSRGB : .sRGB
    }
    guard encoding.model == .rgb else { throw DrawableRefusal("colorspace \(Self.name(encoding)) is not RGB") }
    try check(encoding)
    return encoding
  }

  private func check(_ encoding: ColorEncoding) throws(DrawableRefusal) {
    if encoding.transfer.isHDR { return try check(encoding, among: Self.videoSpaces, [.bgr10a2Unorm]) }
    guard encoding.isExtended else { return }
    if Self.wideSpaces.contains(encoding) {
      return try check(
        encoding, among: Self.wideSpaces, [.bgra10_xr, .bgra10_xr_srgb, .bgr10_xr, .bgr10_xr_srgb])
    }
    try check(encoding, among: Self.linearSpaces, [.rgba16Float])
  }

  private func check(
    _ encoding: ColorEncoding, among spaces: [ColorEncoding], _ formats: [MTLPixelFormat]
  ) throws(DrawableRefusal) {
    let name = Self.name(encoding)
    guard spaces.contains(encoding) else {
      throw DrawableRefusal("colorspace \(name) cannot be shown; \(Self.words(spaces.map(Self.name))) can")
    }
    guard formats.contains(format) else {
      throw DrawableRefusal(
        "colorspace \(name) needs pixelFormat \(Self.words(formats.map { "\($0)" })), not \(format)")
    }
  }

  private static func name(_ encoding: ColorEncoding) -> String { encoding.name ?? "without a name" }

  private static func words(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " or " + last
  }

  /// The texture of a drawable.
  static func descriptor(_ format: MTLPixelFormat, _ size: CGSize) throws(DrawableRefusal) -> MTLTextureDescriptor {
    let limit = CGFloat(MemoryTexture.largestSide)
    guard size.width >= 1, size.height >= 1, size.width <= limit, size.height <= limit else {
      throw DrawableRefusal("drawableSize \(size.width) x \(size.height) is outside 1 ... \(MemoryTexture.largestSide)")
    }
    let descriptor = MTLTextureDescriptor.texture2DDescriptor(
      pixelFormat: format, width: Int(size.width), height: Int(size.height), mipmapped: false)
    descriptor.usage = .renderTarget
    return descriptor
  }
}
