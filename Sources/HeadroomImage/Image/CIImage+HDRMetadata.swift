internal import Foundation
public import HeadroomColor
internal import HeadroomEngine
internal import HeadroomGraphics

extension CIImage {
  /// Metadata about the light: mastering display, light level, viewing environments, diffuse white.
  ///
  /// Read from files and pixel buffers, kept where pixels are only moved, and written into files of PQ and HLG. After a
  /// filter that changes light only the environments remain.
  public var hdrMetadata: HDRMetadata { tags.hdr }

  /// Replaces ``hdrMetadata``; the picture stays as it is. Files of PQ and HLG state it, and store 1.0 at the diffuse white
  /// where that is given.
  public func settingHDRMetadata(_ metadata: HDRMetadata) -> CIImage { retagged { $0.hdr = metadata } }

  /// The metadata of a file of this image in `encoding`: none in SDR. A headroom that was set, measured or stated by a
  /// gain map becomes the light level, unless there is one. An assumed headroom does not: PQ files get the level of
  /// their pixels instead.
  package func hdrMetadata(writtenIn encoding: ColorEncoding) -> HDRMetadata {
    guard encoding.transfer.isHDR else { return HDRMetadata() }
    var result = tags.hdr
    guard result.lightLevel == nil, tags.isHeadroomStated, contentHeadroom > 1 else { return result }
    let white = tags.hdr.placedWhiteNits ?? ReferenceWhite.nits
    result.lightLevel = ContentLightLevel(
      maxCLL: min(Double(contentHeadroom) * white, 10_000), maxFALL: Double(contentAverageLightLevel) * white)
    return result
  }

  /// PQ and HLG files with a diffuse white other than 203 cd/m² are read so that it becomes 1.0: the light and its
  /// headroom are scaled.
  func placingDiffuseWhite(of source: StillSource) -> CIImage {
    guard source.rendition == .base || !source.hasGainMap, source.encodingOverride == nil,
      source.encoding?.transfer.isHDR ?? false, let white = tags.hdr.placedWhiteNits
    else { return self }
    let scale = ReferenceWhite.nits / white
    let kept = tags
    return scaled(by: scale).retagged {
      $0 = kept
      $0.contentHeadroom *= Float(scale)
    }
  }

  /// The light that a file with this image's metadata stores: the inverse of the placement when reading.
  package func withStoredWhite(in encoding: ColorEncoding) -> CIImage {
    guard encoding.transfer.isHDR, let white = tags.hdr.placedWhiteNits else { return self }
    return scaled(by: white / ReferenceWhite.nits)
  }

  /// Exposure by a matrix, as in `CIExposureAdjust`: recipes and graphs show it under that name.
  private func scaled(by factor: Double) -> CIImage {
    let scale = LightScale(stops: Float(log2(factor)))
    let origin = NodeOrigin(.filter(LightScale.filter), imageKeys: [kCIInputImageKey]) {
      [("inputEV", scale.stops.keyed)]
    }
    return appending(point: scale, extent: node.extent).made(by: origin, from: [self])
  }
}

/// Light times a power of two.
private struct LightScale: MatrixImplementation {
  static let filter = "CIExposureAdjust"

  let stops: Float

  private var matrix: ColorMatrix { ColorMatrix(gain: Float(exp2(Double(stops)))) }

  var fingerprint: Fingerprint { Fingerprint(Self.filter, [Double(stops)]) }
  func matrix(in space: WorkingSpace) -> ColorMatrix { matrix }
  func peak(of inputs: [Float?]) -> Float? { matrix.peak(of: inputs) }
  func contentHeadroom(of inputs: [Float]) -> Float? { matrix.contentHeadroom(of: inputs) }
}

extension HDRMetadata {
  /// The luminance of 1.0 where it is stated and not the usual 203 cd/m². Values outside 10...10000 are mistakes.
  fileprivate var placedWhiteNits: Double? {
    guard let nits = diffuseWhite?.nits, nits != ReferenceWhite.nits, (10...10_000).contains(nits) else { return nil }
    return nits
  }
}
