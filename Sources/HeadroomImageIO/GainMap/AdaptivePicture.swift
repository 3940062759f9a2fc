internal import Foundation
package import HeadroomColor
package import HeadroomContainers
package import HeadroomPixels

/// A base picture and the rendition that its gain map will lead to.
///
/// The map is made when the file is written, from the base as readers will decode it.
package struct AdaptivePicture: Sendable {
  /// The picture that is stored, without a gain map.
  package var base: StillImage
  /// The other rendition, of the same size.
  package var alternate: PixelBitmap
  /// What the alternate's numbers mean.
  package var alternateEncoding: ColorEncoding
  /// How the map is made.
  package var mapOptions: GainMapOptions

  package init(
    base: StillImage, alternate: PixelBitmap, alternateEncoding: ColorEncoding, mapOptions: GainMapOptions
  ) {
    self.base = base
    self.alternate = alternate
    self.alternateEncoding = alternateEncoding
    self.mapOptions = mapOptions
  }

  /// The map that leads from `base`, which is ``base`` as it is or as decoded from a lossy file, to the alternate.
  package func gainMap(
    for base: PixelBitmap
  ) throws(ImageIOError) -> (map: GainMapImage, record: GainMapRecord) {
    var (map, record) = try GainMapComputer.computeRecording(
      base: base, uncoded: self.base.base, baseEncoding: self.base.encoding, alternate: alternate,
      alternateEncoding: alternateEncoding, options: mapOptions)
    // What the alternate rendition of an HDR base is to be shown as; that of an SDR base has no encoding of its own.
    if mapOptions.baseHeadroom > 1 {
      map.description.alternateEncoding = alternateEncoding
      map.description.kinds = [.iso]
    }
    return (map, record)
  }
}

extension AdaptivePicture {
  /// A picture with a gain map, base and alternate exchanged: the rendition that the map led to is rendered and becomes
  /// the base, the old base becomes what the new map leads to.
  ///
  /// The new map has the old one's channels and size.
  ///
  /// - Parameters:
  ///   - still: a picture with a gain map of either formula.
  ///   - encoding: of the new base. Nil takes BT.2100 PQ for an HDR one, and sRGB or Display P3 by the old base's
  ///     primaries for an SDR one.
  /// - Throws: `ImageIOError/notEncodable(format:text:)` without a map, or when the encoding does not fit.
  package init(
    swappingBaseOf still: StillImage, to encoding: ColorEncoding? = nil, pool: ThreadPool = .shared
  ) throws(ImageIOError) {
    guard let map = still.gainMap else { throw .notEncodable(format: "gain map", text: "the picture has none") }
    let formula = map.formula
    let becomesHDR = formula.isBaseLesser
    let target = encoding ?? (becomesHDR ? .itur2100PQ : Self.standardRange(still.encoding))
    guard target.transfer.isHDR == becomesHDR else {
      let kind = becomesHDR ? "HDR" : "SDR"
      throw .notEncodable(format: "gain map", text: "the new base needs an encoding for \(kind)")
    }
    let rendition = try GainMapRendition.make(
      still: still, displayHeadroomStops: becomesHDR ? .infinity : max(formula.alternateHeadroomStops, 0), pool: pool)
    base = still
    base.gainMap = nil
    base.base = try PictureConverter(from: rendition.encoding, to: target)
      .convert(rendition.bitmap, to: becomesHDR ? .rgb16 : .rgb8, dither: becomesHDR ? .none : .ordered, pool: pool)
    base.encoding = target
    base.iccProfile = nil
    base.hdr = becomesHDR ? still.hdr : HDRMetadata()
    let full = formula.contentHeadroom
    base.contentHeadroom = becomesHDR ? full : 1
    base.contentHeadroomSource = becomesHDR ? .explicit : .standardRange
    alternate = still.base
    alternateEncoding = still.encoding
    let scale = (Double(still.base.width) / Double(max(map.bitmap.width, 1))).rounded()
    mapOptions = GainMapOptions(
      channels: map.bitmap.format.channelCount == 1 ? .luma : .rgb, scale: max(Int(scale), 1),
      alternateHeadroom: becomesHDR ? nil : full, baseHeadroom: becomesHDR ? full : 1,
      isDeep: map.bitmap.format.component == .uint16)
  }

  private static func standardRange(_ encoding: ColorEncoding) -> ColorEncoding {
    encoding.primaries == .bt709 ? .sRGB : .displayP3
  }
}
