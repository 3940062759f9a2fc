/// Why sound cannot be mixed as it is wanted, exactly; the `underlying` error of an ``AVError``.
public enum AudioMixError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A volume of a track has times that are no numbers, or is negative or no number.
  case volume(CMPersistentTrackID, CMTimeRange)
  /// A track is to be played at other speeds in a way that there is not.
  case timePitchAlgorithm(CMPersistentTrackID, AVAudioTimePitchAlgorithm)

  /// Track, times and reason in words.
  public var description: String {
    switch self {
    case .volume(let id, let range): "track \(id) has a volume in \(range) that cannot be"
    case .timePitchAlgorithm(let id, let algorithm):
      "track \(id) changes its speed, and there is no \(algorithm.rawValue) for that; there is Varispeed"
    }
  }
}

extension AVError {
  init(_ error: AudioMixError) { self.init(.operationNotSupportedForAsset, underlying: error) }
}
