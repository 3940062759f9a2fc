/// A version of the development of sensors' files.
///
/// The names are Core Image's. This library has a single development for all files: version 8, and 8 for DNG. The other
/// versions exist for code that looks for them in ``CIRAWFilter/supportedDecoderVersions``.
public struct CIRAWDecoderVersion: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// No version: the file cannot be developed.
  public static let versionNone = CIRAWDecoderVersion(rawValue: "none")
  /// Version 6, for the files of cameras.
  public static let version6 = CIRAWDecoderVersion(rawValue: "6")
  /// Version 6, for DNG.
  public static let version6DNG = CIRAWDecoderVersion(rawValue: "6.dng")
  /// Version 7, for the files of cameras.
  public static let version7 = CIRAWDecoderVersion(rawValue: "7")
  /// Version 7, for DNG.
  public static let version7DNG = CIRAWDecoderVersion(rawValue: "7.dng")
  /// Version 8, for the files of cameras. The one that this library implements.
  public static let version8 = CIRAWDecoderVersion(rawValue: "8")
  /// Version 8, for DNG. The one that this library implements.
  public static let version8DNG = CIRAWDecoderVersion(rawValue: "8.dng")
  /// Version 9, for the files of cameras.
  public static let version9 = CIRAWDecoderVersion(rawValue: "9")
  /// Version 9, for DNG.
  public static let version9DNG = CIRAWDecoderVersion(rawValue: "9.dng")
}
