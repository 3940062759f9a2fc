internal import Synchronization

/// Gives the frames of a video composition, as an export gives them to its encoder.
///
/// Frames have the composition's colour, unless settings state another: HDR stays HDR in formats of ten bits and more, and
/// becomes SDR in eight bits unless ``AVVideoAllowWideColorKey`` is set.
public final class AVAssetReaderVideoCompositionOutput: AVAssetReaderOutput, @unchecked Sendable {
  /// What the composition may show.
  public let videoTracks: [AVAssetTrack]
  // Sendable: nobody changes it.
  private let settings: [String: Any]?
  private let composition = Mutex<AVVideoComposition?>(nil)
  private let compositor = Mutex<ClientCompositor?>(nil)

  /// - Parameters:
  ///   - videoTracks: of the reader's asset.
  ///   - videoSettings: nil gives a format that suits the composition: ten bits for HDR and for sources of more than eight.
  public init(videoTracks: [AVAssetTrack], videoSettings: [String: Any]?) {
    self.videoTracks = videoTracks
    settings = videoSettings
    super.init()
  }

  /// The settings as they were given.
  public var videoSettings: [String: Any]? { settings }

  /// How tracks become one picture, copied when it is set. The reading fails without one.
  public var videoComposition: AVVideoComposition? {
    get { composition.withLock { $0 } }
    set {
      let snapshot = newValue?.snapshot
      composition.withLock { $0 = snapshot }
    }
  }

  /// The client's compositor that makes the pictures; nil before the reading begins, and where there is none.
  public var customVideoCompositor: (any AVVideoCompositing)? { compositor.withLock { $0 }?.object }

  public override var mediaType: AVMediaType { .video }

  override var tracks: [AVAssetTrack] { videoTracks }
  override var onlyMediaType: AVMediaType? { .video }

  override func makeSource(of asset: AVAsset, in range: CMTimeRange, copies: Bool) throws -> any SampleSource {
    guard let composition = videoComposition else { throw ReaderError.noVideoComposition }
    let known = Set(videoTracks.map(\.trackID))
    let timeline = try MovieTimeline(asset, composition, range: range)
    guard let video = timeline.video else { throw ReaderError.noVideoComposition }
    for track in video.instructions.flatMap(\.layers).compactMap(\.track?.trackID) where !known.contains(track) {
      throw ReaderError.missingTrack(track)
    }
    compositor.withLock { $0 = video.compositor?.compositor }
    return try ComposedPictures(video, in: range, PictureSettings(settings ?? [:]))
  }
}
