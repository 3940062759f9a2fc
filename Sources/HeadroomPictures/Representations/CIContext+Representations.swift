package import Foundation
internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomEngine
package import HeadroomGraphics
package import HeadroomImage
package import HeadroomImageIO
package import HeadroomPixels

extension CIContext {
  /// The bytes of a file, for all representation methods.
  package func representation(
    of image: CIImage, as name: String, _ format: CIFormat, _ space: CGColorSpace,
    _ options: [CIImageRepresentationOption: Any]
  ) throws -> [UInt8] {
    try bytes(of: Representation(of: image, as: name, format, space, options))
  }

  /// Renders and encodes the request of a representation method.
  package func bytes(of wanted: Representation) throws -> [UInt8] {
    let output = MemoryOutput()
    _ = try throwingOwnErrors { try RenditionWriter(wanted.request, in: self).write(to: output) }
    return output.bytes
  }

  /// As ``bytes(of:)``, into a file that appears whole or not at all.
  package func write(_ wanted: Representation, to url: URL) throws {
    let output = try FileOutput(url)
    _ = try throwingOwnErrors { try RenditionWriter(wanted.request, in: self).write(to: output) }
  }
}

extension CIFormat {
  /// The format for "10 bits" where none is given.
  static func tenBit(_ image: CIImage, _ space: CGColorSpace) -> CIFormat {
    if space.encoding.model == .monochrome { return image.isOpaque ? .L16 : .LA16 }
    return image.isOpaque ? .RGB10 : .RGBA16
  }
}

/// The request of a representation method, checked against its container.
package struct Representation {
  package let container: any ImageFormat.Type
  package let format: PixelFormat
  package let space: CGColorSpace
  package let options: [CIImageRepresentationOption: Any]
  package private(set) var request: RenditionRequest

  /// - Throws: `RenderError` or `ImageIOError` when container, pixel format, space and options do not fit one another.
  package init(
    of image: CIImage, as name: String, _ format: CIFormat, _ space: CGColorSpace,
    _ options: [CIImageRepresentationOption: Any]
  ) throws {
    guard let container = ImageFormats.named(name), container.writer != nil else {
      throw RenderError.unsupportedFormat("\(name) files cannot be written")
    }
    self.container = container
    self.format = format.pixelFormat
    self.space = space
    self.options = options
    let wishes = try Self.wishes(in: options)
    request = RenditionRequest(
      Self.prepared(image, wishes, in: container), as: container, encoding: space.encoding, pixelFormat: .rgb8)
    request.dropsConstantAlpha = true
    request.wishes = wishes
    if let wishes {
      request.options = wishes.encode
      let isBest = wishes.properties[kCGImageDestinationLossyCompressionQuality] != nil && wishes.encode.quality == 100
      request.options.isLossless = isBest && container.abilities.contains(.lossless)
    }
    try choosePixels(isOpaque: request.image.isOpaque)
    try readGainMap(for: image)
    if wishes?.optimizesForSharing ?? false { optimizeForSharing() }
    request.iccProfile = request.encoding == space.encoding ? space.embeddedProfile : nil
    request.metadata = image.tags.properties.metadata(of: image.extent)
    request.orientation = image.tags.properties.orientation
    request.hdr = image.hdrMetadata(writtenIn: request.encoding)
    request.image = request.image.withStoredWhite(in: request.encoding)
  }

  // MARK: Pixels

  private mutating func choosePixels(isOpaque: Bool) throws(RenderError) {
    let isGray = space.encoding.model == .monochrome
    let hasAlpha = format.hasAlpha && !isOpaque && container.abilities.contains(.alpha)
    if format.isFloatingPoint, container.abilities.contains(.float) {
      request.pixelFormat = PixelFormat.floating(
        isHalf: format.component == .half, isGray: isGray, hasAlpha: hasAlpha)
      return
    }
    guard let bits = RenditionTarget(container).bits(holding: format.component) else {
      throw .unsupportedFormat("\(container.name) files hold floating-point numbers only")
    }
    if space.usesITUR_2100TF, bits == 8 {
      throw .unsupportedColorSpace("\(space.encoding.displayName): 8 bits cannot hold PQ or HLG")
    }
    request.encoding = space.encoding.standardRange
    request.pixelFormat = PixelFormat.integer(isDeep: bits > 8, isGray: isGray, hasAlpha: hasAlpha)
    request.options.bitDepth = bits
  }

  /// Converts SDR numbers to those that every reader shows correctly.
  private mutating func optimizeForSharing() {
    guard case .none = request.gainMap, !request.encoding.transfer.isHDR, !request.pixelFormat.isFloatingPoint else {
      return
    }
    request.encoding = .sRGB
    let isDeep = request.pixelFormat.component == .uint16
    request.pixelFormat = PixelFormat.integer(
      isDeep: isDeep, isGray: false, hasAlpha: request.pixelFormat.hasAlpha)
  }

  // MARK: Options

  private mutating func readGainMap(for picture: CIImage) throws(RenderError) {
    let limit = request.wishes?.maxPixelSize
    let ready = options[.hdrGainMapImage] as? CIImage
    let hdr = options[.hdrImage] as? CIImage
    guard ready != nil || hdr != nil else { return }
    guard container.abilities.contains(.gainMap) else {
      throw .unsupportedFormat("\(container.name) files hold no gain map")
    }
    guard ready == nil || hdr == nil else {
      throw .unsupportedFormat("a gain map is either given (hdrGainMapImage) or computed (hdrImage), not both")
    }
    if space.isHDR() || request.pixelFormat.isFloatingPoint {
      throw .unsupportedColorSpace("\(space.encoding.displayName): the base of a gain map has to be SDR")
    }
    if let ready {
      guard let tag = ready.tags.gainMap else { throw .source("hdrGainMapImage carries no gain map metadata") }
      guard ready.hasShape(of: picture) else {
        throw .source(
          "hdrGainMapImage has another shape, \(ready.extent.recipeText), than the picture, "
            + "\(picture.extent.recipeText): turn and crop both")
      }
      request.gainMap = .ready(tag, ready.scaled(within: limit, as: picture))
    } else if let hdr {
      request.gainMap = .computed(from: hdr.scaled(within: limit, as: picture), options: mapOptions(for: hdr))
    }
  }

  /// Channels as requested, otherwise as the colours need; the size that the light needs.
  private func mapOptions(for hdr: CIImage) -> GainMapOptions {
    let isRGB = OptionValues.flag(options[.hdrGainMapAsRGB])
    // Ratios of colours need the full resolution.
    var wishes = request.wishes?.renditionWishes ?? RenditionWishes()
    wishes.gainMap.channels = wishes.gainMap.channels ?? isRGB.map { $0 ? .rgb : .luma }
    wishes.gainMap.scale = wishes.gainMap.scale ?? (isRGB == true ? 1 : nil)
    return wishes.mapOptions(leadingTo: Double(hdr.contentHeadroom))
  }
}
