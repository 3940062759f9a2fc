public import Foundation

/// What is wrong with an asset, exactly; the `underlying` error of an ``AVError``.
public enum AssetError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Nothing can read this kind of file.
  case notReadable(URL)
  /// The file has no track of this number.
  case noTrack(URL, CMPersistentTrackID)
  /// Pictures of this size cannot be.
  case size(width: Int, height: Int)

  public var description: String {
    switch self {
    case .notReadable(let url): "\(url.lastPathComponent): no film that can be read"
    case .noTrack(let url, let id): "\(url.lastPathComponent): there is no track \(id)"
    case .size(let width, let height): "pictures of \(width) by \(height) pixels"
    }
  }
}
