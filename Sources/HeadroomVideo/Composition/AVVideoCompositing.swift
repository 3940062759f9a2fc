public import Foundation

/// A client's own compositor: it makes each picture of a composition from the pictures of its sources.
///
/// Set the class as ``AVVideoComposition/Configuration/customVideoCompositorClass``. It descends from `NSObject` and is made
/// with `init()`, once for each export, reader or player. Requests come one after the other from one thread; several may be
/// in work, and are finished on any thread in any order.
///
/// ## Colour of source pictures
/// | wide colour | HDR | what comes |
/// |---|---|---|
/// | no | no | SDR with the primaries of BT.709; HDR by the curve of an export to SDR |
/// | yes | no | SDR with the sources' own primaries |
/// | | yes | the colour of the composition, HDR as it is |
///
/// A compositor that takes no HDR makes SDR. Sources: AVFoundation's documentation; "Edit and play back HDR video with
/// AVFoundation" (2020).
public protocol AVVideoCompositing: NSObjectProtocol {
  /// What source pictures are to be: the key `kCVPixelBufferPixelFormatTypeKey` with one format or several, of which the
  /// first that can be had is given. Nil takes what suits the sources. It is asked once.
  @preconcurrency var sourcePixelBufferAttributes: [String: any Sendable]? { get }

  /// What the buffers of the render context are: the key `kCVPixelBufferPixelFormatTypeKey` with one format or several,
  /// of which the first that can be had is taken. It is asked once.
  @preconcurrency var requiredPixelBufferAttributesForRenderContext: [String: any Sendable] { get }

  /// Comes before the first request, and when size or pixels of what is composed change.
  func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext)

  /// A picture is wanted. The request is finished exactly once, now or later.
  func startRequest(_ asyncVideoCompositionRequest: AVAsynchronousVideoCompositionRequest)

  /// Pending requests are not wanted any more. Returns when each of them is finished or cancelled.
  func cancelAllPendingVideoCompositionRequests()

  /// Whether source pictures may have wider primaries than BT.709.
  var supportsWideColorSourceFrames: Bool { get }

  /// Whether source pictures may be HDR. Then both attributes have formats of ten bits or more.
  var supportsHDRSourceFrames: Bool { get }

  /// Whether source pictures that are not too wide and not too bright keep the colour that they have: the compositor
  /// converts them.
  var canConformColorOfSourceFrames: Bool { get }

  /// The time of the next request is known. Comes before each request.
  func anticipateRendering(using renderHint: AVVideoCompositionRenderHint)

  /// The times of the first requests are known. Comes before the first request.
  func prerollForRendering(using renderHint: AVVideoCompositionRenderHint)
}

extension AVVideoCompositing {
  public func cancelAllPendingVideoCompositionRequests() {}
  public var supportsWideColorSourceFrames: Bool { false }
  public var supportsHDRSourceFrames: Bool { false }
  public var canConformColorOfSourceFrames: Bool { false }
  public func anticipateRendering(using renderHint: AVVideoCompositionRenderHint) {}
  public func prerollForRendering(using renderHint: AVVideoCompositionRenderHint) {}
}

/// Times of pictures that will be wanted.
public final class AVVideoCompositionRenderHint: NSObject, Sendable {
  /// The first picture's.
  public let startCompositionTime: CMTime
  /// The last picture's.
  public let endCompositionTime: CMTime

  package init(from start: CMTime, to end: CMTime) {
    (startCompositionTime, endCompositionTime) = (start, end)
  }
}
