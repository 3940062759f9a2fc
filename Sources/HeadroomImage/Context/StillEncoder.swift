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
    _ image: CIImage, _ request: EncodeRequest, task: RenderTask? = nil
  ) throws -> [UInt8] {
    try asOneWork(task) { task in
      do {
        let bytes = try encoded(image, request, task)
        try task.check()
        task.advance(to: 1)
        return bytes
      } catch ImageIOError.cancelled {
        throw RenderError.cancelled
      }
    }
  }

  private static let renderedShare = 0.5

  private func encoded(_ image: CIImage, _ request: EncodeRequest, _ task: RenderTask) throws -> [UInt8] {
    guard let writer = request.format.writer else {
      throw RenderError.unsupportedFormat("\(request.format.name) files cannot be written")
    }
    let region = PixelRect(enclosing: image.extent)
    // By experience: rendering takes about as long as encoding, each picture of two half of that.
    let rendered = request.gainMap.isRendered ? Self.renderedShare / 2 : Self.renderedShare
    let base = try bitmap(
      image.withStoredWhite(in: request.encoding), region: region, format: request.pixelFormat,
      encoding: request.encoding, gamutPeak: request.gamutPeak,
      alpha: request.pixelFormat.hasAlpha ? .straight : nil, dither: request.dither,
      task: task.part(from: 0, to: rendered))
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
    let second = task.part(from: rendered, to: Self.renderedShare)
    let encoding = task.part(from: Self.renderedShare, to: 1)
    try task.check()
    switch request.gainMap {
    case .none: return try encoding.bound { try writer.encode(still, options: request.options) }
    case .ready(let tag, let map):
      still.gainMap = try gainMapImage(map, tag, second)
      return try encoding.bound { try writer.encode(still, options: request.options) }
    case .computed(let hdr, let options):
      let alternateEncoding = written.linearized.extended
      let alternate = try bitmap(
        hdr, region: region, format: .rgbaHalf, encoding: alternateEncoding, alpha: .premultiplied,
        task: second)
      return try encoding.bound {
        try writer.encode(still, options: request.options) { lossy throws(ImageIOError) in
          try GainMapComputer.compute(
            base: lossy, baseEncoding: written, alternate: alternate, alternateEncoding: alternateEncoding,
            options: options, pool: pool)
        }
      }
    }
  }

  /// The codes of a map image, as they are.
  private func gainMapImage(_ map: CIImage, _ tag: GainMapTag, _ task: RenderTask) throws -> GainMapImage {
    let format: PixelFormat = tag.description.channels == 1 ? .gray8 : .rgb8
    let codes = try bitmap(map, region: PixelRect(enclosing: map.extent), format: format, encoding: nil, task: task)
    var description = tag.description
    description.width = codes.width
    description.height = codes.height
    return GainMapImage(bitmap: codes, description: description)
  }
}

extension EncodeRequest.GainMap {
  /// Whether a second picture is rendered for it.
  fileprivate var isRendered: Bool {
    if case .none = self { false } else { true }
  }
}
