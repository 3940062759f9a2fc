/// A version of the development of sensors' files.
///
/// Names are Core Image's; the development is this library's own, one for all files: version 8, and 8 for DNG.
public struct CIRAWDecoderVersion: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// No version: the file cannot be developed.
  public static let versionNone = CIRAWDecoderVersion(rawValue: "none")
  /// Version 8, for the files of cameras.
  public static let version8 = CIRAWDecoderVersion(rawValue: "8")
  /// Version 8, for DNG.
  public static let version8DNG = CIRAWDecoderVersion(rawValue: "8.dng")
}
