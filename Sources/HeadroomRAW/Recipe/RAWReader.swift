package import HeadroomColor
package import HeadroomContainers
internal import HeadroomEngine
package import HeadroomGraphics
package import HeadroomImage
package import HeadroomImageIO
internal import HeadroomPixels

/// Reads a raw file where an image file is expected. ``decode(_:)`` returns its SDR look; callers that support RAW take
/// ``picture`` and develop it as they like.
package struct RAWReader: DevelopingReader {
  package let picture: RAWPicture
  private let format: String

  package init(_ picture: RAWPicture, format: String) {
    self.picture = picture
    self.format = format
  }

  package var bytes: FileBytes { picture.bytes }

  package var info: StillInfo {
    let header = picture.header
    var info = StillInfo(
      format: format, width: header.width, height: header.height, bitDepth: header.bitDepth, channels: 3,
      encoding: Self.encoding)
    info.orientation = header.orientation
    info.kind = .raw
    // The range of the usual curve.
    var settings = RAWSettings(header)
    settings.extendedDynamicRange = 1
    info.contentHeadroom = settings.headroom(header.profiles.first) ?? 0
    info.contentHeadroomSource = .assumed
    info.auxiliary = header.auxiliary
    (info.cameraMake, info.cameraModel) = (header.make, header.model)
    info.metadata = header.metadata
    info.warnings = header.warnings
    info.isPictureCut = header.isPictureCut
    return info
  }

  /// The encoding of the SDR look where no other one is requested.
  private static let encoding = ColorEncoding.displayP3

  package func decode(_ request: DecodeRequest) throws(ImageIOError) -> StillImage {
    guard request.index == 0 else { throw .unsupported(part: "index", text: "the file has one picture") }
    var settings = RAWSettings(picture.header)
    settings.orientation = .up
    let image = RAWRecipe(picture, StillPicture(reader: self, request: request), settings).image()
    do {
      let base = try Self.context(request.limits).bitmap(
        image, region: PixelRect(enclosing: image.extent), format: .rgb16, encoding: Self.encoding)
      return StillImage(
        base: base, encoding: Self.encoding, orientation: info.orientation, metadata: info.metadata,
        warnings: info.warnings, isPartial: info.isPictureCut)
    } catch {
      throw ImageIOError(developing: error)
    }
  }

  /// A context that develops within the caller's memory limit for a picture. Its renders belong to the work of the
  /// caller's thread, and are cancelled with it.
  private static func context(_ limits: DecodeLimits) -> CIContext {
    guard limits.maxMemoryBytes < .max else { return CIContext() }
    return CIContext(options: [.memoryLimit: max(limits.maxMemoryBytes >> 20, 1)])
  }

  /// The largest small picture in the file.
  package func preview(at index: Int, limits: DecodeLimits) throws(ImageIOError) -> StillImage? {
    for preview in picture.header.previews {
      guard let reader = try? ImageFormats.open(preview.bytes, limits: limits) else { continue }
      return try reader.decode(DecodeRequest(includesGainMap: false, limits: limits))
    }
    return nil
  }
}

extension RAWReader: ContainerProperties {
  package var isIndexed: Bool { false }
  package var pixelsPerInch: (x: Double, y: Double)? { nil }
  package var ownProperties: (key: CFString, values: CFDictionary)? {
    (kCGImagePropertyDNGDictionary, picture.header.dngProperties)
  }
}

extension RAWReader {
  package func developed(
    _ still: StillPicture, headroom: Double, toneMapOperator: ToneMapOperator, isUpright: Bool
  ) -> CIImage {
    var settings = RAWSettings(picture.header)
    if !isUpright { settings.orientation = .up }
    settings.extendedDynamicRange = headroom > 1 ? 1 : 0
    let image = RAWRecipe(picture, still, settings).image()
    return headroom > 1 ? image.toneMapped(to: headroom, toneMapOperator: toneMapOperator) : image
  }
}

extension ImageReader {
  /// The file as a raw file, for callers that develop it themselves; nil for other files.
  package var sensorFile: RAWReader? { self as? RAWReader }
}

extension ImageIOError {
  /// Why a sensor's picture could not be developed.
  fileprivate init(developing error: RenderError) {
    switch error {
    case .decoding(let error, _): self = error
    case .cancelled: self = .cancelled
    case .memoryLimit(let needed, let limit):
      self = .overMemory(needed: UInt64(clamping: needed), limit: UInt64(clamping: limit))
    case .outOfMemory(let bytes): self = .outOfMemory(bytes: UInt64(clamping: bytes))
    default: self = .unsupported(part: "RAW", text: "\(error)")
    }
  }
}
