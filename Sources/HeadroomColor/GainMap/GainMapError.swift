/// Why gain map metadata cannot be used. The base image can be shown in every case.
public enum GainMapError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The payload ends before a field.
  case truncated(offset: Int, needed: Int, available: Int)
  /// The leading byte of a `tmap` item is not 0.
  case unsupportedItemVersion(UInt8)
  /// The payload requires a newer reader.
  case unsupportedVersion(minimum: UInt16)
  /// The writer's version is below the version that it demands of readers.
  case inconsistentVersions(minimum: UInt16, writer: UInt16)
  /// A fraction has no value.
  case zeroDenominator(field: Field, channel: Int, offset: Int)
  /// A gamma is 0 or below.
  case nonPositiveGamma(channel: Int, value: Double)
  /// The largest gain is below the smallest.
  case invertedRange(channel: Int, min: Double, max: Double)
  /// A value is not finite or beyond a sane limit.
  case outOfRange(field: Field, channel: Int, value: Double, limit: Double)

  /// A field of the metadata.
  public enum Field: String, Hashable, Sendable {
    /// The one denominator of libultrahdr's form.
    case commonDenominator = "common denominator"
    /// Headroom of the base image.
    case baseHeadroom = "base headroom"
    /// Headroom of the alternate image.
    case alternateHeadroom = "alternate headroom"
    /// Gain of map value 0.
    case gainMin = "gain map min"
    /// Gain of map value 1.
    case gainMax = "gain map max"
    /// Exponent of the map's values.
    case gamma = "gamma"
    /// Offset of the base image.
    case baseOffset = "base offset"
    /// Offset of the alternate image.
    case alternateOffset = "alternate offset"
  }

  /// One line without the position in the file; the container's reader adds that.
  public var description: String {
    switch self {
    case .truncated(let offset, let needed, let available):
      "gain map metadata ends early: \(needed) bytes needed at byte \(offset), \(available) there"
    case .unsupportedItemVersion(let version): "gain map item version \(version) is not 0"
    case .unsupportedVersion(let minimum): "gain map metadata needs a reader of version \(minimum), this one is 0"
    case .inconsistentVersions(let minimum, let writer):
      "gain map metadata of writer version \(writer) demands version \(minimum)"
    case .zeroDenominator(let field, let channel, let offset):
      "\(field.rawValue) of channel \(channel) has denominator 0 at byte \(offset)"
    case .nonPositiveGamma(let channel, let value): "gamma of channel \(channel) is \(value)"
    case .invertedRange(let channel, let min, let max):
      "gain map max \(max) of channel \(channel) is below its min \(min)"
    case .outOfRange(let field, let channel, let value, let limit):
      "\(field.rawValue) of channel \(channel) is \(value), beyond \(limit)"
    }
  }
}
