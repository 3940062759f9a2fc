/// A kind of media.
public struct AVMediaType: RawRepresentable, Hashable, Sendable {
  /// Four letters, as Core Media writes them.
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// Pictures.
  public static let video = AVMediaType("vide")
  /// Sound.
  public static let audio = AVMediaType("soun")
  public static let subtitle = AVMediaType("sbtl")
  public static let timecode = AVMediaType("tmcd")
  /// Timed metadata.
  public static let metadata = AVMediaType("meta")
}

/// What media is like, beside its kind.
public struct AVMediaCharacteristic: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// It can be seen.
  public static let visual = AVMediaCharacteristic("AVMediaCharacteristicVisual")
  /// It can be heard.
  public static let audible = AVMediaCharacteristic("AVMediaCharacteristicAudible")
  /// It can be read.
  public static let legible = AVMediaCharacteristic("AVMediaCharacteristicLegible")
  /// Its samples are whole pictures.
  public static let frameBased = AVMediaCharacteristic("AVMediaCharacteristicFrameBased")
  /// Its primaries are wider than those of BT.709.
  public static let usesWideGamutColorSpace = AVMediaCharacteristic("AVMediaCharacteristicUsesWideGamutColorSpace")
  /// Its transfer function is HLG or PQ.
  public static let containsHDRVideo = AVMediaCharacteristic("public.contains-hdr-video")
}

/// A kind of file, by its uniform type identifier.
public struct AVFileType: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public init(_ rawValue: String) { self.rawValue = rawValue }

  public static let mp4 = AVFileType("public.mpeg-4")
  public static let mov = AVFileType("com.apple.quicktime-movie")
  public static let m4v = AVFileType("com.apple.m4v-video")
}
