internal import Foundation
package import HeadroomColor
package import HeadroomContainers
internal import HeadroomPixels

/// One map with two descriptions: in Apple's terms and in those of ISO 21496-1.
package struct SharedGainMap: Sendable {
  /// The codes, with the ISO description.
  package var image: GainMapImage
  /// Apple's description of the same codes.
  package var apple: AppleGainMap
}

extension GainMapImage {
  /// Whether Apple's formula can express this map: one gain for all colours, on an SDR base. Gains below 0 are lost.
  package var fitsApple: Bool {
    guard bitmap.format.channelCount == 1 else { return false }
    guard case .iso(let metadata) = formula else { return true }
    return !metadata.isMultichannel && !metadata.isBaseHDR
  }

  /// The codes that give the same picture with either description, except for the error of the fit.
  ///
  /// ### Formula
  /// Apple's gain is `log2(1 + (H - 1) g^1.961)`, the ISO gain `S g^(1/gamma)` with `S = log2 H`. The gamma is the one that
  /// keeps the largest difference over all codes smallest: 0.02 stops at H = 2, 0.07 at 4, 0.12 at 6.9, 0.14 at 8
  /// (``AppleGainMap/fittedGamma()``).
  ///
  /// The map's origin decides which description is exact. Apple's own maps keep their codes, so Apple's is; maps
  /// of ISO metadata are encoded again with the fitted gamma, so the ISO description is (to the rounding of a
  /// code). Gains below 0, which Apple's formula does not have, become 0. A map that its file already described
  /// both ways stays as it is.
  ///
  /// - Throws: `ImageIOError/notEncodable(format:text:)` unless ``fitsApple``.
  package func sharedWithApple() throws(ImageIOError) -> SharedGainMap {
    switch formula {
    case .apple(let apple):
      var image = self
      image.description.formula = .iso(apple.isoMetadata())
      image.description.kinds = [.iso, .apple]
      image.description.appleHeadroom = apple.headroom
      return SharedGainMap(image: image, apple: apple)
    case .iso(let metadata):
      if description.kinds.contains(.apple), let headroom = description.appleHeadroom {
        return SharedGainMap(image: self, apple: AppleGainMap(headroom: headroom))
      }
      let apple = try appleFormula(metadata)
      var fitted = apple.isoMetadata()
      fitted.baseOffset = metadata.baseOffset
      fitted.alternateOffset = metadata.alternateOffset
      fitted.useBaseColorSpace = metadata.useBaseColorSpace
      var image = try recoded(to: .gray8) { fitted.encode(logGain: metadata.logGain($0, channel: 0), channel: 0) }
      image.description.formula = .iso(fitted)
      image.description.kinds = [.iso, .apple]
      image.description.appleHeadroom = apple.headroom
      return SharedGainMap(image: image, apple: apple)
    }
  }

  /// This map with Apple's formula and codes that are exact to their rounding. Maps of Apple's formula
  /// are returned as they are.
  ///
  /// ### Formula
  /// `g = ((2^L - 1) / (H - 1))^(1/1.961)`, with `H` the largest of the alternate's headroom and the map's range. Gains below
  /// 0, which Apple's formula does not have, become 0; the offsets of ISO metadata are left out: `k (2^L - 1)` of light.
  ///
  /// - Throws: `ImageIOError/notEncodable(format:text:)` unless ``fitsApple``.
  package func reencodedAsApple() throws(ImageIOError) -> GainMapImage {
    guard case .iso(let metadata) = formula else { return self }
    let apple = try appleFormula(metadata)
    var result = try recoded(to: .gray8) { apple.encode(logGain: metadata.logGain($0, channel: 0)) }
    result.description.formula = .apple(apple)
    result.description.kinds = [.apple]
    result.description.appleHeadroom = apple.headroom
    return result
  }

  private func appleFormula(_ metadata: GainMapMetadata) throws(ImageIOError) -> AppleGainMap {
    guard fitsApple else {
      throw .notEncodable(
        format: "Apple gain map", text: "has one gain for all colours, on an SDR base; this map needs more")
    }
    return AppleGainMap(headroom: exp2(max(metadata.alternateHeadroom, metadata.max.x, 0)))
  }
}
