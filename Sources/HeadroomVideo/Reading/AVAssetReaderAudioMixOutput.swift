/// Gives the sound of several tracks, mixed: linear PCM from the start of the range to its end, silence included. What exceeds
/// full scale is cut at it.
public final class AVAssetReaderAudioMixOutput: AVAssetReaderOutput, @unchecked Sendable {
  /// What is mixed.
  public let audioTracks: [AVAssetTrack]
  // Sendable: nobody changes it.
  private let settings: [String: Any]?

  /// - Parameters:
  ///   - audioTracks: of the reader's asset.
  ///   - audioSettings: nil gives floats of the tracks' own rate and channels; otherwise ``AVFormatIDKey`` of linear PCM and
  ///     its keys.
  public init(audioTracks: [AVAssetTrack], audioSettings: [String: Any]?) {
    self.audioTracks = audioTracks
    settings = audioSettings
    super.init()
  }

  /// The settings as they were given.
  public var audioSettings: [String: Any]? { settings }
  public override var mediaType: AVMediaType { .audio }

  override var tracks: [AVAssetTrack] { audioTracks }
  override var onlyMediaType: AVMediaType? { .audio }

  override func makeSource(of asset: AVAsset, in range: CMTimeRange, copies: Bool) throws -> any SampleSource {
    try MixedSound(audioTracks, SoundSettings(settings), leavesGaps: false)
  }
}
