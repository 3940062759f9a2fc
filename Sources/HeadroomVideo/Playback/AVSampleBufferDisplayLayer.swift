public import Dispatch
public import HeadroomDisplay
public import HeadroomGraphics

/// Shows samples with pictures that a program gives it, each from its time on.
///
/// Screens that read the layer see the picture of that moment: ``contents`` change by themselves. Samples hold pixel buffers;
/// coded ones are refused, which makes ``status`` failed: ``AVAssetReader`` decodes. Pictures whose time is over are left out.
/// Headroom is as with ``AVPlayerLayer``.
public final class AVSampleBufferDisplayLayer: CALayer {
  /// Whether a layer takes samples.
  public enum Status: Int, Sendable {
    case unknown = 0
    case rendering = 1
    case failed = 2
  }

  private let samples = SampleQueue()
  private let hostTimebase: CMTimebase = {
    let base = CMTimebase(isOwned: true)
    base.movement = MovingTime(start: .zero, host: .zero, rate: 1)
    return base
  }()

  public required init() {
    super.init()
    preferredDynamicRange = .high
    contentsGravity = .resizeAspect
  }

  /// How pictures fill the bounds. At first ``AVLayerVideoGravity/resizeAspect``.
  public var videoGravity = AVLayerVideoGravity.resizeAspect {
    didSet { contentsGravity = videoGravity.contents }
  }

  /// The time that decides what is shown; nil, as at first, is the host clock.
  public var controlTimebase: CMTimebase? {
    get { samples.timebase }
    set { samples.timebase = newValue }
  }

  /// The time that decides what is shown: ``controlTimebase``, or one that is that of the host clock.
  public var timebase: CMTimebase { controlTimebase ?? hostTimebase }

  /// Takes a sample. Its picture is shown from its presentation time on, or at once where it has the attachment
  /// `kCMSampleAttachmentKey_DisplayImmediately`.
  public func enqueue(_ sampleBuffer: CMSampleBuffer) { samples.add(sampleBuffer) }

  /// Drops what waits. The picture that is shown stays.
  public func flush() { samples.flush(removesImage: false) }
  /// Drops all pictures.
  public func flushAndRemoveImage() { samples.flush(removesImage: true) }

  /// Whether few samples wait. More are taken nevertheless.
  public var isReadyForMoreMediaData: Bool { samples.isHungry }

  /// Calls a block whenever few samples wait, until ``stopRequestingMediaData()``.
  ///
  /// - Parameters:
  ///   - queue: a serial one.
  ///   - block: enqueues samples while ``isReadyForMoreMediaData`` is true.
  public func requestMediaDataWhenReady(on queue: DispatchQueue, using block: @escaping @Sendable () -> Void) {
    samples.request(on: queue, block)
  }

  /// Ends the calls of ``requestMediaDataWhenReady(on:using:)``.
  public func stopRequestingMediaData() { samples.stopRequests() }

  /// Whether samples are taken.
  public var status: Status { samples.status }
  /// Whether no samples are taken until ``flush()``.
  public var requiresFlushToResumeDecoding: Bool { status == .failed }
  /// Why they are not any more; ``flush()`` begins anew.
  public var error: (any Error)? { samples.error }
  /// Whether a picture is shown.
  public var isReadyForDisplay: Bool { displayedPixelBuffer() != nil }

  /// The picture that is shown now; nil before the first. It is only read.
  public func displayedPixelBuffer() -> CVPixelBuffer? { samples.shown() }

  /// The picture that is shown now; what is set is not shown.
  public override var contents: Any? {
    get { displayedPixelBuffer() }
    set {}
  }
}
