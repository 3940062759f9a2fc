package import HeadroomColor
package import HeadroomContainers
package import HeadroomEngine
package import HeadroomGraphics
package import HeadroomImage
package import HeadroomImageIO
package import HeadroomPixels

/// A rendition to be written: its light as a recipe, the container, and how it stores HDR.
///
/// The representations of a context and the command's conversions are such requests; ``RenditionWriter`` fulfils them.
package struct RenditionRequest: Sendable {
  /// How the file gets a gain map.
  package enum GainMap: Sendable {
    case none
    /// Computed from this other rendition, of the same extent, and the base as readers will decode it. For a base in PQ
    /// or HLG it leads to SDR, otherwise to HDR; `options.alternateHeadroom` is that of the HDR one where it is known.
    case computed(from: CIImage, options: GainMapOptions)
    /// A finished map, whose codes are rendered.
    case ready(GainMapTag, CIImage)
    /// Finished codes.
    case carried(GainMapImage)
  }

  /// The level of the brightest pixels that the file states.
  package enum LightLevel: Sendable {
    /// The level of ``hdr``, even if there is none.
    case stated
    /// The measured level where ``hdr`` has none and the numbers are PQ.
    case measuredWhereUnstated
    /// The measured level where the numbers are PQ.
    case measured
  }

  package var image: CIImage
  package var format: any ImageFormat.Type
  /// The writer, if a particular form of the container is wanted; nil for the usual one.
  package var writer: (any ImageWriter)?
  package var encoding: ColorEncoding
  package var pixelFormat: PixelFormat
  package var options = EncodeOptions()
  package var gainMap = GainMap.none
  /// Whether a computed map is left out as redundant where no pixel of the HDR rendition is brighter than white.
  package var omitsEmptyGainMap = false
  /// The profile to embed; nil lets the writer make one.
  package var iccProfile: [UInt8]?
  package var metadata = StillMetadata()
  /// The orientation of the stored picture; stated in the file, not applied.
  package var orientation = CGImagePropertyOrientation.up
  package var hdr = HDRMetadata()
  package var lightLevel = LightLevel.measuredWhereUnstated
  /// Headroom of numbers that are neither PQ nor HLG, 0 where unknown; for PQ and HLG it follows from ``hdr``.
  package var contentHeadroom = 1.0
  /// Whether the brightness of numbers that are neither PQ nor HLG is known.
  package var isBrightnessKnown = true
  /// Whether an alpha channel that is 1 everywhere, or 0 everywhere beside colours, is left out.
  package var dropsConstantAlpha = false
  /// Brings colours outside the space into its gamut, below this peak, which above 1 bounds brightness only; nil clips.
  package var gamutPeak: Double?
  /// The peak, in the base's primaries, to which the light of a computed gain map's other rendition is limited; nil for
  /// no limit.
  package var alternatePeak: Double?
  /// Requests of `CGImageDestination` keys beside the pixels; nil for none.
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

  /// Whether ``lightLevel`` has to be measured.
  var measuresLightLevel: Bool {
    guard encoding.transfer == .pq else { return false }
    return switch lightLevel {
    case .stated: false
    case .measuredWhereUnstated: hdr.lightLevel == nil
    case .measured: true
    }
  }

  /// The encoding of the other rendition's numbers.
  package var alternateEncoding: ColorEncoding { encoding.linearized.extended }

  /// The pixel format of the other rendition: laid on black where the base is.
  var alternateFormat: PixelFormat { pixelFormat.hasAlpha ? .rgbaHalf : .rgbxHalf }

  /// Everything except the pixels, for a picture of this size.
  package var header: StillHeader {
    var header = StillHeader(
      width: region.width, height: region.height, format: pixelFormat, alpha: .straight, encoding: encoding,
      iccProfile: iccProfile, orientation: orientation, hdr: hdr, isBrightnessKnown: isBrightnessKnown,
      metadata: metadata)
    if case .carried(let map) = gainMap { header.gainMap = map }
    return header
  }
}

/// The outcome of a request.
package struct RenditionOutcome: Sendable {
  /// Findings in sources that were decoded while they were rendered.
  package var sources = SourceFindings()
  /// How near the computed gain map comes to the other rendition.
  package var fidelity: GainMapFidelity?
  /// How near the file's own PQ or HLG comes to the picture, where `EncodeOptions.checksLight` asks for it.
  package var lightFidelity: GainMapFidelity?
  /// Whether the gain map was left out; see ``RenditionRequest/omitsEmptyGainMap``.
  package var omitsGainMap = false
}
