/// Why the metadata of SMPTE ST 2094-50 cannot be used. Offsets count from the payload's first byte.
public enum HeadroomAdaptiveToneMapError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The message is not one of this standard.
  case foreignMessage
  /// The payload ends before a field.
  case truncated(offset: Int, needed: Int, available: Int)
  /// The payload requires a newer reader.
  case unsupportedVersion(minimum: UInt8)
  /// Bits that have to be 0 are not.
  case reservedBits(offset: Int)
  /// More renditions than the standard has.
  case tooManyAlternates(Int)
  /// The renditions' headrooms do not rise, or one is the content's.
  case badHeadrooms([Double], content: Double)
  /// A curve's points do not rise.
  case badCurve(alternate: Int)
  /// A mixture without weights.
  case badMixing(alternate: Int)
  /// Primaries that span no colour space.
  case badPrimaries

  /// One line without the position in the file; the container's reader adds that.
  public var description: String {
    switch self {
    case .foreignMessage: "no message of ST 2094-50"
    case .truncated(let offset, let needed, let available):
      "tone map metadata ends early: \(needed) bytes needed at byte \(offset), \(available) there"
    case .unsupportedVersion(let minimum): "tone map metadata needs a reader of version \(minimum), this one is 0"
    case .reservedBits(let offset): "reserved bits of tone map metadata are set at byte \(offset)"
    case .tooManyAlternates(let count): "\(count) tone map renditions are more than 4"
    case .badHeadrooms(let stops, let content):
      "tone map headrooms \(stops) do not rise, or one is the content's, \(content)"
    case .badCurve(let alternate): "points of tone map curve \(alternate) do not rise"
    case .badMixing(let alternate): "component weights of tone map \(alternate) are all 0"
    case .badPrimaries: "primaries of the tone map span no colour space"
    }
  }
}
