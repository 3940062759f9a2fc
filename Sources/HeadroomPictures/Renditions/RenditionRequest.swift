package import HeadroomColor
package import HeadroomContainers
package import HeadroomEngine
package import HeadroomGraphics
package import HeadroomImage
package import HeadroomImageIO
package import HeadroomPixels

/// A rendition that is to be written: its light as a recipe, the container, and how HDR comes along.
///
/// The representations of a context and the command's conversions are such requests; ``RenditionWriter`` fulfils them.
package struct RenditionRequest: Sendable {
  /// How the file gets a gain map.
  package enum GainMap: Sendable {
    case none
    /// Computed from this other rendition, of the same extent, and the base as readers will decode it. Of a base in PQ or
    /// HLG it leads to SDR, else to HDR; `options.alternateHeadroom` is that of the HDR one where it is known.
    case computed(from: CIImage, options: GainMapOptions)
    /// A ready map, whose codes are rendered.
    case ready(GainMapTag, CIImage)
    /// Ready codes.
    case carried(GainMapImage)
  }

  /// What the file says of its brightest pixels.
  package enum LightLevel: Sendable {
    /// What ``hdr`` says, be it nothing.
    case stated
    /// What the pixels say where ``hdr`` says nothing and the numbers are PQ.
    case measuredWhereUnstated
    /// What the pixels say where the numbers are PQ.
    case measured
  }

  package var image: CIImage
  package var format: any ImageFormat.Type
  /// What writes the container where it is to be one form of it; nil for its usual writer.
  package var writer: (any ImageWriter)?
  package var encoding: ColorEncoding
  package var pixelFormat: PixelFormat
  package var options = EncodeOptions()
  package var gainMap = GainMap.none
  /// Whether a computed map is left out, as it says nothing, where no pixel of the HDR rendition is brighter than white.
  package var omitsEmptyGainMap = false
  /// The profile to embed; nil lets the writer make one.
  package var iccProfile: [UInt8]?
  package var metadata = StillMetadata()
  /// How the stored picture is to be turned; stated in the file, not applied.
  package var orientation = CGImagePropertyOrientation.up
  package var hdr = HDRMetadata()
  package var lightLevel = LightLevel.measuredWhereUnstated
  /// Headroom of numbers that are neither PQ nor HLG, 0 where it is not known; of those it follows from ``hdr``.
  package var contentHeadroom = 1.0
  /// Whether it is known how bright numbers are that are neither PQ nor HLG.
  package var isBrightnessKnown = true
  /// Whether an alpha channel that is 1 everywhere, or 0 everywhere beside colours, is left out.
  package var dropsIdleAlpha = false
  /// Brings colours outside the space into its gamut, below this peak, which above 1 bounds brightness only; nil clips.
  package var gamutPeak: Double?
  /// What the light of the rendition that a computed gain map leads to is brought below, in the base's primaries; nil leaves it.
  package var alternatePeak: Double?
  /// What the keys of `CGImageDestination` ask for beside the pixels; nil for nothing.
  package var wishes: DestinationOptions?

  package init(
    _ image: CIImage, as format: any ImageFormat.Type, encoding: ColorEncoding, pixelFormat: PixelFormat
  ) {
    self.image = image
    self.format = format
    self.encoding = encoding
    self.pixelFormat = pixelFormat
  }

  package var region: PixelRect { PixelRect(enclosing: image.extent) }

  /// Whether ``lightLevel`` asks the pixels.
  var measuresLightLevel: Bool {
    guard encoding.transfer == .pq else { return false }
    return switch lightLevel {
    case .stated: false
    case .measuredWhereUnstated: hdr.lightLevel == nil
    case .measured: true
    }
  }

  /// What another rendition's numbers mean.
  package var alternateEncoding: ColorEncoding { encoding.linearized.extended }

  /// Another rendition's pixels: they are put on black where the base is.
  var alternateFormat: PixelFormat { pixelFormat.hasAlpha ? .rgbaHalf : .rgbxHalf }

  /// Everything but pixels that have this size.
  package var header: StillHeader {
    var header = StillHeader(
      width: region.width, height: region.height, format: pixelFormat, alpha: .straight, encoding: encoding,
      iccProfile: iccProfile, orientation: orientation, hdr: hdr, isBrightnessKnown: isBrightnessKnown,
      metadata: metadata)
    if case .carried(let map) = gainMap { header.gainMap = map }
    return header
  }
}

/// What came of a request.
package struct RenditionOutcome: Sendable {
  /// What was found in sources that were decoded while they were rendered.
  package var sources = SourceFindings()
  /// How near the computed gain map comes to the other rendition.
  package var fidelity: GainMapFidelity?
  /// How near the file's own PQ or HLG comes to the picture, where `EncodeOptions.checksLight` asks for it.
  package var lightFidelity: GainMapFidelity?
  /// Whether the gain map was left out; see ``RenditionRequest/omitsEmptyGainMap``.
  package var omitsGainMap = false
}
