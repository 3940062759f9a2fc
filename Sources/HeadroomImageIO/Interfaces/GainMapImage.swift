internal import Foundation
package import HeadroomColor
internal import HeadroomContainers
package import HeadroomPixels

/// A file's description of its gain map: everything except the samples.
package struct GainMapDescription: Hashable, Sendable {
  /// The three ways a file can describe a gain map.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// ISO 21496-1 binary metadata, or Apple's XMP form of it.
    case iso
    /// Ultra HDR v1: XMP of Adobe's hdr-gain-map namespace.
    case ultraHDR
    /// Apple's auxiliary picture of 2020.
    case apple
  }

  /// The descriptions found, in order of preference; the first is the one ``formula`` comes from.
  package var kinds: [Kind]
  /// The arithmetic in use.
  package var formula: GainMapFormula
  /// The formulas of the other descriptions, where the file has more than one that can be read.
  package var otherFormulas: [Kind: GainMapFormula] = [:]
  /// Size of the map as stored.
  package var width: Int
  /// Size of the map as stored.
  package var height: Int
  /// Components of the map's picture, 1 or 3 (independent of the channels of the metadata).
  package var channels: Int
  /// Colour of the alternate rendition, when the file states it. The formula works in its primaries when the metadata
  /// states "not the base colour space".
  package var alternateEncoding: ColorEncoding?
  /// The ICC profile that states it.
  package var alternateICCProfile: [UInt8]?
  /// Apple's linear headroom from XMP or maker note, when the file states one.
  package var appleHeadroom: Double?

  package init(
    kinds: [Kind], formula: GainMapFormula, width: Int, height: Int, channels: Int,
    alternateEncoding: ColorEncoding? = nil, alternateICCProfile: [UInt8]? = nil, appleHeadroom: Double? = nil
  ) {
    self.kinds = kinds
    self.formula = formula
    self.width = width
    self.height = height
    self.channels = channels
    self.alternateEncoding = alternateEncoding
    self.alternateICCProfile = alternateICCProfile
    self.appleHeadroom = appleHeadroom
  }
}

extension GainMapDescription {
  /// The primaries in which the formula works: the base picture's, unless the metadata selects the alternate's
  /// and the file states those.
  package func computationPrimaries(base: ColorPrimaries) -> ColorPrimaries {
    guard case .iso(let metadata) = formula, !metadata.useBaseColorSpace, let alternate = alternateEncoding,
      alternate.model == .rgb
    else { return base }
    return alternate.primaries
  }

  /// The size of the map for a picture that is made this many times smaller across and down, no larger than it is.
  package func size(smallerBy across: Double, _ down: Double) -> (width: Int, height: Int) {
    func smaller(_ length: Int, _ times: Double) -> Int {
      min(max(Int((Double(length) / max(times, 1)).rounded()), 1), length)
    }
    return (smaller(width, across), smaller(height, down))
  }

  /// The alternate's profile from the file, else one made from its encoding.
  package var alternateProfile: [UInt8]? {
    alternateICCProfile ?? alternateEncoding.flatMap { ICCProfile.data(for: $0) }
  }
}

/// A decoded gain map: the samples as they are stored, and their meaning.
///
/// The map has the base picture's stored orientation, and any size.
package struct GainMapImage: Sendable {
  /// The samples, gray8 or rgb8 (16-bit integer formats from containers that have them).
  package var bitmap: PixelBitmap
  /// Their meaning.
  package var description: GainMapDescription
  /// For a map that was computed: the step of gain in stops that suits it beside a base of quality 95. Nil for codes
  /// from a file, which are to be kept.
  package var codingStep: Double?
  /// The factor of that step, where it has turned out to be too coarse.
  var stepScale = 1.0
  /// For a map that was computed: whether it restores the light, as decoded from a file.
  var isFaithful: (@Sendable (GainMapImage) throws(ImageIOError) -> Bool)?

  package init(bitmap: PixelBitmap, description: GainMapDescription) {
    self.bitmap = bitmap
    self.description = description
  }

  /// The arithmetic in use.
  package var formula: GainMapFormula { description.formula }
  /// ISO metadata, when that is the formula in use.
  package var metadata: GainMapMetadata? { description.formula.metadata }
}

extension GainMapApplier {
  /// - Parameters:
  ///   - baseEncoding: the encoding of the base picture's numbers; only its primaries count.
  ///   - displayHeadroomStops: log2 of the display's headroom; infinity for the full rendition.
  package init(
    map: GainMapImage, baseEncoding: ColorEncoding, baseWidth: Int, baseHeight: Int, displayHeadroomStops: Double
  ) {
    let base = baseEncoding.primaries
    self.init(
      map: map.bitmap, formula: map.formula,
      primaries: (base, map.description.computationPrimaries(base: base)), baseWidth: baseWidth, baseHeight: baseHeight,
      displayHeadroomStops: displayHeadroomStops)
  }
}

extension DecodeRequest {
  /// The fewest pixels to which a picture is decoded when it is made smaller: JPEG averages codes while it
  /// decodes, which is darker than averaging light, and below this size it gains nothing. A picture of 600 x 400
  /// lost 14 % on the way to 200.
  package static let fewestPixels = 1 << 19

  /// Makes the gain map decode as small as possible, but not smaller than the base: any further averaging is done
  /// together with the base, as light.
  package mutating func matchGainMap(_ map: GainMapDescription?, toBaseOf reader: any ImageReader) {
    guard let map else { return }
    let (width, height) = reader.decodedSize(self)
    gainMapScaleDenominator = [8, 4, 2].first { map.width / $0 >= width && map.height / $0 >= height } ?? 1
  }
}

extension GainMapImage {
  /// The step that suits a map `scale` times smaller than its picture.
  ///
  /// At full size, 0.3 stops keep blocks of light within 3 % and take the bytes of a map of half the size with a
  /// twelfth of a stop; on each of twenty photos but one the result is nearer to the HDR (PU21). A smaller map has
  /// fewer pixels to spend bytes on.
  static func codingStep(forScale scale: Int) -> Double { 0.3 / Double(scale) }

  /// That step in codes, for a base of this quality, 0...100; nil where codes are to be kept.
  func codingStep(forQuality quality: Double) -> Double? {
    guard let codingStep, let metadata else { return nil }
    let usual = EncodeOptions.gainMapQuality(forQuality: 95)
    var coarser = Self.coarseness(EncodeOptions.gainMapQuality(forQuality: quality)) / Self.coarseness(usual)
    // A quality beyond the best visible one is a request for a faithful copy.
    if quality > 95 { coarser = pow((100 - min(quality, 100)) / 5, 2) }
    let extent = (0..<3).map { metadata.max[$0] - metadata.min[$0] }.max() ?? 0
    guard extent > 0, let codes = bitmap.format.codeCount else { return nil }
    let stops = min(codingStep * coarser, Self.coarsestStep) * stepScale
    return stops / extent * Double(codes - 1)
  }

  /// Beyond this step, in stops, blocks of light are no longer within 3 %.
  private static let coarsestStep = 0.75

  /// The growth of steps with falling quality, as libjpeg scales its tables.
  private static func coarseness(_ quality: Double) -> Double {
    let quality = min(max(quality.isNaN ? 0 : quality, 1), 100)
    return max(quality < 50 ? 5000 / quality : 200 - 2 * quality, 1)
  }
}
