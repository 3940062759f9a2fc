package import HeadroomImage
internal import HeadroomImageIO

/// Why a chosen operator has no effect on a rendition.
package enum NoToneMappingReason: Hashable, Sendable {
  /// The picture is SDR: light that filters brighten is clipped, not tone mapped.
  case inputIsSDR
  /// The file's own SDR picture is written.
  case ownSDR
  /// The file's gain map defines what a display of less headroom shows.
  case ownGainMap
  /// The rendition has no limit.
  case unlimited
  /// The light is already within this headroom.
  case fits(headroom: Double)
}

extension RenditionImages {
  /// Why the chosen operator has no effect; nil where it has one.
  ///
  /// - Parameter measure: the content headroom of an image that does not state it, as renders measure it.
  package func noToneMappingReason(
    measuring measure: (CIImage) throws(Failure) -> Double
  ) throws(Failure) -> NoToneMappingReason? {
    switch plan.rendition {
    case .sdr: return try reasonInSDR(measure)
    case .isoHDR: return try noMappingReason(below: limit, try mappedInHDR(), measure)
    case .float: return try noMappingReason(below: plan.headroom, try mappedInFloat(), measure)
    case .adaptive:
      guard let reason = try reasonInSDR(measure), try noMappingReason(below: limit, try mappedInHDR(), measure) != nil
      else {
        return nil
      }
      return reason
    }
  }

  private func reasonInSDR(_ measure: (CIImage) throws(Failure) -> Double) throws(Failure) -> NoToneMappingReason? {
    if try keepsOwnSDR() { return picture.info.kind == .sdr && picture.hasFilters ? .inputIsSDR : .ownSDR }
    // Without an operator the curve comes from the author's two pictures.
    guard try ownSDR() == nil else { return nil }
    return try fits(into: 1, try filteredLight(), measure)
  }

  private func noMappingReason(
    below headroom: Double, _ image: CIImage, _ measure: (CIImage) throws(Failure) -> Double
  ) throws(Failure) -> NoToneMappingReason? {
    if headroom.isInfinite { return .unlimited }
    if !picture.hasFilters, picture.info.gainMap != nil {
      return try fits(into: headroom, image, measure) ?? .ownGainMap
    }
    return try fits(into: headroom, image, measure)
  }

  /// Compared as floats, as which images store it.
  private func fits(
    into headroom: Double, _ image: CIImage, _ measure: (CIImage) throws(Failure) -> Double
  ) throws(Failure) -> NoToneMappingReason? {
    Float(try content(of: image, measure)) <= Float(headroom) ? .fits(headroom: headroom) : nil
  }

  private func content(
    of image: CIImage, _ measure: (CIImage) throws(Failure) -> Double
  ) throws(Failure) -> Double {
    if let measured = picture.measuredHeadroom { return measured }
    return image.contentHeadroom > 0 ? Double(image.contentHeadroom) : try measure(image)
  }
}
