/// Why an ICC profile cannot be used. Offsets count from the profile's first byte.
public enum ICCError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The profile is shorter than its header declares, or than a header.
  case truncated(declared: Int, available: Int)
  /// The signature at byte 36 is missing: this is not an ICC profile.
  case notAProfile(found: ICCSignature)
  /// The profile's major version is not supported.
  case unsupportedVersion(major: Int)
  /// The header names an unsupported colour model.
  case unsupportedColorSpace(ICCSignature)
  /// The tag table has more entries than a profile can reasonably have.
  case tooManyTags(count: UInt32, limit: Int)
  /// A tag lies outside the profile.
  case tagOutOfBounds(tag: ICCSignature, offset: UInt32, size: UInt32, available: Int)
  /// A tag ends before one of its fields.
  case tagTooShort(tag: ICCSignature, offset: Int, needed: Int, available: Int)
  /// A tag has a type that does not belong there.
  case unexpectedType(tag: ICCSignature, offset: Int, found: ICCSignature)
  /// A curve has more entries than the limit.
  case curveTooLong(tag: ICCSignature, offset: Int, count: UInt32, limit: Int)
  /// A tag's numbers make no sense.
  case badValue(tag: ICCSignature, offset: Int, reason: String)
  /// The profile lacks a tag that it cannot do without.
  case missingTag(ICCSignature)
  /// The profile's colour table cannot be used.
  case unusableTable(reason: String)

  /// One line without the position in the file; the container's reader adds that.
  public var description: String {
    switch self {
    case .truncated(let declared, let available): "profile of \(declared) bytes has only \(available)"
    case .notAProfile(let found): "signature '\(found)' in place of 'acsp'"
    case .unsupportedVersion(let major): "profile version \(major) is not supported"
    case .unsupportedColorSpace(let space): "profile colour space '\(space)' is not supported"
    case .tooManyTags(let count, let limit): "\(count) tags are more than \(limit)"
    case .tagOutOfBounds(let tag, let offset, let size, let available):
      "tag '\(tag)' of \(size) bytes at \(offset) lies outside the profile of \(available) bytes"
    case .tagTooShort(let tag, let offset, let needed, let available):
      "tag '\(tag)' ends early: \(needed) bytes needed at \(offset), \(available) there"
    case .unexpectedType(let tag, let offset, let found): "tag '\(tag)' at \(offset) has type '\(found)'"
    case .curveTooLong(let tag, let offset, let count, let limit):
      "curve '\(tag)' at \(offset) has \(count) entries, more than \(limit)"
    case .badValue(let tag, let offset, let reason): "tag '\(tag)' at \(offset): \(reason)"
    case .missingTag(let tag): "tag '\(tag)' is missing"
    case .unusableTable(let reason): "the colour table cannot be used: \(reason)"
    }
  }
}
