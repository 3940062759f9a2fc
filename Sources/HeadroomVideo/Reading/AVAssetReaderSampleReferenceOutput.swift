/// Gives the samples of a track without their data: times, sizes, and where they lie.
///
/// ``kCMSampleBufferAttachmentKey_SampleReferenceURL`` and ``kCMSampleBufferAttachmentKey_SampleReferenceByteOffset`` are
/// attached to each buffer. Samples that containers store in another form have no place: the reading fails.
public final class AVAssetReaderSampleReferenceOutput: AVAssetReaderOutput, @unchecked Sendable {
  /// What is read.
  public let track: AVAssetTrack

  public init(track: AVAssetTrack) {
    self.track = track
    super.init()
  }

  public override var mediaType: AVMediaType { track.mediaType }

  override var tracks: [AVAssetTrack] { [track] }

  override func makeSource(of asset: AVAsset, in range: CMTimeRange, copies: Bool) throws -> any SampleSource {
    track.mediaType == .video ? try StoredPictures(track, .referred) : try StoredSound(track, .referred)
  }
}
