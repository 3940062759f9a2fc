internal import Foundation
package import HeadroomColor
package import HeadroomContainers
package import HeadroomGraphics
package import HeadroomImageIO
package import HeadroomPixels

/// What to write: the picture's numbers, the container, and how HDR comes along.
package struct EncodeRequest: Sendable {
  /// How the file gets a gain map.
  package enum GainMap: Sendable {
    case none
    /// Computed from this HDR rendition and the written base picture.
    case computed(from: CIImage, options: GainMapOptions)
    /// A ready map.
    case ready(GainMapTag, CIImage)
  }

  package var format: any ImageFormat.Type
  package var encoding: ColorEncoding
  package var pixelFormat: PixelFormat
  package var options: EncodeOptions
  package var gainMap: GainMap
  /// The profile to embed; nil lets the writer make one.
  package var iccProfile: [UInt8]?
  package var metadata: StillMetadata
  /// How the stored picture is to be turned; stated in the file, not applied.
  package var orientation = CGImagePropertyOrientation.up
  package var hdr: HDRMetadata
  /// Brings colours outside the space into its gamut, below this peak; nil clips.
  package var gamutPeak: Double?
  package var dither: RowCodec.Dither
  /// What the keys of `CGImageDestination` ask for beside the pixels; nil for nothing.
  package var wishes: DestinationOptions?

  package init(
    format: any ImageFormat.Type, encoding: ColorEncoding, pixelFormat: PixelFormat,
    options: EncodeOptions = EncodeOptions()
  ) {
    self.format = format
    self.encoding = encoding
    self.pixelFormat = pixelFormat
    self.options = options
    gainMap = .none
    metadata = StillMetadata()
    hdr = HDRMetadata()
    dither = .none
  }
}

extension CIContext {
  /// Renders an image and encodes it.
  ///
  /// - Throws: ``RenderError`` when it cannot be rendered, `ImageIOError` when the container cannot hold it.
  package func encode(
    _ image: CIImage, _ request: EncodeRequest, task: RenderTask = RenderTask()
  ) throws -> [UInt8] {
    guard let writer = request.format.writer else {
      throw RenderError.unsupportedFormat("\(request.format.name) files cannot be written")
    }
    let region = PixelRect(enclosing: image.extent)
    let base = try bitmap(
      image.withStoredWhite(in: request.encoding), region: region, format: request.pixelFormat,
      encoding: request.encoding, gamutPeak: request.gamutPeak,
      alpha: request.pixelFormat.hasAlpha ? .straight : nil, dither: request.dither, task: task)
    var still = StillImage(base: base, encoding: request.encoding, iccProfile: request.iccProfile)
    still.metadata = request.metadata
    still.orientation = request.orientation
    still.hdr = request.hdr
    (still, _) = try still.withoutIdleAlpha()
    if request.encoding.transfer == .pq, still.hdr.lightLevel == nil {
      // The pixels are there: what they say is better than what readers would assume.
      still.hdr.lightLevel = PictureLight(still.base, encoding: request.encoding).lightLevel
    }
    if request.encoding.transfer.isHDR {
      (still.contentHeadroom, still.contentHeadroomSource) = request.hdr.contentHeadroom(for: request.encoding)
    }
    if let wishes = request.wishes {
      still = try RenditionConverter(format: request.format, options: wishes).finished(still)
    }
    let written = still.encoding
    switch request.gainMap {
    case .none: return try writer.encode(still, options: request.options)
    case .ready(let tag, let map):
      still.gainMap = try gainMapImage(map, tag)
      return try writer.encode(still, options: request.options)
    case .computed(let hdr, let options):
      let alternateEncoding = written.linearized.extended
      let alternate = try bitmap(
        hdr, region: region, format: .rgbaHalf, encoding: alternateEncoding, alpha: .premultiplied, task: task)
      return try writer.encode(still, options: request.options) { lossy throws(ImageIOError) in
        try GainMapComputer.compute(
          base: lossy, baseEncoding: written, alternate: alternate, alternateEncoding: alternateEncoding,
          options: options, pool: pool)
      }
    }
  }

  /// The codes of a map image, as they are.
  private func gainMapImage(_ map: CIImage, _ tag: GainMapTag) throws -> GainMapImage {
    let format: PixelFormat = tag.description.channels == 1 ? .gray8 : .rgb8
    let codes = try bitmap(map, region: PixelRect(enclosing: map.extent), format: format, encoding: nil)
    var description = tag.description
    description.width = codes.width
    description.height = codes.height
    return GainMapImage(bitmap: codes, description: description)
  }
}
