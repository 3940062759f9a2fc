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
  /// Why the chosen operator does nothing; nil where it does something, or where only a render tells.
  ///
  /// - Parameter content: the content headroom behind the filters; nil where it is not known.
  package func idleToneMap(content: Double?) throws(Failure) -> IdleToneMap? {
    switch plan.rendition {
    case .sdr: return try idleInSDR(content)
    case .isoHDR: return idle(below: limit, content)
    case .float: return idle(below: plan.headroom, content)
    case .adaptive:
      guard let reason = try idleInSDR(content), idle(below: limit, content) != nil else { return nil }
      return reason
    }
  }

  private func idleInSDR(_ content: Double?) throws(Failure) -> IdleToneMap? {
    if try keepsOwnSDR() { return picture.info.kind == .sdr && picture.hasFilters ? .inputIsSDR : .ownSDR }
    return fits(into: 1, content)
  }

  private func idle(below headroom: Double, _ content: Double?) -> IdleToneMap? {
    if headroom.isInfinite { return .unlimited }
    let isWeighted = !picture.hasFilters && picture.info.gainMap != nil
    return fits(into: headroom, content) ?? (isWeighted ? .ownGainMap : nil)
  }

  /// As floats, as images say it.
  private func fits(into headroom: Double, _ content: Double?) -> IdleToneMap? {
    content.flatMap { Float($0) <= Float(headroom) ? .fits(headroom: headroom) : nil }
  }
}
