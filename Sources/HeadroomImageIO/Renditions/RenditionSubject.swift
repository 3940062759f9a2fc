internal import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomPixels

/// A picture on its way into a file: what its headers say, and what happens to it before it is written.
package struct RenditionSubject: Sendable {
  /// How its pixels are moved.
  package enum Geometry: Sendable {
    case none
    /// Cut, turned by quarters, mirrored, made larger or smaller: a gain map can follow on its own.
    case orthogonal
    case free
  }

  /// The picture's headers.
  package var info: StillInfo
  package var geometry = Geometry.none
  /// Whether something is done to the picture's own light.
  package var changesLight = false
  /// Whether another picture is put on it.
  package var hasOverlay = false
  /// Whether its pixels are computed, so that there are none that could be taken as they are.
  package var isComputed = false
  /// Whether its numbers are those of an SDR picture, which stay what they are where their meaning does.
  package var hasSDRNumbers: Bool
  /// The kind of the file that the pixels were read from: what is made of them may be SDR.
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

  /// Whether the base is HDR and its gain map leads to an SDR picture of the author's.
  package var hasSDRAlternate: Bool {
    guard let map = gainMap else { return false }
    return map.formula.baseHeadroomStops > 0 && map.formula.alternateHeadroomStops <= 0
  }

  /// What would be said of the stored picture if it had no gain map.
  package var withoutGainMap: StillInfo {
    guard let map = gainMap else { return self }
    var result = self
    result.kind = isBaseSDR ? .sdr : .isoHDR
    result.contentHeadroom = map.formula.baseHeadroom
    result.contentHeadroomSource = isBaseSDR ? .standardRange : .explicit
    result.gainMap = nil
    return result
  }

  /// What the headers of a file with this picture would say.
  ///
  /// Whether it is HDR is measured where nothing says.
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
