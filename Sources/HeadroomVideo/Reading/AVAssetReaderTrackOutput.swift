internal import Synchronization

/// Gives the samples of one track: as they are stored, or decoded.
///
/// Without settings, buffers hold one coded sample each, in the order of decoding, with the times that the asset shows it at;
/// a packet of sound each. Samples that decoding needs before the first of the range come too, marked
/// ``kCMSampleAttachmentKey_DoNotDisplay``. What of the first and last one is not meant is trimmed by
/// ``kCMSampleBufferAttachmentKey_TrimDurationAtStart`` and `AtEnd`, so that
/// ``CMSampleBuffer/outputPresentationTimeStamp`` starts exactly.
///
/// With settings for video, buffers hold decoded frames: codes as they were where the pixel format has the same depth (or ten
/// bits for eight), chroma and range, otherwise converted. With settings for sound they hold linear PCM.
public final class AVAssetReaderTrackOutput: AVAssetReaderOutput, @unchecked Sendable {
  /// What is read.
  public let track: AVAssetTrack
  // Sendable: nobody changes it.
  private let settings: [String: Any]?
  private let algorithm = Mutex(AVAudioTimePitchAlgorithm.varispeed)

  /// - Parameters:
  ///   - track: of the reader's asset.
  ///   - outputSettings: nil gives samples as stored. For video `kCVPixelBufferPixelFormatTypeKey` (without it a format that
  ///     loses nothing up to ten bits), ``AVVideoColorPropertiesKey`` (otherwise the track's own colour),
  ///     ``AVVideoAllowWideColorKey`` and a size. For sound ``AVFormatIDKey`` of linear PCM and its keys.
  public init(track: AVAssetTrack, outputSettings: [String: Any]?) {
    self.track = track
    settings = outputSettings
    super.init()
  }

  /// The settings as they were given.
  public var outputSettings: [String: Any]? { settings }

  /// How decoded sound is played where its speed is not 1; see ``AVAssetExportSession/audioTimePitchAlgorithm``. It cannot be
  /// set once the reading has begun.
  public var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm {
    get { algorithm.withLock { $0 } }
    set { algorithm.withLock { if !isStarted { $0 = newValue } } }
  }

  public override var mediaType: AVMediaType { track.mediaType }

  override var tracks: [AVAssetTrack] { [track] }

  override func makeSource(of asset: AVAsset, in range: CMTimeRange, copies: Bool) throws -> any SampleSource {
    let isVideo = track.mediaType == .video
    guard let settings else {
      return isVideo
        ? try StoredPictures(track, copies ? .copied : .shared) : try StoredSound(track, .copied)
    }
    if isVideo { return try DecodedPictures(track, PictureSettings(settings)) }
    guard track.mediaType == .audio else {
      throw ReaderError.setting("outputSettings", "samples of the kind \(track.mediaType.rawValue) are not decoded")
    }
    let heard = try [TrackTimeline(track)].mixed(by: nil, in: range, audioTimePitchAlgorithm)
    return try MixedSound(heard, SoundSettings(settings), leavesGaps: true)
  }
}
