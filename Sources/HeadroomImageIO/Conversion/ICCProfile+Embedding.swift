internal import HeadroomColor

extension ICCProfile {
  /// The profile to embed: the picture's own where it has the number of components that are written, else one made for
  /// the encoding. Nil where no profile can describe it.
  ///
  /// - Parameters:
  ///   - own: the profile the picture came with.
  ///   - encoding: the encoding of the written numbers; its model is replaced.
  ///   - isGray: whether one colour component is written.
  static func embedded(own: [UInt8]?, encoding: ColorEncoding, isGray: Bool) -> [UInt8]? {
    if let own, let parsed = try? ICCProfile(parsing: own), (parsed.dataColorSpace == "GRAY") == isGray { return own }
    var described = encoding.standardRange
    described.model = isGray ? .monochrome : .rgb
    return ICCProfile.data(for: described)
  }

  /// The profile beside code points that decide the colour: kept where it agrees with them, since it may state more. A
  /// different one is a fallback for other readers.
  static func agreeing(_ profile: [UInt8]?, with encoding: ColorEncoding) -> [UInt8]? {
    guard let profile, let parsed = try? ICCProfile(parsing: profile), parsed.encoding == encoding else { return nil }
    return profile
  }
}
