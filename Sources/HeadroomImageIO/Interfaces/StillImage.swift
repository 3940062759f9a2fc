package import HeadroomColor
package import HeadroomContainers
package import HeadroomGraphics
package import HeadroomPixels

/// The kind of high dynamic range of a file, in the words of `headroom info`.
package enum HDRKind: String, Hashable, Sendable {
  case sdr, isoHDR, gainMap, raw, float
}

/// One decoded picture. The EXIF orientation is stated, not applied.
package struct StillImage: Sendable {
  /// The base picture, top row first, in its own colour encoding.
  package var base: PixelBitmap
  /// The encoding of the base picture's numbers.
  package var encoding: ColorEncoding
  /// The ICC profile the encoding comes from, when there is one.
  package var iccProfile: [UInt8]?
  /// How the stored picture has to be turned for display.
  package var orientation: CGImagePropertyOrientation
  /// The gain map; nil when there is none or it was rejected (then ``warnings`` gives the reason).
  package var gainMap: GainMapImage?
  /// Mastering, light level and viewing metadata.
  package var hdr: HDRMetadata
  /// Linear headroom of the richest rendition; 1 for SDR, 0 when unknown.
  package var contentHeadroom: Double
  /// Where ``contentHeadroom`` comes from.
  package var contentHeadroomSource: ContentHeadroomSource
  /// EXIF and XMP blocks.
  package var metadata: StillMetadata
  /// A small version of ``base`` in its encoding, opaque, for writers whose container has a place for one. Readers leave
  /// it out; see ``ImageReader/preview(at:limits:)``.
  package var thumbnail: PixelBitmap?
  /// Irregularities of the file that did not prevent decoding.
  package var warnings: [String]
  /// Whether picture data is missing (only with ``DecodeRequest/allowPartial``).
  package var isPartial: Bool
  /// The part of ``base`` that has been decoded; nil when all of it has. See ``DecodeRequest/region``.
  package var decodedRegion: PixelRect?

  package init(
    base: PixelBitmap, encoding: ColorEncoding, iccProfile: [UInt8]? = nil,
    orientation: CGImagePropertyOrientation = .up, gainMap: GainMapImage? = nil, hdr: HDRMetadata = HDRMetadata(),
    contentHeadroom: Double = 1, contentHeadroomSource: ContentHeadroomSource = .standardRange,
    metadata: StillMetadata = StillMetadata(), warnings: [String] = [], isPartial: Bool = false
  ) {
    self.base = base
    self.encoding = encoding
    self.iccProfile = iccProfile
    self.orientation = orientation
    self.gainMap = gainMap
    self.hdr = hdr
    self.contentHeadroom = contentHeadroom
    self.contentHeadroomSource = contentHeadroomSource
    self.metadata = metadata
    self.warnings = warnings
    self.isPartial = isPartial
  }
}

/// The factor of light before it was stored: dividing by it gives the light of the scene or camera.
package struct LightScale: Hashable, Sendable {
  package var exposure: Double
  /// Of red, green and blue.
  package var colors: SIMD3<Double>
}

/// The information in a file's headers; no pixel is decoded for it.
package struct StillInfo: Sendable {
  /// Name of the container's row in ``ImageFormats``.
  package var format: String
  /// Size as stored, before orientation.
  package var width: Int
  /// Size as stored, before orientation.
  package var height: Int
  /// How the stored picture has to be turned for display.
  package var orientation: CGImagePropertyOrientation
  /// Pictures of the file that are shown (not maps or thumbnails).
  package var frameCount: Int
  /// Frames of an animation or an image sequence that the headers count and this version does not read; nil where there
  /// is none. The picture is one of them.
  package var sequenceFrameCount: Int?
  /// All pictures that the headers count, read or not.
  package var countedFrames: Int { max(frameCount, sequenceFrameCount ?? 0) }
  /// Bits of one component.
  package var bitDepth: Int
  /// Components as stored: 1 gray, 2 gray and alpha, 3 colour, 4 colour and alpha or CMYK, 5 CMYK and alpha.
  package var channels: Int
  /// Whether decoded colours are multiplied by their alpha; they are not in most containers.
  package var isAlphaPremultiplied = false
  /// `444`, `422`, `420`, `400`, ... or nil where the container stores RGB.
  package var chroma: String?
  /// Whether one of them is alpha.
  package var hasAlpha: Bool {
    if let deviceColor { return channels > deviceColor.model.rawValue }
    return channels == 2 || channels == 4
  }
  /// Whether only the pixels show how bright the picture is.
  package var isBrightnessUnknown: Bool { contentHeadroomSource == .unknown && hdr.diffuseWhite == nil }
  /// Quality of a lossy base picture, 0...100 on the scale of the container's writer, where its headers reveal it.
  package var estimatedQuality: Double?
  /// The encoding of the base picture's numbers.
  package var encoding: ColorEncoding
  /// The meaning of stored samples that are not an encoding's numbers: inks, colours of a table. They are converted to
  /// ``encoding`` while they are decoded; ``bitDepth`` and ``channels`` describe the stored ones.
  package var deviceColor: DeviceColor?
  /// The base picture's ICC profile, where ``encoding`` comes from it.
  package var iccProfile: [UInt8]?
  /// Code points, when the container or its profile states them.
  package var cicp: CICP?
  /// Kind of high dynamic range.
  package var kind: HDRKind
  /// Mastering, light level and viewing metadata.
  package var hdr: HDRMetadata
  /// Linear headroom of the richest rendition; 1 for SDR, 0 when unknown.
  package var contentHeadroom: Double
  /// Where ``contentHeadroom`` comes from.
  package var contentHeadroomSource: ContentHeadroomSource
  /// The gain map, when there is a usable one.
  package var gainMap: GainMapDescription?
  /// Other pictures of the file, as `kind WxH`.
  package var auxiliary: [String]
  /// Names of the layers that can be shown (``DecodeRequest/layer``), the default one first; empty
  /// where there is no choice.
  package var layers: [String] = []
  /// Width of a stored pixel relative to its height, where the file states that it is not square. Pixels
  /// are decoded as they are.
  package var pixelAspect: Double?
  /// The stated factor by which the file's light was multiplied, which decoded pixels still contain;
  /// nil where none is stated.
  package var lightScale: LightScale?
  /// The name of this picture in a file of several, where it has one.
  package var pictureName: String?
  /// Camera maker of the EXIF block.
  package var cameraMake: String?
  /// Camera model of the EXIF block.
  package var cameraModel: String?
  /// EXIF and XMP blocks.
  package var metadata: StillMetadata
  /// Irregularities of the file that do not prevent decoding.
  package var warnings: [String]
  /// Whether the file ends inside the picture data, as far as the headers show.
  package var isPictureCut = false

  package init(
    format: String, width: Int, height: Int, bitDepth: Int, channels: Int, encoding: ColorEncoding,
    orientation: CGImagePropertyOrientation = .up, frameCount: Int = 1, chroma: String? = nil,
    iccProfile: [UInt8]? = nil, cicp: CICP? = nil, kind: HDRKind = .sdr, hdr: HDRMetadata = HDRMetadata(),
    contentHeadroom: Double = 1, contentHeadroomSource: ContentHeadroomSource = .standardRange,
    gainMap: GainMapDescription? = nil, auxiliary: [String] = [], cameraMake: String? = nil,
    cameraModel: String? = nil, metadata: StillMetadata = StillMetadata(), warnings: [String] = []
  ) {
    self.format = format
    self.width = width
    self.height = height
    self.orientation = orientation
    self.frameCount = frameCount
    self.bitDepth = bitDepth
    self.channels = channels
    self.chroma = chroma
    self.encoding = encoding
    self.iccProfile = iccProfile
    self.cicp = cicp
    self.kind = kind
    self.hdr = hdr
    self.contentHeadroom = contentHeadroom
    self.contentHeadroomSource = contentHeadroomSource
    self.gainMap = gainMap
    self.auxiliary = auxiliary
    self.cameraMake = cameraMake
    self.cameraModel = cameraModel
    self.metadata = metadata
    self.warnings = warnings
  }
}
