public import Foundation
internal import Synchronization

/// Gives single pictures of a film: thumbnails, and exact frames.
///
/// Pictures are composed as an export composes them. ``requestedTimeToleranceBefore`` and
/// ``requestedTimeToleranceAfter`` say how near a picture has to be: within them the nearest frame that decodes alone is
/// taken, which is fast; 0 for both gives the frame that is shown at the time. Settings may be changed between requests;
/// each request has those that it was made with. Any thread.
// Sendable: what changes is guarded.
public class AVAssetImageGenerator: NSObject, @unchecked Sendable {
  /// How HDR pictures are given.
  public enum DynamicRangePolicy: String, CaseIterable, Hashable, Sendable {
    /// As SDR: HLG and PQ become the curve of BT.709; primaries stay.
    case forceSDR
    /// As they are.
    case matchSource
  }

  /// What came of a request.
  public enum Result: Int, CaseIterable, Hashable, Sendable {
    case succeeded
    case failed
    case cancelled
  }

  /// The film.
  public let asset: AVAsset
  let settings = Mutex(ImageSettings())
  let line: ImageLine

  /// - Parameter asset: any; that it has no video is said when a picture is asked for.
  public init(asset: AVAsset) {
    self.asset = asset
    line = ImageLine(asset.snapshot)
    super.init()
  }

  /// Whether pictures are turned as the track wants them seen; false gives them as they are coded. A video composition
  /// turns by itself.
  public var appliesPreferredTrackTransform: Bool {
    get { settings.withLock { $0.isUpright } }
    set { settings.withLock { $0.isUpright = newValue } }
  }

  /// The largest width and height of pictures, whose shape stays. 0 sets no limit; smaller pictures are not enlarged.
  public var maximumSize: CGSize {
    get { settings.withLock { $0.maximumSize } }
    set { settings.withLock { $0.maximumSize = newValue } }
  }

  public var dynamicRangePolicy: DynamicRangePolicy {
    get { settings.withLock { $0.policy } }
    set { settings.withLock { $0.policy = newValue } }
  }

  /// How much earlier than asked a picture may be; infinite at first. What is no number counts as 0.
  public var requestedTimeToleranceBefore: CMTime {
    get { settings.withLock { $0.before } }
    set { settings.withLock { $0.before = newValue } }
  }

  /// How much later than asked a picture may be; infinite at first. What is no number counts as 0.
  public var requestedTimeToleranceAfter: CMTime {
    get { settings.withLock { $0.after } }
    set { settings.withLock { $0.after = newValue } }
  }

  /// How tracks become one picture, copied when it is set; nil shows the first enabled video track.
  public var videoComposition: AVVideoComposition? {
    get { settings.withLock { $0.composition } }
    set {
      let snapshot = newValue?.snapshot
      settings.withLock { $0.composition = snapshot }
    }
  }

  /// The client's compositor that makes the pictures; nil before the first was made, and where there is none.
  public var customVideoCompositor: (any AVVideoCompositing)? { line.compositor?.object }

  /// Ends all requests that are not answered yet. Each is answered as cancelled.
  public func cancelAllCGImageGeneration() { line.cancelAll() }
}

/// What pictures are wanted.
// Sendable: nobody changes the copy of a composition.
struct ImageSettings: @unchecked Sendable {
  var isUpright = false
  var maximumSize = CGSize.zero
  var policy = AVAssetImageGenerator.DynamicRangePolicy.forceSDR
  var before = CMTime.positiveInfinity
  var after = CMTime.positiveInfinity
  var composition: AVVideoComposition?

  /// Whether pictures of both can be made by the same means.
  func makesLike(_ other: ImageSettings) -> Bool {
    (isUpright, maximumSize, policy) == (other.isUpright, other.maximumSize, other.policy)
      && composition === other.composition
  }
}
