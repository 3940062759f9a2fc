internal import HeadroomPixels

extension StillImage {
  package var hasAlpha: Bool { base.format.hasAlpha && base.alpha != .opaque }

  /// Whether content goes above reference white; measured where the picture does not state it.
  var isBrighterThanWhite: Bool { knownHeadroom > 1 }

  /// The content headroom, measured where the picture does not state it.
  package var knownHeadroom: Double {
    if contentHeadroom > 0 { return contentHeadroom }
    return max(PictureLight(base, encoding: encoding).contentHeadroom, 1)
  }
}
