internal import Synchronization

/// Gives the sound of several tracks, mixed: linear PCM from the start of the range to its end, silence included. Around sums
/// above full scale it is made quieter; nothing is cut. See ``AVAudioMix``.
public final class AVAssetReaderAudioMixOutput: AVAssetReaderOutput, @unchecked Sendable {
  /// What is mixed.
  public let audioTracks: [AVAssetTrack]
  // Sendable: nobody changes it.
  private let settings: [String: Any]?
  private let mix = Mutex<(audioMix: AVAudioMix?, algorithm: AVAudioTimePitchAlgorithm)>((nil, .varispeed))

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

  /// How loud the tracks are, copied when it is set; nil sums them as they are. It cannot be set once the reading has begun.
  public var audioMix: AVAudioMix? {
    get { mix.withLock { $0.audioMix } }
    set {
      let snapshot = newValue?.snapshot
      mix.withLock { if !isStarted { $0.audioMix = snapshot } }
    }
  }

  /// How tracks are played where their speed is not 1, unless the mix says it; see
  /// ``AVAssetExportSession/audioTimePitchAlgorithm``. It cannot be set once the reading has begun.
  public var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm {
    get { mix.withLock { $0.algorithm } }
    set { mix.withLock { if !isStarted { $0.algorithm = newValue } } }
  }

  public override var mediaType: AVMediaType { .audio }

  override var tracks: [AVAssetTrack] { audioTracks }
  override var onlyMediaType: AVMediaType? { .audio }

  override func makeSource(of asset: AVAsset, in range: CMTimeRange, copies: Bool) throws -> any SampleSource {
    let (mix, algorithm) = mix.withLock { $0 }
    let tracks = try audioTracks.map(TrackTimeline.init).mixed(by: mix, in: range, algorithm)
    return try MixedSound(tracks, SoundSettings(settings), leavesGaps: false)
  }
}
