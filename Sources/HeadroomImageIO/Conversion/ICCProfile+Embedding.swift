internal import HeadroomColor

extension ICCProfile {
  /// The profile to embed: the one a picture came with where it is for as many components as are written, else one made
  /// for the encoding. Nil where no profile can describe it.
  ///
  /// - Parameters:
  ///   - own: the profile the picture came with.
  ///   - encoding: what the written numbers mean; its model is replaced.
  ///   - isGray: whether one colour component is written.
  static func embedded(own: [UInt8]?, encoding: ColorEncoding, isGray: Bool) -> [UInt8]? {
    if let own, let parsed = try? ICCProfile(parsing: own), (parsed.dataColorSpace == "GRAY") == isGray { return own }
    var described = encoding.standardRange
    described.model = isGray ? .monochrome : .rgb
    return ICCProfile.data(for: described)
  }

  /// The profile beside code points that decide the colour: kept where it says the same as they do, since it may say
  /// more. One that differs is a fallback for other readers.
  static func agreeing(_ profile: [UInt8]?, with encoding: ColorEncoding) -> [UInt8]? {
    guard let profile, let parsed = try? ICCProfile(parsing: profile), parsed.encoding == encoding else { return nil }
    return profile
  }
}
