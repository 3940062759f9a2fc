package import HeadroomImage
internal import HeadroomImageIO

/// Why an operator that was chosen changes nothing of a rendition.
package enum IdleToneMap: Hashable, Sendable {
  /// The picture is SDR: what filters brighten is cut, not fitted.
  case inputIsSDR
  /// The SDR picture that the file itself has is the one that is written.
  case ownSDR
  /// The file's gain map says what a display of less headroom shows.
  case ownGainMap
  /// The rendition may be as bright as it is.
  case unlimited
  /// The light is within this headroom as it is.
  case fits(headroom: Double)
}

extension RenditionImages {
  /// Why the chosen operator does nothing; nil where it does something.
  ///
  /// - Parameter measure: the content headroom of an image that does not say it, as renders measure it.
  package func idleToneMap(
    measuring measure: (CIImage) throws(Failure) -> Double
  ) throws(Failure) -> IdleToneMap? {
    switch plan.rendition {
    case .sdr: return try idleInSDR(measure)
    case .isoHDR: return try idle(below: limit, try mappedInHDR(), measure)
    case .float: return try idle(below: plan.headroom, try mappedInFloat(), measure)
    case .adaptive:
      guard let reason = try idleInSDR(measure), try idle(below: limit, try mappedInHDR(), measure) != nil else {
        return nil
      }
      return reason
    }
  }

  private func idleInSDR(_ measure: (CIImage) throws(Failure) -> Double) throws(Failure) -> IdleToneMap? {
    if try keepsOwnSDR() { return picture.info.kind == .sdr && picture.hasFilters ? .inputIsSDR : .ownSDR }
    // Without an operator the curve is that of the author's two pictures.
    guard try ownSDR() == nil else { return nil }
    return try fits(into: 1, try filteredLight(), measure)
  }

  private func idle(
    below headroom: Double, _ image: CIImage, _ measure: (CIImage) throws(Failure) -> Double
  ) throws(Failure) -> IdleToneMap? {
    if headroom.isInfinite { return .unlimited }
    if !picture.hasFilters, picture.info.gainMap != nil {
      return try fits(into: headroom, image, measure) ?? .ownGainMap
    }
    return try fits(into: headroom, image, measure)
  }

  /// As floats, as images say it.
  private func fits(
    into headroom: Double, _ image: CIImage, _ measure: (CIImage) throws(Failure) -> Double
  ) throws(Failure) -> IdleToneMap? {
    Float(try content(of: image, measure)) <= Float(headroom) ? .fits(headroom: headroom) : nil
  }

  private func content(
    of image: CIImage, _ measure: (CIImage) throws(Failure) -> Double
  ) throws(Failure) -> Double {
    if let measured = picture.measuredHeadroom { return measured }
    return image.contentHeadroom > 0 ? Double(image.contentHeadroom) : try measure(image)
  }
}
