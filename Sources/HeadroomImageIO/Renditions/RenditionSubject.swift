internal import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomPixels

/// A picture on its way into a file: its headers, and the changes before it is written.
package struct RenditionSubject: Sendable {
  /// How its pixels are moved.
  package enum Geometry: Sendable {
    case none
    /// Cropped, turned by quarters, mirrored, scaled: a gain map can follow separately.
    case orthogonal
    case free
  }

  /// The picture's headers.
  package var info: StillInfo
  package var geometry = Geometry.none
  /// Whether the picture's own light is changed.
  package var changesLight = false
  /// Whether another picture is put on it.
  package var hasOverlay = false
  /// Whether its pixels are computed, so that there are no stored ones to keep.
  package var isComputed = false
  /// Whether its numbers are those of an SDR picture, which stay unchanged where their meaning does.
  package var hasSDRNumbers: Bool
  /// The kind of the file from which the pixels were read: the picture made from them may be SDR.
  package var storedKind: HDRKind

  package init(_ info: StillInfo) {
    self.info = info
    storedKind = info.kind
    hasSDRNumbers = info.kind == .sdr
  }

  /// Whether its light is no longer the file's, so that SDR may have become HDR.
  package var isEdited: Bool { changesLight || hasOverlay }

  /// Whether the stored pixels are an SDR picture, with a gain map or without.
  package var isBaseSDR: Bool { isComputed ? info.kind == .sdr : info.isBaseSDR }
}

extension StillInfo {
  /// Whether the stored pixels are an SDR picture, with a gain map or without.
  package var isBaseSDR: Bool {
    switch kind {
    case .sdr: true
    case .gainMap: (gainMap?.formula.baseHeadroomStops ?? 0) <= 0
    case .isoHDR, .raw, .float: false
    }
  }

  /// Whether the base is HDR and its gain map leads to the author's SDR picture.
  package var hasSDRAlternate: Bool {
    guard let map = gainMap else { return false }
    return map.formula.baseHeadroomStops > 0 && map.formula.alternateHeadroomStops <= 0
  }

  /// The headers of the stored picture as if it had no gain map.
  package var withoutGainMap: StillInfo {
    guard let map = gainMap else { return self }
    var result = self
    result.kind = isBaseSDR ? .sdr : .isoHDR
    result.contentHeadroom = map.formula.baseHeadroom
    result.contentHeadroomSource = isBaseSDR ? .standardRange : .explicit
    result.gainMap = nil
    return result
  }

  /// The headers of a file with this picture.
  ///
  /// Where nothing states whether it is HDR, this is measured.
  package init(describing picture: StillImage) {
    let format = picture.base.format
    self.init(
      format: "", width: picture.base.width, height: picture.base.height, bitDepth: format.bitsPerComponent,
      channels: format.channelCount, encoding: picture.encoding, orientation: picture.orientation,
      iccProfile: picture.iccProfile, kind: Self.kind(of: picture), hdr: picture.hdr,
      contentHeadroom: picture.contentHeadroom, contentHeadroomSource: picture.contentHeadroomSource,
      gainMap: picture.gainMap?.description)
  }

  private static func kind(of picture: StillImage) -> HDRKind {
    if picture.gainMap != nil { return .gainMap }
    let isFloat = picture.base.format.isFloatingPoint
    guard isFloat || picture.encoding.transfer.isHDR, picture.isBrighterThanWhite else { return .sdr }
    return isFloat ? .float : .isoHDR
  }
}
