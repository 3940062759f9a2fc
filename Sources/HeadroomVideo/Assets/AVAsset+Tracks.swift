// In extensions with constraints, so that compositions have the same members with tracks of their own kind.

extension AVAsynchronousKeyValueLoading where Self: AVAsset {
  /// All tracks; none where nothing can be read.
  public var tracks: [AVAssetTrack] { contentsOrNone.tracks }

  /// The tracks of a kind; none where nothing can be read.
  public func tracks(withMediaType mediaType: AVMediaType) -> [AVAssetTrack] { contentsOrNone.tracks(of: mediaType) }

  /// The tracks with a characteristic; none where nothing can be read.
  public func tracks(withMediaCharacteristic characteristic: AVMediaCharacteristic) -> [AVAssetTrack] {
    tracks.filter { $0.hasMediaCharacteristic(characteristic) }
  }

  /// The track of a number; nil if there is none.
  public func track(withTrackID trackID: CMPersistentTrackID) -> AVAssetTrack? {
    tracks.first { $0.trackID == trackID }
  }

  /// The tracks of a kind.
  ///
  /// - Throws: ``AVError`` where the file cannot be read.
  public func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVAssetTrack] {
    try contents().tracks(of: mediaType)
  }

  /// The tracks with a characteristic.
  ///
  /// - Throws: ``AVError`` where the file cannot be read.
  public func loadTracks(
    withMediaCharacteristic characteristic: AVMediaCharacteristic
  ) async throws -> [AVAssetTrack] {
    try contents().tracks.filter { $0.hasMediaCharacteristic(characteristic) }
  }

  /// The track of a number; nil if there is none.
  ///
  /// - Throws: ``AVError`` where the file cannot be read.
  public func loadTrack(withTrackID trackID: CMPersistentTrackID) async throws -> AVAssetTrack? {
    try contents().tracks.first { $0.trackID == trackID }
  }
}
